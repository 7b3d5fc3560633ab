package cert

import (
	"slices"

	"planproof/core/lattice"
)

// A gexpr is a condition of the model with a meaning. (guard)
type gexpr struct {
	kind  gkind
	id    int // opaque: which
	attr  int
	param int
	lits  []int
	sub   []*gexpr
}

type gkind uint8

const (
	gOpaque gkind = iota
	gIn
	gNot
	gAnd
	gOr
)

// world is a model whose conditions have a meaning: what the random tests run.
type world struct {
	Model
	guards []*gexpr // by Guard
	attrs  map[[2]int]int
	order  [][2]int // the keys of attrs, in order
	tools  int
}

// attribute 0 is the literal itself; what is not listed is 0.
func (w *world) attr(f, n int) int {
	if f == 0 {
		return n
	}
	return w.attrs[[2]int{f, n}]
}

type tri int8

const (
	no tri = iota
	maybe
	yes
)

// keval evaluates a condition over a call's arguments. (keval)
func (w *world) keval(args []Arg, g *gexpr) tri {
	switch g.kind {
	case gOpaque:
		return maybe
	case gIn:
		for i := range args {
			if args[i].Param != g.param {
				continue
			}
			switch {
			case args[i].Mix || args[i].Refs != nil:
				return maybe
			case slices.Contains(g.lits, w.attr(g.attr, args[i].Lit)):
				return yes
			}
			return no
		}
		return no
	case gNot:
		return yes - w.keval(args, g.sub[0])
	case gAnd:
		return min(w.keval(args, g.sub[0]), w.keval(args, g.sub[1]))
	default:
		return max(w.keval(args, g.sub[0]), w.keval(args, g.sub[1]))
	}
}

func (w *world) eval(args []Arg, g Guard) tri {
	if g == Always {
		return yes
	}
	return w.keval(args, w.guards[g])
}

// knext is the row of one state: the first transition that surely fires ends
// the search. (knext)
func (w *world) knext(c *Call, i, q int) Next {
	n := Next{Call: c.ID, Automaton: i, State: q, Fires: []int{}}
	for j := range w.Automata[i].Trans {
		t := &w.Automata[i].Trans[j]
		if !t.cand(q, c.Tool) {
			continue
		}
		switch w.eval(c.Args, t.Guard) {
		case yes:
			n.Fires = append(n.Fires, j)
			return n
		case maybe:
			n.Fires = append(n.Fires, j)
		}
	}
	n.Stays = true
	return n
}

// tabulate writes the table of three-valued evaluation down. (tabulate of
// keval_table)
func (w *world) tabulate() Table {
	var t Table
	eachCall(w.Workflow, func(c *Call) {
		for i := range w.Automata {
			var seen lattice.Set
			for _, tr := range w.Automata[i].Trans {
				if !seen.Has(tr.From) {
					seen = seen.With(tr.From)
					t.Next = append(t.Next, w.knext(c, i, tr.From))
				}
			}
		}
		for k := range w.Rules {
			if w.eval(c.Args, w.Rules[k].Guard) == no {
				t.NoRule = append(t.NoRule, NoRule{Call: c.ID, Rule: k})
			}
		}
		for j := range w.Pre {
			if w.eval(c.Args, w.Pre[j].Guard) == yes {
				t.Holds = append(t.Holds, Holds{Call: c.ID, Pre: j})
			}
		}
	})
	return t
}

func eachCall(steps []Step, f func(*Call)) {
	for _, s := range steps {
		switch s := s.(type) {
		case *Call:
			f(s)
		case *Cond:
			eachCall(s.Then, f)
			eachCall(s.Else, f)
		case *Loop:
			eachCall(s.Body, f)
		}
	}
}

// infer finds the loop states under a table. (infer, flow, iter)
func (w *world) infer(t Table) *Certificate {
	c := &Certificate{Table: t, Heads: make([]*Head, w.Loops)}
	k := newChecker(&w.Model, c)
	k.flow(c, lattice.Set{}, w.Workflow, w.start())
	return c
}

func (k *checker) flow(c *Certificate, pc lattice.Set, steps []Step, a AState) AState {
	for _, s := range steps {
		switch s := s.(type) {
		case *Call:
			a = k.transfer(pc, s, a, k.stepAutomata(s, a))
		case *Cond:
			in := control(pc, s.Reads, a)
			a = join(k.flow(c, in, s.Then, a), k.flow(c, in, s.Else, a))
		case *Loop:
			in, raw, head := control(pc, []int{s.Coll}, a), a.val(s.Coll), a
			for {
				b := k.flow(c, in, s.Body, head.put(s.Item, raw))
				if leq(b, head) {
					break
				}
				head = join(head, b)
			}
			c.Heads[s.ID] = headOf(head)
			a = head
		}
	}
	return a
}
