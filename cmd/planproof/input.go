package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"planproof/core/doc"
	"planproof/core/report"
)

// stdinName is the operand that means standard input.
const stdinName = "-"

// readFile reads a document, or standard input for "-". It reads one byte
// more than a document may have: the reader then says that it is too long.
func (i *invocation) readFile(name string) ([]byte, *doc.Error) {
	if name == stdinName {
		return readAll(i.in, "standard input")
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, unreadable(name, err)
	}
	defer f.Close()
	return readAll(f, name)
}

func readAll(r io.Reader, name string) ([]byte, *doc.Error) {
	text, err := io.ReadAll(io.LimitReader(r, doc.MaxBytes+1))
	if err != nil {
		return nil, unreadable(name, err)
	}
	return text, nil
}

// unreadable is the error about a file that can not be read.
func unreadable(name string, err error) *doc.Error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return &doc.Error{Kind: doc.KindInput, Message: fmt.Sprintf("can not read %s: %v", name, err)}
}

// document is a text that was read, with its file for messages.
func document(name, file string, text []byte) report.Document {
	if file == stdinName {
		file = ""
	}
	return report.Document{Doc: name, File: file, Text: string(text)}
}

// input are the documents of one verification.
type input struct {
	bundle  *doc.Bundle
	sources report.Sources
}

// partFlags are the flags of commands that take a bundle or its parts.
var partFlags = []flagSpec{
	{name: "policy", value: "FILE", help: "the policy, when FILE is a workflow and no bundle"},
	{name: "tools", value: "FILE", help: `the tools, a list or {"tools": [...]}`},
}

// parts reads the policy and the tools that the flags name; ok is false when
// they name none.
func (i *invocation) parts() (policy, tools []byte, ok bool, err *doc.Error) {
	if !i.flags.has("policy") && !i.flags.has("tools") {
		return nil, nil, false, nil
	}
	for _, name := range []string{"policy", "tools"} {
		if !i.flags.has(name) {
			return nil, nil, true, &doc.Error{Kind: doc.KindInput, Message: "--policy and --tools belong together", Hint: "give --" + name + " too"}
		}
	}
	if i.stdinTwice() {
		return nil, nil, true, &doc.Error{Kind: doc.KindInput, Message: "only one document can be read from standard input"}
	}
	if policy, err = i.readFile(i.flags["policy"]); err == nil {
		tools, err = i.readFile(i.flags["tools"])
	}
	return policy, tools, true, err
}

// stdinTwice reports whether two documents are to come from standard input.
func (i *invocation) stdinTwice() bool {
	n := 0
	for _, name := range append(i.operands[:len(i.operands):len(i.operands)], i.flags["policy"], i.flags["tools"]) {
		if name == stdinName {
			n++
		}
	}
	return n > 1
}

// read reads the bundle in a file, or the workflow in it and the parts that
// the flags name. The sources are there also when there is an error, since
// its place is in them.
func (i *invocation) read(file string) (input, *doc.Error) {
	var in input
	policy, tools, apart, err := i.parts()
	if err != nil {
		return in, err
	}
	text, err := i.readFile(file)
	if err != nil {
		return in, err
	}
	o := doc.ReadOptions{Lenient: i.flags.has("lenient")}
	if !apart {
		in.sources.Documents = []report.Document{document(doc.DocBundle, file, text)}
		in.bundle, err = doc.ReadBundle(text, o)
	} else {
		in.sources.Documents = []report.Document{
			document(doc.DocWorkflow, file, text),
			document(doc.DocPolicy, i.flags["policy"], policy),
			document(doc.DocTools, i.flags["tools"], tools),
		}
		in.bundle, err = doc.ReadParts(text, policy, tools, o)
	}
	if err != nil {
		if !apart && in.bundle != nil {
			err.Hint = "give --policy and --tools, or put all three into one document: {\"workflow\": ..., \"policy\": ..., \"tools\": [...]}"
		}
		return in, err
	}
	in.sources.Bundle = in.bundle
	return in, nil
}

// colored reports whether to color a stream, by --color and by what the
// stream and the environment are.
func (i *invocation) colored(w io.Writer) bool {
	switch i.flags.get("color", "auto") {
	case "always":
		return true
	case "never":
		return false
	}
	return isTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

var colorFlag = flagSpec{name: "color", choice: []string{"auto", "always", "never"}, help: "color the text; auto: when it goes to a terminal"}
