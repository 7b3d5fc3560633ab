package cert

import (
	"planproof/core/ir"
)

// Test names what Check tests.
type Test string

// The tests, in the order in which a call, a loop and the table meet them.
const (
	TestAllowed   Test = "allowed"   // a tool that the policy does not allow
	TestBound     Test = "bound"     // a variable that may not be bound
	TestShadowed  Test = "shadowed"  // a loop's item has the name of a variable in scope
	TestData      Test = "data"      // raw data may reach a sink
	TestControl   Test = "control"   // raw data may decide whether a sink is called
	TestContract  Test = "contract"  // a precondition or invariant is not listed as proved
	TestAutomaton Test = "automaton" // an automaton may be in an error state
	TestHead      Test = "head"      // the certificate has no state for a loop
	TestEntry     Test = "entry"     // a loop's state does not cover how it is entered
	TestRound     Test = "round"     // one round leaves a loop's state
	TestReason    Test = "reason"    // the table excludes what evaluation does not exclude
)

// Proof names the definition or theorem of proofs/ that a test comes from.
func (t Test) Proof() string {
	switch t {
	case TestAllowed, TestContract:
		return "Check.call_ok"
	case TestBound:
		return "Check.all_bound"
	case TestData:
		return "Check.data_ok"
	case TestControl:
		return "Check.control_ok"
	case TestAutomaton:
		return "Check.is_error"
	case TestHead, TestEntry, TestRound:
		return "Check.chk"
	case TestReason:
		return "Table.justified"
	case TestShadowed:
		return "" // scope is checked beside the proved pass
	}
	return ""
}

// Refusal is the first test that failed.
type Refusal struct {
	Path    string // the step, or the place in the policy
	Test    Test
	Message string
}

// Obligation is an exclusion of the table that evaluation alone does not
// settle: it was concluded by the solver from the facts of the path.
type Obligation struct {
	Path  string
	What  string
	Facts []string
}

// Verdict is the answer of Check. Accepted is conditional on the obligations.
type Verdict struct {
	Accepted    bool
	Refusal     *Refusal
	Obligations []Obligation
	// Calls, Loops and Reasons count what was looked at.
	Calls, Loops, Reasons int
}

// Scope is which part of the policy is checked.
type Scope uint8

const (
	// DataFlow is scope, taint rules and automata.
	DataFlow Scope = iota
	// Everything is also the allowlist, preconditions and invariants.
	Everything
)

// checker is one check under way.
type checker struct {
	m       *Model
	table   *lookup
	heads   []*Head
	scoped  bool // also refuse loop items that shadow a variable
	names   *names
	verdict Verdict
	whole   []*Head // when wanted: the heads as the pass meets them
}

// Check checks a certificate of a program: that the table's exclusions are
// justified, then that one pass over the workflow with the certificate's loop
// states passes every test. It searches for nothing. What it accepts is safe in
// every run, under the obligations (proofs: Table.soundness_justified).
func Check(p *ir.Program, c *Certificate, s Scope) Verdict {
	n := modelOf(p, s)
	k := newChecker(&n.Model, c)
	k.scoped, k.names = true, n
	k.verdict.Accepted = k.justified(&c.Table) && k.check()
	return k.verdict
}

// Numbered is a program and its certificate in numbers, for those who write
// them down in another language. Heads are whole.
type Numbered struct {
	*Model
	*Certificate
	// Tools, Vars, Params, RuleNames and Conditions say what numbers stand for.
	Tools, Vars, Params, RuleNames []string
	Conditions                     []string // by Guard, as written
}

// Number numbers a program with a certificate that is accepted in the scope; ok
// is false when it is not.
func Number(p *ir.Program, c *Certificate, s Scope) (out *Numbered, ok bool) {
	n := modelOf(p, s)
	k := newChecker(&n.Model, c)
	k.scoped, k.names, k.whole = true, n, make([]*Head, n.Loops)
	if !k.justified(&c.Table) || !k.check() {
		return nil, false
	}
	out = &Numbered{Model: &n.Model, Certificate: &Certificate{Heads: k.whole, Table: c.Table}, Vars: n.vars, Params: n.params, RuleNames: n.rules}
	for _, t := range p.Tools {
		out.Tools = append(out.Tools, t.Name)
	}
	for _, cond := range n.conditions {
		out.Conditions = append(out.Conditions, cond.Written())
	}
	return out, true
}

func newChecker(m *Model, c *Certificate) *checker {
	k := &checker{m: m, table: tableOf(&c.Table), heads: make([]*Head, len(c.Heads))}
	for i, h := range c.Heads {
		if h != nil && len(h.Automata) == len(m.Automata) {
			k.heads[i] = h
		}
	}
	return k
}

// refuse notes the first failed test; it returns false.
func (k *checker) refuse(path string, t Test, number int) bool {
	if k.verdict.Refusal == nil {
		k.verdict.Refusal = &Refusal{Path: path, Test: t, Message: k.names.message(t, number)}
	}
	return false
}
