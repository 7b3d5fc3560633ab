package main

import (
	"fmt"
	"strings"

	"planproof/core"
)

var helpCommand = &command{
	name: "help", summary: "show what planproof can do", usage: "[COMMAND]", operands: [2]int{0, 2},
	help: `
Without a command it lists all of them; with one it shows that command's page,
as planproof COMMAND --help does.

example:
  planproof help verify
`,
}

var versionCommand = &command{
	name: "version", summary: "print the version", operands: [2]int{0, 0},
	help: `
The version stands in every report as "engine".

example:
  planproof version
`,
	run: func(i *invocation) int {
		i.write([]byte("planproof " + core.Version + "\n"))
		return exitOK
	},
}

// help runs in an init function since it lists all commands, itself among
// them.
func init() {
	helpCommand.run = func(i *invocation) int {
		if len(i.operands) == 0 {
			i.write([]byte(overview()))
			return exitOK
		}
		c := commandNamed(i.operands[0])
		if c == nil {
			return unknownCommand(i.operands[0], i.stdio)
		}
		if len(i.operands) == 2 {
			part := c.part(i.operands[1])
			if part == nil {
				return i.wrong("one operand too many: %q", i.operands[1])
			}
			c = part
		}
		i.write([]byte(c.page()))
		return exitOK
	}
}

// overview lists the commands.
func overview() string {
	var b strings.Builder
	b.WriteString("planproof verifies plans of LLM agents against a policy, before any tool runs.\n\nusage: planproof COMMAND [flags] [operands]\n\n")
	for _, c := range commands() {
		fmt.Fprintf(&b, "  %-8s  %s\n", c.name, c.summary)
	}
	b.WriteString("\nexample:\n  planproof verify examples/email-malicious.json\n\n" +
		"Exit code: 0 accepted, 1 not accepted, 2 not usable (flags, files, documents).\n" +
		"planproof COMMAND --help shows a command's flags and an example.\n")
	return b.String()
}
