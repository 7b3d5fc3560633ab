package main

import (
	"fmt"
	"strings"

	"planproof/core"
	"planproof/core/advise"
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/wire"
)

// documents are the texts of an input as core/advise takes them.
func (in input) documents(i *invocation) advise.Documents {
	d := advise.Documents{Lenient: i.flags.has("lenient"), Strict: i.flags.has("strict")}
	for _, s := range in.sources.Documents {
		text := []byte(s.Text)
		switch s.Doc {
		case doc.DocBundle:
			d.Bundle = text
		case doc.DocWorkflow:
			d.Workflow = text
		case doc.DocPolicy:
			d.Policy = text
		case doc.DocTools:
			d.Tools = text
		}
	}
	return d
}

// minimize prints the smallest plan that still has the first violation (or
// the one that --finding names), as a bundle on standard output.
func (i *invocation) minimize(in input, r *finding.Report) int {
	v := chosen(r, i.flags.get("finding", ""))
	if v == nil {
		return i.fail("no violation to minimize; give --finding a fingerprint, category or rule of one")
	}
	small := advise.Minimize(in.bundle, *v)
	fmt.Fprintf(i.err, "%s `%s`: %d of %d steps are left\n", v.Category, v.RuleName, countSteps(small), r.Stats.Steps)
	i.write(small.Print())
	return exitRejected
}

func chosen(r *finding.Report, want string) *finding.Finding {
	for n := range r.Violations {
		v := &r.Violations[n]
		if want == "" || want == v.Fingerprint || want == string(v.Category) || want == v.RuleName {
			return v
		}
	}
	return nil
}

func countSteps(b *doc.Bundle) int {
	r, err := core.Verify(b, core.Options{})
	if err != nil {
		return 0
	}
	return r.Stats.Steps
}

var whyNotCommand = &command{
	name: "why-not", summary: "say why data of a tool was not flagged at another", usage: "FILE|-", operands: [2]int{1, 1},
	flags: append(partFlags[:len(partFlags):len(partFlags)],
		flagSpec{name: "source", value: "TOOL", help: "where the data comes from"},
		flagSpec{name: "sink", value: "TOOL[.PARAM]", help: "where it might go"},
		flagSpec{name: "lenient", help: "read a pasted answer"},
		flagSpec{name: "format", choice: []string{"text", "json"}, help: "how to print the answers"}),
	help: `
For every call of the sink it says whether data of the source gets there, and
what keeps it from being flagged: it does not flow there, no rule is about it, a
call made it clean, or the rule's condition is false.

example:
  planproof why-not examples/email-safe.json --source fetch_mail --sink summarize_emails.emails
`,
	run: runWhyNot,
}

func runWhyNot(i *invocation) int {
	source, target := i.flags.get("source", ""), i.flags.get("sink", "")
	if source == "" || target == "" {
		return i.wrong("--source and --sink are needed")
	}
	in, derr := i.read(i.operands[0])
	if derr != nil {
		return i.problem(derr, in.sources)
	}
	sink, param, _ := strings.Cut(target, ".")
	answers, err := advise.WhyNot(in.bundle, source, sink, param)
	if err != nil {
		return i.fail("%v", err)
	}
	if i.flags.get("format", "text") == "json" {
		i.write(append(wire.Append(nil, answers), '\n'))
		return exitOK
	}
	if len(answers) == 0 {
		fmt.Fprintf(i.out, "The plan does not call %s with such an argument.\n", target)
	}
	for _, a := range answers {
		fmt.Fprintf(i.out, "%s at %s: %s", a.Step, strings.TrimPrefix(a.Path, "/workflow/"), a.Message)
		if a.Where != "" {
			fmt.Fprintf(i.out, " (%s)", strings.TrimPrefix(a.Where, "/workflow/"))
		}
		fmt.Fprintln(i.out)
	}
	return exitOK
}
