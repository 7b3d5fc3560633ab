package cert

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"planproof/core/ir"
	"planproof/core/lattice"
	"planproof/core/value"
)

// ReadJSON reads a certificate of the program. The error says what the text
// names that the program does not have; it is no judgment about the plan.
func ReadJSON(text []byte, p *ir.Program) (*Certificate, error) {
	var w certWire
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&w); err != nil {
		return nil, errors.New("not a certificate: " + err.Error())
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("not a certificate: something follows it")
	}
	if w.Version != WireVersion {
		return nil, errors.New("not a certificate of version 1")
	}
	r := newReader(p)
	for i := range w.Loops {
		r.loop(&w.Loops[i])
	}
	for i := range w.Calls {
		r.call(&w.Calls[i])
	}
	if r.err != nil {
		return nil, r.err
	}
	return r.out, nil
}

// reader resolves names; it keeps the first that it does not find.
type reader struct {
	n                    *names
	out                  *Certificate
	vars                 map[string]int
	rules, labels, autos map[string]int
	states               []map[string]int
	preconditions        map[[2]int]int // by tool and index
	invariants           map[[2]int]int
	labelRules           []lattice.Set // the rules that stand for a label
	err                  error
}

func newReader(p *ir.Program) *reader {
	n := modelOf(p, Everything)
	r := &reader{n: n, out: &Certificate{Heads: make([]*Head, n.Loops)}, autos: map[string]int{}, preconditions: map[[2]int]int{}, invariants: map[[2]int]int{}}
	r.vars = numbered(n.vars)
	r.rules, r.labels = numbered(p.RuleNames()), numbered(p.Labels)
	for i, a := range p.Automata {
		r.autos[asRead(a.Name)] = i
		r.states = append(r.states, numbered(a.States))
	}
	for j, h := range n.heldBy {
		byIndex := r.preconditions
		if h.invariant {
			byIndex = r.invariants
		}
		byIndex[[2]int{h.tool.Index, h.index}] = j
	}
	r.labelRules = make([]lattice.Set, len(p.Labels))
	for k := len(p.Rules); k < len(n.Rules); k++ {
		l := n.Rules[k].Source
		r.labelRules[l] = r.labelRules[l].With(k)
	}
	return r
}

func numbered(list []string) map[string]int {
	out := make(map[string]int, len(list))
	for i, s := range list {
		out[asRead(s)] = i
	}
	return out
}

// asRead is a text as encoding/json reads it back: without lone surrogates.
func asRead(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, size := value.DecodeRune(s)
		b.WriteRune(r) // U+FFFD for a surrogate
		s = s[size:]
	}
	return b.String()
}

// of looks a name up; an unknown one is an error and number 0.
func (r *reader) of(what string, number map[string]int, name string) int {
	i, ok := number[name]
	if !ok && r.err == nil {
		r.err = errors.New("the program has no " + what + " `" + name + "`")
	}
	return i
}

func (r *reader) loop(w *loopWire) {
	h := &Head{Automata: make([]lattice.Set, len(r.n.Automata))}
	i := r.of("loop", r.n.loopOf, w.Path)
	for _, k := range w.Names {
		known := Known{Var: r.of("variable", r.vars, k.Name)}
		for _, name := range k.Rules {
			known.Raw = known.Raw.With(r.of("rule", r.rules, name))
		}
		for _, name := range k.Labels {
			if l := r.of("label", r.labels, name); l < len(r.labelRules) {
				known.Raw = known.Raw.Union(r.labelRules[l])
			}
		}
		h.Known = append(h.Known, known)
	}
	for _, a := range w.Automata {
		j := r.of("automaton", r.autos, a.Automaton)
		for _, s := range a.States {
			if r.err == nil {
				h.Automata[j] = h.Automata[j].With(r.of("state", r.states[j], s))
			}
		}
	}
	if r.err == nil {
		r.out.Heads[i] = h
	}
}

func (r *reader) call(w *callWire) {
	c := r.of("call", r.n.callOf, w.Path)
	for _, e := range w.Next {
		j := r.of("automaton", r.autos, e.Automaton)
		if r.err != nil {
			return
		}
		q := r.of("state", r.states[j], e.State)
		r.out.Next = append(r.out.Next, Next{c, j, q, e.Fires, e.Stays, r.reason(e.By, e.Facts)})
	}
	for _, e := range w.Excluded {
		r.out.NoRule = append(r.out.NoRule, NoRule{c, r.of("rule", r.rules, e.Rule), r.reason(e.By, e.Facts)})
	}
	for _, e := range w.Holds {
		r.holds(c, e)
	}
}

func (r *reader) holds(c int, e holdsWire) {
	if r.err != nil {
		return
	}
	byIndex := r.preconditions
	if e.Kind == kindInvariant {
		byIndex = r.invariants
	}
	j, ok := byIndex[[2]int{r.n.calls[c].Tool.Index, e.Index}]
	if !ok || e.Kind != kindInvariant && e.Kind != kindPrecondition {
		r.err = errors.New("the tool of the call has no such " + e.Kind)
		return
	}
	if written := r.n.conditions[r.n.Pre[j].Guard].Written(); asRead(written) != e.Condition {
		r.err = errors.New("the " + e.Kind + " is `" + written + "`, not `" + e.Condition + "`")
		return
	}
	r.out.Holds = append(r.out.Holds, Holds{c, j, r.reason(e.By, e.Facts)})
}

func (r *reader) reason(by string, facts []string) Reason {
	if by != byEvaluation && by != bySolver && r.err == nil {
		r.err = errors.New("an exclusion is by " + byEvaluation + " or by " + bySolver + ", not by `" + by + "`")
	}
	return Reason{Solver: by == bySolver, Facts: facts}
}
