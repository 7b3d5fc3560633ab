package smt

import (
	"fmt"
	"math/rand"
	"planproof/smt/sat"
	"strings"
	"testing"
)

// profile says what formulas of one fragment look like and how far the search
// goes.
type profile struct {
	name     string
	strs     int // at most
	ints     int
	reals    bool
	bools    int
	atoms    []string // eq eqc dom domc lower len lenc lenlen at ok glob domglob lexc lex num
	consts   []string
	pats     []string
	nums     []string
	letters  string
	lens     []int // longest string by number of string variables
	extra    []string
	minAtoms int
	maxAtoms int
}

type gen struct {
	r *rand.Rand
	p *profile
	n int // string variables
	i int
}

func pick[T any](r *rand.Rand, xs []T) T { return xs[r.Intn(len(xs))] }

func (g *gen) svar() *tterm { return &tterm{op: "var", v: g.r.Intn(g.n)} }

func (g *gen) con() *tterm { return &tterm{op: "const", s: pick(g.r, g.p.consts)} }

func (g *gen) lenTerm(op string) *tterm {
	t := g.svar()
	if strings.HasPrefix(op, "dom") || g.p.has("dom") && g.r.Intn(3) == 0 {
		t = &tterm{op: "dom", a: t}
	}
	return &tterm{op: "len", a: t}
}

func (p *profile) has(s string) bool {
	for _, a := range p.atoms {
		if a == s {
			return true
		}
	}
	return false
}

// numberVar is the sort of a numeric variable: every other one is a decimal
// where there are some.
func (g *gen) numberVar(v int) string {
	if g.p.reals && v%2 == 0 {
		return "rvar"
	}
	return "ivar"
}

// coef is a coefficient of a sum; small where there are decimals, as conditions
// have them.
func (g *gen) coef() int64 {
	if g.p.reals {
		return int64(g.r.Intn(5) - 2)
	}
	return int64(g.r.Intn(9) - 4)
}

func (g *gen) number() *tterm {
	if g.i > 0 && g.r.Intn(3) > 0 {
		v := g.r.Intn(g.i)
		return &tterm{op: g.numberVar(v), v: v}
	}
	return &tterm{op: "num", n: ratOf(pick(g.r, g.p.nums))}
}

func (g *gen) cmp(a, b *tterm) *tform {
	if g.r.Intn(2) == 0 {
		a, b = b, a
	}
	return &tform{op: pick(g.r, []string{"eq", "lt", "le"}), a: a, b: b}
}

func (g *gen) atom() *tform {
	r := g.r
	fn := func(op string) *tterm { return &tterm{op: op, a: g.svar()} }
	mayFn := func() *tterm {
		switch {
		case g.p.has("dom") && r.Intn(3) == 0:
			return fn("dom")
		case g.p.has("lower") && r.Intn(3) == 0:
			return fn("lower")
		}
		return g.svar()
	}
	switch op := pick(r, g.p.atoms); op {
	case "eq":
		return &tform{op: "eq", a: g.svar(), b: g.svar()}
	case "eqc":
		return &tform{op: "eq", a: mayFn(), b: g.con()}
	case "dom", "lower":
		b := g.svar()
		if r.Intn(2) == 0 {
			b = fn(op)
		}
		return &tform{op: "eq", a: fn(op), b: b}
	case "lenc":
		return g.cmp(g.lenTerm(op), &tterm{op: "num", n: ratOf(pick(r, g.p.nums))})
	case "lenlen":
		return g.cmp(g.lenTerm(op), g.lenTerm(op))
	case "lenint":
		return g.cmp(g.lenTerm(op), g.number())
	case "at", "ok":
		return &tform{op: op, a: g.svar()}
	case "glob":
		return &tform{op: "glob", a: mayFn(), pat: pick(r, g.p.pats)}
	case "lexc":
		return g.cmp(mayFn(), g.con())
	case "lex":
		return g.cmp(g.svar(), g.svar())
	case "sum", "lensum":
		t := &tterm{op: "sum"}
		for k := 2 + r.Intn(2); k > 0; k-- {
			if op == "sum" {
				v := r.Intn(g.i)
				t.kids = append(t.kids, &tterm{op: g.numberVar(v), v: v})
			} else {
				t.kids = append(t.kids, g.lenTerm(op))
			}
			t.coefs = append(t.coefs, g.coef())
		}
		return g.cmp(t, &tterm{op: "num", n: ratOf(pick(r, g.p.nums))})
	case "num":
		return g.cmp(g.number(), g.number())
	case "case": // x differs from its lower case, and they are equally long
		x := g.svar()
		d := &tterm{op: "dom", a: x}
		return &tform{op: "and", kids: []*tform{
			{op: "not", kids: []*tform{{op: "eq", a: x, b: d}}},
			{op: "eq", a: &tterm{op: "len", a: x}, b: &tterm{op: "len", a: d}}}}
	}
	return &tform{op: "bvar", v: r.Intn(max(1, g.p.bools))}
}

