package main

import (
	"errors"
	"fmt"

	"planproof/core"
	"planproof/core/advise"
	"planproof/core/check"
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/prove"
	"planproof/core/report"
	"planproof/core/verify"
)

var verifyCommand = &command{
	name: "verify", summary: "check a plan against a policy", usage: "FILE|-", operands: [2]int{1, 1},
	flags: append(partFlags[:len(partFlags):len(partFlags)],
		flagSpec{name: "strict", help: "refuse what is otherwise left to the run"},
		flagSpec{name: "lenient", help: "read a pasted answer: prose and fences around the JSON, commas, comments"},
		flagSpec{name: "format", choice: []string{"text", "json", "sarif", "md", "html"}, help: "how to print the report"},
		flagSpec{name: "detail", choice: []string{"none", "full"}, help: "full: with the trace and each obligation's question (json)"},
		flagSpec{name: "minimal-cores", help: "shrink what each proof used until nothing can be missed"},
		flagSpec{name: "smt-dir", value: "DIR", help: "write each obligation's question to DIR as an SMT-LIB script"},
		flagSpec{name: "fixes", help: "propose edits of the documents, each applied and verified"},
		flagSpec{name: "minimize", help: "print the smallest plan that has the first violation, as a bundle"},
		flagSpec{name: "finding", value: "NAME", help: "the violation to minimize: a fingerprint, category or rule"},
		flagSpec{name: "jsonl", help: "one bundle a line; one report a line, in order, none for a blank line (- or FILE)"},
		colorFlag),
	help: `
FILE is a bundle {"workflow": ..., "policy": ..., "tools": [...]}, or a workflow
with --policy and --tools. - reads standard input.

The exit code is 0 when the plan is accepted, 1 when it is not, and 2 when a
document could not be read; then the error is printed with its place (json: to
standard output as {"ok":false,"error":{...}}). With --jsonl it is that of the
worst line.

examples:
  planproof verify examples/email-malicious.json
  planproof verify plan.json --policy policy.json --tools tools.json
  pbpaste | planproof verify --lenient -
  planproof verify --fixes examples/redacted-on-one-branch.json
  planproof verify --jsonl --format json plans.jsonl
  planproof verify --smt-dir questions examples/pay-up-to-100.json
`,
	run: runVerify,
}

func runVerify(i *invocation) int {
	if i.flags.has("jsonl") {
		return runLines(i)
	}
	in, err := i.read(i.operands[0])
	if err != nil {
		return i.problem(err, in.sources)
	}
	r, err := i.verify(in.bundle)
	if err != nil {
		return i.problem(err, in.sources)
	}
	if i.flags.has("minimize") {
		return i.minimize(in, r)
	}
	if i.flags.has("fixes") {
		r.Fixes = advise.Fixes(in.documents(i), r)
	}
	if dir := i.flags.get("smt-dir", ""); dir != "" {
		if err := writeQuestions(dir, r.Obligations); err != nil {
			return i.fail("can not write the questions to %s: %v", dir, err)
		}
	}
	i.write(i.render(r, in.sources))
	if i.flags.has("fixes") && i.flags.get("format", "text") == "text" {
		i.write([]byte("\n" + report.Fixes(r)))
	}
	return exitFor(r)
}

// verify runs the verifier with the options that the flags give.
func (i *invocation) verify(b *doc.Bundle) (*finding.Report, *doc.Error) {
	o := core.Options{Strict: i.flags.has("strict"), Explain: &check.Explain{}}
	if i.flags.has("minimal-cores") {
		o.Explain.Core = prove.MinimalCore
	}
	full := i.flags.get("detail", "none") == "full"
	if full {
		o.Detail = verify.DetailFull
	}
	if full || i.flags.has("smt-dir") {
		o.Explain.Script = prove.Script
	}
	r, err := core.Verify(b, o)
	if err == nil {
		return r, nil
	}
	var known *doc.Error
	if errors.As(err, &known) {
		return nil, known
	}
	return nil, &doc.Error{Kind: doc.KindInput, Message: err.Error()}
}

func exitFor(r *finding.Report) int {
	if r.OK {
		return exitOK
	}
	return exitRejected
}

func (i *invocation) render(r *finding.Report, s report.Sources) []byte {
	switch i.flags.get("format", "text") {
	case "json":
		return report.JSON(r)
	case "sarif":
		return report.SARIF(r, s)
	case "md":
		return []byte(report.Markdown(r, s, report.Options{}))
	case "html":
		return []byte(report.HTML(r, s, report.Options{}))
	}
	return []byte(report.Text(r, s, report.Options{Color: i.colored(i.out)}))
}

// problem prints an error about the documents: for a program on standard
// output, for a person on standard error.
func (i *invocation) problem(err *doc.Error, s report.Sources) int {
	if i.flags.get("format", "text") == "json" {
		i.write(report.ProblemJSON(err))
		return exitUnusable
	}
	fmt.Fprintf(i.err, "planproof %s: %s", i.command.name, report.Problem(err, s, report.Options{Color: i.colored(i.err)}))
	return exitUnusable
}
