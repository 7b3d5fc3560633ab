package main

import (
	"fmt"

	"planproof/smt"
	"planproof/smt/smtlib"
)

var smtCommand = &command{
	name: "smt", summary: "ask the solver about an SMT-LIB script", usage: "FILE...", operands: [2]int{1, -1},
	help: `
It prints sat, unsat or unknown, one line a file. Why an answer is unknown is
said on standard error. The exit code is 0 when every file could be read.

example:
  planproof smt question.smt2
`,
	run: runSMT,
}

func runSMT(i *invocation) int {
	code := exitOK
	for _, name := range i.operands {
		text, err := i.readFile(name)
		if err != nil {
			code = i.fail("%s", err.Message)
			continue
		}
		status, reason := solve(string(text))
		if reason != "" {
			fmt.Fprintf(i.err, "planproof smt: %s: %s\n", name, reason)
		}
		i.write([]byte(status.String() + "\n"))
	}
	return code
}

// solve answers one script. What the reader does not know is unknown.
func solve(text string) (smt.Status, string) {
	s, err := smtlib.Read(text)
	if err != nil {
		return smt.Unknown, err.Error()
	}
	r := s.Builder.Solve(s.Assertions, smt.Budget{})
	return r.Status, r.Reason
}
