package cert

import (
	"planproof/core/ir"
	"planproof/core/value"
)

// truth is what the concrete evaluator says of a condition at a call.
type truth uint8

const (
	open    truth = iota // it depends on what is not known, or has no value
	isTrue               // evaluated, true
	notTrue              // evaluated, false
)

// eval evaluates a condition at a call: it is decided when the evaluation ends
// without looking at anything that only the run knows. A condition that names
// something else than the call's arguments is not decided here. (keval, with
// conditions that short-circuit as the executor does)
func (n *names) eval(g Guard, c *ir.Call) truth {
	if g == Always {
		return isTrue
	}
	e := n.conditions[g].Expr
	if e == nil {
		return open
	}
	for _, use := range e.Names() {
		if !given(c, use.Name) {
			return open
		}
	}
	v, err := e.Eval(knownArgs{c})
	switch {
	case err != nil:
		return open
	case value.Truthy(v):
		return isTrue
	default:
		return notTrue
	}
}

func given(c *ir.Call, name string) bool {
	for i := range c.Args {
		if c.Args[i].Name == name {
			return true
		}
	}
	return false
}

// knownArgs are the arguments of a call that are written in the plan. A name
// that is not among them makes the evaluation fail: then nothing is decided.
type knownArgs struct{ call *ir.Call }

// Lookup returns the value of a concrete argument.
func (k knownArgs) Lookup(name string) (value.Value, bool) {
	for i := range k.call.Args {
		if a := &k.call.Args[i]; a.Name == name {
			return a.Const, a.Const != nil
		}
	}
	return nil, false
}

// justified goes through the table: each exclusion holds by evaluation, or is
// an obligation. (justified)
func (k *checker) justified(t *Table) bool {
	for i := range t.Next {
		if !k.nextJustified(&t.Next[i]) {
			return false
		}
	}
	for i := range t.NoRule {
		if !k.ruleJustified(&t.NoRule[i]) {
			return false
		}
	}
	for i := range t.Holds {
		if !k.holdsJustified(&t.Holds[i]) {
			return false
		}
	}
	return true
}

// ruleJustified: the condition of a rule that is left out is false. (j_rule)
func (k *checker) ruleJustified(e *NoRule) bool {
	if !k.names.isCall(e.Call) || e.Rule < 0 || e.Rule >= len(k.m.Rules) {
		return true // about nothing
	}
	c := k.names.calls[e.Call]
	confirmed := k.names.eval(k.m.Rules[e.Rule].Guard, c) == notTrue
	return k.reason(e.Why, confirmed, c, func() string { return "the condition of `" + k.names.rules[e.Rule] + "` is false" })
}

// holdsJustified: a precondition that is listed is true. (j_pre)
func (k *checker) holdsJustified(e *Holds) bool {
	if !k.names.isCall(e.Call) || e.Pre < 0 || e.Pre >= len(k.m.Pre) {
		return true // about nothing
	}
	c, pre := k.names.calls[e.Call], k.m.Pre[e.Pre]
	if pre.Tool != c.Tool.Index {
		return true
	}
	return k.reason(e.Why, k.names.eval(pre.Guard, c) == isTrue, c, func() string {
		return "`" + k.names.conditions[pre.Guard].Written() + "` holds"
	})
}

func (n *names) isCall(id int) bool { return id >= 0 && id < len(n.calls) }

func (n *names) isState(automaton, state int) bool {
	return automaton >= 0 && automaton < len(n.p.Automata) && state >= 0 && state < len(n.p.Automata[automaton].States)
}

// nextJustified: a transition that is left out has a false guard or comes after
// one that surely fires; and when the state can not stay, one surely fires.
// (j_fire, j_stay)
func (k *checker) nextJustified(e *Next) bool {
	if !k.names.isCall(e.Call) || !k.names.isState(e.Automaton, e.State) {
		return true // about nothing
	}
	c, a := k.names.calls[e.Call], &k.m.Automata[e.Automaton]
	surely, all := false, true
	for _, j := range k.m.leaving(e.Automaton, e.State) {
		if !a.Trans[j].cand(e.State, c.Tool.Index) {
			continue
		}
		t := k.names.eval(a.Trans[j].Guard, c)
		if !contains(e.Fires, j) {
			all = all && (surely || t == notTrue)
		}
		surely = surely || t == isTrue
	}
	all = all && (e.Stays || surely)
	return k.reason(e.Why, all, c, func() string {
		auto := k.names.p.Automata[e.Automaton]
		return "`" + auto.Name + "` in state `" + auto.States[e.State] + "` does only what the table lists"
	})
}

func contains(list []int, x int) bool {
	for _, y := range list {
		if x == y {
			return true
		}
	}
	return false
}

// reason accepts an exclusion that evaluation confirms, passes on one that
// rests on the solver, and refuses any other.
func (k *checker) reason(why Reason, confirmed bool, c *ir.Call, what func() string) bool {
	k.verdict.Reasons++
	switch {
	case confirmed:
		return true
	case !why.Solver:
		return k.refuse(c.Path, TestReason, c.Index)
	}
	k.verdict.Obligations = append(k.verdict.Obligations, Obligation{c.Path, what(), why.Facts})
	return true
}
