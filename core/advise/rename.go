package advise

import (
	"slices"
	"strings"

	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/ir"
	"planproof/core/value"
)

// renameReference replaces a reference that is not in scope by the nearest
// name of the plan.
func (f *fixer) renameReference(v *finding.Finding) []finding.Fix {
	call := f.callAt(v.Path)
	if v.ID != finding.IDUndefinedRef || call == nil {
		return nil
	}
	var out []finding.Fix
	for i := range call.Args {
		for _, r := range call.Args[i].Refs {
			others := slices.DeleteFunc(slices.Clone(f.program.Names), func(n string) bool { return n == r.Doc.Name })
			near := finding.Nearest(r.Doc.Name, others)
			if near == "" {
				continue
			}
			out = append(out, finding.Fix{Title: "refer to `" + near + "` instead of `" + r.Doc.Name + "`",
				Edits: []finding.Edit{edit(f.bundle.Workflow.Source, r.Doc.Range, reference(near, r.Doc.Path))}})
		}
	}
	return out
}

// renameTool replaces a misspelt tool.
func (f *fixer) renameTool(v *finding.Finding) []finding.Fix {
	call := f.callAt(v.Path)
	if v.ID != finding.IDMissingSpec && v.ID != finding.IDToolNotAllowed || call == nil {
		return nil
	}
	var names []string
	for _, t := range f.program.Tools {
		if t.Spec != nil && t.Allowed {
			names = append(names, t.Name)
		}
	}
	near := finding.Nearest(call.Tool.Name, names)
	if near == "" {
		return nil
	}
	return []finding.Fix{{Title: "call `" + near + "` instead of `" + call.Tool.Name + "`",
		Edits: []finding.Edit{edit(f.bundle.Workflow.Source, call.Node.Tool.Range, quote(near))}}}
}

// renameArgument replaces a misspelt parameter.
func (f *fixer) renameArgument(v *finding.Finding) []finding.Fix {
	call, arg := f.argumentAt(v)
	if v.ID != finding.IDUnknownArgument || arg == nil {
		return nil
	}
	var names []string
	for i := range call.Tool.Spec.Params {
		names = append(names, call.Tool.Spec.Params[i].Name.Value)
	}
	near := finding.Nearest(arg.Param.Value, names)
	if near == "" {
		return nil
	}
	return []finding.Fix{{Title: "name the argument `" + near + "` instead of `" + arg.Param.Value + "`",
		Edits: []finding.Edit{edit(f.bundle.Workflow.Source, arg.Param.Range, quote(near))}}}
}

// removeArgument drops an argument that the tool does not have.
func (f *fixer) removeArgument(v *finding.Finding) []finding.Fix {
	call, arg := f.argumentAt(v)
	if v.ID != finding.IDUnknownArgument || arg == nil {
		return nil
	}
	from, to := arg.Param.Range.Start, arg.Value.At().End
	args := call.Node.Args
	switch i := indexOf(args, arg); {
	case i+1 < len(args):
		to = args[i+1].Param.Range.Start
	case i > 0:
		from = args[i-1].Value.At().End
	}
	return []finding.Fix{{Title: "remove the argument `" + arg.Param.Value + "`",
		Edits: []finding.Edit{edit(f.bundle.Workflow.Source, doc.Range{Start: from, End: to}, "")}}}
}

func indexOf(args []doc.Arg, a *doc.Arg) int {
	for i := range args {
		if &args[i] == a {
			return i
		}
	}
	return -1
}

// allowTool adds a tool to the policy's allowlist.
func (f *fixer) allowTool(v *finding.Finding) []finding.Fix {
	call := f.callAt(v.Path)
	allowed := f.bundle.Policy.AllowedTools
	if v.ID != finding.IDToolNotAllowed || call == nil || call.Tool.Spec == nil || len(allowed) == 0 {
		return nil
	}
	end := allowed[len(allowed)-1].Range.End
	return []finding.Fix{{Title: "allow every plan to call `" + call.Tool.Name + "`", Loosens: true,
		Edits: []finding.Edit{edit(f.bundle.Policy.Source, doc.Range{Start: end, End: end}, ", "+quote(call.Tool.Name))}}}
}

// argumentAt finds the written argument that a finding's path names.
func (f *fixer) argumentAt(v *finding.Finding) (*ir.Call, *doc.Arg) {
	call := f.callAt(v.Path)
	if call == nil || call.Tool.Spec == nil {
		return nil, nil
	}
	rest, ok := strings.CutPrefix(v.Path, call.Path+"/tool_call/arguments/")
	if !ok {
		return nil, nil
	}
	for i := range call.Node.Args {
		name := ir.EscapePointer(call.Node.Args[i].Param.Value)
		if rest == name || strings.HasPrefix(rest, name+"/") {
			return call, &call.Node.Args[i]
		}
	}
	return nil, nil
}

// reference is a reference to a part of a name, the whole when there is no path.
func reference(name string, path value.Path) string {
	text := `{"ref": ` + quote(name)
	if len(path) > 0 {
		text += `, "path": ` + string(value.AppendJSON(nil, path.JSON()))
	}
	return text + "}"
}

// quote is a JSON string.
func quote(s string) string { return string(value.AppendJSON(nil, value.Text(s))) }
