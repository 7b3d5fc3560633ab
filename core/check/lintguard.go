package check

import (
	"planproof/core/cond"
	"planproof/core/finding"
	"planproof/core/ir"
	"planproof/core/prove"
	"planproof/core/value"
)

// maxGuardPairs bounds the questions about guards that one lint asks.
const maxGuardPairs = 500

// guardPairs asks the solver about guards of one state that compete for the
// same calls: one that can never fire because earlier ones cover it, and two
// that overlap, so that their order decides.
func (l *linter) guardPairs() {
	asked := 0
	for _, a := range l.Program.Automata {
		for q := range a.States {
			for i, t := range a.From[q] {
				if asked += i; asked > maxGuardPairs {
					return
				}
				l.covered(a, a.From[q][:i], t)
			}
		}
	}
}

// covered compares a transition with the earlier ones for its tool.
func (l *linter) covered(a *ir.Automaton, earlier []*ir.Transition, t *ir.Transition) {
	tool := l.toolOf(t)
	if tool == nil || t.Guard == nil || t.Guard.Expr == nil || l.shadowed(a, t) {
		return
	}
	q, ok := question(t.Guard, tool)
	if !ok {
		return
	}
	for _, e := range earlier {
		if !e.Fires(tool.Index) || e.Guard == nil || e.Guard.Expr == nil {
			continue
		}
		if f, ok := question(e.Guard, tool); ok {
			l.overlap(a, e, t, q, f)
			q.Facts = append(q.Facts, prove.Fact{Cond: f.Cond, Holds: false, Names: f.Names})
		}
	}
	if len(q.Facts) > 0 && prove.Decide(q, cond.CanTrue, l.Budget).True.Possible == no {
		d := &a.Doc.Transitions[t.Index]
		l.addPolicy(finding.IDLintShadowedGuard, a.Name, "/policy/automata/"+itoa(a.Index)+"/transitions/"+itoa(t.Index), d.Range,
			"`"+t.Guard.Written()+"` never fires in `"+a.States[t.From]+"`: earlier guards cover every value for which it is true",
			"move it before them, or remove it")
	}
}

// overlap: both guards can be true for one call and lead to different states.
func (l *linter) overlap(a *ir.Automaton, e, t *ir.Transition, q, f prove.Question) {
	if e.To == t.To {
		return
	}
	q.Facts = []prove.Fact{{Cond: f.Cond, Holds: true, Names: f.Names}}
	both := prove.Decide(q, cond.CanTrue, l.Budget).True
	if both.Possible != yes {
		return
	}
	d := &a.Doc.Transitions[t.Index]
	w := witness(both)
	message := "`" + e.Guard.Written() + "` and `" + t.Guard.Written() + "` can both be true in `" + a.States[t.From] + "`"
	if w != nil {
		message += ", for example with " + inWords(w)
	}
	l.addPolicy(finding.IDLintOverlap, a.Name, "/policy/automata/"+itoa(a.Index)+"/transitions/"+itoa(t.Index)+"/condition", d.Range,
		message+"; the first one in the policy wins", "make them exclusive if the order is not meant")
}

// toolOf is the tool that a transition waits for, nil for the wildcard.
func (l *linter) toolOf(t *ir.Transition) *ir.Tool {
	if t.AnyTool || t.Tool < 0 || l.Program.Tools[t.Tool].Spec == nil {
		return nil
	}
	return l.Program.Tools[t.Tool]
}

// question asks about a condition over the parameters of a tool, each a
// variable of its declared type; ok is false when it names anything else.
func question(c *ir.Condition, tool *ir.Tool) (prove.Question, bool) {
	q := prove.Question{Cond: c.Expr}
	for _, n := range c.Expr.Names() {
		p := tool.Params[n.Name]
		if p == nil {
			return q, false
		}
		q.Add(n.Name, paramVar(p))
	}
	return q, true
}

func paramVar(p *ir.Param) *prove.Var {
	return &prove.Var{ID: p.Index + 1, Name: p.Doc.Name.Value, Type: p.Type, Enum: p.Doc.Enum, Min: p.Doc.Min, Max: p.Doc.Max}
}

