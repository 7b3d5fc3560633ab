package report

import (
	"planproof/core/doc"
	"planproof/core/finding"
)

// JSON is the report as one line of JSON, as schema/report.schema.json
// describes it.
func JSON(r *finding.Report) []byte { return append(r.AppendWire(nil), '\n') }

// ProblemJSON is what stands in a report's place when a document could not be
// read: {"ok":false,"error":{"kind","message","hint","span"}}, one line.
func ProblemJSON(e *doc.Error) []byte {
	return append(e.AppendJSON([]byte(`{"ok":false,"error":`)), '}', '\n')
}
