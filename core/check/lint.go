package check

import (
	"slices"

	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/ir"
)

// Lint looks for policies that do not say what they seem to say: rules that
// can not fire, states that can not be reached, sinks that nothing guards. It
// needs no solver and never changes the verdict.
func (c *Context) Lint() []finding.Finding {
	l := &linter{Context: c, specs: make(map[string]*ir.Tool, len(c.Program.Tools))}
	for _, t := range c.Program.Tools {
		if t.Spec != nil {
			l.specs[t.Name] = t
		}
	}
	l.tools()
	l.rules()
	l.automata()
	l.sinks()
	l.limits()
	l.guardPairs()
	l.patterns()
	l.grounding()
	return unique(append(l.out, c.Out.lint.items...))
}

// linter gathers the lint findings of one policy.
type linter struct {
	*Context
	out []finding.Finding
	// specs are the tools that have a spec, by name.
	specs    map[string]*ir.Tool
	compared int // see crowded
}

// crowded counts n comparisons of one kind of thing with another; true means
// that there were too many and that the advice is left out.
func (l *linter) crowded(n int) bool {
	l.compared += n
	return l.compared > maxLint
}

// add reports one lint finding; at is where in the policy (or tools) it is.
func (l *linter) add(id, rule, path string, src *doc.Source, at doc.Range, message, hint string) {
	l.out = append(l.out, finding.Finding{
		ID: id, Category: finding.Lint, RuleName: rule, Path: path, Certainty: finding.Definite,
		Message: message, Hint: hint, Span: src.Span(at),
	})
}

// addPolicy reports a lint finding about the policy document.
func (l *linter) addPolicy(id, rule, path string, at doc.Range, message, hint string) {
	l.add(id, rule, path, l.Program.Bundle.Policy.Source, at, message, hint)
}

// spec is the tool of a name, nil when it has no spec.
func (l *linter) spec(name string) *ir.Tool { return l.specs[name] }

// unknownTool is the message and hint for a tool that has no spec.
func (l *linter) unknownTool(name, what string) (string, string) {
	hint := "add a spec for it, or correct the name"
	if near := l.nearest(name, len(l.Program.Tools), l.toolNames); near != "" {
		hint = "did you mean `" + near + "`?"
	}
	return what + " `" + name + "` is not among the tools", hint
}

func (l *linter) tools() {
	for i, t := range l.Program.Bundle.Policy.AllowedTools {
		if l.spec(t.Value) == nil {
			m, h := l.unknownTool(t.Value, "the allowed tool")
			l.addPolicy(finding.IDLintUnknownTool, "allowed_tools", "/policy/allowed_tools/"+itoa(i), t.Range, m, h)
		}
	}
}

func (l *linter) rules() {
	for _, r := range l.Program.Rules {
		path := "/policy/taint_rules/" + itoa(r.Index)
		l.ruleTool(r, r.Doc.SourceTool, path+"/source_tool", "the source")
		l.ruleTool(r, r.Doc.SinkTool, path+"/sink_tool", "the sink")
		l.sinkParam(r, path+"/sink_param")
		l.sanitizers(r, path+"/sanitizers")
		l.anySource(r, path+"/source_tool")
		if r.Condition != nil && r.Condition.Err != nil {
			l.unreadable(r.Condition, r.Name, path+"/condition")
		}
	}
}

func (l *linter) ruleTool(r *ir.Rule, t doc.Text, path, what string) {
	if t.Value == doc.Any || l.spec(t.Value) != nil {
		return
	}
	m, h := l.unknownTool(t.Value, what+" of `"+r.Name+"`,")
	l.addPolicy(finding.IDLintUnknownTool, r.Name, path, t.Range, m+", so the rule can not fire", h)
}

// sinkParam: a parameter that no sink tool has, or a wildcard that has no
// marks to go by.
func (l *linter) sinkParam(r *ir.Rule, path string) {
	param, tool := r.Doc.SinkParam, l.spec(r.Doc.SinkTool.Value)
	switch {
	case param.Value == doc.Any && tool != nil && !tool.Marked:
		l.addPolicy(finding.IDLintUnmarkedSinks, r.Name, path, param.Range,
			"`"+tool.Name+"` marks no parameter as a taint sink, so `"+r.Name+"` guards every argument of it",
			"mark the parameters that are sinks with is_taint_sink, or name one in the rule")
	case param.Value == doc.Any || r.Doc.SinkTool.Value != doc.Any && tool == nil:
	case !l.someSinkHas(r, param.Value):
		l.addPolicy(finding.IDLintUnknownParam, r.Name, path, param.Range,
			"no sink of `"+r.Name+"` has a parameter `"+param.Value+"`, so the rule can not fire", l.paramHint(tool, param.Value))
	}
}

func (l *linter) someSinkHas(r *ir.Rule, param string) bool {
	if r.Doc.SinkTool.Value != doc.Any {
		return l.spec(r.Doc.SinkTool.Value).Params[param] != nil
	}
	return l.crowded(len(l.Program.Tools)) || slices.ContainsFunc(l.Program.Tools, func(t *ir.Tool) bool { return t.Params[param] != nil })
}

func (l *linter) paramHint(tool *ir.Tool, param string) string {
	if tool != nil {
		if near := l.nearest(param, len(tool.Params), func() []string { return paramNames(tool) }); near != "" {
			return "did you mean `" + near + "`?"
		}
	}
	return "correct the parameter's name"
}

func (l *linter) sanitizers(r *ir.Rule, path string) {
	for i, s := range r.Doc.Sanitizers {
		at := path + "/" + itoa(i)
		t := l.spec(s.Value)
		switch {
		case t == nil:
			m, h := l.unknownTool(s.Value, "the sanitizer of `"+r.Name+"`,")
			l.addPolicy(finding.IDLintUnknownSanitizer, r.Name, at, s.Range, m, h)
		case t.Sources.Has(r.Index):
			l.addPolicy(finding.IDLintSelfSanitizer, r.Name, at, s.Range,
				"`"+s.Value+"` is a source and a sanitizer of `"+r.Name+"`; its fresh output did not pass through it and stays tainted",
				"remove it from the sanitizers, or split the tool")
		}
	}
}

// anySource: a wildcard source means labeled data, and there is none.
func (l *linter) anySource(r *ir.Rule, path string) {
	if !r.AnySource || slices.ContainsFunc(l.Program.Tools, func(t *ir.Tool) bool { return !t.Labels.Empty() }) {
		return
	}
	l.addPolicy(finding.IDLintUnusedRule, r.Name, path, r.Doc.SourceTool.Range,
		"the source `*` means labeled data, and no tool has source_labels, so `"+r.Name+"` can not fire",
		"give the sources labels, or name the source tool")
}

func (l *linter) unreadable(c *ir.Condition, rule, path string) {
	l.add(finding.IDLintUnreadable, rule, path, c.Source, c.Text.Range,
		"the condition `"+c.Written()+"` can not be read: "+c.Err.Message, "correct it")
}