// formula is mostly a conjunction of literals, sometimes a tree.
func (g *gen) formula() *tform {
	r := g.r
	k := g.p.minAtoms + r.Intn(g.p.maxAtoms-g.p.minAtoms+1)
	root := &tform{op: "and"}
	for len(root.kids) < k {
		f := g.literal()
		if r.Intn(4) == 0 {
			f = &tform{op: pick(r, []string{"or", "or", "iff", "and"}), kids: []*tform{f, g.literal()}}
		}
		if r.Intn(12) == 0 {
			f = &tform{op: "not", kids: []*tform{f}}
		}
		root.kids = append(root.kids, f)
	}
	return root
}

func (g *gen) literal() *tform {
	f := g.atom()
	if g.r.Intn(2) == 0 && f.op != "and" {
		f = &tform{op: "not", kids: []*tform{f}}
	}
	return f
}

// universe returns all strings up to n letters.
func universe(letters string, n int, extra []string) []string {
	out := []string{""}
	last := out
	for ; n > 0; n-- {
		var next []string
		for _, s := range last {
			for _, r := range letters {
				next = append(next, s+string(r))
			}
		}
		out = append(out, next...)
		last = next
	}
	return append(out, extra...)
}

// search looks for a model exhaustively, by backtracking with early evaluation of
// the conjuncts whose variables are assigned.
func (f *tform) search(strs [][]string, nums [][]Rat, bools int) *tworld {
	w := &tworld{strs: make([]string, len(strs)), nums: make([]Rat, len(nums)), bools: make([]bool, bools)}
	total := bools + len(nums) + len(strs)
	when := make([][]*tform, total+1)
	for _, k := range f.kids {
		m := k.last(bools, len(nums))
		when[m] = append(when[m], k)
	}
	var rec func(i int) bool
	rec = func(i int) bool {
		for _, k := range when[i] {
			if !k.eval(w) {
				return false
			}
		}
		switch {
		case i == total:
			return true
		case i < bools:
			for _, v := range []bool{false, true} {
				w.bools[i] = v
				if rec(i + 1) {
					return true
				}
			}
		case i < bools+len(nums):
			for _, v := range nums[i-bools] {
				w.nums[i-bools] = v
				if rec(i + 1) {
					return true
				}
			}
		default:
			for _, v := range strs[i-bools-len(nums)] {
				w.strs[i-bools-len(nums)] = v
				if rec(i + 1) {
					return true
				}
			}
		}
		return false
	}
	if rec(0) {
		return w
	}
	return nil
}

// last returns one more than the position of the last variable of the formula.
func (f *tform) last(bools, nums int) int {
	m := 0
	if f.op == "bvar" {
		m = f.v + 1
	}
	for _, k := range f.kids {
		m = max(m, k.last(bools, nums))
	}
	ts := []*tterm{f.a, f.b}
	if f.a != nil {
		ts = append(ts, f.a.kids...)
	}
	if f.b != nil {
		ts = append(ts, f.b.kids...)
	}
	for _, t := range ts {
		for ; t != nil; t = t.a {
			switch t.op {
			case "var":
				m = max(m, bools+nums+t.v+1)
			case "ivar", "rvar":
				m = max(m, bools+t.v+1)
			}
		}
	}
	return m
}

type tally struct{ sat, unsat, unknown, wrong int }

