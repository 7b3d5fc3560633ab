package cert

import (
	"slices"
	"strconv"
	"strings"

	"planproof/core/lattice"
)

// The text that the extracted checker reads: numbers and words in parentheses.

type textBuilder struct{ strings.Builder }

func (b *textBuilder) open(word string) { b.WriteString("(" + word) }

func (b *textBuilder) num(n int) { b.WriteString(" " + strconv.Itoa(n)) }

func (b *textBuilder) opt(n int, none string) {
	if n < 0 {
		b.WriteString(" " + none)
		return
	}
	b.num(n)
}

func (b *textBuilder) flag(f bool) {
	if f {
		b.num(1)
		return
	}
	b.num(0)
}

func (b *textBuilder) list(f func()) {
	b.WriteString(" (")
	f()
	b.WriteString(")")
}

func (b *textBuilder) nums(ns []int) {
	b.list(func() {
		for _, n := range ns {
			b.num(n)
		}
	})
}

func (b *textBuilder) set(s lattice.Set) { b.nums(slices.Collect(s.All())) }

// text is the policy, the attributes and the workflow.
func (w *world) text() string {
	b := &textBuilder{}
	b.list(func() { w.policyText(b) })
	b.list(func() {
		for _, key := range w.order {
			b.nums([]int{key[0], key[1], w.attrs[key]})
		}
	})
	b.list(func() { w.stepsText(b, w.Workflow) })
	return b.String()
}

func (w *world) policyText(b *textBuilder) {
	b.set(w.Allowed)
	b.list(func() {
		for _, i := range w.Intro {
			b.nums([]int{i.Tool, i.Label})
		}
	})
	b.list(func() {
		for i := range w.Rules {
			b.list(func() { w.ruleText(b, &w.Rules[i]) })
		}
	})
	b.list(func() {
		for _, p := range w.Pre {
			b.list(func() { b.num(p.Tool); w.guardText(b, p.Guard) })
		}
	})
	b.list(func() {
		for i := range w.Automata {
			b.list(func() { w.automatonText(b, &w.Automata[i]) })
		}
	})
	b.list(func() {
		for _, m := range w.Marks {
			b.nums([]int{m.Tool, m.Param})
		}
	})
	b.list(func() {
		for _, in := range w.Inputs {
			b.nums(append([]int{in.Var}, slices.Collect(in.Labels.All())...))
		}
	})
	b.flag(w.Track)
}

func (w *world) ruleText(b *textBuilder, r *Rule) {
	if r.AnySource {
		b.WriteString(" any")
	} else {
		b.nums(r.Labels())
	}
	b.opt(r.Sink, "any")
	b.opt(r.Param, "any")
	w.guardText(b, r.Guard)
	b.set(r.Sanitizers)
	b.flag(r.Deny)
}

func (w *world) automatonText(b *textBuilder, a *Automaton) {
	b.num(a.Init)
	b.set(a.Err)
	b.list(func() {
		for _, t := range a.Trans {
			b.list(func() {
				b.num(t.From)
				b.opt(t.Tool, "any")
				w.guardText(b, t.Guard)
				b.num(t.To)
			})
		}
	})
}

func (w *world) guardText(b *textBuilder, g Guard) {
	switch {
	case g == Always:
		b.WriteString(" true")
	case w.guards == nil: // a program's conditions have no text here
		b.WriteString(" (opq " + strconv.Itoa(int(g)) + ")")
	default:
		w.gexprText(b, w.guards[g])
	}
}

func (w *world) gexprText(b *textBuilder, g *gexpr) {
	b.WriteString(" (" + [...]string{"opq", "in", "not", "and", "or"}[g.kind])
	switch g.kind {
	case gOpaque:
		b.num(g.id)
	case gIn:
		b.num(g.attr)
		b.num(g.param)
		for _, n := range g.lits {
			b.num(n)
		}
	case gNot, gAnd, gOr:
		for _, s := range g.sub {
			w.gexprText(b, s)
		}
	}
	b.WriteString(")")
}

func (w *world) stepsText(b *textBuilder, steps []Step) {
	for _, s := range steps {
		b.WriteString(" ")
		switch s := s.(type) {
		case *Call:
			b.open("call")
			b.num(s.Tool)
			b.list(func() {
				for i := range s.Args {
					b.list(func() { argText(b, &s.Args[i]) })
				}
			})
			b.opt(s.Bind, "-")
			b.num(s.ID)
		case *Cond:
			b.open("if")
			b.nums(s.Reads)
			b.list(func() { w.stepsText(b, s.Then) })
			b.list(func() { w.stepsText(b, s.Else) })
		case *Loop:
			b.open("loop")
			b.num(s.ID)
			b.num(s.Coll)
			b.num(s.Item)
			b.list(func() { w.stepsText(b, s.Body) })
		}
		b.WriteString(")")
	}
}

func argText(b *textBuilder, a *Arg) {
	b.num(a.Param)
	switch {
	case a.Mix:
		b.WriteString(" (mix")
		for _, x := range a.Refs {
			b.num(x)
		}
	case a.Refs != nil:
		b.WriteString(" (ref")
		b.num(a.Refs[0])
	default:
		b.WriteString(" (lit")
		b.num(a.Lit)
	}
	b.WriteString(")")
}

// text is a certificate whose heads are whole. Entries are sorted as the
// extracted checker sorts its own.
func (c *Certificate) text() string {
	b := &textBuilder{}
	b.open("cert")
	next := slices.Clone(c.Next)
	slices.SortStableFunc(next, func(x, y Next) int {
		return slices.Compare([]int{x.Call, x.Automaton, x.State}, []int{y.Call, y.Automaton, y.State})
	})
	b.list(func() {
		for i := range next {
			e := &next[i]
			b.list(func() {
				b.num(e.Call)
				b.num(e.Automaton)
				b.num(e.State)
				b.nums(e.Fires)
				b.flag(e.Stays)
			})
		}
	})
	b.list(func() {
		for _, e := range c.NoRule {
			b.nums([]int{e.Call, e.Rule})
		}
	})
	b.list(func() {
		for _, e := range c.Holds {
			b.nums([]int{e.Call, e.Pre})
		}
	})
	b.list(func() {
		for i, h := range c.Heads {
			if h != nil {
				b.list(func() { b.num(i); b.list(func() { headText(b, h) }) })
			}
		}
	})
	b.WriteString(")")
	return b.String()
}

func headText(b *textBuilder, h *Head) {
	b.list(func() {
		for _, k := range h.Known {
			b.num(k.Var)
		}
	})
	var facts []string
	for i, s := range h.Automata {
		for q := range s.All() {
			facts = append(facts, "(q "+strconv.Itoa(i)+" "+strconv.Itoa(q)+")")
		}
	}
	for _, k := range h.Known {
		for r := range k.Raw.All() {
			facts = append(facts, "(v "+strconv.Itoa(k.Var)+" "+strconv.Itoa(r)+")")
		}
	}
	slices.Sort(facts)
	b.list(func() {
		for _, f := range facts {
			b.WriteString(" " + f)
		}
	})
}

// tidy drops the blanks after opening parentheses.
func tidy(s string) string {
	return strings.TrimSpace(strings.ReplaceAll(s, "( ", "("))
}
