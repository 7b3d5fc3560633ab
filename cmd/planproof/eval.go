package main

import "planproof/core/evaluate"

var evalCommand = &command{
	name: "eval", summary: "evaluate a condition", usage: "EXPR", operands: [2]int{1, 1},
	flags: []flagSpec{{name: "env", value: "JSON", help: "an object that gives names their values"}},
	help: `
It prints {"value":v} and exits with 0, or prints
{"error":{"kind":"syntax|grammar|name|type|value|limit","message":...,"offset":n}}
and exits with 2. Offset counts bytes of EXPR. A tuple is printed as
{"$tuple":[...]}.

example:
  planproof eval 'domain_of(to) in allowed' --env '{"to": "ann@company.com", "allowed": ["company.com"]}'
`,
	run: runEval,
}

func runEval(i *invocation) int {
	line, ok := evaluate.JSON(i.operands[0], i.flags.get("env", "{}"))
	i.write(line)
	if !ok {
		return exitUnusable
	}
	return exitOK
}