// check decides one formula and compares; it returns a complaint or "".
func (p *profile) check(f *tform, n, ints int, words []string, tl *tally) string {
	b := refBuilder()
	var as []Term
	for _, k := range f.kids {
		as = append(as, k.build(b))
	}
	before := rejected.Load()
	r := b.Solve(as, Budget{})
	if rejected.Load() != before {
		return "model or proof rejected"
	}
	if sat.HasGini && p.name != "LRA" { // gini has no budget, and wide sums are hard for it
		if g := b.Solve(as, Budget{Engine: EngineGini}); g.Status != r.Status {
			return fmt.Sprintf("%v, but gini says %v", r.Status, g.Status)
		}
	}
	switch r.Status {
	case Unknown:
		tl.unknown++
		if r.Reason == errNoRoom.Error() {
			return r.Reason
		}
		return ""
	case Sat:
		tl.sat++
		w := &tworld{strs: make([]string, n), nums: make([]Rat, max(ints, 1)), bools: make([]bool, max(p.bools, 1))}
		for _, v := range r.Model.Vars() {
			var i int
			fmt.Sscan(v.Name[1:], &i)
			switch v.Value.Kind {
			case KindStr:
				w.strs[i] = v.Value.Text
			case KindBool:
				w.bools[i] = v.Value.Bool
			default:
				w.nums[i] = v.Value.Num
			}
		}
		if !f.eval(w) {
			return fmt.Sprintf("bad model %q %v %v", w.strs, w.nums, w.bools)
		}
		return ""
	}
	tl.unsat++
	strs := make([][]string, n)
	for i := range strs {
		strs[i] = words
	}
	nums := make([][]Rat, ints)
	for i := range nums {
		nums[i] = p.values(i)
	}
	if w := f.search(strs, nums, p.bools); w != nil {
		return fmt.Sprintf("unsat, but %q %v %v", w.strs, w.nums, w.bools)
	}
	return p.checkCore(b, as, r)
}

// checkCore demands that the core alone is unsat.
func (p *profile) checkCore(b *Builder, as []Term, r Result) string {
	if q := b.Solve(as, Budget{Proof: true}); q.Proof != nil {
		if err := q.Proof.CheckFor(b, as); err != nil {
			return err.Error()
		}
	}
	if m := b.Solve(as, Budget{MinimizeCore: true}).Core; len(m) > len(r.Core) {
		return "a minimized core is larger"
	}
	var core []Term
	for _, i := range r.Core {
		core = append(core, as[i])
	}
	if c := b.Solve(core, Budget{}); c.Status != Unsat {
		return fmt.Sprintf("core %v is %v", r.Core, c.Status)
	}
	return ""
}

// values are the numbers tried for numeric variable i.
func (p *profile) values(i int) []Rat {
	var out []Rat
	for _, n := range p.nums {
		c := ratOf(n)
		for d := int64(-3); d <= 3; d++ {
			out = append(out, c.Floor().Add(RatInt(d)))
			if p.reals && i%2 == 0 {
				out = append(out, c.Add(RatInt(d).Quo(RatInt(7))), c.Add(RatInt(d).Quo(RatInt(6))), c.Add(RatInt(d).Quo(RatInt(18))))
			}
		}
	}
	return sortRats(out)
}

func (p *profile) run(t *testing.T, count int, seed int64) tally {
	var tl tally
	r := rand.New(rand.NewSource(seed))
	words := make([][]string, p.strs+1)
	for n := range words {
		if n > 0 {
			words[n] = universe(p.letters, p.lens[n-1], p.extra)
		}
	}
	for q := 0; q < count && tl.wrong < 5; q++ {
		g := &gen{r: r, p: p, n: 1, i: p.ints}
		if p.strs > 1 {
			g.n = 1 + r.Intn(p.strs)
		}
		f := g.formula()
		n := g.n
		if p.strs == 0 {
			n = 0
		}
		if msg := p.check(f, n, g.i, words[min(n, p.strs)], &tl); msg != "" {
			tl.wrong++
			if t != nil {
				t.Errorf("%s: %s\n  %v", p.name, msg, f)
			}
		}
	}
	return tl
}

func TestBruteForce(t *testing.T) {
	for _, p := range profiles {
		t.Run(p.name, func(t *testing.T) {
			count := 200
			if strings.HasPrefix(p.name, "F1") || p.name == "LRA" {
				count = 80
			}
			if testing.Short() {
				count /= 5
			}
			tl := p.run(t, count*scale(), seed(1))
			t.Logf("%+v", tl)
			if tl.unknown > 0 {
				t.Logf("unknown answers: %d", tl.unknown)
			}
		})
	}
}
