package sat

// Solver is a conflict-driven clause learner in the line of MiniSat (Een and
// Sorensson 2003): two watched literals with blockers, first-UIP learning with
// minimization, activity-ordered decisions, saved phases, Luby restarts and
// deletion of clauses by glue. It is deterministic, counts conflicts instead of
// time, and logs an LRAT hint for everything it learns.
type Solver struct {
	arena   []int32 // clauses: size, number, glue, literals
	watches [][]watch
	value   []int8 // by literal: 1 true, -1 false, 0 open
	level   []int32
	reason  []cref // by variable
	pos     []int32
	trail   []Lit
	limits  []int32 // trail length at each decision
	head    int
	phase   []bool
	heap    varHeap
	bump    float64
	learnts []cref
	unit    []int32 // by variable: number of the unit clause that fixes it
	next    int32   // number of the next clause
	proof   *Proof
	dead    bool // refuted without assumptions
	analyze analysis

	Conflicts int
}

// cref is the place of a clause in the arena; 0 is none.
type cref int32

type watch struct {
	clause  cref
	blocker Lit
}

const (
	offNumber = 1
	offGlue   = 2
	offLits   = 3
)

// NewSolver returns a solver for the clauses of c. With log it records a proof.
func NewSolver(c *CNF, log bool) *Solver {
	n := c.NumVars()
	s := &Solver{
		watches: make([][]watch, 2*n), value: make([]int8, 2*n), level: make([]int32, n),
		reason: make([]cref, n), pos: make([]int32, n), phase: make([]bool, n), unit: make([]int32, n),
		bump: 1, next: int32(c.Len()) + 1, arena: make([]int32, 1, 1+len(c.lits)+offLits*c.Len()),
		trail: make([]Lit, 0, n),
	}
	s.heap.init(n)
	s.analyze.seen = make([]uint8, n)
	s.value[True], s.value[False] = 1, -1
	if log {
		s.proof = &Proof{First: s.next}
	}
	s.reserve(c)
	for i := 0; i < c.Len() && !s.dead; i++ {
		s.load(c.Clause(i), int32(i)+1)
	}
	return s
}

// reserve sizes the watch lists in one block.
func (s *Solver) reserve(c *CNF) {
	count := make([]int32, len(s.watches))
	total := 0
	for i := 0; i < c.Len(); i++ {
		if ls := c.Clause(i); len(ls) > 1 {
			count[ls[0].Not()]++
			count[ls[1].Not()]++
			total += 2
		}
	}
	block := make([]watch, total)
	for l, n := range count {
		s.watches[l], block = block[:0:n], block[n:]
	}
}

// load adds a clause of the problem.
func (s *Solver) load(ls []Lit, number int32) {
	switch len(ls) {
	case 0:
		s.refute(nil, []int32{number})
	case 1:
		s.loadUnit(ls[0], number)
	default:
		s.attach(s.store(ls, number, 0))
	}
}

// loadUnit asserts a unit clause at level 0.
func (s *Solver) loadUnit(l Lit, number int32) {
	switch s.value[l] {
	case 1:
		return
	case -1:
		s.refute(nil, []int32{s.unit[l.Var()], number})
		return
	}
	s.unit[l.Var()] = number
	s.assign(l, 0)
}

// store copies a clause into the arena.
func (s *Solver) store(ls []Lit, number, glue int32) cref {
	c := cref(len(s.arena))
	s.arena = append(s.arena, int32(len(ls)), number, glue)
	for _, l := range ls {
		s.arena = append(s.arena, int32(l))
	}
	return c
}

// lits returns the literals of a clause as words of the arena.
func (s *Solver) lits(c cref) []int32 { return s.arena[c+offLits : c+offLits+cref(s.arena[c])] }

func (s *Solver) attach(c cref) {
	ls := s.lits(c)
	a, b := Lit(ls[0]), Lit(ls[1])
	s.watches[a.Not()] = append(s.watches[a.Not()], watch{c, b})
	s.watches[b.Not()] = append(s.watches[b.Not()], watch{c, a})
}

// assign makes l true; the reason is 0 for decisions and units.
func (s *Solver) assign(l Lit, why cref) {
	v := l.Var()
	s.value[l], s.value[l.Not()] = 1, -1
	s.level[v] = int32(len(s.limits))
	s.reason[v] = why
	s.pos[v] = int32(len(s.trail))
	s.trail = append(s.trail, l)
	if len(s.limits) == 0 && why != 0 {
		s.fixUnit(l, why)
	}
}

// fixUnit logs the unit clause of a literal implied at level 0.
func (s *Solver) fixUnit(l Lit, why cref) {
	hints := s.analyze.hints[:0]
	for _, m := range s.lits(why) {
		if v := Lit(m).Var(); Lit(m) != l {
			hints = append(hints, s.unit[v])
		}
	}
	hints = append(hints, s.arena[why+offNumber])
	s.analyze.hints = hints
	s.unit[l.Var()] = s.log([]Lit{l}, hints)
}

// log appends a proof step and returns the number of its clause.
func (s *Solver) log(ls []Lit, hints []int32) int32 {
	if s.proof != nil {
		s.proof.Add(ls, hints)
	}
	s.next++
	return s.next - 1
}

// refute ends with the clause ls, which is empty without assumptions.
func (s *Solver) refute(ls []Lit, hints []int32) {
	s.log(ls, hints)
	if len(ls) == 0 {
		s.dead = true
	}
}

// propagate makes all unit consequences; it returns a clause that became false,
// or 0.
func (s *Solver) propagate() cref {
	for s.head < len(s.trail) {
		p := s.trail[s.head] // p became true: clauses watching its complement
		s.head++
		ws := s.watches[p]
		keep := 0
		for i := 0; i < len(ws); i++ {
			w := ws[i]
			if s.value[w.blocker] == 1 {
				ws[keep] = w
				keep++
				continue
			}
			first, moved := s.visit(w.clause, p.Not())
			if moved {
				continue
			}
			ws[keep] = watch{w.clause, first}
			keep++
			if s.value[first] == 1 {
				continue
			}
			if s.value[first] == -1 {
				keep += copy(ws[keep:], ws[i+1:])
				s.watches[p] = ws[:keep]
				s.head = len(s.trail)
				return w.clause
			}
			s.assign(first, w.clause)
		}
		s.watches[p] = ws[:keep]
	}
	return 0
}

// visit looks at a clause whose watched literal f became false. It moves the
// watch, or returns the other watched literal.
func (s *Solver) visit(c cref, f Lit) (first Lit, moved bool) {
	ls := s.lits(c)
	if Lit(ls[0]) == f {
		ls[0], ls[1] = ls[1], ls[0]
	}
	first = Lit(ls[0])
	if s.value[first] == 1 {
		return first, false
	}
	for k := 2; k < len(ls); k++ {
		if l := Lit(ls[k]); s.value[l] != -1 {
			ls[1], ls[k] = ls[k], ls[1]
			s.watches[l.Not()] = append(s.watches[l.Not()], watch{c, first})
			return first, true
		}
	}
	return first, false
}

// backtrack undoes all levels above n.
func (s *Solver) backtrack(n int) {
	if len(s.limits) <= n {
		return
	}
	for i := len(s.trail) - 1; i >= int(s.limits[n]); i-- {
		l := s.trail[i]
		s.value[l], s.value[l.Not()] = 0, 0
		s.phase[l.Var()] = !l.Neg()
		s.heap.insert(l.Var())
	}
	s.trail = s.trail[:s.limits[n]]
	s.limits = s.limits[:n]
	s.head = len(s.trail)
}
