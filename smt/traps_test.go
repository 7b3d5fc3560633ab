package smt

import (
	"fmt"
	"strings"
	"testing"
)

// trap is a question on which an older encoding, a missing axiom or a smaller
// bound gives the wrong answer.
type trap struct {
	name string
	want Status
	make func(b *Builder) []Term
}

// trapKit has the words the traps are written in.
type trapKit struct {
	*Builder
	x, d []Term
}

func kit(b *Builder, n int) *trapKit {
	k := &trapKit{Builder: b}
	for i := 0; i < n; i++ {
		x := b.Var(fmt.Sprint("x", i), SortStr)
		k.x = append(k.x, x)
		k.d = append(k.d, b.Dom(x))
	}
	return k
}

func (k *trapKit) ln(t Term, n int64) Term    { return k.Eq(k.Len(t), k.Int(n)) }
func (k *trapKit) short(t Term, n int64) Term { return k.Le(k.Len(t), k.Int(n)) }
func (k *trapKit) bad(i int) Term             { return k.Not(k.DomDefined(k.x[i])) }

// cased says that x_i has a capital and no '@'.
func (k *trapKit) cased(i int) []Term {
	return []Term{k.Ne(k.x[i], k.d[i]), k.Eq(k.Len(k.x[i]), k.Len(k.d[i])), k.DomDefined(k.x[i])}
}

func cat(ls ...[]Term) (out []Term) {
	for _, l := range ls {
		out = append(out, l...)
	}
	return out
}

func (k *trapKit) distinct(ts ...Term) (out []Term) {
	for i, t := range ts {
		for _, u := range ts[:i] {
			out = append(out, k.Ne(t, u))
		}
	}
	return out
}

// variants is n different cased texts of length l with one lower case.
func (k *trapKit) variants(n int, l int64) []Term {
	out := k.distinct(k.x[:n]...)
	for i := 0; i < n; i++ {
		out = append(out, k.cased(i)...)
		out = append(out, k.ln(k.x[i], l), k.Eq(k.d[i], k.d[0]))
	}
	return out
}

// oneLetter is n cased texts of one letter with different lower cases, all
// different from the first skip letters.
func (k *trapKit) oneLetter(n, skip int) []Term {
	out := k.distinct(k.d[:n]...)
	for i := 0; i < n; i++ {
		out = append(out, k.cased(i)...)
		out = append(out, k.ln(k.x[i], 1))
		for c := 0; c < skip; c++ {
			out = append(out, k.Ne(k.d[i], k.Str(string(rune('a'+c)))))
		}
	}
	return out
}

func glob(b *Builder, t Term, p string) Term { return b.Glob(t, testPattern(p)) }

