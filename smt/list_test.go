package smt

import (
	"fmt"
	"math/rand"
	"testing"
)

// listWorld is a candidate model: two lists and two scalars of one sort.
type listWorld struct {
	lists [2][]string
	vars  [2]string
}

// listForm is a formula given twice: as terms and as a Go function.
type listForm struct {
	text  string
	build func(*listTerms) Term
	eval  func(*listWorld) bool
}

type listTerms struct {
	b     *Builder
	lists [2]Term
	vars  [2]Term
	lit   func(string) Term
}

// elemForm is a condition on an element (and, inside two quantifiers, the outer
// one).
type elemForm struct {
	text  string
	build func(l *listTerms, e, outer Term) Term
	eval  func(w *listWorld, e, outer string) bool
}

var listConsts = []string{"", "a", "b@a", "A"}

func genElem(r *rand.Rand, kind Kind, nested bool) elemForm {
	c, v := pick(r, listConsts), r.Intn(2)
	n := r.Intn(5)
	if kind != KindStr {
		n = n % 2 * 3
	}
	if nested && r.Intn(2) == 0 {
		n = 5
	}
	switch n {
	case 0:
		return elemForm{fmt.Sprintf("e==%q", c),
			func(l *listTerms, e, _ Term) Term { return l.b.Eq(e, l.lit(c)) },
			func(_ *listWorld, e, _ string) bool { return e == c }}
	case 1:
		return elemForm{fmt.Sprintf("dom(e)==%q", "a"),
			func(l *listTerms, e, _ Term) Term { return l.b.Eq(l.b.Dom(e), l.b.Str("a")) },
			func(_ *listWorld, e, _ string) bool { return refDom(e) == "a" }}
	case 2:
		return elemForm{"len(e)<=1",
			func(l *listTerms, e, _ Term) Term { return l.b.Le(l.b.Len(e), l.b.Int(1)) },
			func(_ *listWorld, e, _ string) bool { return len([]rune(e)) <= 1 }}
	case 3:
		return elemForm{fmt.Sprintf("e==v%d", v),
			func(l *listTerms, e, _ Term) Term { return l.b.Eq(e, l.vars[v]) },
			func(w *listWorld, e, _ string) bool { return e == w.vars[v] }}
	case 5:
		return elemForm{"e==outer",
			func(l *listTerms, e, outer Term) Term { return l.b.Eq(e, outer) },
			func(_ *listWorld, e, outer string) bool { return e == outer }}
	}
	return elemForm{"at(e)",
		func(l *listTerms, e, _ Term) Term { return l.b.At(e) },
		func(_ *listWorld, e, _ string) bool { return containsAt(e) }}
}

func containsAt(s string) bool {
	for _, r := range s {
		if r == '@' {
			return true
		}
	}
	return false
}

// not and or combine element forms.
func (f elemForm) not() elemForm {
	return elemForm{"!" + f.text,
		func(l *listTerms, e, o Term) Term { return l.b.Not(f.build(l, e, o)) },
		func(w *listWorld, e, o string) bool { return !f.eval(w, e, o) }}
}

func (f elemForm) or(g elemForm) elemForm {
	return elemForm{"(" + f.text + "|" + g.text + ")",
		func(l *listTerms, e, o Term) Term { return l.b.Or(f.build(l, e, o), g.build(l, e, o)) },
		func(w *listWorld, e, o string) bool { return f.eval(w, e, o) || g.eval(w, e, o) }}
}

// some is "some element of list i satisfies f", as an element form.
func some(i int, f elemForm) elemForm {
	return elemForm{fmt.Sprintf("any(l%d,%s)", i, f.text),
		func(l *listTerms, e, _ Term) Term {
			return l.b.Any(l.lists[i], func(x Term) Term { return f.build(l, x, e) })
		},
		func(w *listWorld, e, _ string) bool {
			for _, x := range w.lists[i] {
				if f.eval(w, x, e) {
					return true
				}
			}
			return false
		}}
}

