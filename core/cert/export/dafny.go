package export

import (
	"strconv"
	"strings"

	"planproof/core/cert"
	"planproof/core/ir"
	"planproof/core/lattice"
)

// Dafny writes the plan as a Dafny method. Each variable has one bit for each
// rule, "carries data of the rule that no sanitizer cleaned", which calls
// compute as the policy says; each automaton has a state, which a call moves to
// any state that the certificate's table allows; branches and rounds are chosen
// freely. The loop invariants are the certificate, and the assertions are the
// policy: when Dafny verifies the file, no choice leads to a broken rule or an
// error state. nil when cert.Check does not accept the certificate.
func Dafny(p *ir.Program, c *cert.Certificate) []byte {
	n := numbered(p, c)
	if n == nil {
		return nil
	}
	w := &dafnyWriter{n: n, next: map[[3]int]*cert.Next{}, noRule: map[[2]int]bool{}}
	for i := range n.Next {
		e := &n.Next[i]
		if key := [3]int{e.Call, e.Automaton, e.State}; w.next[key] == nil {
			w.next[key] = e
		}
	}
	for _, e := range n.NoRule {
		w.noRule[[2]int{e.Call, e.Rule}] = true
	}
	w.legend()
	w.line("method Plan()")
	w.line("  decreases *")
	w.line("{")
	w.indent = "  "
	w.declare()
	w.errors()
	w.steps(n.Workflow)
	w.line("}")
	return []byte(w.String())
}

type dafnyWriter struct {
	strings.Builder
	n       *cert.Numbered
	indent  string
	next    map[[3]int]*cert.Next
	noRule  map[[2]int]bool
	control []string // the bits that decide whether the current step runs, by depth
	fresh   int
}

func (w *dafnyWriter) line(s string) { w.WriteString(s + "\n") }

func (w *dafnyWriter) put(s string) { w.WriteString(w.indent + s + "\n") }

func (w *dafnyWriter) nested(f func()) {
	w.indent += "  "
	f()
	w.indent = w.indent[2:]
}

func (w *dafnyWriter) legend() {
	w.line("// Made by planproof. Check it with: dafny /compile:0 FILE")
	for i, name := range w.n.Vars {
		w.line("// v" + strconv.Itoa(i) + ": " + comment(name))
	}
	for i, name := range w.n.RuleNames {
		w.line("// rule " + strconv.Itoa(i) + ": " + comment(name))
	}
	w.line("")
}

func bit(x, rule int) string { return "v" + strconv.Itoa(x) + "_" + strconv.Itoa(rule) }

func (w *dafnyWriter) declare() {
	for x := range w.n.Vars {
		for r := range w.n.Rules {
			w.put("var " + bit(x, r) + " := false;")
		}
	}
	for i := range w.n.Automata {
		w.put("var q" + strconv.Itoa(i) + " := " + strconv.Itoa(w.n.Automata[i].Init) + ";")
	}
}

// errors asserts that no automaton is in an error state.
func (w *dafnyWriter) errors() {
	for i := range w.n.Automata {
		for q := range w.n.Automata[i].Err.All() {
			w.put("assert q" + strconv.Itoa(i) + " != " + strconv.Itoa(q) + ";")
		}
	}
}

func (w *dafnyWriter) steps(steps []cert.Step) {
	for _, s := range steps {
		switch s := s.(type) {
		case *cert.Call:
			w.call(s)
		case *cert.Cond:
			w.cond(s)
		case *cert.Loop:
			w.loop(s)
		}
	}
}

// under introduces one bit for each rule: does what decides carry it?
func (w *dafnyWriter) under(xs []int) (undo func()) {
	was := w.control
	id := "c" + strconv.Itoa(w.fresh)
	w.fresh++
	for r := range w.n.Rules {
		parts := []string{}
		if len(was) > 0 {
			parts = append(parts, was[len(was)-1]+"_"+strconv.Itoa(r))
		}
		for _, x := range xs {
			parts = append(parts, bit(x, r))
		}
		w.put("var " + id + "_" + strconv.Itoa(r) + " := " + or(parts) + ";")
	}
	w.control = append(was[:len(was):len(was)], id)
	return func() { w.control = was }
}

