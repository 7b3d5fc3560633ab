// Package schema holds the JSON Schemas (draft 2020-12) of what the verifier writes: the report and its trace. A test
// holds them against the types of core/finding field by field. What a schema can not say of a trace, such as that its
// deltas can be replayed, finding.CheckTrace checks.
package schema

import "embed"

// Files holds the schemas, <document>.schema.json each. They refer to each other by these names.
//
//go:embed *.schema.json
var Files embed.FS

// Names of the files.
const (
	Report      = "report.schema.json"
	Trace       = "trace.schema.json"
	Certificate = "certificate.schema.json"
)

// Text returns a schema by its file name; "" when there is none.
func Text(name string) string {
	text, err := Files.ReadFile(name)
	if err != nil {
		return ""
	}
	return string(text)
}
