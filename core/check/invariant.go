package check

import "planproof/core/finding"

// Invariants proves the policy's invariants at a call. `result.<tool>` is the
// last result of that tool on this path; where there is none the invariant
// has no value, which is a violation.
func (c *Context) Invariants(s *Site) {
	for _, p := range s.Call.Tool.Invariants {
		result, about := c.lastResults(s.State)
		d := c.decide(s, p, decisionScope{result: result, about: about})
		c.contract(s, p, finding.Invariant, finding.IDInvariant, d)
	}
}
