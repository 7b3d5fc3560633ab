package smt

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
)

// The reference: an own formula tree with an own evaluator, and exhaustive search
// over small worlds. Nothing here shares code with the package.

type tterm struct {
	op string // var const dom lower len num ivar
	v  int
	s  string
	n  Rat
	a  *tterm

	kids  []*tterm
	coefs []int64
}

type tform struct {
	op   string // and or not iff bvar eq lt le at ok glob
	kids []*tform
	a, b *tterm
	v    int
	pat  string
}

type tworld struct {
	strs  []string
	nums  []Rat
	bools []bool
}

func refBad(r rune) bool { return r == ',' || r == ';' || r <= ' ' || r == 0x200b }

func refLower(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 32
		}
		return r
	}, s)
}

func refOK(s string) bool {
	p, d, found := strings.Cut(s, "@")
	return found && p != "" && d != "" && !strings.Contains(d, "@") && !strings.ContainsFunc(s, refBad)
}

func refDom(s string) string {
	switch {
	case !strings.Contains(s, "@"):
		return refLower(s)
	case refOK(s):
		_, d, _ := strings.Cut(s, "@")
		return refLower(d)
	}
	return ""
}

// refGlob is the textbook backtracking matcher for '*' and '?' and [ab].
func refGlob(p, s []rune) bool {
	if len(p) == 0 {
		return len(s) == 0
	}
	switch p[0] {
	case '*':
		return refGlob(p[1:], s) || len(s) > 0 && refGlob(p, s[1:])
	case '?':
		return len(s) > 0 && refGlob(p[1:], s[1:])
	case '[':
		end := 1
		for p[end] != ']' {
			end++
		}
		return len(s) > 0 && strings.ContainsRune(string(p[1:end]), s[0]) && refGlob(p[end+1:], s[1:])
	}
	return len(s) > 0 && s[0] == p[0] && refGlob(p[1:], s[1:])
}

func testPattern(s string) Pattern {
	var p Pattern
	rs := []rune(s)
	for i := 0; i < len(rs); i++ {
		switch rs[i] {
		case '*':
			p = append(p, Any)
		case '?':
			p = append(p, Item{Kind: ItemAnyOne})
		case '[':
			it := Item{Kind: ItemClass}
			for i++; rs[i] != ']'; i++ {
				it.Ranges = append(it.Ranges, [2]rune{rs[i], rs[i]})
			}
			p = append(p, it)
		default:
			p = append(p, Item{Kind: ItemRune, Rune: rs[i]})
		}
	}
	return p
}

func (t *tterm) str(w *tworld) string {
	switch t.op {
	case "var":
		return w.strs[t.v]
	case "dom":
		return refDom(t.a.str(w))
	case "lower":
		return refLower(t.a.str(w))
	}
	return t.s
}

func (t *tterm) num(w *tworld) Rat {
	switch t.op {
	case "len":
		return RatInt(int64(len([]rune(t.a.str(w)))))
	case "ivar", "rvar":
		return w.nums[t.v]
	case "sum":
		s := RatInt(0)
		for i, a := range t.kids {
			s = s.Add(RatInt(t.coefs[i]).Mul(a.num(w)))
		}
		return s
	}
	return t.n
}

func (t *tterm) isStr() bool {
	return t.op == "var" || t.op == "const" || t.op == "dom" || t.op == "lower"
}

func (f *tform) eval(w *tworld) bool {
	switch f.op {
	case "and", "or":
		for _, k := range f.kids {
			if k.eval(w) == (f.op == "or") {
				return f.op == "or"
			}
		}
		return f.op == "and"
	case "not":
		return !f.kids[0].eval(w)
	case "iff":
		return f.kids[0].eval(w) == f.kids[1].eval(w)
	case "bvar":
		return w.bools[f.v]
	case "at":
		return strings.Contains(f.a.str(w), "@")
	case "ok":
		return refOK(f.a.str(w))
	case "glob":
		return refGlob([]rune(f.pat), []rune(f.a.str(w)))
	}
	c := 0
	if f.a.isStr() {
		c = strings.Compare(f.a.str(w), f.b.str(w))
	} else {
		c = f.a.num(w).Cmp(f.b.num(w))
	}
	return f.op == "eq" && c == 0 || f.op == "lt" && c < 0 || f.op == "le" && c <= 0
}

func (t *tterm) build(b *Builder) Term {
	switch t.op {
	case "var":
		return b.Var(fmt.Sprint("s", t.v), SortStr)
	case "const":
		return b.Str(t.s)
	case "dom":
		return b.Dom(t.a.build(b))
	case "lower":
		return b.Lower(t.a.build(b))
	case "len":
		return b.Len(t.a.build(b))
	case "ivar":
		return b.Var(fmt.Sprint("i", t.v), SortInt)
	case "rvar":
		return b.Var(fmt.Sprint("i", t.v), SortReal)
	case "sum":
		var ts []Term
		for i, k := range t.kids {
			ts = append(ts, b.MulConst(RatInt(t.coefs[i]), k.build(b)))
		}
		return b.Add(ts...)
	}
	return b.Num(t.n)
}

