package main

import (
	"slices"
	"strings"

	documents "planproof/core/doc/schema"
	answers "planproof/core/report/schema"
)

var schemaNames = []string{"workflow", "policy", "tools", "bundle", "report", "trace", "certificate"}

var schemaCommand = &command{
	name: "schema", summary: "print a JSON Schema", usage: "[NAME]", operands: [2]int{0, 1},
	help: `
NAME is workflow, policy, tools or bundle for what planproof reads, report, trace
or certificate for what it writes (JSON Schema, draft 2020-12). Without a name the names
are listed. The schemas refer to each other as NAME.schema.json.

example:
  planproof schema bundle > bundle.schema.json
`,
	run: runSchema,
}

func runSchema(i *invocation) int {
	if len(i.operands) == 0 {
		i.write([]byte(strings.Join(schemaNames, "\n") + "\n"))
		return exitOK
	}
	name := strings.TrimSuffix(i.operands[0], ".schema.json")
	if !slices.Contains(schemaNames, name) {
		return i.wrong("there is no schema %q; there are %s", name, strings.Join(schemaNames, ", "))
	}
	file := name + ".schema.json"
	i.write([]byte(documents.Text(file) + answers.Text(file)))
	return exitOK
}
