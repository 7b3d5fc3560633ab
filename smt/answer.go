package smt

import (
	"strconv"

	"planproof/smt/proof"
	"planproof/smt/sat"
)

// answer runs the engine and turns its outcome into a result.
func (p *problem) answer() Result {
	guards, falsified := p.guard()
	if falsified >= 0 {
		return p.foldedAt(falsified)
	}
	o, reason := p.run(guards)
	if reason != "" {
		return Result{Reason: reason, Stats: p.done()}
	}
	switch o.Answer {
	case sat.Satisfiable:
		return p.accept(&o)
	case sat.Unsatisfiable:
		return p.refuted(&o, guards)
	}
	return Result{Reason: "gave up after " + strconv.Itoa(o.Conflicts) + " conflicts", Stats: p.done()}
}

// guard adds the definitions and puts every assertion behind an assumption of
// its own; falsified is the index of an assertion that is false already, or -1.
func (p *problem) guard() (guards []lit, falsified int) {
	guards = make([]lit, len(p.roots))
	for i, t := range p.roots {
		guards[i] = p.lits[t]
		if guards[i] == litFalse {
			return nil, i
		}
	}
	for _, t := range p.side {
		p.g.add(p.lits[t])
	}
	for i, l := range guards {
		if l != litTrue {
			guards[i] = p.g.fresh()
			p.g.add(guards[i].Not(), l)
		}
	}
	return guards, -1
}

// run calls the propositional engine. A refutation by the own one is replayed
// by the independent checker before anyone believes it.
func (p *problem) run(guards []lit) (o sat.Outcome, reason string) {
	for _, extra := range p.narrow {
		if len(extra) > 0 {
			o, reason = p.runOnce(append(extra, guards...))
			if reason != "" || o.Answer == sat.Satisfiable || o.Answer == sat.Unsatisfiable && !overlap(o.Core, extra) {
				return o, reason
			}
		}
	}
	return p.runOnce(guards)
}

func overlap(a, b []lit) bool {
	for _, l := range a {
		for _, m := range b {
			if l == m {
				return true
			}
		}
	}
	return false
}

// runOnce calls the propositional engine with one set of assumptions.
func (p *problem) runOnce(assume []lit) (o sat.Outcome, reason string) {
	if p.budget.Engine == EngineGini {
		p.stats.Engine = "gini"
		if !sat.HasGini {
			return sat.Outcome{}, "this build has no gini"
		}
		return sat.Gini(p.g.cnf, assume), ""
	}
	p.stats.Engine = "own"
	o = sat.NewSolver(p.g.cnf, true).Solve(assume, p.budget.MaxConflicts)
	p.stats.Conflicts += o.Conflicts
	if o.Answer == sat.Unsatisfiable {
		if err := proof.Check(p.g.cnf, assume, o.Proof); err != nil {
			rejected.Add(1)
			return sat.Outcome{}, "internal error: " + err.Error()
		}
	}
	return o, ""
}

// foldedAt answers that assertion i is false already.
func (p *problem) foldedAt(i int) Result {
	r := Result{Status: Unsat, Core: p.simp.closeCore([]int{i}, p.given), Stats: p.done()}
	if p.budget.Proof {
		r.Proof = &Proof{folded: i}
	}
	return r
}

// refuted maps the failed assumptions back to assertions.
func (p *problem) refuted(o *sat.Outcome, guards []lit) Result {
	r := Result{Status: Unsat, Stats: p.done()}
	if p.budget.Proof && o.Proof != nil {
		r.Proof = &Proof{refutation: &proof.Refutation{CNF: p.g.cnf, Assume: guards, Steps: o.Proof}}
	}
	for i, l := range guards {
		for _, c := range o.Core {
			if c == l {
				r.Core = append(r.Core, i)
				break
			}
		}
	}
	r.Core = p.simp.closeCore(r.Core, p.given)
	return r
}

// done completes the work counts.
func (p *problem) done() Stats {
	if p.g != nil {
		p.stats.Vars, p.stats.Clauses = p.g.cnf.NumVars(), p.g.cnf.Len()
	}
	if p.stats.Engine == "" {
		p.stats.Engine = "fold"
	}
	return p.stats
}
