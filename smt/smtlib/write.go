package smtlib

import "planproof/smt"

// Write returns the assertions as a script for other solvers; see
// smt.Builder.AppendSMTLIB.
func Write(b *smt.Builder, assertions []smt.Term) (string, error) {
	text, err := b.AppendSMTLIB(nil, assertions)
	return string(text), err
}