var traps = []trap{
	{"malformed of one letter is @", Unsat, func(b *Builder) []Term {
		k := kit(b, 1)
		return []Term{k.bad(0), k.short(k.x[0], 1), k.Ne(k.x[0], k.Str("@"))}
	}},
	{"two malformed of one letter", Unsat, func(b *Builder) []Term {
		k := kit(b, 2)
		return []Term{k.bad(0), k.bad(1), k.short(k.x[0], 1), k.short(k.x[1], 1), k.Ne(k.x[0], k.x[1])}
	}},
	{"two malformed of two letters", Sat, func(b *Builder) []Term {
		k := kit(b, 2)
		return []Term{k.bad(0), k.bad(1), k.ln(k.x[0], 2), k.ln(k.x[1], 2), k.Ne(k.x[0], k.x[1])}
	}},
	{"two variants of one letter", Unsat, func(b *Builder) []Term { return kit(b, 2).variants(2, 1) }},
	{"three variants of two letters", Sat, func(b *Builder) []Term { return kit(b, 3).variants(3, 2) }},
	{"four variants of two letters", Unsat, func(b *Builder) []Term { return kit(b, 4).variants(4, 2) }},
	{"four variants of three letters", Sat, func(b *Builder) []Term { return kit(b, 4).variants(4, 3) }},
	{"three variants of ab without AB", Unsat, func(b *Builder) []Term {
		k := kit(b, 3)
		out := append(k.variants(3, 2), k.Eq(k.d[0], k.Str("ab")))
		for i := range k.x {
			out = append(out, k.Ne(k.x[i], k.Str("AB")))
		}
		return out
	}},
	{"domain with a capital", Unsat, func(b *Builder) []Term {
		k := kit(b, 2)
		return []Term{k.Eq(k.d[0], k.x[1]), k.Eq(k.x[1], k.Str("AB"))}
	}},
	{"domain not idempotent", Unsat, func(b *Builder) []Term {
		k := kit(b, 2)
		return []Term{k.Eq(k.d[0], k.x[1]), k.DomDefined(k.x[0]), k.Ne(k.x[1], k.d[1])}
	}},
	{"address of two letters", Unsat, func(b *Builder) []Term {
		k := kit(b, 1)
		return []Term{k.DomDefined(k.x[0]), k.Gt(k.Len(k.x[0]), k.Len(k.d[0])), k.short(k.x[0], 2)}
	}},
	{"unclean domain", Unsat, func(b *Builder) []Term {
		k := kit(b, 1)
		return []Term{k.Eq(k.d[0], k.Str("a,")), k.Ge(k.Len(k.x[0]), k.Int(3))}
	}},
	{"a capital fits", Sat, func(b *Builder) []Term {
		k := kit(b, 1)
		return []Term{k.Eq(k.d[0], k.Str("a")), k.Ne(k.x[0], k.Str("a")), k.short(k.x[0], 1)}
	}},
	{"no third case", Unsat, func(b *Builder) []Term {
		k := kit(b, 1)
		return []Term{k.Eq(k.d[0], k.Str("a")), k.Ne(k.x[0], k.Str("a")), k.Ne(k.x[0], k.Str("A")), k.short(k.x[0], 1)}
	}},
	{"caseless constant", Unsat, func(b *Builder) []Term {
		k := kit(b, 1)
		return []Term{k.Eq(k.d[0], k.Str("1")), k.Ne(k.x[0], k.Str("1")), k.short(k.x[0], 2)}
	}},
	{"caseless constant as a domain", Sat, func(b *Builder) []Term {
		k := kit(b, 1)
		return []Term{k.Eq(k.d[0], k.Str("1")), k.Ne(k.x[0], k.Str("1")), k.short(k.x[0], 3)}
	}},
	{"two addresses in one domain", Sat, func(b *Builder) []Term {
		k := kit(b, 2)
		return []Term{k.Eq(k.d[0], k.d[1]), k.Ne(k.x[0], k.x[1]), k.Eq(k.Len(k.x[0]), k.Len(k.x[1])), k.ln(k.x[0], 3), k.ln(k.d[0], 1)}
	}},
	{"defined with empty domain", Unsat, func(b *Builder) []Term {
		k := kit(b, 1)
		return []Term{k.DomDefined(k.x[0]), k.Eq(k.d[0], k.Str("")), k.Ne(k.x[0], k.Str(""))}
	}},
	{"variable equal to a domain is defined", Unsat, func(b *Builder) []Term {
		k := kit(b, 2)
		return []Term{k.Eq(k.x[0], k.d[1]), k.bad(0)}
	}},
	{"two letters left for two", Sat, func(b *Builder) []Term { return kit(b, 2).oneLetter(2, 24) }},
	{"two letters left for three", Unsat, func(b *Builder) []Term { return kit(b, 3).oneLetter(3, 24) }},
	{"five letters left for five", Sat, func(b *Builder) []Term { return kit(b, 5).oneLetter(5, 21) }},
	{"lengths far apart", Sat, func(b *Builder) []Term {
		k := kit(b, 2)
		return []Term{k.DomOK(k.x[0]), k.DomOK(k.x[1]), k.Ge(k.Len(k.d[0]), k.Int(100)), k.Lt(k.Len(k.x[0]), k.Len(k.d[1]))}
	}},
	{"capital outside the formula", Sat, func(b *Builder) []Term {
		k := kit(b, 1)
		return []Term{k.Ne(k.x[0], k.d[0]), k.Not(glob(b, k.x[0], "*@*"))}
	}},
	{"every block long", Sat, func(b *Builder) []Term {
		x := b.Var("x", SortStr)
		out := []Term{glob(b, x, "*a*b*")}
		for _, p := range []string{"a*", "?a*", "*ab*", "*a?b*", "*b", "*b?"} {
			out = append(out, b.Not(glob(b, x, p)))
		}
		return out
	}},
	{"compressed length with a compared domain", Unsat, func(b *Builder) []Term {
		k := kit(b, 2)
		return []Term{k.Eq(k.d[0], k.x[1]), k.short(k.x[1], 30), k.Le(k.Int(40), k.Len(k.x[0])), k.Not(glob(b, k.x[0], "??????*@*")), k.DomOK(k.x[0])}
	}},
	{"the same with large numbers", Unknown, func(b *Builder) []Term {
		k := kit(b, 2)
		return []Term{k.Eq(k.d[0], k.x[1]), k.short(k.x[1], 1000), k.Le(k.Int(2000), k.Len(k.x[0])), k.Not(glob(b, k.x[0], "??????*@*")), k.DomOK(k.x[0])}
	}},
	{"between a and its successor", Unsat, func(b *Builder) []Term {
		x := b.Var("x", SortStr)
		return []Term{b.Lt(b.Str("a"), x), b.Lt(x, b.Str("a\x00"))}
	}},
	{"between two letters next to each other", Sat, func(b *Builder) []Term {
		x := b.Var("x", SortStr)
		return []Term{b.Lt(b.Str("a"), x), b.Lt(x, b.Str("b")), b.Not(glob(b, x, "a*a"))}
	}},
	{"between neighbors, one letter", Unsat, func(b *Builder) []Term {
		x := b.Var("x", SortStr)
		return []Term{b.Lt(b.Str("a"), x), b.Lt(x, b.Str("b")), b.Eq(b.Len(x), b.Int(1))}
	}},
	{"no constants: pigeonhole of integers", Sat, func(b *Builder) []Term {
		var out []Term
		for i := 0; i < 6; i++ {
			out = append(out, b.Lt(b.Var(fmt.Sprint("i", i), SortInt), b.Var(fmt.Sprint("i", i+1), SortInt)))
		}
		return out
	}},
	{"an integer between decimals", Sat, func(b *Builder) []Term {
		d1, d2, x := b.Var("d1", SortReal), b.Var("d2", SortReal), b.Var("x", SortInt)
		return []Term{b.Lt(b.Int(0), d1), b.Lt(d1, x), b.Lt(x, d2), b.Lt(d2, b.Int(2))}
	}},
	{"two integers between", Unsat, func(b *Builder) []Term {
		d1, x, y := b.Var("d1", SortReal), b.Var("x", SortInt), b.Var("y", SortInt)
		return []Term{b.Lt(b.Int(0), x), b.Lt(x, d1), b.Lt(d1, y), b.Lt(y, b.Int(2))}
	}},
	{"a solution far from the coefficients", Sat, func(b *Builder) []Term {
		x, y := b.Var("x", SortInt), b.Var("y", SortInt)
		return []Term{b.Eq(b.Sub(b.MulConst(RatInt(999), x), b.MulConst(RatInt(1000), y)), b.Int(1)), b.Gt(x, b.Int(2000))}
	}},
	{"coefficients beyond floating point", Unknown, func(b *Builder) []Term {
		x, y := b.Var("x", SortInt), b.Var("y", SortInt)
		return []Term{b.Eq(b.Add(b.MulConst(ratOf("1"+strings.Repeat("0", 400)), x), b.MulConst(RatInt(3), y)), b.Int(7))}
	}},
	{"parity", Unsat, func(b *Builder) []Term {
		x, y := b.Var("x", SortInt), b.Var("y", SortInt)
		return []Term{b.Eq(b.Add(b.MulConst(RatInt(2), x), b.MulConst(RatInt(4), y)), b.Int(7))}
	}},
	{"budget of two lengths", Unsat, func(b *Builder) []Term {
		k := kit(b, 2)
		return []Term{k.Le(k.Add(k.Len(k.x[0]), k.Len(k.x[1])), k.Int(280)), k.Gt(k.Len(k.x[0]), k.Int(200)), k.Eq(k.x[1], k.x[0])}
	}},
	{"remainder", Unsat, func(b *Builder) []Term {
		x := b.Var("x", SortInt)
		return []Term{b.Eq(b.Mod(x, b.Int(10)), b.Int(3)), b.Eq(b.Mod(x, b.Int(5)), b.Int(4))}
	}},
	{"huge constants", Unsat, func(b *Builder) []Term {
		x := b.Var("x", SortInt)
		n := b.Num(ratOf("1" + strings.Repeat("0", 200)))
		return []Term{b.Lt(n, x), b.Lt(x, b.Add(n, b.Int(1)))}
	}},
	{"top letter", Unsat, func(b *Builder) []Term {
		x := b.Var("x", SortStr)
		return []Term{b.Lt(b.Str("\U0010FFFF"), x), b.Eq(b.Len(x), b.Int(1))}
	}},
	{"surrogates are letters", Sat, func(b *Builder) []Term {
		x := b.Var("x", SortStr)
		return []Term{b.Lt(b.Str("\uD7FF"), x), b.Lt(x, b.Str("\uE000")), b.Eq(b.Len(x), b.Int(1))}
	}},
	{"three lists over two values", Unsat, func(b *Builder) []Term {
		xs := b.Var("xs", ListOf(KindStr))
		two := func(e Term) Term { return b.In(e, b.Str("a"), b.Str("b")) }
		return []Term{b.All(xs, two), b.Any(xs, func(e Term) Term { return b.Not(two(e)) })}
	}},
	{"a long list", Sat, func(b *Builder) []Term {
		xs := b.Var("xs", ListOf(KindStr))
		return []Term{b.Ge(b.Len(xs), b.Int(1000)), b.All(xs, func(e Term) Term { return b.Eq(b.Dom(e), b.Str("a.com")) }), b.Not(b.Has(xs, b.Str("a.com")))}
	}},
	{"a body that is unknown per element", Unknown, func(b *Builder) []Term {
		xs := b.Var("xs", ListOf(KindStr))
		p := b.Any(xs, func(Term) Term { return b.Fresh("weird") })
		return []Term{p}
	}},
	{"fresh does not matter", Sat, func(b *Builder) []Term {
		x := b.Var("x", SortBool)
		return []Term{b.Or(x, b.Fresh("weird")), b.Or(x, b.Fresh("other"))}
	}},
	{"fresh matters", Unknown, func(b *Builder) []Term { return []Term{b.Fresh("weird")} }},
	{"unsat in spite of fresh", Unsat, func(b *Builder) []Term {
		f := b.Fresh("weird")
		x := b.Var("x", SortBool)
		return []Term{b.Or(f, x), b.Not(x), b.Not(f)}
	}},
	{"opaque values and predicates", Unsat, func(b *Builder) []Term {
		x, y := b.Var("x", SortOpaque), b.Var("y", SortOpaque)
		return []Term{b.Eq(x, y), b.Pred("truthy", x), b.Not(b.Pred("truthy", y))}
	}},
	{"opaque predicate of a constant", Unsat, func(b *Builder) []Term {
		x := b.Var("x", SortOpaque)
		return []Term{b.Or(b.Eq(x, b.Opaque("None")), b.Eq(x, b.Opaque("False"))), b.Pred("truthy", x), b.Not(b.Pred("truthy", b.Opaque("None"))), b.Not(b.Pred("truthy", b.Opaque("False")))}
	}},
	{"opaque free", Sat, func(b *Builder) []Term {
		x, y := b.Var("x", SortOpaque), b.Var("y", SortOpaque)
		return []Term{b.Ne(x, y), b.Ne(x, b.Opaque("None")), b.Pred("truthy", x), b.Not(b.Pred("truthy", y))}
	}},
}

