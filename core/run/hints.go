package run

import (
	"strconv"
	"strings"

	"planproof/core/cond"
	"planproof/core/doc"
	"planproof/core/ir"
	"planproof/core/prove"
	"planproof/core/types"
	"planproof/core/value"
	"planproof/smt"
)

// hints are values that make conditions come out as a replay needs them: the
// ones on the way to its step, the contracts of all calls. Each is solved for
// itself; what fits together is found by trying.
type hints struct {
	p       *ir.Program
	shapes  []shape
	names   map[ir.Slot][]value.Value
	results map[int][]value.Value // by number of the call
	sides   []sideHint
}

// sideHint are values that lead to one side of a conditional.
type sideHint struct {
	path   string // of the steps of this side
	other  string
	values []prove.NamedValue
}

// hintBudget keeps the solver's part of a replay small.
var hintBudget = smt.Budget{MaxClauses: 20_000, MaxConflicts: 2_000}

func newHints(p *ir.Program, shapes []shape) *hints {
	h := &hints{p: p, shapes: shapes, names: map[ir.Slot][]value.Value{}, results: map[int][]value.Value{}}
	for i := range p.Bundle.Inputs {
		if slot := slotNamed(p, p.Bundle.Inputs[i].Name.Value); slot != ir.None {
			h.names[slot] = append(h.names[slot], p.Bundle.Inputs[i].Value)
		}
	}
	h.steps(p.Body)
	return h
}

func slotNamed(p *ir.Program, name string) ir.Slot {
	for i, n := range p.Names {
		if n == name {
			return ir.Slot(i)
		}
	}
	return ir.None
}

func (h *hints) steps(steps []ir.Step) {
	for _, s := range steps {
		switch s := s.(type) {
		case *ir.Call:
			h.call(s)
		case *ir.Branch:
			h.branch(s)
			h.steps(s.Then)
			h.steps(s.Else)
		case *ir.Loop:
			h.steps(s.Body)
		}
	}
}

// branch asks for values that lead to each side.
func (h *hints) branch(b *ir.Branch) {
	if b.Cond.Expr == nil {
		return
	}
	q := prove.Question{Cond: b.Cond.Expr}
	for _, n := range b.Cond.Expr.Names() {
		slot := slotNamed(h.p, n.Name)
		if slot == ir.None {
			return
		}
		q.Add(n.Name, h.variable(slot))
	}
	a := prove.Decide(q, cond.CanTrue|cond.CanFalse, hintBudget)
	then, otherwise := b.Path+"/conditional/then_steps/", b.Path+"/conditional/else_steps/"
	h.sides = append(h.sides, sideHint{then, otherwise, a.True.Witness}, sideHint{otherwise, then, a.False.Witness})
}

// toward are the hints for a target: of a conditional that it is in, those of
// its side alone.
func (h *hints) toward(target string) *hints {
	out := &hints{p: h.p, shapes: h.shapes, names: map[ir.Slot][]value.Value{}, results: h.results}
	for _, s := range h.sides {
		if !strings.HasPrefix(target, s.other) {
			out.learn(s.values)
		}
	}
	for slot, values := range h.names {
		out.names[slot] = append(out.names[slot], values...)
	}
	return out
}

// call asks for values that satisfy the contracts of a call, and for its
// result.
func (h *hints) call(c *ir.Call) {
	h.results[c.Index] = scriptFor(h.p.Bundle, c.Tool.Name)
	for _, conds := range [][]*ir.Condition{c.Tool.Post, c.Tool.Pre} {
		for _, cnd := range conds {
			if q, ok := h.question(c, cnd); ok {
				h.learn(prove.Decide(q, cond.CanTrue, hintBudget).True.Witness)
			}
		}
	}
}

// question is a contract of a call with its names.
func (h *hints) question(c *ir.Call, cnd *ir.Condition) (prove.Question, bool) {
	if cnd.Expr == nil {
		return prove.Question{}, false
	}
	q := prove.Question{Cond: cnd.Expr}
	for _, n := range cnd.Expr.Names() {
		sym := h.symAt(c, n.Name)
		if sym == nil {
			return q, false
		}
		q.Add(n.Name, sym)
	}
	return q, true
}

// resultName names a call's result in questions; no variable has such a name.
func resultName(c *ir.Call) string { return "\x00" + strconv.Itoa(c.Index) }

func (h *hints) symAt(c *ir.Call, name string) prove.Sym {
	for i := range c.Args {
		if a := &c.Args[i]; a.Name == name {
			if a.Const != nil {
				return prove.Known{Value: a.Const}
			}
			return h.sym(a.Value)
		}
	}
	if name != "result" {
		return nil
	}
	s := shape{typ: c.Tool.Return}
	return s.variable(len(h.shapes)+c.Index+1, resultName(c))
}

func (h *hints) variable(slot ir.Slot) *prove.Var {
	return h.shapes[slot].variable(int(slot)+1, h.p.Names[slot])
}

func (h *hints) sym(v doc.Value) prove.Sym {
	switch v := v.(type) {
	case *doc.Ref:
		if slot := slotNamed(h.p, v.Name); slot != ir.None && len(v.Path) > 0 {
			return &prove.Part{Of: h.variable(slot), Path: v.Path, Type: types.Any}
		} else if slot != ir.None {
			return h.variable(slot)
		}
	case *doc.List:
		out := &prove.SymList{}
		for _, item := range v.Items {
			out.Items = append(out.Items, h.sym(item))
		}
		return out
	case *doc.Object:
		out := &prove.SymObject{}
		for _, m := range v.Members {
			out.Members = append(out.Members, prove.SymMember{Key: m.Key.Value, Sym: h.sym(m.Value)})
		}
		return out
	case *doc.Literal:
		return prove.Known{Value: v.Value}
	}
	return prove.Known{Value: value.Null{}}
}

// learn notes the values of a witness.
func (h *hints) learn(w []prove.NamedValue) {
	for _, n := range w {
		if call, ok := strings.CutPrefix(n.Name, "\x00"); ok {
			index, _ := strconv.Atoi(call)
			h.results[index] = append(h.results[index], n.Value)
			continue
		}
		if slot := slotNamed(h.p, n.Name); slot != ir.None {
			h.names[slot] = append(h.names[slot], n.Value)
		}
	}
}
