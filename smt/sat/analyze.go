package sat

import (
	"sort"
)

// analysis is the scratch space of conflict analysis.
type analysis struct {
	seen   []uint8
	clause []Lit
	used   []Lit   // literals whose reasons were resolved with
	units  []Lit   // literals fixed at level 0 that were dropped
	clear  []int32 // variables with seen != 0
	hints  []int32
	stack  []Lit
}

// marks in seen.
const (
	markIn     uint8 = 1 << iota // in the clause, or resolved away
	markGone                     // redundant: implied by the rest of the clause
	markNeeded                   // known not to be redundant
	markUnit                     // in units
	markUsed                     // in used
)

func (s *Solver) mark(v int, m uint8) {
	a := &s.analyze
	if a.seen[v] == 0 {
		a.clear = append(a.clear, int32(v))
	}
	a.seen[v] |= m
}

// learn derives the first-UIP clause of a conflict: the asserting literal comes
// first, a literal of the next lower level second.
func (s *Solver) learn(conflict cref) (clause []Lit, back int) {
	a := &s.analyze
	a.clause = append(a.clause[:0], 0)
	a.used, a.units = a.used[:0], a.units[:0]
	open := s.resolve(conflict, False)
	i := len(s.trail) - 1
	var p Lit
	for {
		for a.seen[s.trail[i].Var()]&markIn == 0 {
			i--
		}
		p = s.trail[i]
		i--
		open--
		if open == 0 {
			break
		}
		s.use(p)
		open += s.resolve(s.reason[p.Var()], p)
	}
	a.clause[0] = p.Not()
	s.minimize()
	back = s.orderClause()
	return a.clause, back
}

// resolve adds the literals of a clause other than p; it returns how many are
// of the current level.
func (s *Solver) resolve(c cref, p Lit) (open int) {
	a := &s.analyze
	if s.arena[c+offGlue] > 0 {
		s.arena[c+offGlue] = max(1, min(s.arena[c+offGlue], s.glue(s.lits(c))))
	}
	for _, x := range s.lits(c) {
		l := Lit(x)
		v := l.Var()
		if l == p || a.seen[v]&markIn != 0 {
			continue
		}
		if s.level[v] == 0 {
			s.useUnit(l)
			continue
		}
		s.mark(v, markIn)
		s.bumpVar(v)
		if int(s.level[v]) == len(s.limits) {
			open++
		} else {
			a.clause = append(a.clause, l)
		}
	}
	return open
}

// use notes that the reason of the true literal p is part of the derivation.
func (s *Solver) use(p Lit) {
	if s.analyze.seen[p.Var()]&markUsed == 0 {
		s.mark(p.Var(), markUsed)
		s.analyze.used = append(s.analyze.used, p)
	}
}

// useUnit notes a literal that is false at level 0.
func (s *Solver) useUnit(l Lit) {
	if s.analyze.seen[l.Var()]&markUnit == 0 {
		s.mark(l.Var(), markUnit)
		s.analyze.units = append(s.analyze.units, l)
	}
}

// minimize drops literals that the others imply.
func (s *Solver) minimize() {
	a := &s.analyze
	kept := a.clause[:1]
	for _, l := range a.clause[1:] {
		if s.reason[l.Var()] == 0 || !s.redundant(l) {
			kept = append(kept, l)
		}
	}
	a.clause = kept
}

// redundant reports whether the complement of l follows from the complements
// of the clause's literals, by walking its reasons with an explicit stack.
func (s *Solver) redundant(l Lit) bool {
	a := &s.analyze
	a.stack = append(a.stack[:0], l)
	done := len(a.clear)
	for len(a.stack) > 0 {
		x := a.stack[len(a.stack)-1]
		a.stack = a.stack[:len(a.stack)-1]
		for _, y := range s.lits(s.reason[x.Var()]) {
			m := Lit(y)
			v := m.Var()
			if v == x.Var() || s.level[v] == 0 || a.seen[v]&(markIn|markGone) != 0 {
				continue
			}
			if s.reason[v] == 0 || a.seen[v]&markNeeded != 0 {
				s.forget(done)
				s.mark(l.Var(), markNeeded)
				return false
			}
			s.mark(v, markGone)
			a.stack = append(a.stack, m)
		}
	}
	s.useRedundant(l, done)
	return true
}

