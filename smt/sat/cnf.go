// Package sat holds propositional problems in clause form and decides them.
//
//	CNF     clauses over literals, built once, read by every engine
//	Solver  conflict-driven clause learning with a conflict budget, assumptions,
//	        cores over them, and a log from which a checker replays the answer
//	Gini    the same question to github.com/go-air/gini, the second opinion
package sat

import "strconv"

// Lit is a literal: twice the variable, plus one when negated. Variable 0 is
// always true.
type Lit int32

// True and False are the literals of variable 0.
const (
	True  Lit = 0
	False Lit = 1
)

// Not returns the complement.
func (l Lit) Not() Lit { return l ^ 1 }

// Var returns the variable.
func (l Lit) Var() int { return int(l >> 1) }

// Neg reports whether the literal is negated.
func (l Lit) Neg() bool { return l&1 == 1 }

// Dimacs returns the literal as a signed variable number. Variable 0 has none
// and does not occur in clauses.
func (l Lit) Dimacs() int {
	if l.Neg() {
		return -l.Var()
	}
	return l.Var()
}

// CNF is a conjunction of clauses. The zero value has no variable but the
// constant; use NewCNF.
type CNF struct {
	vars  int
	lits  []Lit
	ends  []int32
	empty bool // contains the empty clause
}

// NewCNF returns the empty conjunction.
func NewCNF() *CNF { return &CNF{vars: 1} }

// NewVar returns the positive literal of a new variable.
func (c *CNF) NewVar() Lit {
	c.vars++
	return Lit(2 * (c.vars - 1))
}

// NumVars returns the number of variables, the constant included.
func (c *CNF) NumVars() int { return c.vars }

// Len returns the number of clauses.
func (c *CNF) Len() int { return len(c.ends) }

// Add adds the disjunction of ls. Constants are simplified away and a true
// clause is not stored; repeated literals are merged.
func (c *CNF) Add(ls ...Lit) {
	start := len(c.lits)
next:
	for _, l := range ls {
		if l == False {
			continue
		}
		if l == True {
			c.lits = c.lits[:start]
			return
		}
		for _, m := range c.lits[start:] {
			if m == l {
				continue next
			}
			if m == l.Not() {
				c.lits = c.lits[:start]
				return
			}
		}
		c.lits = append(c.lits, l)
	}
	if len(c.lits) == start {
		c.empty = true
	}
	c.ends = append(c.ends, int32(len(c.lits)))
}

// Clause returns the literals of clause i; they must not be changed.
func (c *CNF) Clause(i int) []Lit {
	start := int32(0)
	if i > 0 {
		start = c.ends[i-1]
	}
	return c.lits[start:c.ends[i]]
}

// HasEmpty reports whether an empty clause was added.
func (c *CNF) HasEmpty() bool { return c.empty }

// AppendDimacs appends the problem in DIMACS form.
func (c *CNF) AppendDimacs(dst []byte) []byte {
	dst = append(dst, "p cnf "...)
	dst = strconv.AppendInt(dst, int64(c.vars-1), 10)
	dst = append(dst, ' ')
	dst = strconv.AppendInt(dst, int64(len(c.ends)), 10)
	dst = append(dst, '\n')
	for i := range c.ends {
		for _, l := range c.Clause(i) {
			dst = append(strconv.AppendInt(dst, int64(l.Dimacs()), 10), ' ')
		}
		dst = append(dst, "0\n"...)
	}
	return dst
}

// Answer is what an engine says.
type Answer uint8

// The answers.
const (
	Unknown Answer = iota // the budget ended
	Satisfiable
	Unsatisfiable
)

// Outcome is an engine's answer with its evidence.
type Outcome struct {
	Answer    Answer
	Value     []bool // by variable, when Satisfiable
	Core      []Lit  // failed assumptions, when Unsatisfiable
	Conflicts int
	Proof     *Proof // when asked for and Unsatisfiable
}

// Holds reports whether l is true in a satisfiable outcome.
func (o *Outcome) Holds(l Lit) bool { return o.Value[l.Var()] != l.Neg() }
