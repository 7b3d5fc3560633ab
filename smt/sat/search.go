package sat

import (
	"slices"
	"sort"
)

// restartUnit is the length of the shortest run between restarts, in conflicts.
const restartUnit = 64

// Solve decides the clauses under assumptions, within a number of conflicts.
func (s *Solver) Solve(assume []Lit, maxConflicts int) Outcome {
	if s.dead {
		return Outcome{Answer: Unsatisfiable, Proof: s.proof, Conflicts: s.Conflicts}
	}
	open := make([]Lit, 0, len(assume))
	for _, l := range assume {
		if l == False {
			return Outcome{Answer: Unsatisfiable, Core: []Lit{False}, Conflicts: s.Conflicts}
		}
		if l != True {
			open = append(open, l)
		}
	}
	assume = open
	limit := s.Conflicts + maxConflicts
	nextReduce := s.Conflicts + 2000
	for run := 1; ; run++ {
		o, done := s.search(assume, min(limit, s.Conflicts+restartUnit*luby(run)))
		if done {
			o.Conflicts = s.Conflicts
			s.backtrack(0)
			return o
		}
		s.backtrack(0)
		if s.Conflicts >= limit {
			return Outcome{Conflicts: s.Conflicts}
		}
		if s.Conflicts >= nextReduce {
			s.reduce()
			nextReduce = s.Conflicts + 2000 + 300*(len(s.learnts)/1000)
		}
	}
}

// luby is the sequence 1 1 2 1 1 2 4 ... (Luby, Sinclair and Zuckerman 1993),
// from 1.
func luby(i int) int {
	for {
		k := 1
		for (1<<k)-1 < i {
			k++
		}
		if (1<<k)-1 == i {
			return 1 << (k - 1)
		}
		i -= (1 << (k - 1)) - 1
	}
}

// search runs until an answer or until limit conflicts in total.
func (s *Solver) search(assume []Lit, limit int) (o Outcome, done bool) {
	for {
		if conflict := s.propagate(); conflict != 0 {
			if s.Conflicts >= limit {
				return o, false
			}
			s.Conflicts++
			if o, done = s.conflict(conflict, len(assume)); done {
				return o, true
			}
			continue
		}
		l, failed := s.decide(assume)
		switch {
		case failed:
			return s.unsat(s.core(0, l)), true
		case l == True:
			return s.model(), true
		}
		s.limits = append(s.limits, int32(len(s.trail)))
		if s.value[l] == 0 {
			s.assign(l, 0)
		}
	}
}

// conflict learns a clause and goes back; done when the conflict depends on
// assumptions only.
func (s *Solver) conflict(c cref, assumptions int) (o Outcome, done bool) {
	if len(s.limits) <= assumptions {
		return s.unsat(s.core(c, False)), true
	}
	clause, back := s.learn(c)
	glue := s.glueLits(clause)
	clause = slices.Clone(clause)
	number := s.log(clause, s.chain(c))
	s.backtrack(back)
	if len(clause) == 1 {
		s.unit[clause[0].Var()] = number
		s.assign(clause[0], 0)
	} else {
		r := s.store(clause, number, max(1, glue))
		s.attach(r)
		s.learnts = append(s.learnts, r)
		s.assign(clause[0], r)
	}
	s.bump *= 1 / 0.95
	return o, false
}

// unsat builds the outcome for a clause of negated assumptions.
func (s *Solver) unsat(clause []Lit) Outcome {
	o := Outcome{Answer: Unsatisfiable, Proof: s.proof}
	for _, l := range clause {
		o.Core = append(o.Core, l.Not())
	}
	return o
}

// decide returns the next decision: an assumption, else a variable, else True
// when everything is assigned. failed means that assumption l is false.
func (s *Solver) decide(assume []Lit) (l Lit, failed bool) {
	if n := len(s.limits); n < len(assume) {
		return assume[n], s.value[assume[n]] == -1
	}
	for {
		v, ok := s.heap.pop()
		if !ok {
			return True, false
		}
		if s.value[2*v] == 0 {
			l := Lit(2 * v)
			if !s.phase[v] {
				l = l.Not()
			}
			return l, false
		}
	}
}

func (s *Solver) model() Outcome {
	o := Outcome{Answer: Satisfiable, Value: make([]bool, len(s.level))}
	for v := range o.Value {
		o.Value[v] = s.value[2*v] == 1
	}
	return o
}

// glue returns the number of levels in a clause (Audemard and Simon 2009).
func (s *Solver) glue(ls []int32) int32 {
	n := int32(0)
	for i, x := range ls {
		lv := s.level[Lit(x).Var()]
		fresh := true
		for _, y := range ls[:min(i, 30)] {
			if s.level[Lit(y).Var()] == lv {
				fresh = false
				break
			}
		}
		if fresh {
			n++
		}
	}
	return n
}

func (s *Solver) glueLits(ls []Lit) int32 {
	a := &s.analyze
	a.hints = a.hints[:0]
	for _, l := range ls {
		a.hints = append(a.hints, int32(l))
	}
	return s.glue(a.hints)
}

// reduce drops the worse half of the learnt clauses with glue above 2, at level
// 0, and rebuilds arena and watches.
func (s *Solver) reduce() {
	order := slices.Clone(s.learnts)
	sort.SliceStable(order, func(i, j int) bool { return s.arena[order[i]+offGlue] < s.arena[order[j]+offGlue] })
	drop := map[cref]bool{}
	for _, c := range order[len(order)/2:] {
		if s.arena[c+offGlue] > 2 && !s.locked(c) {
			drop[c] = true
		}
	}
	kept := s.learnts[:0]
	for _, c := range s.learnts {
		if !drop[c] {
			kept = append(kept, c)
		}
	}
	s.learnts = kept
	s.compact(drop)
}

// compact rewrites the arena without the dropped clauses.
func (s *Solver) compact(drop map[cref]bool) {
	moved := make(map[cref]cref, len(s.learnts))
	end := cref(1)
	for c := cref(1); int(c) < len(s.arena); {
		size := cref(s.arena[c]) + offLits
		if !drop[c] {
			copy(s.arena[end:], s.arena[c:c+size])
			moved[c] = end
			end += size
		}
		c += size
	}
	s.arena = s.arena[:end]
	for i, c := range s.learnts {
		s.learnts[i] = moved[c]
	}
	for _, l := range s.trail { // level 0: reasons were logged as units
		s.reason[l.Var()] = moved[s.reason[l.Var()]]
	}
	for l := range s.watches {
		ws := s.watches[l][:0]
		for _, w := range s.watches[l] {
			if !drop[w.clause] {
				ws = append(ws, watch{moved[w.clause], w.blocker})
			}
		}
		s.watches[l] = ws
	}
}

// locked reports whether the clause is the reason of a literal.
func (s *Solver) locked(c cref) bool {
	l := Lit(s.lits(c)[0])
	return s.value[l] == 1 && s.reason[l.Var()] == c
}

// bumpVar raises the activity of a variable.
func (s *Solver) bumpVar(v int) {
	s.heap.bump(v, s.bump)
	if s.bump > 1e100 {
		s.heap.rescale(1e-100)
		s.bump *= 1e-100
	}
}
