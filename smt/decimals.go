package smt

import (
	"math"
	"math/big"
	"strconv"
)

// Linear arithmetic with decimals is reduced to integers. Whatever truth values
// the atoms have, and whatever integers the integer terms are in some solution,
// what remains for the r decimal terms is a system of rows a·y <= b, a·y < b and
// a·y = b, with integers a and fractions b. Add y_j >= 0 or y_j <= 0, as it is in
// that solution, and write a·y + e <= b for the strict rows, with 0 <= e <= 1. The
// largest such e is positive, and is attained in a vertex (Schrijver 1986, 8.5),
// where r+1 independent rows are equations. By Cramer's rule its decimals are
// multiples of 1/(d·l), d the absolute value of a minor of the rows (a, 0), (a, 1)
// and (-a, 1), since an atom and its negation have opposite a, and l a common
// denominator of all b. So multiples of 1/scale suffice, scale being l times a
// common multiple of all these minors; and times the scale the system is one of
// integers, of which the bound of binarySpace holds.

// mixedRow is one numeric atom as a row.
type mixedRow struct {
	ints, reals float64 // sums of the squares of the coefficients
	k           float64 // absolute value of the right-hand side
	den         int64   // of the right-hand side; 0 when it is large
	decimals    []Term  // with their coefficients, the first of which is positive
	coefs       []int64
	large       bool // a coefficient is beyond maxEntry
}

// maxEntry bounds the coefficients of decimals, so that minors are 64-bit
// numbers; maxReals the decimals of a component; maxMinors how many row sets are
// looked at; and maxScale the scale.
const (
	maxEntry  = 1000
	maxReals  = 4
	maxMinors = 20_000
	maxScale  = 1 << 24
)

// denominators returns the scale of the decimals; 0 when it would be too large.
func (c *component) denominators(p *problem) int64 {
	var spec spaceSpec
	for _, t := range c.atoms {
		if !p.isFree(t) {
			spec.atomRow(p.b, &p.b.nodes[t])
		}
	}
	m := &minors{column: map[Term]int{}, seen: map[string]bool{}, scale: 1}
	l := &minors{scale: 1} // of the right-hand sides
	for i := range spec.mixed {
		r := &spec.mixed[i]
		if len(r.decimals) > 0 && (r.large || !l.multiple(r.den) || !m.add(r)) {
			return 0
		}
	}
	if len(m.column) == 0 || broken("lra-minors") {
		return l.scale
	}
	m.rows = append(m.rows, m.unit()) // e <= 1
	if !m.extend(0, m.empty()) || m.scale > maxScale/l.scale {
		return 0
	}
	return m.scale * l.scale
}

// multiple makes the scale a multiple of n; false when that is too large.
func (m *minors) multiple(n int64) bool {
	a, b := m.scale, max(n, -n)
	if b == 0 {
		return false
	}
	for b != 0 {
		a, b = b, a%b
	}
	n = max(n, -n) / a
	if n > maxScale/m.scale {
		return false
	}
	m.scale *= n
	return true
}

// minors multiplies the absolute values of all minors into scale.
type minors struct {
	column map[Term]int // the decimals; column 0 is e
	rows   [][maxReals + 1]int64
	seen   map[string]bool
	scale  int64
	sets   int
}

func (m *minors) unit() (row [maxReals + 1]int64) {
	row[0] = 1
	return row
}

// empty are the minors of no row: one, of no column.
func (m *minors) empty() (out [1 << (maxReals + 1)]int64) {
	out[0] = 1
	return out
}

// add adds the rows (a, 0), (a, 1) and -(-a, 1), once for each a up to its sign;
// the sign of a row does not matter to minors. It is false
// when there are too many decimals.
func (m *minors) add(r *mixedRow) bool {
	var row [maxReals + 1]int64
	key := ""
	for i, t := range r.decimals {
		c, ok := m.column[t]
		if !ok {
			c = len(m.column) + 1
			if c > maxReals {
				return false
			}
			m.column[t] = c
		}
		row[c] = r.coefs[i]
		key += strconv.Itoa(c) + "*" + strconv.FormatInt(r.coefs[i], 10) + ","
	}
	if m.seen[key] {
		return true
	}
	m.seen[key] = true
	strict, negated := row, row
	strict[0], negated[0] = 1, -1
	m.rows = append(m.rows, row, strict, negated)
	return true
}

