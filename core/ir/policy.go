package ir

import (
	"planproof/core/doc"
	"planproof/core/lattice"
)

// rules numbers the taint rules and notes at each tool which rules it is the
// source or a sanitizer of.
func (t *translator) rules() *doc.Error {
	policy := t.p.Bundle.Policy
	for i := range policy.TaintRules {
		d := &policy.TaintRules[i]
		r := &Rule{Index: i, Name: d.Name.Value, Doc: d, Source: -1, AnySource: d.SourceTool.Value == "*"}
		if d.Condition != nil {
			c, err := t.compileWithUnion(*d.Condition, policy.Source, 0)
			if err != nil {
				return err
			}
			r.Condition = c
		}
		t.source(r)
		t.sink(r)
		t.p.Rules = append(t.p.Rules, r)
	}
	t.fileRules()
	return nil
}

func (t *translator) source(r *Rule) {
	if tool, ok := t.tools[r.Doc.SourceTool.Value]; ok && !r.AnySource {
		r.Source = tool.Index
	}
}

func (t *translator) sink(r *Rule) {
	if r.Doc.SinkTool.Value == "*" {
		t.anySink = append(t.anySink, r)
		return
	}
	t.sinksOf[r.Doc.SinkTool.Value] = append(t.sinksOf[r.Doc.SinkTool.Value], r)
}

// fileRules notes at each tool which rules it is the source or a sanitizer of,
// and at each rule its sanitizers.
func (t *translator) fileRules() {
	sources, sanitizes := make([]lattice.Builder, len(t.p.Tools)), make([]lattice.Builder, len(t.p.Tools))
	var labeled lattice.Builder
	for _, r := range t.p.Rules {
		switch {
		case r.AnySource:
			labeled.Add(r.Index)
		case r.Source >= 0:
			sources[r.Source].Add(r.Index)
		}
		var sanitizers lattice.Builder
		for _, s := range r.Doc.Sanitizers {
			if tool, ok := t.tools[s.Value]; ok {
				sanitizes[tool.Index].Add(r.Index)
				sanitizers.Add(tool.Index)
			}
		}
		r.Sanitizers = sanitizers.Set()
	}
	for i, tool := range t.p.Tools {
		tool.Sources, tool.Sanitizes = sources[i].Set(), sanitizes[i].Set()
		if !tool.Labels.Empty() {
			tool.Sources = tool.Sources.Union(labeled.Set())
		}
	}
}

// automata numbers states and files transitions under their states. The
// reader has already refused undeclared states.
func (t *translator) automata() {
	policy := t.p.Bundle.Policy
	for i := range policy.Automata {
		d := &policy.Automata[i]
		a := &Automaton{Index: i, Name: d.Name.Value, Doc: d}
		number := make(map[string]int, len(d.States))
		for j, s := range d.States {
			number[s.Name.Value] = j
			a.States = append(a.States, s.Name.Value)
			if s.IsError {
				a.Errors = a.Errors.With(j)
			}
		}
		a.Initial = number[d.Initial.Value]
		a.From = make([][]*Transition, len(d.States))
		for j := range d.Transitions {
			tr := t.transition(&d.Transitions[j], j, number, t.own[i])
			a.From[tr.From] = append(a.From[tr.From], tr)
			a.Declared = append(a.Declared, tr)
		}
		t.p.Automata = append(t.p.Automata, a)
	}
}

func (t *translator) transition(d *doc.Transition, index int, number map[string]int, constants constantTable) *Transition {
	tr := &Transition{Index: index, From: number[d.From.Value], To: number[d.To.Value], Tool: -1, AnyTool: d.Tool.Value == "*"}
	if tool, ok := t.tools[d.Tool.Value]; ok {
		tr.Tool = tool.Index
	}
	if d.Condition != nil {
		tr.Guard = compile(*d.Condition, t.p.Bundle.Policy.Source, 0, constants)
	}
	return tr
}

// Verdict is what is known of a guard before it is evaluated on real values.
type Verdict uint8

// The verdicts of a guard.
const (
	False Verdict = iota
	True
	Unknown
)

// String is the verdict as the page shows it.
func (v Verdict) String() string { return [...]string{"FALSE", "TRUE", "UNKNOWN"}[v] }

// Successors are the states that q may move to on a call of tool: the first
// transition in declaration order whose guard is true fires; an unknown guard
// forks, one successor takes it and the other goes on to later transitions;
// none: the state stays. Error states are absorbing.
func (a *Automaton) Successors(q, tool int, guard func(*Transition) Verdict) lattice.Set {
	var out lattice.Builder
	a.EachSuccessor(q, tool, guard, out.Add)
	return out.Set()
}

// EachSuccessor calls visit for each of the Successors, some perhaps more than
// once.
func (a *Automaton) EachSuccessor(q, tool int, guard func(*Transition) Verdict, visit func(int)) {
	if a.Errors.Has(q) {
		visit(q)
		return
	}
	for _, t := range a.From[q] {
		if !t.Fires(tool) {
			continue
		}
		v := guard(t)
		if v != False {
			visit(t.To)
		}
		if v == True {
			return
		}
	}
	visit(q)
}