func inWords(w *finding.Witness) string {
	out := ""
	for i, b := range w.Bindings {
		if i > 0 {
			out += ", "
		}
		out += b.Key + " = " + shorten(string(b.Value))
	}
	return out
}

// patterns looks at the preconditions for allow-lists and patterns that pass
// more than they seem to.
func (l *linter) patterns() {
	for _, t := range l.Program.Tools {
		for i, p := range t.Pre {
			if p.Expr == nil {
				continue
			}
			at := "/tools/" + itoa(t.Index) + "/preconditions/" + itoa(i)
			cond.Walk(p.Expr.Root(), func(n cond.Node) {
				switch n := n.(type) {
				case *cond.Compare:
					l.bareDomain(t, p, at, n)
				case *cond.Call:
					l.unanchored(t, p, at, n)
				}
			})
		}
	}
}

// bareDomain: `domain_of(x) in L` is true of a text that is just the domain
// and no address at all.
func (l *linter) bareDomain(t *ir.Tool, p *ir.Condition, at string, n *cond.Compare) {
	call, ok := n.First.(*cond.Call)
	if !ok || call.Fn != cond.DomainOf || len(n.Rest) != 1 || n.Rest[0].Op != cond.In {
		return
	}
	name, isName := call.Args[0].(*cond.Name)
	list, isList := n.Rest[0].Node.(*cond.ListLit)
	if !isName || !isList || len(list.Items) == 0 || t.Params[name.Name] == nil {
		return
	}
	entry, ok := list.Items[0].(*cond.Lit)
	if !ok || !l.passes(t, p, name.Name, entry.Value) {
		return
	}
	l.add(finding.IDLintBareDomain, t.Name, at, p.Source, p.Text.Range,
		"the bare domain "+string(value.AppendJSON(nil, entry.Value))+" passes `"+p.Written()+"` as `"+name.Name+"`, although it is no address",
		"add: contains("+name.Name+", '@')")
}

// passes reports that all preconditions of the tool can hold with the
// parameter at this value.
func (l *linter) passes(t *ir.Tool, p *ir.Condition, param string, v value.Value) bool {
	q, ok := question(p, t)
	if !ok {
		return false
	}
	fix := func(names []prove.Named) {
		for i := range names {
			if names[i].Name == param {
				names[i].Sym = prove.Known{Value: v}
			}
		}
	}
	fix(q.Names)
	for _, other := range t.Pre {
		if other == p || other.Expr == nil {
			continue
		}
		if o, ok := question(other, t); ok {
			fix(o.Names)
			q.Facts = append(q.Facts, prove.Fact{Cond: other.Expr, Holds: true, Names: o.Names})
		}
	}
	return prove.Decide(q, cond.CanTrue, l.Budget).True.Possible != no
}

// unanchored: a suffix or prefix test on a host name that more hosts pass.
func (l *linter) unanchored(t *ir.Tool, p *ir.Condition, at string, n *cond.Call) {
	if len(n.Args) != 2 {
		return
	}
	lit, ok := n.Args[1].(*cond.Lit)
	text, isText := value.Value(nil), false
	if ok {
		text, isText = lit.Value, true
	}
	s, ok := text.(value.Text)
	if !isText || !ok || !looksLikeHost(string(s)) {
		return
	}
	evil := ""
	switch {
	case n.Fn == cond.EndsWith && s[0] != '@' && s[0] != '.':
		evil = "evil" + string(s)
	case n.Fn == cond.StartsWith && s[len(s)-1] != '/':
		evil = string(s) + ".evil.example"
	case n.Fn == cond.Contains:
		evil = "evil.example/" + string(s)
	default:
		return
	}
	l.add(finding.IDLintUnanchored, t.Name, at, p.Source, p.Text.Range,
		"`"+p.Written()+"` is also true of \""+evil+"\"", "anchor the pattern at a separator: '@', '.' or '/'")
}

// looksLikeHost: a name with a dot inside and no wildcard.
func looksLikeHost(s string) bool {
	dot := false
	for i := 1; i+1 < len(s); i++ {
		dot = dot || s[i] == '.'
	}
	return dot
}
