package run

import (
	"planproof/core/finding"
	"planproof/core/flow"
	"planproof/core/ir"
	"planproof/core/lattice"
	"planproof/core/value"
)

// cell is what a name is bound to: its value and where the value came from.
type cell struct {
	value value.Value
	taint flow.Value
}

// env has a cell for every name of the program that is in scope.
type env []*cell

// scope is the set of names that are in scope.
func (e env) scope() []bool {
	out := make([]bool, len(e))
	for slot, c := range e {
		out[slot] = c != nil
	}
	return out
}

// leave removes the names that are not in a scope.
func (e env) leave(scope []bool) {
	for slot := range e {
		if !scope[slot] {
			e[slot] = nil
		}
	}
}

// binds are the names that steps bind on every way through them: a loop's
// names stay inside.
func binds(steps []ir.Step, into []bool) {
	for _, s := range steps {
		switch s := s.(type) {
		case *ir.Call:
			if s.Bind != ir.None {
				into[s.Bind] = true
			}
		case *ir.Branch:
			then, otherwise := make([]bool, len(into)), make([]bool, len(into))
			binds(s.Then, then)
			binds(s.Else, otherwise)
			for slot := range into {
				into[slot] = into[slot] || then[slot] && otherwise[slot]
			}
		case *ir.Loop:
		}
	}
}

// universe are the names behind the sets of a flow.Value.
type universe struct {
	domain               *flow.Domain
	labels, tools, rules []string
}

func newUniverse(p *ir.Program) universe {
	return universe{flow.NewDomain(p), p.Labels, p.ToolNames(), p.RuleNames()}
}

// spell writes out where a value came from, as reports do.
func (u *universe) spell(v flow.Value) finding.AbstractValue {
	carries := u.domain.Carries(v)
	return finding.AbstractValue{
		Labels:       named(v.Labels, u.labels),
		Provenance:   named(v.Provenance, u.tools),
		SourceTools:  named(v.Sources, u.tools),
		Carries:      named(carries, u.rules),
		SanitizedFor: named(carries.Intersect(v.Sanitized), u.rules),
	}
}

func named(s lattice.Set, universe []string) []string {
	out := []string{}
	for e := range s.All() {
		out = append(out, universe[e])
	}
	return out
}
