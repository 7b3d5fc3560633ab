package main

import (
	"fmt"
	"strconv"
	"strings"

	"planproof/core/intake"
)

var importCommand = &command{
	name: "import", summary: "read plans, tool lists and conversations of other programs", usage: "FILE|-", operands: [2]int{0, 1},
	flags: []flagSpec{
		{name: "from", value: "FORMAT", help: "the format; auto, the default, looks at the shape (see --formats)"},
		{name: "plan", value: "N", help: "which plan, counted from 1, when there are several"},
		{name: "all", help: "every plan: one compact bundle a line"},
		{name: "no-draft", help: "no guessed policy: without one in the text nothing is allowed"},
		{name: "link", help: "conversations: arguments that stand in an earlier result become references"},
		{name: "format", value: "FORMAT", choice: []string{"bundle", "json"}, help: "json: all that was read, with notes and places"},
		{name: "formats", help: "list the formats"},
	},
	help: `
It reads what people have: calls and conversations of OpenAI, Anthropic, LangChain
and MCP, tool lists and OpenAPI, plans as Python, LLMCompiler, NESTFUL and graphs,
and the files of workflow tools. The bundle goes to standard output; what was read
otherwise than it is written, dropped and guessed goes to standard error, with its
place. A tool without a spec gets one from its calls, and without a policy there is
a first draft: both are guesses, to be edited before they are trusted.

The exit code is 0 when there is a bundle, 1 when --all had to leave out a plan,
and 2 when nothing could be imported.

examples:
  planproof import examples/import/python.txt > plan.json
  planproof import --from openai-chat chat.json | planproof verify -
`,
	run: runImport,
}

func runImport(i *invocation) int {
	if i.flags.has("formats") {
		for _, f := range intake.Formats() {
			i.write([]byte(fmt.Sprintf("%-20s %s\n", f.ID, f.Name)))
		}
		return exitOK
	}
	if len(i.operands) == 0 {
		return i.wrong("expected FILE|-")
	}
	o := intake.Options{From: i.flags.get("from", intake.Auto), NoDraft: i.flags.has("no-draft"), Link: i.flags.has("link")}
	if n := i.flags.get("plan", ""); n != "" {
		var err error
		if o.Plan, err = strconv.Atoi(n); err != nil || o.Plan < 1 {
			return i.wrong("--plan is %q; it takes a number from 1 on", n)
		}
	}
	name := i.operands[0]
	text, err := i.readFile(name)
	if err != nil {
		return i.fail("%s", err.Message)
	}
	r := intake.Read(string(text), o)
	i.imported(name, r)
	switch {
	case i.flags.get("format", "bundle") == "json":
		i.write(append(r.AppendJSON(nil), '\n'))
	case i.flags.has("all"):
		return i.allPlans(name, r)
	case r.Bundle != nil:
		i.write(r.Bundle.Print())
	}
	if r.Bundle == nil {
		return exitUnusable
	}
	return exitOK
}

// imported says on standard error what was read.
func (i *invocation) imported(name string, r *intake.Result) {
	fmt.Fprintln(i.err, r.Summary)
	for _, n := range r.Notes {
		fmt.Fprintf(i.err, "%s:%d:%d: %s: %s\n", name, n.Span.Start.Line, n.Span.Start.Column, n.Kind, n.Message)
	}
	for _, f := range r.Pieces {
		i.refused(name, f.Refused)
	}
	for _, p := range r.Plans {
		i.refused(name, p.Refused)
	}
	if r.Refused != nil && len(r.Plans) == 0 && len(r.Pieces) == 0 {
		i.refused(name, r.Refused)
	}
	if n := len(r.Plans); n > 1 && !i.flags.has("all") && !i.flags.has("plan") {
		fmt.Fprintf(i.err, "%s holds %d plans; --plan N takes another one, --all takes all\n", name, n)
	}
}

func (i *invocation) refused(name string, r *intake.Refused) {
	if r == nil {
		return
	}
	names := ""
	if len(r.Names) > 0 {
		names = " [" + strings.Join(r.Names, ", ") + "]"
	}
	fmt.Fprintf(i.err, "%s:%d:%d: refused (%s)%s: %s; %s\n", name, r.Span.Start.Line, r.Span.Start.Column, r.Construct, names, r.Message, r.Hint)
}

// allPlans writes a bundle a line; a plan that was refused has no line.
func (i *invocation) allPlans(name string, r *intake.Result) int {
	code := exitOK
	written := 0
	for n := range r.Plans {
		b, refused := r.BundleOf(n)
		if refused != nil {
			code = exitRejected
			continue
		}
		i.write(append(b.AppendJSON(nil), '\n'))
		written++
	}
	if written == 0 {
		return i.fail("%s: no plan could be imported", name)
	}
	return code
}
