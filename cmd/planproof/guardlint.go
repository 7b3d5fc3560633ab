package main

import (
	"fmt"

	"planproof/core/doc"
	"planproof/core/wire"
)

var guardLint = &command{
	name: "guard lint", summary: "check a guard's configuration", usage: "[FILE|-]", operands: [2]int{0, 1},
	flags: []flagSpec{configFlag, {name: "format", choice: []string{"text", "json"}, help: `json: {"lint":[{"where","message"}]}`}},
	help: `
FILE, or --config, is the configuration. A mistake in it, such as a policy for a
tool that is not declared, is an error; a remark is about what loads and says less
than its author may think.

The exit code is 0 without remarks, 1 with some, 2 when the configuration does not
load.

example:
  planproof guard lint guard.json
`,
	run: runGuardLint,
}

func runGuardLint(i *invocation) int {
	name := i.flags.get("config", "")
	if len(i.operands) == 1 {
		name = i.operands[0]
	}
	if name == "" {
		return i.unusable(&doc.Error{Kind: doc.KindInput, Message: "no configuration is given", Hint: "name its file"})
	}
	text, err := i.readFile(name)
	if err != nil {
		return i.unusable(err)
	}
	g, err := compiled(text)
	if err != nil {
		return i.unusable(err)
	}
	found := g.Lint()
	if i.flags.get("format", "text") == "json" {
		i.write(append(wire.Append([]byte(`{"lint":`), found), '}', '\n'))
	} else {
		for _, f := range found {
			i.write(fmt.Appendf(nil, "%s: %s\n", printable(f.Where), printable(f.Message)))
		}
	}
	if len(found) > 0 {
		return exitRejected
	}
	return exitOK
}
