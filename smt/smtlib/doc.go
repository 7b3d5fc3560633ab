// Package smtlib reads and writes questions in SMT-LIB 2.6 text, so that they can
// be compared with other solvers.
//
// The reader takes the commands set-logic, set-info, declare-const, declare-fun
// without arguments, declare-sort, define-const, define-fun, assert and check-sat,
// and the theories Core, Ints, Reals and Strings. What the solver has no term for
// becomes a Fresh term with a reason: such a script still reads, and its
// answer can be unsat or unknown, and sat only where it does not matter. Anything
// else is an error.
//
// Strings in SMT-LIB have code points up to 0x2FFFF, here up to 0x10FFFF. The
// difference can only be seen by order comparison with letters next to 0x2FFFF;
// the reader refuses these.
package smtlib
