package smt

import (
	"fmt"
	"strings"
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

// refBuilder is a Builder whose table of bad letters is the reference's.
func refBuilder() *Builder { return NewBuilderWith(Options{Bad: refBad}) }
