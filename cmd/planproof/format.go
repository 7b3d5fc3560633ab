package main

import (
	"bytes"
	"fmt"
	"os"

	"planproof/core/doc"
	"planproof/core/report"
)

var fmtCommand = &command{
	name: "fmt", summary: "rewrite documents in the canonical form", usage: "FILE...|-", operands: [2]int{1, -1},
	flags: []flagSpec{
		{name: "w", help: "write the result back to the file"},
		{name: "l", help: "list the files that differ"},
		{name: "d", help: "print what would change"},
		{name: "lenient", help: "read a pasted workflow or bundle; notes go to standard error"},
		colorFlag,
	},
	help: `
Workflows, policies, lists of tools and bundles are told apart by their fields.
Without a flag the result goes to standard output. With -l or -d the exit code is
1 when a file differs; 2 means that a file could not be read.

examples:
  planproof fmt -w plan.json policy.json
  planproof fmt -l examples/*-refused.json
`,
	run: runFormat,
}

func runFormat(i *invocation) int {
	code := exitOK
	for _, name := range i.operands {
		if name == stdinName && i.flags.has("w") {
			return i.wrong("-w needs a file, not standard input")
		}
		code = max(code, i.format(name))
	}
	return code
}

func (i *invocation) format(name string) int {
	text, err := i.readFile(name)
	if err != nil {
		return i.problem(err, report.Sources{})
	}
	p, err := printed(text, doc.ReadOptions{Lenient: i.flags.has("lenient")})
	if err != nil {
		return i.problem(err, report.Sources{Documents: []report.Document{document(err.Span.Doc, name, text)}})
	}
	for _, n := range p.notes {
		fmt.Fprintf(i.err, "%s: %s\n", n.Span, n.Message)
	}
	return i.deliver(name, text, p.text)
}

// deliver does with the result what the flags say.
func (i *invocation) deliver(name string, before, after []byte) int {
	same := bytes.Equal(before, after)
	checks := i.flags.has("l") || i.flags.has("d")
	if i.flags.has("l") && !same {
		i.write([]byte(name + "\n"))
	}
	if i.flags.has("d") && !same {
		i.write([]byte(diff(name, string(before), string(after))))
	}
	if i.flags.has("w") && !same {
		if err := writeBack(name, after); err != nil {
			return i.fail("can not write %s: %v", name, err)
		}
	}
	if !checks && !i.flags.has("w") {
		i.write(after)
	}
	if checks && !same && !i.flags.has("w") {
		return exitRejected
	}
	return exitOK
}

// writeBack replaces a file's content and keeps its mode.
func writeBack(name string, text []byte) error {
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	return os.WriteFile(name, text, info.Mode().Perm())
}

// rendition is a document in its canonical form.
type rendition struct {
	text  []byte
	notes []doc.Note
}

// printed prints a document of any kind. The error, if any, is that of the
// kind that the document looks like, and has a place.
func printed(text []byte, o doc.ReadOptions) (rendition, *doc.Error) {
	b, first := doc.ReadBundle(text, o)
	switch {
	case first == nil:
		return rendition{b.Print(), b.Notes}, nil
	case b != nil: // a workflow alone
		return rendition{b.Workflow.Print(), b.Notes}, nil
	}
	errs := []*doc.Error{first}
	p, err := doc.ReadPolicy(text)
	if err == nil {
		return rendition{text: p.Print()}, nil
	}
	errs = append(errs, err)
	tools, _, err := doc.ReadTools(text)
	if err == nil {
		return rendition{text: doc.PrintTools(tools)}, nil
	}
	return rendition{}, mostTelling(append(errs, err))
}

// mostTelling is the error of the reading that got furthest: a reader that
// finds another kind of document says so at its first byte.
func mostTelling(errs []*doc.Error) *doc.Error {
	best := errs[0]
	for _, e := range errs {
		if e.Span != nil && (best.Span == nil || e.Span.Start.Offset > best.Span.Start.Offset) {
			best = e
		}
	}
	if best.Span == nil {
		best.Span = &doc.Span{}
	}
	return best
}