func (f *tform) build(b *Builder) Term {
	var ks []Term
	for _, k := range f.kids {
		ks = append(ks, k.build(b))
	}
	switch f.op {
	case "and":
		return b.And(ks...)
	case "or":
		return b.Or(ks...)
	case "not":
		return b.Not(ks[0])
	case "iff":
		return b.Iff(ks[0], ks[1])
	case "bvar":
		return b.Var(fmt.Sprint("b", f.v), SortBool)
	case "at":
		return b.At(f.a.build(b))
	case "ok":
		return b.DomOK(f.a.build(b))
	case "glob":
		return b.Glob(f.a.build(b), testPattern(f.pat))
	case "eq":
		return b.Eq(f.a.build(b), f.b.build(b))
	case "lt":
		return b.Lt(f.a.build(b), f.b.build(b))
	}
	return b.Le(f.a.build(b), f.b.build(b))
}

func (t *tterm) String() string {
	switch t.op {
	case "var":
		return fmt.Sprint("s", t.v)
	case "const":
		return fmt.Sprintf("%q", t.s)
	case "ivar", "rvar":
		return fmt.Sprint(t.op[:1], t.v)
	case "num":
		return t.n.String()
	case "sum":
		s := ""
		for i, k := range t.kids {
			s += fmt.Sprintf("%+d*%v", t.coefs[i], k)
		}
		return s
	}
	return t.op + "(" + t.a.String() + ")"
}

func (f *tform) String() string {
	switch f.op {
	case "bvar":
		return fmt.Sprint("b", f.v)
	case "at", "ok":
		return f.op + "(" + f.a.String() + ")"
	case "glob":
		return f.a.String() + "~" + f.pat
	case "eq", "lt", "le":
		return f.a.String() + " " + f.op + " " + f.b.String()
	}
	var s []string
	for _, k := range f.kids {
		s = append(s, k.String())
	}
	return f.op + "(" + strings.Join(s, ", ") + ")"
}

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

