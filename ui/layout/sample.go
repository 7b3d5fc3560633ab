package layout

// The plan of the mock: three calls, a branch with a join, a loop with a
// chain of carried values, a call that uses the join.
// Sample is exported to tests of other packages.
func Sample() *Plan {
	const p = "/workflow/steps/"
	e, w, s := Strand{Label: 0}, Strand{Label: 1}, Strand{Label: 2}
	call := func(path, label, tool, bind string, strands []Strand, args ...Arg) *Step {
		return &Step{Path: p + path, Label: label, Tool: tool, Binding: bind, Args: args, Strands: strands}
	}
	ref := func(param, name string) Arg { return Arg{param, name, []string{name}} }
	lit := func(param, text string) Arg { return Arg{param, text, nil} }
	return &Plan{
		Inputs: []Input{{Name: "a"}, {Name: "b"}, {Name: "c"}},
		Steps: []*Step{
			call("0", "fetch", "fetch_mail", "emails", []Strand{e}, lit("folder", `"inbox"`)),
			call("1", "summarize", "summarize", "summary", []Strand{e}, ref("emails", "emails")),
			call("2", "addressee", "lookup_contact", "addr", []Strand{s}, lit("name", `"Dana"`)),
			{Path: p + "3", Kind: Branch, Label: "has text", Head: "len(summary) > 0", HeadRefs: []string{"summary"}, Lost: true, Note: "undecided: both branches",
				Then: []*Step{call("3/conditional/then_steps/0", "redact", "redact", "draft", []Strand{e, s}, ref("text", "summary"), ref("keep", "addr"))},
				Else: []*Step{call("3/conditional/else_steps/0", "background", "search_web", "draft", []Strand{e, w}, ref("query", "emails"))}},
			{Path: p + "4", Kind: Loop, Label: "ticker", Head: "emails", HeadRefs: []string{"emails"}, Item: "mail", Strands: []Strand{e},
				Then: []*Step{
					func() *Step {
						c := call("4/loop/body/0", "show", "post_status", "", nil, ref("text", "c"))
						c.Marks = 1
						return c
					}(),
					call("4/loop/body/1", "shift c", "keep", "c", []Strand{e}, ref("value", "b")),
					call("4/loop/body/2", "shift b", "keep", "b", []Strand{e}, ref("value", "a")),
					call("4/loop/body/3", "take", "keep", "a", []Strand{e}, ref("value", "mail")),
				}},
			func() *Step {
				c := call("5", "send", "send_email", "receipt", []Strand{e, w, s}, ref("to", "addr"), lit("subject", `"Your digest"`), ref("body", "draft"))
				c.Marks = 3
				return c
			}(),
		},
	}
}
