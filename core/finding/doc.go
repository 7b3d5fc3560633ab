// Package finding has the types of a verification's answer: findings with
// their flows, obligations, the trace of events and the cursor into it. It
// renders nothing; core/report does.
//
//	Report      what Verify returns, and what every pane and export is a function of
//	Finding     one violation, warning, note or lint result
//	Hop         one edge of a finding's data flow
//	Obligation  one condition that had to be proved, and how that went
//	Trace       the recorded run of the verifier: one Event per state change
//	Cursor      a semantic position in the trace (step, iterations, phase)
//
// Field names and nesting are the wire format (SPEC: Report, version 1).
package finding
