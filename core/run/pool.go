package run

import (
	"math/rand/v2"

	"planproof/core/cond"
	"planproof/core/ir"
	"planproof/core/types"
	"planproof/core/value"
)

// pool are the values that replays draw from: the constants of the documents
// and their neighbors, and what their inputs and scripts have.
type pool struct {
	texts, numbers, others []value.Value
	keys                   []string // of objects, as conditions name them
}

func newPool(p *ir.Program) *pool {
	out := &pool{
		texts:   []value.Value{value.Text("a"), value.Text("user@mail.example"), value.Text("")},
		numbers: []value.Value{value.Int(1), value.Int(0), value.Int(-1), value.Int(100)},
	}
	for _, in := range p.Bundle.Inputs {
		out.add(in.Value)
	}
	for i := range p.Bundle.Scripts {
		if v := p.Bundle.Scripts[i].Result; v != nil {
			out.add(v)
		}
	}
	for _, t := range p.Tools {
		for _, c := range [][]*ir.Condition{t.Pre, t.Post, t.Invariants} {
			out.conditions(c)
		}
	}
	for _, r := range p.Rules {
		out.conditions([]*ir.Condition{r.Condition})
	}
	for _, a := range p.Automata {
		for _, t := range a.Declared {
			out.conditions([]*ir.Condition{t.Guard})
		}
	}
	out.steps(p.Body)
	return out
}

func (p *pool) steps(steps []ir.Step) {
	for _, s := range steps {
		switch s := s.(type) {
		case *ir.Call:
			for i := range s.Args {
				if c := s.Args[i].Const; c != nil {
					p.add(c)
				}
			}
		case *ir.Branch:
			p.conditions([]*ir.Condition{s.Cond})
			p.steps(s.Then)
			p.steps(s.Else)
		case *ir.Loop:
			p.steps(s.Body)
		}
	}
}

func (p *pool) conditions(cs []*ir.Condition) {
	for _, c := range cs {
		if c == nil || c.Expr == nil {
			continue
		}
		cond.Walk(c.Expr.Root(), func(n cond.Node) {
			switch n := n.(type) {
			case *cond.Lit:
				p.add(n.Value)
			case *cond.Field:
				p.keys = append(p.keys, n.Name)
			}
		})
	}
}

// add adds a value, its parts, and what is next to it.
func (p *pool) add(v value.Value) {
	switch v := v.(type) {
	case value.Text:
		p.texts = append(p.texts, v, "user@"+v, v+"x")
		p.keys = append(p.keys, string(v))
	case value.Number:
		p.numbers = append(p.numbers, v)
		for _, d := range []int64{1, -1} {
			if n, err := v.Add(value.Int(d)); err == nil {
				p.numbers = append(p.numbers, n)
			}
		}
	case value.List:
		p.others = append(p.others, v)
		for _, item := range v {
			p.add(item)
		}
	case value.Object:
		p.others = append(p.others, v)
		for _, m := range v {
			p.keys = append(p.keys, m.Key)
			p.add(m.Value)
		}
	case value.Bool, value.Null, value.Tuple:
	}
}

// draw is a value that may be of a type; the caller checks.
func (p *pool) draw(rng *rand.Rand, t types.Type, depth int) value.Value {
	kinds := t.Kinds()
	if len(p.others) > 0 && rng.IntN(4) == 0 && kinds.Meets(value.ListKind|value.ObjectKind) {
		return pick(rng, p.others)
	}
	var draws []func() value.Value
	add := func(kind value.KindSet, weight int, draw func() value.Value) {
		if kinds.Meets(kind) {
			for range weight {
				draws = append(draws, draw)
			}
		}
	}
	add(value.TextKind, 4, func() value.Value { return pick(rng, p.texts) })
	add(value.NumberKind, 2, func() value.Value { return pick(rng, p.numbers) })
	add(value.BoolKind, 1, func() value.Value { return value.Bool(rng.IntN(2) == 0) })
	if depth > 0 {
		add(value.ListKind, 1, func() value.Value { return p.list(rng, t, depth) })
		add(value.ObjectKind, 1, func() value.Value { return p.object(rng, t, depth) })
	}
	add(value.NullKind, 1, func() value.Value { return value.Null{} })
	if len(draws) == 0 {
		return value.Null{}
	}
	return draws[rng.IntN(len(draws))]()
}

func pick(rng *rand.Rand, from []value.Value) value.Value { return from[rng.IntN(len(from))] }

func (p *pool) list(rng *rand.Rand, t types.Type, depth int) value.Value {
	out := value.List{}
	elems := t.Elems()
	for range rng.IntN(4) {
		out = append(out, p.draw(rng, elems[rng.IntN(len(elems))], depth-1))
	}
	return out
}

func (p *pool) object(rng *rand.Rand, t types.Type, depth int) value.Value {
	out := value.Object{}
	values := t.Values()
	for range min(len(p.keys), 1+rng.IntN(3)) {
		key := p.keys[rng.IntN(len(p.keys))]
		if _, twice := out.Get(key); !twice {
			out = append(out, value.Member{Key: key, Value: p.draw(rng, values[rng.IntN(len(values))], depth-1)})
		}
	}
	return out
}
