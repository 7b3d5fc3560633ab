package check

import (
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/ir"
	"planproof/core/lattice"
	"planproof/core/value"
)

func (l *linter) automata() {
	for _, a := range l.Program.Automata {
		path := "/policy/automata/" + itoa(a.Index)
		reachable := reachableStates(a)
		for q, name := range a.States {
			if !reachable.Has(q) {
				s := a.Doc.States[q]
				l.addPolicy(finding.IDLintUnreachableState, a.Name, path+"/states/"+itoa(q), s.Range,
					"no sequence of calls leads to the state `"+name+"` of `"+a.Name+"`", "add a transition to it, or remove it")
			}
		}
		for _, t := range a.Declared {
			l.transition(a, t, reachable, path+"/transitions/"+itoa(t.Index))
		}
	}
	l.twoValues()
}

// reachableStates follows transitions whatever their guards say.
func reachableStates(a *ir.Automaton) lattice.Set {
	seen := lattice.SetOf(a.Initial)
	work := []int{a.Initial}
	for len(work) > 0 {
		q := work[len(work)-1]
		work = work[:len(work)-1]
		if a.Errors.Has(q) {
			continue
		}
		for _, t := range a.From[q] {
			if !seen.Has(t.To) {
				seen = seen.With(t.To)
				work = append(work, t.To)
			}
		}
	}
	return seen
}

func (l *linter) transition(a *ir.Automaton, t *ir.Transition, reachable lattice.Set, path string) {
	d := &a.Doc.Transitions[t.Index]
	tool := l.spec(d.Tool.Value)
	switch {
	case d.Tool.Value != doc.Any && tool == nil:
		m, h := l.unknownTool(d.Tool.Value, "a transition of `"+a.Name+"` waits for the tool")
		l.addPolicy(finding.IDLintUnknownTool, a.Name, path+"/tool_name", d.Tool.Range, m, h)
	case !reachable.Has(t.From) || a.Errors.Has(t.From):
		l.addPolicy(finding.IDLintDeadTransition, a.Name, path, d.Range,
			"this transition of `"+a.Name+"` can not be taken: `"+a.States[t.From]+"` is "+whyDead(a, t), "remove it, or correct from_state")
	case l.shadowed(a, t):
		l.addPolicy(finding.IDLintShadowedGuard, a.Name, path, d.Range,
			"this transition of `"+a.Name+"` is never tried: an earlier one from `"+a.States[t.From]+"` always fires for its tool",
			"move it before that one, or give that one a condition")
	}
	l.guard(a, t, tool, path+"/condition")
}

func whyDead(a *ir.Automaton, t *ir.Transition) string {
	if a.Errors.Has(t.From) {
		return "an error state, which is never left"
	}
	return "never reached"
}

// shadowed: an earlier transition without a guard covers the same calls.
func (l *linter) shadowed(a *ir.Automaton, t *ir.Transition) bool {
	for _, e := range a.From[t.From] {
		if e == t || l.crowded(1) {
			return false
		}
		if e.Guard == nil && (e.AnyTool || !t.AnyTool && e.Tool == t.Tool) {
			return true
		}
	}
	return false
}

// guard: a guard that can not be read, or names what no call can give.
func (l *linter) guard(a *ir.Automaton, t *ir.Transition, tool *ir.Tool, path string) {
	if t.Guard == nil {
		return
	}
	if t.Guard.Expr == nil {
		l.unreadable(t.Guard, a.Name, path)
		return
	}
	for _, n := range t.Guard.Expr.Names() {
		if tool == nil || tool.Params[n.Name] != nil {
			continue
		}
		hint := "declare it as a constant of the automaton, or correct the name"
		if near := l.nearest(n.Name, len(tool.Params), func() []string { return paramNames(tool) }); near != "" {
			hint = "did you mean `" + near + "`?"
		}
		src := l.Program.Bundle.Policy.Source
		f := finding.Finding{ID: finding.IDLintGuardName, Category: finding.Lint, RuleName: a.Name, Path: path, Certainty: finding.Definite,
			Message: "the guard names `" + n.Name + "`, which is neither a parameter of `" + tool.Name + "` nor a constant of `" + a.Name + "`",
			Hint:    hint, Span: src.Inside(t.Guard.Text, n.Offset, n.End)}
		l.out = append(l.out, f)
	}
}

// twoValues: the same constant name with different values in two automata.
func (l *linter) twoValues() {
	first := map[string]value.Value{}
	for i, a := range l.Program.Bundle.Policy.Automata {
		for j, k := range a.Constants {
			old, ok := first[k.Name.Value]
			if !ok {
				first[k.Name.Value] = k.Value
				continue
			}
			if !value.Equal(old, k.Value) {
				l.addPolicy(finding.IDLintTwoValues, a.Name.Value, "/policy/automata/"+itoa(i)+"/constants/"+ir.EscapePointer(a.Constants[j].Name.Value), k.Range,
					"`"+k.Name.Value+"` has another value in an earlier automaton", "give the two constants different names")
			}
		}
	}
}
