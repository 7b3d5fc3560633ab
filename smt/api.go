package smt

// Status is the answer of Solve.
type Status uint8

// The answers. Unknown is the zero value: a forgotten answer fails closed.
const (
	Unknown Status = iota
	Sat
	Unsat
)

// String returns "unknown", "sat" or "unsat".
func (s Status) String() string {
	switch s {
	case Sat:
		return "sat"
	case Unsat:
		return "unsat"
	case Unknown:
	}
	return "unknown"
}

// Engine selects the propositional solver.
type Engine uint8

// The engines.
const (
	EngineDefault Engine = iota // the best checked one
	EngineGini                  // github.com/go-air/gini, no conflict budget
	EngineOwn                   // smt/sat: conflict budget, proof log
)

// Budget bounds the work of one Solve. Zero fields mean the defaults. The
// limits count steps, never time: the same question has the same answer on
// every machine.
type Budget struct {
	MaxClauses   int // size of the propositional problem; default 400,000
	MaxConflicts int // of the own engine; default 200,000
	Engine       Engine
	MinimizeCore bool // shrink Core until no assertion can be dropped
	Proof        bool // keep the propositional proof in Result.Proof
}

// Bound tells how one connected component of variables was decided.
type Bound struct {
	Fragment string // "R", "A", "O", "F1", "LIA", or "outside"
	Vars     []string
	Detail   string // the computed bounds
}

// Stats are deterministic work counts.
type Stats struct {
	Vars, Clauses int
	Conflicts     int
	Engine        string // "fold" when no solver was needed, "own", "gini"
	Bounds        []Bound
}

// Result is the answer to one question.
type Result struct {
	Status Status
	Reason string // why Unknown; "" otherwise
	Model  *Model // when Sat
	Core   []int  // when Unsat: ascending indices of assertions that are Unsat together
	Proof  *Proof // when Unsat and Budget.Proof is set; gini logs none
	Stats  Stats
}

// Solve decides whether all assertions can hold together. It adds terms to the
// Builder but changes none.
func (b *Builder) Solve(assertions []Term, budget Budget) Result {
	return solve(b, assertions, budget)
}
