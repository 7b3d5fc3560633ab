package finding

import "encoding/json"

// ReadReport reads a report that AppendWire wrote. It is the page's side of
// the worker boundary: lone surrogates come back as U+FFFD, everything else
// round-trips.
func ReadReport(b []byte) (*Report, error) {
	var w reportWire
	if err := json.Unmarshal(b, &w); err != nil {
		return nil, err
	}
	r := &Report{w.Version, w.Engine, w.OK, w.Violations, w.Warnings, w.Notes, w.Lint, w.Obligations, nil, w.Stats, w.Fixes, w.Trace, w.Certificate}
	for _, m := range w.TaintOrder {
		r.TaintOrder = append(r.TaintOrder, OrderVerdict{m.Key, m.Value == "true"})
	}
	return r, nil
}
