package emit

import (
	"slices"

	"planproof/core/cert"
	"planproof/core/check"
	"planproof/core/ir"
	"planproof/core/verify"
)

// Replay asks the analysis again about every exclusion of a certificate that
// rests on the solver, and returns those that it does not confirm, as the paths
// of their calls. The verification need not be the one that the certificate was
// made of.
func Replay(p *ir.Program, v *verify.Converged, c *cert.Certificate) []string {
	e := &emitter{p: p, v: v, out: c}
	var failed []string
	ask := func(call int, why cert.Reason, confirmed func(*check.Site) bool) {
		if !why.Solver {
			return
		}
		if s := e.site(call); s == nil || !confirmed(s) {
			failed = append(failed, e.path(call))
		}
	}
	for _, n := range c.Next {
		ask(n.Call, n.Why, func(s *check.Site) bool { return e.confirmsNext(s, n) })
	}
	for _, n := range c.NoRule {
		ask(n.Call, n.Why, func(s *check.Site) bool {
			if n.Rule < 0 || n.Rule >= len(p.Rules) {
				return false
			}
			out, _ := v.Context.Excluded(s, p.Rules[n.Rule])
			return out
		})
	}
	for _, h := range c.Holds {
		ask(h.Call, h.Why, func(s *check.Site) bool { return e.confirmsHolds(s, h.Pre) })
	}
	return slices.Compact(failed)
}

// site is a call as the last pass saw it, nil when there is none.
func (e *emitter) site(call int) *check.Site {
	if call < 0 || call >= len(e.v.Sites) {
		return nil
	}
	return e.v.Sites[call]
}

func (e *emitter) path(call int) string {
	if s := e.site(call); s != nil {
		return s.Call.Path
	}
	return "/workflow"
}

// confirmsNext: the analysis excludes at least as much.
func (e *emitter) confirmsNext(s *check.Site, n cert.Next) bool {
	if n.Automaton < 0 || n.Automaton >= len(e.p.Automata) {
		return false
	}
	a := e.p.Automata[n.Automaton]
	if n.State < 0 || n.State >= len(a.States) {
		return false
	}
	stays := true
	for _, g := range e.v.Context.Guards(s, a, n.State) {
		if g.Reached && g.Verdict != ir.False && !slices.Contains(n.Fires, g.Transition.Index) {
			return false
		}
		stays = stays && !(g.Reached && g.Verdict == ir.True)
	}
	return n.Stays || !stays
}

func (e *emitter) confirmsHolds(s *check.Site, j int) bool {
	tool := s.Call.Tool
	i := j - e.firstPre(tool)
	list, invariant := tool.Pre, false
	if i >= len(tool.Pre) {
		i, list, invariant = i-len(tool.Pre), tool.Invariants, true
	}
	if i < 0 || i >= len(list) {
		return false
	}
	proved, _ := e.v.Context.Proved(s, list[i], invariant)
	return proved
}
