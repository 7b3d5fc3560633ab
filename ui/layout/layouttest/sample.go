// Package layouttest has plans, label sets and automata for the tests of
// drawings: the example of the mock, and random ones.
package layouttest

import "planproof/ui/layout"

// Sample is the plan of the example Inbox digest: three calls, a branch with a
// join, a loop with a chain of carried values, a call that uses the join.
func Sample() *layout.Plan {
	const p = "/workflow/steps/"
	e, w, s := layout.Strand{Label: 0}, layout.Strand{Label: 1}, layout.Strand{Label: 2}
	call := func(path, label, tool, bind string, strands []layout.Strand, args ...layout.Arg) *layout.Step {
		return &layout.Step{Path: p + path, Label: label, Tool: tool, Binding: bind, Args: args, Strands: strands}
	}
	ref := func(param, name string) layout.Arg { return layout.Arg{Param: param, Text: name, Refs: []string{name}} }
	lit := func(param, text string) layout.Arg { return layout.Arg{Param: param, Text: text} }
	return &layout.Plan{
		Inputs: []layout.Input{{Name: "a"}, {Name: "b"}, {Name: "c"}},
		Steps: []*layout.Step{
			call("0", "fetch", "fetch_mail", "emails", []layout.Strand{e}, lit("folder", `"inbox"`)),
			call("1", "summarize", "summarize", "summary", []layout.Strand{e}, ref("emails", "emails")),
			call("2", "addressee", "lookup_contact", "addr", []layout.Strand{s}, lit("name", `"Dana"`)),
			{Path: p + "3", Kind: layout.Branch, Label: "has text", Head: "len(summary) > 0", HeadRefs: []string{"summary"}, Lost: true, Note: "undecided: both branches",
				Then: []*layout.Step{call("3/conditional/then_steps/0", "redact", "redact", "draft", []layout.Strand{e, s}, ref("text", "summary"), ref("keep", "addr"))},
				Else: []*layout.Step{call("3/conditional/else_steps/0", "background", "search_web", "draft", []layout.Strand{e, w}, ref("query", "emails"))}},
			{Path: p + "4", Kind: layout.Loop, Label: "ticker", Head: "emails", HeadRefs: []string{"emails"}, Item: "mail", Strands: []layout.Strand{e},
				Then: []*layout.Step{
					func() *layout.Step {
						c := call("4/loop/body/0", "show", "post_status", "", nil, ref("text", "c"))
						c.Marks = 1
						return c
					}(),
					call("4/loop/body/1", "shift c", "keep", "c", []layout.Strand{e}, ref("value", "b")),
					call("4/loop/body/2", "shift b", "keep", "b", []layout.Strand{e}, ref("value", "a")),
					call("4/loop/body/3", "take", "keep", "a", []layout.Strand{e}, ref("value", "mail")),
				}},
			func() *layout.Step {
				c := call("5", "send", "send_email", "receipt", []layout.Strand{e, w, s}, ref("to", "addr"), lit("subject", `"Your digest"`), ref("body", "draft"))
				c.Marks = 3
				return c
			}(),
		},
	}
}
