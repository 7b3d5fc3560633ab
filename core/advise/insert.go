package advise

import (
	"slices"
	"strings"

	"planproof/core/cond"
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/ir"
)

// insertSanitizer passes the tainted argument through a sanitizer of the rule
// right before the sink.
func (f *fixer) insertSanitizer(v *finding.Finding) []finding.Fix {
	call, arg := f.argumentAt(v)
	if v.ID != finding.IDTaintFlow || arg == nil {
		return nil
	}
	ref, ok := arg.Value.(*doc.Ref)
	if !ok {
		return nil
	}
	var out []finding.Fix
	for _, r := range f.program.Rules {
		if r.Name != v.RuleName {
			continue
		}
		for t := range r.Sanitizers.All() {
			if fix, ok := f.sanitizeWith(f.program.Tools[t], call, ref); ok {
				out = append(out, fix)
			}
		}
	}
	return out
}

// sanitizeWith inserts one call of a sanitizer that takes one argument.
func (f *fixer) sanitizeWith(tool *ir.Tool, call *ir.Call, ref *doc.Ref) (finding.Fix, bool) {
	param := soleParam(tool)
	if param == "" {
		return finding.Fix{}, false
	}
	name := f.freshName(ref.Name + "_clean")
	step := `{"label": ` + quote("Sanitize "+ref.String()) + `, "tool_call": {"tool_name": ` + quote(tool.Name) +
		`, "arguments": {` + quote(param) + `: ` + reference(ref.Name, ref.Path) + `}, "result_binding": ` + quote(name) + `}}`
	src, at := f.bundle.Workflow.Source, call.Doc.Range.Start
	return finding.Fix{Title: "pass `" + ref.String() + "` through `" + tool.Name + "` first",
		Edits: []finding.Edit{
			edit(src, doc.Range{Start: at, End: at}, step+",\n"+indentAt(src, at)),
			edit(src, ref.Range, reference(name, nil)),
		}}, true
}

// soleParam is the one parameter that a call of the tool must give, "" when
// there is not exactly one.
func soleParam(tool *ir.Tool) string {
	if tool.Spec == nil {
		return ""
	}
	name := ""
	for i := range tool.Spec.Params {
		p := &tool.Spec.Params[i]
		if !p.IsRequired() {
			continue
		}
		if name != "" {
			return ""
		}
		name = p.Name.Value
	}
	return name
}

func (f *fixer) freshName(want string) string {
	for name := want; ; name += "_" {
		if !slices.Contains(f.program.Names, name) {
			return name
		}
	}
}

// indentAt is the white space before an offset's line.
func indentAt(s *doc.Source, at int32) string {
	text := s.Text()
	start := strings.LastIndexByte(text[:at], '\n') + 1
	end := start
	for end < int(at) && (text[end] == ' ' || text[end] == '\t') {
		end++
	}
	return text[start:end]
}

// guardCall puts the call inside a conditional that establishes what it
// needs: the contract, or that the guard into the error state is false. It is
// the smallest fact that is missing.
func (f *fixer) guardCall(v *finding.Finding) []finding.Fix {
	call := f.callAt(v.Path)
	if call == nil || v.Certainty != finding.Possible {
		return nil
	}
	var wanted []string
	switch v.ID {
	case finding.IDPrecondition:
		wanted = f.asWorkflowCondition(call, call.Tool.Pre, v, "")
	case finding.IDErrorReachable:
		wanted = f.guardsInto(call, v)
	}
	var out []finding.Fix
	for _, c := range wanted {
		out = append(out, f.wrap(call, c))
	}
	return out
}

func (f *fixer) wrap(call *ir.Call, condition string) finding.Fix {
	src, r := f.bundle.Workflow.Source, call.Doc.Range
	indent := indentAt(src, r.Start)
	text := `{"label": ` + quote("Only if "+condition) + `, "conditional": {"condition": ` + quote(condition) + `, "then_steps": [` +
		"\n" + indent + "  " + src.Text()[r.Start:r.End] + "\n" + indent + `], "else_steps": []}}`
	return finding.Fix{Title: "call `" + call.Tool.Name + "` only if " + condition, Edits: []finding.Edit{edit(src, r, text)}}
}

// asWorkflowCondition rewrites the violated contracts over the plan's
// variables: parameters become what the call gives, constants their values.
func (f *fixer) asWorkflowCondition(call *ir.Call, contracts []*ir.Condition, v *finding.Finding, prefix string) []string {
	var out []string
	for _, p := range contracts {
		if p.Expr == nil || !strings.HasSuffix(v.RuleName, p.Written()) {
			continue
		}
		if text, ok := overVariables(call, p.Expr); ok {
			out = append(out, prefix+text)
		}
	}
	return out
}

func (f *fixer) guardsInto(call *ir.Call, v *finding.Finding) []string {
	var out []string
	for _, a := range f.program.Automata {
		if a.Name != v.RuleName {
			continue
		}
		for _, t := range a.Declared {
			if t.Guard == nil || t.Guard.Expr == nil || !a.Errors.Has(t.To) || !t.Fires(call.Tool.Index) {
				continue
			}
			if text, ok := overVariables(call, t.Guard.Expr); ok {
				out = append(out, "not ("+text+")")
			}
		}
	}
	return out
}

// overVariables prints a condition with the call's arguments put in. ok is
// false when an argument is a structure around references: it has no name in
// the plan.
func overVariables(call *ir.Call, e *cond.Expr) (text string, ok bool) {
	var known []cond.Binding
	names := map[string]string{}
	for i := range call.Args {
		a := &call.Args[i]
		if ref, isRef := a.Value.(*doc.Ref); isRef {
			names[a.Name] = ref.String()
		} else if a.Const != nil {
			known = append(known, cond.Binding{Name: a.Name, Value: a.Const})
		}
	}
	printed, err := cond.Parse(e.Resolve(known).String())
	if err != nil {
		return "", false
	}
	return renameAll(printed, names)
}

// renameAll replaces every use of the names in a condition's text.
func renameAll(e *cond.Expr, names map[string]string) (string, bool) {
	var uses []*cond.Name
	cond.Walk(e.Root(), func(n cond.Node) {
		if name, isName := n.(*cond.Name); isName {
			uses = append(uses, name)
		}
	})
	slices.SortFunc(uses, func(a, b *cond.Name) int { return b.Pos() - a.Pos() })
	text := e.Source()
	for _, u := range uses {
		to, ok := names[u.Name]
		if !ok {
			return "", false
		}
		text = text[:u.Pos()] + to + text[u.End():]
	}
	return text, true
}