// extend takes up every set of rows that goes on from the row at from, given the
// minors of the rows chosen so far by the set of their columns (Laplace's
// expansion along the new row).
func (m *minors) extend(from int, before [1 << (maxReals + 1)]int64) bool {
	width := len(m.column) + 1
	for i := from; i < len(m.rows); i++ {
		if m.sets++; m.sets > maxMinors {
			return false
		}
		var after [1 << (maxReals + 1)]int64
		any := false
		for set := 1; set < 1<<width; set++ {
			sign := int64(1)
			for c := width - 1; c >= 0; c-- {
				if set>>c&1 == 1 {
					after[set] += sign * m.rows[i][c] * before[set&^(1<<c)]
					sign = -sign
				}
			}
			if after[set] != 0 {
				any = true
				if !m.multiple(after[set]) {
					return false
				}
			}
		}
		if any && !m.extend(i+1, after) {
			return false
		}
	}
	return true
}

// scaledRows are the squared lengths of the rows of the system in integers.
func (spec *spaceSpec) scaledRows() []linearRow {
	rows := append([]linearRow(nil), spec.rows...)
	f := float64(spec.scale)
	for _, r := range spec.mixed {
		if len(r.decimals) == 0 {
			rows = append(rows, linearRow{r.ints, r.k + 1}) // the negation of <= moves k by 1
			continue
		}
		rows = append(rows, linearRow{r.ints*f*f + r.reals, r.k*f + 1})
	}
	return rows
}

// atomRow adds the row of a numeric atom to the system.
func (spec *spaceSpec) atomRow(b *Builder, n *node) {
	r := mixedRow{den: 1}
	var k Rat
	for i, a := range n.args {
		side := RatInt(int64(1 - 2*i)) // the right side is subtracted
		switch m := &b.nodes[a]; m.op {
		case opNum:
			k = k.Add(b.rats[m.pay].Mul(side))
		case opLin:
			l := b.lins[m.pay]
			k = k.Add(l.k.Mul(side))
			for j, c := range l.coefs {
				r.add(b, m.args[j], c.Mul(side))
			}
		default:
			r.add(b, a, side)
		}
	}
	f, _ := k.view().Float64()
	r.k = math.Abs(f)
	if len(r.decimals) > 0 { // a row of integers alone has a whole right-hand side
		if r.den = 0; k.view().Denom().IsInt64() {
			r.den = k.view().Denom().Int64()
		}
		if r.coefs[0] < 0 {
			for i := range r.coefs {
				r.coefs[i] = -r.coefs[i]
			}
		}
	}
	spec.mixed = append(spec.mixed, r)
}

// add adds a term with a whole coefficient.
func (r *mixedRow) add(b *Builder, t Term, c Rat) {
	f, _ := c.view().Float64()
	if b.kind(t) != KindReal {
		r.ints += f * f
		return
	}
	r.reals += f * f
	n, ok := c.Int64()
	r.large = r.large || !ok || n > maxEntry || n < -maxEntry
	r.decimals, r.coefs = append(r.decimals, t), append(r.coefs, n)
}

// vectorIn is the vector of a term in units of one, or of 1/scale for KindReal.
func (c *component) vectorIn(p *problem, s *binarySpace, unit Kind, t Term) []lit {
	v := c.vector(p, t)
	if unit != KindReal || p.b.kind(t) == KindReal || s.scale == 1 {
		return v
	}
	if w, ok := c.scaled[t]; ok {
		return w
	}
	if c.scaled == nil {
		c.scaled = map[Term][]lit{}
	}
	w := s.times(v, big.NewInt(s.scale))
	c.scaled[t] = w
	return w
}

// compareDecimals is compare for a component with decimals in sums: what is
// compared is brought to one unit.
func (c *component) compareDecimals(p *problem, s *binarySpace, n *node) lit {
	unit := KindInt
	for _, a := range n.args {
		if !p.b.isConst(a) && p.b.kind(a) == KindReal {
			unit = KindReal
		}
	}
	factor := RatInt(1)
	if unit == KindReal {
		factor = RatInt(s.scale)
	}
	x, y := n.args[0], n.args[1]
	if r, ok := p.b.numValue(y); ok {
		o := c.vectorIn(p, s, unit, x)
		atMost := s.above(o, r.Mul(factor)).Not()
		if n.op == opEq {
			return p.g.and(s.ge(o, r.Mul(factor)), atMost)
		}
		return atMost
	}
	if r, ok := p.b.numValue(x); ok {
		return s.ge(c.vectorIn(p, s, unit, y), r.Mul(factor))
	}
	v, w := c.vectorIn(p, s, unit, x), c.vectorIn(p, s, unit, y)
	if n.op == opEq {
		return s.eq(v, w)
	}
	return s.le(v, w)
}
