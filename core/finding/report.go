package finding

import "planproof/core/wire"

// ReportVersion is the wire version of Report.
const ReportVersion = 1

// Report is the whole answer of a verification. It has no times: the same
// bundle and options give the same bytes.
type Report struct {
	Version     int          `json:"version"`
	Engine      string       `json:"engine"`
	OK          bool         `json:"ok"`
	Violations  []Finding    `json:"violations"`
	Warnings    []Finding    `json:"warnings"`
	Notes       []Finding    `json:"notes"`
	Lint        []Finding    `json:"lint"`
	Obligations []Obligation `json:"obligations"`
	TaintOrder  []OrderVerdict
	Stats       Stats `json:"stats"`
	// Fixes are verified edits, when they were asked for.
	Fixes []Fix  `json:"fixes,omitempty"`
	Trace *Trace `json:"trace,omitempty"`
	// Certificate is the certificate of core/cert as JSON, when it was asked for.
	Certificate wire.Raw `json:"certificate,omitempty"`
}

// OrderVerdict is the order-based verdict of one taint rule: Flagged means
// that some sink of the rule may run after some source of it, sanitizers
// ignored.
type OrderVerdict struct {
	Rule    string
	Flagged bool
}

// Stats counts the work done; the counts are deterministic.
type Stats struct {
	Steps      int `json:"steps"`
	Events     int `json:"events"`
	Iterations int `json:"iterations"`
	Queries    int `json:"queries"`
}

// reportWire is Report with taint_order in its wire form {rule: flagged}.
type reportWire struct {
	Version     int          `json:"version"`
	Engine      string       `json:"engine"`
	OK          bool         `json:"ok"`
	Violations  []Finding    `json:"violations"`
	Warnings    []Finding    `json:"warnings"`
	Notes       []Finding    `json:"notes"`
	Lint        []Finding    `json:"lint"`
	Obligations []Obligation `json:"obligations"`
	TaintOrder  wire.Object  `json:"taint_order"`
	Stats       Stats        `json:"stats"`
	Fixes       []Fix        `json:"fixes,omitempty"`
	Trace       *Trace       `json:"trace,omitempty"`
	Certificate wire.Raw     `json:"certificate,omitempty"`
}

// AppendWire appends the report as JSON.
func (r *Report) AppendWire(dst []byte) []byte {
	w := reportWire{r.Version, r.Engine, r.OK, r.Violations, r.Warnings, r.Notes, r.Lint, r.Obligations, nil, r.Stats, r.Fixes, r.Trace, r.Certificate}
	for _, o := range r.TaintOrder {
		raw := wire.Raw("false")
		if o.Flagged {
			raw = "true"
		}
		w.TaintOrder = append(w.TaintOrder, wire.Member{Key: o.Rule, Value: raw})
	}
	return wire.Append(dst, w)
}
