package check

import (
	"slices"

	"planproof/core/cond"
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/ir"
)

// sinks looks at how tools with marked sinks are guarded by the taint rules.
func (l *linter) sinks() {
	for _, t := range l.Program.Tools {
		if t.Spec == nil || !t.Allowed || !t.Marked {
			continue
		}
		path := "/tools/" + itoa(t.Index)
		if !l.guarded(t, "") && t.SinkLabels.Empty() {
			l.add(finding.IDLintUnguardedSink, t.Name, path, l.Program.Bundle.ToolsSource, t.Spec.Name.Range,
				"`"+t.Name+"` has taint sinks, but no taint rule guards it", "add a rule with this sink, or remove the marks")
			continue
		}
		for i := range t.Spec.Params {
			p := &t.Spec.Params[i]
			if p.IsTaintSink && t.SinkLabels.Empty() && !l.guarded(t, p.Name.Value) {
				l.add(finding.IDLintUnguardedParam, t.Name, path+"/params/"+itoa(i), l.Program.Bundle.ToolsSource, p.Name.Range,
					"`"+t.Name+"."+p.Name.Value+"` is marked as a taint sink, but no taint rule guards it", "add a rule with this sink_param")
			}
		}
	}
}

// guarded reports whether some rule has the tool's parameter as a sink; ""
// means any parameter.
func (l *linter) guarded(t *ir.Tool, param string) bool {
	return l.crowded(len(l.Program.Rules)) || slices.ContainsFunc(l.Program.Rules, func(r *ir.Rule) bool {
		tool := r.Doc.SinkTool.Value == doc.Any || r.Doc.SinkTool.Value == t.Name
		return tool && (param == "" || r.Doc.SinkParam.Value == doc.Any || r.Doc.SinkParam.Value == param)
	})
}

// UnguardedFlow notes, at one call, labeled data that reaches a parameter no
// rule guards although the same tool is a sink elsewhere.
func (c *Context) UnguardedFlow(s *Site) {
	if len(s.Call.Sinks) == 0 {
		return
	}
	for i := range s.Call.Args {
		guarded := slices.ContainsFunc(s.Call.Sinks, func(k ir.Sink) bool { return k.Arg == i })
		if guarded || s.Args[i].Value.Labels.Empty() {
			continue
		}
		f := c.atArg(s, i, finding.IDLintUnguardedParam, finding.Lint, s.Call.Tool.Name)
		f.Certainty = finding.Possible
		f.Message = "data labeled " + quoted(c.labelNames(s.Args[i].Value.Labels)) + " reaches `" + s.Call.Tool.Name + "." + s.Call.Args[i].Name + "`, which no taint rule guards, although others of its parameters are guarded"
		f.Hint = "extend the rule to this parameter, or use sink_param \"*\""
		c.Out.Lint(f)
	}
}

// limits: a numeric contract with an upper bound and no lower one admits
// negative numbers.
func (l *linter) limits() {
	for _, t := range l.Program.Tools {
		for i, p := range t.Pre {
			if p.Expr == nil {
				l.unreadable(p, t.Name, "/tools/"+itoa(t.Index)+"/preconditions/"+itoa(i))
				continue
			}
			l.limit(t, p, i)
		}
	}
}

func (l *linter) limit(t *ir.Tool, p *ir.Condition, i int) {
	c, ok := p.Expr.Root().(*cond.Compare)
	if !ok || len(c.Rest) != 1 {
		return
	}
	name, ok := upperBounded(c)
	param := t.Params[name]
	if !ok || param == nil || param.Doc.Min != nil || len(param.Doc.Enum) > 0 || l.hasLowerBound(t, name) {
		return
	}
	l.add(finding.IDLintNoLowerBound, t.Name, "/tools/"+itoa(t.Index)+"/preconditions/"+itoa(i), p.Source, p.Text.Range,
		"`"+p.Written()+"` limits `"+name+"` from above only, so a negative `"+name+"` passes", "say 0 < "+name+" too, or declare min")
}

// upperBounded is the name x of a comparison x < k, x <= k, k > x or k >= x
// with a literal number.
func upperBounded(c *cond.Compare) (string, bool) {
	a, b := c.First, c.Rest[0].Node
	switch c.Rest[0].Op {
	case cond.Lt, cond.Le:
	case cond.Gt, cond.Ge:
		a, b = b, a
	default:
		return "", false
	}
	name, isName := a.(*cond.Name)
	_, isLit := b.(*cond.Lit)
	if !isName || !isLit {
		return "", false
	}
	return name.Name, true
}

// hasLowerBound: another precondition, or a chain, bounds the name below.
func (l *linter) hasLowerBound(t *ir.Tool, name string) bool {
	for _, p := range t.Pre {
		if p.Expr == nil {
			continue
		}
		found := false
		cond.Walk(p.Expr.Root(), func(n cond.Node) {
			c, ok := n.(*cond.Compare)
			if !ok {
				return
			}
			left := c.First
			for _, r := range c.Rest {
				found = found || below(left, r, name)
				left = r.Node
			}
		})
		if found {
			return true
		}
	}
	return false
}

// below reports that left op right bounds the name from below.
func below(left cond.Node, r cond.Comparison, name string) bool {
	is := func(n cond.Node) bool { x, ok := n.(*cond.Name); return ok && x.Name == name }
	switch r.Op {
	case cond.Lt, cond.Le:
		return is(r.Node)
	case cond.Gt, cond.Ge, cond.Eq, cond.In:
		return is(left)
	}
	return false
}
