// Package soundtest states what a report promises about concrete runs, as a
// test: a Subject is a bundle with its report, and Check runs the bundle in
// the reference interpreter and compares. The promises:
//
//	accepted   an accepted plan never breaks a rule, and stops only for what
//	           the verifier could not foresee
//	predicted  whatever a run breaks, a finding at that step predicted
//	covered    at every step the abstract state covers the concrete one
//	definite   a run that reaches a definite finding breaks that rule there
//	ordered    taint_order is above both the findings and the runs
//	explained  a finding about data shows its way, source to sink, without a gap
package soundtest