func (tr *trap) run() string {
	b := NewBuilder()
	before := rejected.Load()
	r := b.Solve(tr.make(b), Budget{})
	switch {
	case rejected.Load() != before:
		return "rejected"
	case r.Status != tr.want:
		return fmt.Sprintf("%v (%s), want %v", r.Status, r.Reason, tr.want)
	}
	return ""
}

func TestTraps(t *testing.T) {
	for i := range traps {
		if msg := traps[i].run(); msg != "" {
			t.Errorf("%s: %s", traps[i].name, msg)
		}
	}
}

// TestDeep demands that deep terms need no deep stack.
func TestDeep(t *testing.T) {
	b := NewBuilder()
	x := b.Var("x", SortInt)
	f := b.Lt(x, b.Int(0))
	for i := int64(0); i < 20000; i++ {
		f = b.Not(b.And(b.Not(f), b.Var(fmt.Sprint("b", i%7), SortBool)))
		f = b.Or(f, b.Eq(x, b.Int(i%5)))
	}
	if r := b.Solve([]Term{f}, Budget{}); r.Status != Sat {
		t.Error(r.Status, r.Reason)
	}
	xs := b.Var("xs", ListOf(KindInt))
	deep := b.Any(xs, func(e Term) Term {
		g := b.Eq(e, b.Int(1))
		for i := 0; i < 5000; i++ {
			g = b.Not(b.And(g, b.Not(b.Eq(e, b.Int(int64(i))))))
		}
		return g
	})
	if r := b.Solve([]Term{deep}, Budget{}); r.Status != Sat {
		t.Error(r.Status, r.Reason)
	}
}