func genList(r *rand.Rand, kind Kind) listForm {
	i := r.Intn(2)
	switch r.Intn(6) {
	case 0:
		n := r.Intn(3)
		return listForm{fmt.Sprintf("len(l%d)<=%d", i, n),
			func(l *listTerms) Term { return l.b.Le(l.b.Len(l.lists[i]), l.b.Int(int64(n))) },
			func(w *listWorld) bool { return len(w.lists[i]) <= n }}
	case 1:
		return listForm{fmt.Sprintf("len(l%d)<len(l%d)", i, 1-i),
			func(l *listTerms) Term { return l.b.Lt(l.b.Len(l.lists[i]), l.b.Len(l.lists[1-i])) },
			func(w *listWorld) bool { return len(w.lists[i]) < len(w.lists[1-i]) }}
	case 2:
		k, c := r.Intn(2), pick(r, listConsts)
		return listForm{fmt.Sprintf("l%d[%d]==%q", i, k, c),
			func(l *listTerms) Term { return l.b.Eq(l.b.Index(l.lists[i], k), l.lit(c)) },
			func(w *listWorld) bool {
				return k < len(w.lists[i]) && w.lists[i][k] == c || k >= len(w.lists[i]) && c == "" && kind == KindStr
			}}
	}
	f := genElem(r, kind, false)
	if r.Intn(3) == 0 {
		f = f.or(genElem(r, kind, false).not())
	}
	if r.Intn(4) == 0 { // nested over the other list
		f = some(1-i, genElem(r, kind, true))
	}
	if r.Intn(2) == 0 {
		f = f.not()
	}
	all := r.Intn(2) == 0
	return listForm{fmt.Sprintf("all=%v(l%d,%s)", all, i, f.text),
		func(l *listTerms) Term {
			p := func(e Term) Term { return f.build(l, e, e) }
			if all {
				return l.b.All(l.lists[i], p)
			}
			return l.b.Any(l.lists[i], p)
		},
		func(w *listWorld) bool {
			for _, e := range w.lists[i] {
				if f.eval(w, e, e) != all {
					return !all
				}
			}
			return all
		}}
}

// TestLists compares with search over all lists of up to 3 elements of a few.
func TestLists(t *testing.T) {
	elems := []string{"", "a", "A", "b@a", "x", "@"}
	var lists [][]string
	lists = append(lists, nil)
	for _, x := range elems {
		lists = append(lists, []string{x})
		for _, y := range elems {
			lists = append(lists, []string{x, y})
		}
	}
	for _, x := range elems[:4] {
		for _, y := range elems[:4] {
			lists = append(lists, []string{x, y, "x"}, []string{x, "x", y})
		}
	}
	for _, kind := range []Kind{KindStr, KindOpaque} {
		sat, unsat, unknown := 0, 0, 0
		for seed := 0; seed < 250*scale(); seed++ {
			r := rand.New(rand.NewSource(int64(seed)))
			var fs []listForm
			for k := 2 + r.Intn(5); k > 0; k-- {
				f := genList(r, kind)
				if r.Intn(3) == 0 {
					g := genList(r, kind)
					a, b := f, g
					f = listForm{a.text + " or " + b.text,
						func(l *listTerms) Term { return l.b.Or(a.build(l), b.build(l)) },
						func(w *listWorld) bool { return a.eval(w) || b.eval(w) }}
				}
				fs = append(fs, f)
			}
			switch res := solveLists(t, kind, fs); res.Status {
			case Sat:
				sat++
			case Unknown:
				unknown++
				if res.Reason != "quantifiers over lists that depend on each other" {
					t.Fatal(res.Reason)
				}
			case Unsat:
				unsat++
				if w := searchLists(fs, lists, elems); w != nil {
					t.Fatalf("seed %d: unsat, but %q satisfies %v", seed, *w, texts(fs))
				}
			}
		}
		t.Logf("%v: sat %d, unsat %d, unknown %d", kind, sat, unsat, unknown)
	}
	if n := rejected.Load(); n != 0 {
		t.Errorf("%d models rejected", n)
	}
}

func texts(fs []listForm) (out []string) {
	for _, f := range fs {
		out = append(out, f.text)
	}
	return out
}

func solveLists(t *testing.T, kind Kind, fs []listForm) Result {
	b := refBuilder()
	s := Sort{Kind: kind}
	l := &listTerms{b: b, lists: [2]Term{b.Var("l0", ListOf(kind)), b.Var("l1", ListOf(kind))},
		vars: [2]Term{b.Var("v0", s), b.Var("v1", s)}, lit: b.Str}
	if kind == KindOpaque {
		l.lit = b.Opaque
	}
	var as []Term
	for _, f := range fs {
		as = append(as, f.build(l))
	}
	res := b.Solve(as, Budget{})
	if res.Status != Sat {
		return res
	}
	w := &listWorld{}
	for i := range w.lists {
		v := res.Model.Value(l.lists[i])
		for k := int64(0); k < v.Length; k++ {
			w.lists[i] = append(w.lists[i], v.At(int(k)).String2())
		}
		w.vars[i] = res.Model.Value(l.vars[i]).String2()
	}
	for _, f := range fs {
		if !f.eval(w) {
			t.Fatalf("bad model %q for %v (%s)", *w, texts(fs), f.text)
		}
	}
	return res
}

// String2 is the bare text of a value, unique per opaque value.
func (v Value) String2() string {
	if v.Kind == KindOpaque && v.Any > 0 {
		return fmt.Sprint("#", v.Any)
	}
	return v.Text
}

func searchLists(fs []listForm, lists [][]string, elems []string) *listWorld {
	w := &listWorld{}
	for _, w.lists[0] = range lists {
		for _, w.lists[1] = range lists {
			for _, w.vars[0] = range elems[:5] {
			next:
				for _, w.vars[1] = range elems[:5] {
					for _, f := range fs {
						if !f.eval(w) {
							continue next
						}
					}
					return w
				}
			}
		}
	}
	return nil
}