func or(parts []string) string {
	if len(parts) == 0 {
		return "false"
	}
	return strings.Join(parts, " || ")
}

func (w *dafnyWriter) cond(s *cert.Cond) {
	undo := w.under(s.Reads)
	w.put("if * {")
	w.nested(func() { w.steps(s.Then) })
	w.put("} else {")
	w.nested(func() { w.steps(s.Else) })
	w.put("}")
	undo()
}

func (w *dafnyWriter) loop(s *cert.Loop) {
	undo := w.under([]int{s.Coll})
	item := "i" + strconv.Itoa(w.fresh)
	for r := range w.n.Rules {
		w.put("var " + item + "_" + strconv.Itoa(r) + " := " + bit(s.Coll, r) + ";")
	}
	w.put("while *")
	w.nested(func() { w.invariants(w.n.Heads[s.ID]); w.put("decreases *") })
	w.put("{")
	w.nested(func() {
		for r := range w.n.Rules {
			w.put(bit(s.Item, r) + " := " + item + "_" + strconv.Itoa(r) + ";")
		}
		w.steps(s.Body)
	})
	w.put("}")
	undo()
}

// invariants are what the certificate says of a loop's head: what is not listed
// there is not possible.
func (w *dafnyWriter) invariants(h *cert.Head) {
	for _, k := range h.Known {
		for r := range w.n.Rules {
			if !k.Raw.Has(r) {
				w.put("invariant !" + bit(k.Var, r))
			}
		}
	}
	for i, s := range h.Automata {
		w.put("invariant " + among("q"+strconv.Itoa(i), s))
	}
}

// among says that a name has one of the values.
func among(name string, s lattice.Set) string {
	var parts []string
	for e := range s.All() {
		parts = append(parts, name+" == "+strconv.Itoa(e))
	}
	return or(parts)
}

func (w *dafnyWriter) call(c *cert.Call) {
	w.put("// " + comment(c.Path) + ": " + comment(w.n.Tools[c.Tool]))
	for r := range w.n.Rules {
		w.sink(c, r)
	}
	for i := range w.n.Automata {
		w.move(c, i)
	}
	w.errors()
	if c.Bind == cert.None {
		return
	}
	var result []string
	for r := range w.n.Rules {
		result = append(result, w.result(c, r))
	}
	for r := range w.n.Rules {
		w.put("var r" + strconv.Itoa(w.fresh) + "_" + strconv.Itoa(r) + " := " + result[r] + ";")
	}
	for r := range w.n.Rules {
		w.put(bit(c.Bind, r) + " := r" + strconv.Itoa(w.fresh) + "_" + strconv.Itoa(r) + ";")
	}
	w.fresh++
}

// sink asserts that rule r is not broken.
func (w *dafnyWriter) sink(c *cert.Call, r int) {
	given := false
	for i := range c.Args {
		if !w.n.IsSink(r, c, i) {
			continue
		}
		given = true
		for _, x := range c.Args[i].Refs {
			if !w.noRule[[2]int{c.ID, r}] {
				w.put("assert !" + bit(x, r) + ";")
			}
		}
	}
	if given && w.n.Rules[r].Deny && len(w.control) > 0 {
		w.put("assert !" + w.control[len(w.control)-1] + "_" + strconv.Itoa(r) + ";")
	}
}

// result is the bit of rule r of a call's result.
func (w *dafnyWriter) result(c *cert.Call, r int) string {
	if w.n.IsSource(r, c.Tool) {
		return "true"
	}
	var parts []string
	if !w.n.Rules[r].Sanitizers.Has(c.Tool) {
		for i := range c.Args {
			for _, x := range c.Args[i].Refs {
				parts = append(parts, bit(x, r))
			}
		}
	}
	if w.n.Track && len(w.control) > 0 {
		parts = append(parts, w.control[len(w.control)-1]+"_"+strconv.Itoa(r))
	}
	return or(parts)
}