// forget takes back the marks of a failed walk.
func (s *Solver) forget(done int) {
	a := &s.analyze
	for _, v := range a.clear[done:] {
		a.seen[v] &^= markGone
		a.seen[v] |= markNeeded
	}
}

// useRedundant adds the reasons of a successful walk to the derivation.
func (s *Solver) useRedundant(l Lit, done int) {
	a := &s.analyze
	s.useReason(l.Var())
	for _, v := range a.clear[done:len(a.clear):len(a.clear)] {
		if a.seen[v]&markGone != 0 {
			s.useReason(int(v))
		}
	}
}

func (s *Solver) useReason(v int) {
	l := Lit(2 * v)
	if s.value[l] == -1 {
		l = l.Not()
	}
	s.use(l)
	for _, y := range s.lits(s.reason[v]) {
		if m := Lit(y); s.level[m.Var()] == 0 && m.Var() != v {
			s.useUnit(m)
		}
	}
}

// orderClause puts a literal of the highest level below the current one second
// and returns that level.
func (s *Solver) orderClause() (back int) {
	c := s.analyze.clause
	for i := 1; i < len(c); i++ {
		if n := int(s.level[c[i].Var()]); n > back {
			back = n
			c[1], c[i] = c[i], c[1]
		}
	}
	return back
}

// chain returns the hints of the derivation: units, then reasons in the order in
// which they propagated, then the conflict (0 for none). It clears all marks.
func (s *Solver) chain(conflict cref) []int32 {
	a := &s.analyze
	h := a.hints[:0]
	if s.proof != nil {
		for _, l := range a.units {
			h = append(h, s.unit[l.Var()])
		}
		sort.Slice(a.used, func(i, j int) bool { return s.pos[a.used[i].Var()] < s.pos[a.used[j].Var()] })
		for _, p := range a.used {
			h = append(h, s.arena[s.reason[p.Var()]+offNumber])
		}
		if conflict != 0 {
			h = append(h, s.arena[conflict+offNumber])
		}
	}
	a.hints = h
	for _, v := range a.clear {
		a.seen[v] = 0
	}
	a.clear = a.clear[:0]
	return h
}

// core derives the clause over negated assumptions that makes the assumption
// (or the conflict, when failed is False) impossible.
func (s *Solver) core(conflict cref, failed Lit) (clause []Lit) {
	a := &s.analyze
	a.used, a.units = a.used[:0], a.units[:0]
	if conflict != 0 {
		s.markFalse(conflict, False)
	} else {
		clause = append(clause, failed.Not())
		if s.level[failed.Var()] == 0 {
			s.useUnit(failed)
		} else {
			s.mark(failed.Var(), markIn)
		}
	}
	for i := len(s.trail) - 1; i >= 0; i-- {
		p := s.trail[i]
		if a.seen[p.Var()]&markIn == 0 {
			continue
		}
		if c := s.reason[p.Var()]; c != 0 {
			s.use(p)
			s.markFalse(c, p)
		} else if p != failed.Not() {
			clause = append(clause, p.Not())
		}
	}
	s.refute(clause, s.chain(conflict))
	return clause
}

// markFalse marks the literals of a clause other than p.
func (s *Solver) markFalse(c cref, p Lit) {
	for _, x := range s.lits(c) {
		switch l := Lit(x); {
		case l == p:
		case s.level[l.Var()] == 0:
			s.useUnit(l)
		default:
			s.mark(l.Var(), markIn)
		}
	}
}
