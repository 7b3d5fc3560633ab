// Package schema holds the JSON Schemas (draft 2020-12) of the documents that core/doc reads. They are for editors and
// other people's tools; the reader has its own tables, and a test holds the two together. What a schema can not say,
// such as that names are unique, only the reader checks.
package schema

import "embed"

// Files holds the schemas, <document>.schema.json each. They refer to each other by these names.
//
//go:embed *.schema.json
var Files embed.FS

// Names of the files.
const (
	Workflow = "workflow.schema.json"
	Policy   = "policy.schema.json"
	Tools    = "tools.schema.json"
	Bundle   = "bundle.schema.json"
)

// Text returns a schema by its file name; "" when there is none.
func Text(name string) string {
	text, err := Files.ReadFile(name)
	if err != nil {
		return ""
	}
	return string(text)
}
