package smt

import "slices"

// simplifier removes variables that assertions define: "v", "not v", "v = t". The
// definition is put in their place everywhere, which folds terms, keeps patterns
// in one polarity and so makes bounds smaller. Nothing is lost: the value of v is
// that of its definition, and a core names the definitions it went through.
type simplifier struct {
	b     *Builder
	def   map[Term]Term // triangular: definitions may contain defined variables
	from  map[Term]int  // the assertion a definition comes from
	order []Term
	work  int // nodes the occurs check may still look at
	memo  map[Term]Term
}

// maxOccurs bounds the total cost of occurs checks.
const maxOccurs = 1 << 20

func newSimplifier(b *Builder) *simplifier {
	return &simplifier{b: b, def: map[Term]Term{}, from: map[Term]int{}, work: maxOccurs, memo: map[Term]Term{}}
}

// run collects definitions and rewrites the assertions.
func (s *simplifier) run(given []Term) []Term {
	for i, t := range given {
		s.collect(i, t)
	}
	if len(s.def) == 0 {
		return given
	}
	out := make([]Term, len(given))
	for i, t := range given {
		out[i] = s.apply(t)
	}
	return out
}

// collect looks for definitions in one assertion and its conjuncts.
func (s *simplifier) collect(i int, t Term) {
	stack := []Term{t}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		n := &s.b.nodes[t]
		if n.op == opNot && s.b.nodes[n.args[0]].op == opOr { // the complements hold, too
			for _, a := range slices.Backward(s.b.nodes[n.args[0]].args) {
				stack = append(stack, s.b.Not(a))
			}
			continue
		}
		switch n.op {
		case opVar:
			s.define(i, t, True)
		case opAnd:
			for k := len(n.args) - 1; k >= 0; k-- {
				stack = append(stack, n.args[k])
			}
		case opNot:
			s.collectNot(i, n.args[0])
		case opEq:
			x, y := n.args[0], n.args[1]
			if !s.define(i, x, y) {
				s.define(i, y, x)
			}
		}
	}
}

func (s *simplifier) collectNot(i int, t Term) {
	n := s.b.nodes[t]
	switch {
	case n.op == opVar:
		s.define(i, t, False)
	case n.op == opEq && s.b.kind(n.args[0]) == KindBool:
		if !s.define(i, n.args[0], s.b.Not(n.args[1])) {
			s.define(i, n.args[1], s.b.Not(n.args[0]))
		}
	}
}

// define records v := t unless v is no free variable, t is not simple enough or
// contains v.
func (s *simplifier) define(i int, v, t Term) bool {
	n := &s.b.nodes[v]
	if n.op != opVar || n.kind == KindList || s.def[v] != 0 || !s.suitable(v, t) || s.occurs(v, t) {
		return false
	}
	s.def[v], s.from[v] = t, i
	s.order = append(s.order, v)
	return true
}

// suitable reports whether t may replace v: any Boolean, else a constant, a
// variable or a domain of the same sort.
func (s *simplifier) suitable(v, t Term) bool {
	k := s.b.kind(v)
	if k == KindBool {
		return true
	}
	if s.b.kind(t) != k {
		return false
	}
	switch s.b.nodes[t].op {
	case opNum, opText, opNamed, opVar, opDom:
		return true
	}
	return false
}

// occurs reports whether v occurs in t, definitions unfolded; true when the
// check became too expensive.
func (s *simplifier) occurs(v, t Term) bool {
	if s.b.isConst(t) {
		return false
	}
	seen := map[Term]bool{}
	stack := []Term{t}
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if x == v {
			return true
		}
		if seen[x] {
			continue
		}
		if s.work--; s.work < 0 {
			return true
		}
		seen[x] = true
		if d := s.def[x]; d != 0 {
			stack = append(stack, d)
		}
		stack = append(stack, s.b.nodes[x].args...)
	}
	return false
}

// apply unfolds all definitions in t.
func (s *simplifier) apply(t Term) Term {
	stack := []Term{t}
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		if s.memo[x] != 0 {
			stack = stack[:len(stack)-1]
			continue
		}
		if d := s.def[x]; d != 0 {
			if s.memo[d] == 0 {
				stack = append(stack, d)
			} else {
				s.memo[x] = s.memo[d]
			}
			continue
		}
		n := s.b.nodes[x]
		if len(n.args) == 0 || s.b.isLeaf(x) || n.op == opElem {
			s.memo[x] = x
			continue
		}
		args := make([]Term, len(n.args))
		ready := true
		for i, a := range n.args {
			if args[i] = s.memo[a]; args[i] == 0 {
				stack = append(stack, a)
				ready = false
			}
		}
		switch {
		case !ready:
		case slices.Equal(args, n.args):
			s.memo[x] = x
		default:
			s.memo[x] = s.b.rebuild(x, args)
		}
	}
	return s.memo[t]
}

// complete gives the defined variables their values.
func (s *simplifier) complete(m *Model) {
	for _, v := range s.order {
		m.vars = append(m.vars, v)
	}
	for _, v := range s.order {
		for _, t := range s.leavesOf(s.apply(v)) { // variables that vanished
			if _, ok := m.value[t]; !ok {
				m.value[t] = zeroValue(s.b.kind(t))
				m.vars = append(m.vars, t)
			}
		}
		if x, ok := m.Eval(s.apply(v)); ok {
			x.Kind = s.b.kind(v)
			m.value[v] = x
		}
	}
	sortTerms(m.vars)
	m.vars = slices.Compact(m.vars)
}

// leavesOf returns the variables below t.
func (s *simplifier) leavesOf(t Term) []Term {
	var out []Term
	for _, x := range s.b.reach([]Term{t}) {
		if s.b.nodes[x].op == opVar {
			out = append(out, x)
		}
	}
	return out
}

// closeCore adds the assertions whose definitions the core's assertions use.
func (s *simplifier) closeCore(core []int, given []Term) []int {
	if len(s.def) == 0 {
		return core
	}
	in := map[int]bool{}
	work := slices.Clone(core)
	seen := map[Term]bool{}
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		if in[i] {
			continue
		}
		in[i] = true
		stack := []Term{given[i]}
		for len(stack) > 0 {
			x := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if seen[x] {
				continue
			}
			seen[x] = true
			if _, ok := s.def[x]; ok {
				work = append(work, s.from[x])
			}
			stack = append(stack, s.b.nodes[x].args...)
		}
	}
	return sortedKeys(in)
}
