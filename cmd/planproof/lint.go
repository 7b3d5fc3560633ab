package main

import (
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/report"
	"planproof/core/wire"
)

var lintCommand = &command{
	name: "lint", summary: "check a policy for rules that do nothing", usage: "[FILE|-]", operands: [2]int{0, 1},
	flags: append(partFlags[:len(partFlags):len(partFlags)],
		flagSpec{name: "lenient", help: "read a pasted workflow"},
		flagSpec{name: "format", choice: []string{"text", "json"}, help: `json: {"lint":[...]}`},
		colorFlag),
	help: `
FILE is a bundle, or a workflow with --policy and --tools; with these two the
workflow can be left out. Remarks are about the policy and the tools: rules that
can not fire, states that are never reached, sinks that nothing guards. They
never change the verdict of a plan.

The exit code is 0 without remarks, 1 with some, 2 when a document could not be
read.

example:
  planproof lint --policy policy.json --tools tools.json
`,
	run: runLint,
}

// noPlan is the workflow of a policy that is looked at on its own.
const noPlan = `{"goal":"-","steps":[]}`

func runLint(i *invocation) int {
	in, err := i.lintInput()
	if err != nil {
		return i.problem(err, in.sources)
	}
	r, err := i.verify(in.bundle)
	if err != nil {
		return i.problem(err, in.sources)
	}
	i.write(i.renderLint(r, in.sources))
	if len(r.Lint) > 0 {
		return exitRejected
	}
	return exitOK
}

func (i *invocation) lintInput() (input, *doc.Error) {
	if len(i.operands) > 0 {
		return i.read(i.operands[0])
	}
	policy, tools, ok, err := i.parts()
	if err == nil && !ok {
		err = &doc.Error{Kind: doc.KindInput, Message: "nothing to look at", Hint: "give a bundle, or --policy and --tools"}
	}
	if err != nil {
		return input{}, err
	}
	in := input{sources: report.Sources{Documents: []report.Document{
		document(doc.DocPolicy, i.flags["policy"], policy), document(doc.DocTools, i.flags["tools"], tools),
	}}}
	in.bundle, err = doc.ReadParts([]byte(noPlan), policy, tools, doc.ReadOptions{})
	in.sources.Bundle = in.bundle
	return in, err
}

func (i *invocation) renderLint(r *finding.Report, s report.Sources) []byte {
	if i.flags.get("format", "text") == "json" {
		return append(wire.Append([]byte(`{"lint":`), r.Lint), '}', '\n')
	}
	return []byte(report.Lint(r, s, report.Options{Color: i.colored(i.out)}))
}