func (g *gen) number() *tterm {
	if g.i > 0 && g.r.Intn(3) > 0 {
		v := g.r.Intn(g.i)
		op := "ivar"
		if g.p.reals && v%2 == 0 {
			op = "rvar"
		}
		return &tterm{op: op, v: v}
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
				t.kids = append(t.kids, &tterm{op: "ivar", v: r.Intn(g.i)})
			} else {
				t.kids = append(t.kids, g.lenTerm(op))
			}
			t.coefs = append(t.coefs, int64(r.Intn(9)-4))
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
	b := NewBuilder()
	var as []Term
	for _, k := range f.kids {
		as = append(as, k.build(b))
	}
	before := rejected
	r := b.Solve(as, Budget{})
	if rejected != before {
		return "model or proof rejected"
	}
	if g := b.Solve(as, Budget{Engine: EngineGini}); g.Status != r.Status {
		return fmt.Sprintf("%v, but gini says %v", r.Status, g.Status)
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
				out = append(out, c.Add(RatInt(d).Quo(RatInt(7))))
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

var testConsts = []string{"", "a", "A", "b", "ab", "Ab", "AB", "@", "a@", "@a", "a@b", "A@B", "a@B", "b@a,", ",", "a,", "a@b@a", "a@A", "@@", ",@a", "1", "b@ab", "B", "1a", " "}

var testPats = []string{"*", "a*", "*a", "*a*", "?", "??*", "a?", "?*b", "*@*", "*@a", "a*b", "a*b*a", "*a?", "b?*", "[ab]*", "*[aA]", "*?b?*", "ab*", "*ab*", "???", "*@b*", "?@*", "A*", "*A*b"}

var profiles = []*profile{
	{name: "I", ints: 4, atoms: []string{"num"}, nums: []string{"0", "1", "3", "-2", "5"}, minAtoms: 2, maxAtoms: 9},
	{name: "R", ints: 4, reals: true, atoms: []string{"num"}, nums: []string{"0", "1", "2", "1/2", "3/2", "-7/3"}, minAtoms: 2, maxAtoms: 9},
	{name: "bool", ints: 1, bools: 3, atoms: []string{"num", "bvar", "bvar"}, nums: []string{"0", "10"}, minAtoms: 2, maxAtoms: 8},
	{name: "A", strs: 3, atoms: []string{"eq", "eqc", "eqc", "dom", "lenc", "lenlen", "at", "ok", "case"}, consts: testConsts, nums: []string{"0", "1", "2", "3", "4"}, letters: "aAbB@,1", lens: []int{5, 3, 2}, extra: []string{"ab@ab", "a@b@c"}, minAtoms: 2, maxAtoms: 8},
	{name: "A-nolen", strs: 3, atoms: []string{"eq", "eqc", "eqc", "dom", "at", "ok"}, consts: testConsts, letters: "aAbB@,1", lens: []int{5, 3, 2}, minAtoms: 2, maxAtoms: 8},
	{name: "A-ints", strs: 2, ints: 2, atoms: []string{"eq", "eqc", "dom", "lenint", "lenc", "num"}, consts: testConsts, nums: []string{"0", "1", "3"}, letters: "aA@1", lens: []int{4, 3}, minAtoms: 2, maxAtoms: 8},
	{name: "lower", strs: 3, atoms: []string{"eq", "eqc", "eqc", "lower", "lenc", "lenlen"}, consts: testConsts, nums: []string{"0", "1", "2", "3"}, letters: "aAbB@1", lens: []int{5, 3, 2}, minAtoms: 2, maxAtoms: 8},
	{name: "O", strs: 3, atoms: []string{"lex", "lex", "lexc", "eq", "eqc"}, consts: []string{"", "a", "a\x00", "a\x00\x00", "a\x00\x00b", "b", "ab", "\x00"}, letters: "\x00ab", lens: []int{6, 4, 4}, minAtoms: 2, maxAtoms: 8},
	{name: "LIA", ints: 3, atoms: []string{"sum", "sum", "num"}, nums: []string{"0", "1", "3", "-2", "5", "-7"}, minAtoms: 2, maxAtoms: 6},
	{name: "A-sum", strs: 2, atoms: []string{"eq", "eqc", "dom", "lensum", "lensum", "lenc", "ok"}, consts: testConsts, nums: []string{"0", "1", "3", "4"}, letters: "aA@1", lens: []int{5, 3}, minAtoms: 2, maxAtoms: 6},
	{name: "F1", strs: 2, atoms: []string{"glob", "glob", "glob", "eq", "eqc"}, consts: []string{"", "a", "ab", "ba", "A", "aab"}, pats: testPats, letters: "aAb@z", lens: []int{6, 4}, minAtoms: 2, maxAtoms: 6},
	{name: "F1-len", strs: 2, ints: 1, atoms: []string{"glob", "glob", "lenc", "lenlen", "lenint", "eq", "eqc"}, consts: []string{"", "a", "ab", "ba", "aab"}, pats: testPats, nums: []string{"0", "1", "2", "4"}, letters: "ab@z", lens: []int{6, 4}, minAtoms: 2, maxAtoms: 6},
	{name: "F1-lex", strs: 2, atoms: []string{"glob", "lexc", "lexc", "eq", "eqc", "lenc"}, consts: []string{"", "a", "ab", "b", "a\x00", "B"}, pats: []string{"a*", "*b", "?", "*a*", "??*"}, nums: []string{"0", "1", "2"}, letters: "\x00aAbc", lens: []int{6, 4}, minAtoms: 2, maxAtoms: 6},
	{name: "F1-dom", strs: 2, atoms: []string{"glob", "glob", "eqc", "eqc", "dom", "eq", "at", "ok"}, consts: []string{"", "a", "b", "ab", "A", "a@b", "B@a", "@", "a,@b"}, pats: testPats, letters: "aAb@,z", lens: []int{6, 3}, extra: []string{"a@ab", "b@ab", "A@AB", "z@ab"}, minAtoms: 2, maxAtoms: 6},
	{name: "F1-domlen", strs: 2, atoms: []string{"glob", "glob", "eqc", "dom", "eq", "at", "ok", "lenc"}, consts: []string{"", "a", "b", "ab", "a@b"}, pats: []string{"a*", "*a", "*@b", "?*b", "*A*"}, nums: []string{"1", "2", "3"}, letters: "aAb@,z", lens: []int{6, 3}, extra: []string{"a@ab", "b@ab", "A@AB", "z@ab"}, minAtoms: 2, maxAtoms: 5},
	{name: "F1-domlex", strs: 2, atoms: []string{"lexc", "lexc", "eqc", "dom", "glob", "ok"}, consts: []string{"", "a", "b", "a@", "A", "a@b", "@"}, pats: []string{"a*", "*a", "*@b"}, letters: "aAb@,z?", lens: []int{5, 3}, extra: []string{"a@ab", "b@ab", "A@AB"}, minAtoms: 2, maxAtoms: 5},
	{name: "F1-lower", strs: 2, atoms: []string{"glob", "glob", "eqc", "lower", "eq", "at"}, consts: []string{"", "a", "b", "ab", "A", "Ab"}, pats: testPats, letters: "aAbB@z", lens: []int{6, 3}, minAtoms: 2, maxAtoms: 6},
}

func TestBruteForce(t *testing.T) {
	for _, p := range profiles {
		t.Run(p.name, func(t *testing.T) {
			count := 400
			if strings.HasPrefix(p.name, "F1") {
				count = 120
			}
			if testing.Short() {
				count /= 5
			}
			tl := p.run(t, count*scale(), 1)
			t.Logf("%+v", tl)
			if tl.unknown > 0 {
				t.Logf("unknown answers: %d", tl.unknown)
			}
		})
	}
}
