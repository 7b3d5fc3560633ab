package smtlib

import (
	"unicode/utf8"

	"planproof/smt"
)

// maxAlternatives bounds the patterns that one regular expression expands to.
const maxAlternatives = 64

// maxItems bounds the items of one of them.
const maxItems = 4000

// inRegex translates membership: a Boolean combination of patterns where the
// expression is one, else Fresh.
func (r *reader) inRegex(e *sexpr) (smt.Term, error) {
	if len(e.list) != 3 {
		return 0, ErrSyntax
	}
	t, err := r.term(e.list[1])
	if err != nil {
		return 0, err
	}
	return r.member(t, e.list[2], 0), nil
}

// member is "t is in the regular expression e".
func (r *reader) member(t smt.Term, e *sexpr, depth int) smt.Term {
	b := r.b
	if depth > MaxDepth {
		return b.Fresh("a deep regular expression")
	}
	r.work++
	parts := func() []smt.Term {
		var out []smt.Term
		for _, k := range e.list[1:] {
			out = append(out, r.member(t, k, depth+1))
		}
		return out
	}
	switch e.head() {
	case "re.union":
		return b.Or(parts()...)
	case "re.inter":
		return b.And(parts()...)
	case "re.comp":
		return b.Not(b.And(parts()...))
	case "re.diff":
		if p := parts(); len(p) == 2 {
			return b.And(p[0], b.Not(p[1]))
		}
	}
	ps, ok := r.patterns(e, depth)
	if !ok && r.open != 0 { // exact where the unknown text inside is empty
		v := r.open
		r.open = 0
		r.empty[v] = true
		inner := r.member(t, e, depth)
		delete(r.empty, v)
		isEmpty := b.Eq(v, b.Str(""))
		return b.Or(b.And(isEmpty, inner), b.And(b.Not(isEmpty), b.Fresh("a regular expression with an unknown text")))
	}
	if !ok {
		return b.Fresh("a regular expression that is no pattern")
	}
	alts := make([]smt.Term, len(ps))
	for i, p := range ps {
		alts[i] = b.Glob(t, p)
	}
	return b.Or(alts...)
}

// patterns returns patterns whose union is the expression; ok is false when there
// is no short list.
func (r *reader) patterns(e *sexpr, depth int) (ps []smt.Pattern, ok bool) {
	if depth > MaxDepth {
		return nil, false
	}
	if e.atom != "" {
		return constantRegex(e.atom)
	}
	args := e.list
	if len(args) < 2 {
		return nil, false
	}
	switch e.head() {
	case "str.to_re", "str.to.re":
		t, err := r.term(args[1])
		if s, isConst := r.b.Text(t); err == nil && isConst {
			return []smt.Pattern{smt.Literal(s)}, true
		}
		if r.empty[t] {
			return []smt.Pattern{{}}, true
		}
		if err == nil {
			r.open = t
		}
	case "re.*", "re.+":
		if len(args) == 2 && (args[1].atom == "re.allchar" || args[1].atom == "re.all") {
			if e.head() == "re.*" || args[1].atom == "re.all" {
				return constantRegex("re.all")
			}
			return []smt.Pattern{{{Kind: smt.ItemAnyOne}, smt.Any}}, true
		}
	case "re.range":
		return r.letterRange(args)
	case "re.opt":
		if ps, ok = r.patterns(args[1], depth+1); ok {
			return append(ps, smt.Pattern{}), len(ps) < maxAlternatives
		}
	case "re.union":
		return r.union(args[1:], depth)
	case "re.++":
		return r.concat(args[1:], depth)
	}
	return nil, false
}

// constantRegex returns the patterns of a name.
func constantRegex(name string) ([]smt.Pattern, bool) {
	switch name {
	case "re.all":
		return []smt.Pattern{{smt.Any}}, true
	case "re.allchar":
		return []smt.Pattern{{{Kind: smt.ItemAnyOne}}}, true
	case "re.none", "re.nostr":
		return nil, true
	}
	return nil, false
}

func (r *reader) letterRange(args []*sexpr) ([]smt.Pattern, bool) {
	if len(args) != 3 || !args[1].str || !args[2].str {
		return nil, false
	}
	lo, hi := unescape(args[1].atom), unescape(args[2].atom)
	if utf8.RuneCountInString(lo) != 1 || utf8.RuneCountInString(hi) != 1 {
		return nil, true // the empty language
	}
	x, _ := utf8.DecodeRuneInString(lo)
	y, _ := utf8.DecodeRuneInString(hi)
	if x > y {
		return nil, true
	}
	return []smt.Pattern{{{Kind: smt.ItemClass, Ranges: [][2]rune{{x, y}}}}}, true
}

// union collects alternatives; single letters become one class.
func (r *reader) union(args []*sexpr, depth int) ([]smt.Pattern, bool) {
	var out []smt.Pattern
	class := smt.Item{Kind: smt.ItemClass}
	for _, a := range args {
		ps, ok := r.patterns(a, depth+1)
		if !ok {
			return nil, false
		}
		for _, p := range ps {
			switch {
			case len(p) == 1 && p[0].Kind == smt.ItemRune:
				class.Ranges = append(class.Ranges, [2]rune{p[0].Rune, p[0].Rune})
			case len(p) == 1 && p[0].Kind == smt.ItemClass && !p[0].Negated:
				class.Ranges = append(class.Ranges, p[0].Ranges...)
			default:
				out = append(out, p)
			}
		}
	}
	if len(class.Ranges) > 0 {
		out = append(out, smt.Pattern{class})
	}
	return out, len(out) <= maxAlternatives
}

// concat multiplies alternatives.
func (r *reader) concat(args []*sexpr, depth int) ([]smt.Pattern, bool) {
	out := []smt.Pattern{{}}
	for _, a := range args {
		ps, ok := r.patterns(a, depth+1)
		if !ok || len(ps)*len(out) > maxAlternatives {
			return nil, false
		}
		var next []smt.Pattern
		for _, x := range out {
			for _, y := range ps {
				if len(x)+len(y) > maxItems {
					return nil, false
				}
				next = append(next, append(x[:len(x):len(x)], y...))
			}
		}
		out = next
	}
	return out, true
}
