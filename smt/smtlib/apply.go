package smtlib

import (
	"math/big"
	"strconv"
	"strings"

	"planproof/smt"
)

// symbol translates a name or a number.
func (r *reader) symbol(e *sexpr) (smt.Term, error) {
	if e.isNumber() {
		n, ok := new(big.Rat).SetString(e.atom)
		if !ok || strings.Trim(e.atom, "0123456789.") != "" || len(e.atom) > 10_000 {
			return 0, unsupported("number " + e.atom)
		}
		return r.b.Num(smt.RatBig(n)), nil
	}
	if t, ok := r.names[e.atom]; ok {
		return t, nil
	}
	switch e.atom {
	case "true":
		return smt.True, nil
	case "false":
		return smt.False, nil
	}
	return 0, unsupported("the name " + e.atom + ", which the script does not declare")
}

// unescape decodes \u{X} and \uXXXX of SMT-LIB 2.6.
func unescape(s string) string { return decoded(s, 0x2FFFF) }

// unescapeWide is unescape for letters up to the last of Unicode.
func unescapeWide(s string) string { return decoded(s, 0x10FFFF) }

func decoded(s string, last uint64) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		if r, n := escape(s[i:], last); n > 0 {
			b.WriteString(wtf8(r))
			i += n
			continue
		}
		b.WriteByte(s[i])
		i++
	}
	return b.String()
}

// escape reads one escape at the start of s; n is 0 when there is none.
func escape(s string, last uint64) (r rune, n int) {
	hex := ""
	switch {
	case strings.HasPrefix(s, `\u{`):
		end := strings.IndexByte(s, '}')
		if end < 4 || end > 8 && last <= 0x2FFFF || end > 9 {
			return 0, 0
		}
		hex, n = s[3:end], end+1
	case strings.HasPrefix(s, `\u`) && len(s) >= 6:
		hex, n = s[2:6], 6
	default:
		return 0, 0
	}
	v, err := strconv.ParseUint(hex, 16, 32)
	if err != nil || v > last {
		return 0, 0
	}
	return rune(v), n
}

// wtf8 encodes a code point, surrogates too.
func wtf8(r rune) string {
	if 0xD800 <= r && r <= 0xDFFF {
		return string([]byte{0xE0 | byte(r>>12), 0x80 | byte(r>>6)&0x3F, 0x80 | byte(r)&0x3F})
	}
	return string(r)
}

// apply translates an application.
func (r *reader) apply(f string, a []smt.Term) (smt.Term, error) {
	b := r.b
	n := len(a)
	switch {
	case f == "and":
		return b.And(a...), nil
	case f == "or":
		return b.Or(a...), nil
	case f == "not" && n == 1:
		return b.Not(a[0]), nil
	case f == "ite" && n == 3:
		return b.Ite(a[0], a[1], a[2]), nil
	case f == "=>" && n > 1:
		t := a[n-1]
		for i := n - 2; i >= 0; i-- {
			t = b.Implies(a[i], t)
		}
		return t, nil
	case f == "xor" && n > 1:
		t := a[0]
		for _, u := range a[1:] {
			t = b.Not(b.Iff(t, u))
		}
		return t, nil
	case f == "distinct":
		return r.pairwise(a), nil
	}
	if rel := r.relation(f); rel != nil && n > 1 {
		return r.chain(rel, a), nil
	}
	if n > 0 && f != "" && strings.HasPrefix(f, "str.") {
		return r.text(f, a)
	}
	return r.arithmetic(f, a)
}

// pairwise says that no two of a are equal.
func (r *reader) pairwise(a []smt.Term) smt.Term {
	var parts []smt.Term
	for i, x := range a {
		for _, y := range a[i+1:] {
			parts = append(parts, r.b.Ne(x, y))
		}
	}
	return r.b.And(parts...)
}

// relation returns the binary relation of a chainable operator.
func (r *reader) relation(f string) func(x, y smt.Term) smt.Term {
	switch f {
	case "=":
		return r.b.Eq
	case "<", "str.<":
		return r.b.Lt
	case "<=", "str.<=":
		return r.b.Le
	case ">":
		return r.b.Gt
	case ">=":
		return r.b.Ge
	}
	return nil
}

func (r *reader) chain(rel func(x, y smt.Term) smt.Term, a []smt.Term) smt.Term {
	parts := make([]smt.Term, len(a)-1)
	for i := range parts {
		parts[i] = rel(a[i], a[i+1])
	}
	return r.b.And(parts...)
}

// arithmetic translates the operators on numbers.
func (r *reader) arithmetic(f string, a []smt.Term) (smt.Term, error) {
	b := r.b
	n := len(a)
	switch {
	case f == "+" && n > 0:
		return b.Add(a...), nil
	case f == "-" && n == 1:
		return b.Neg(a[0]), nil
	case f == "-" && n > 1:
		return b.Sub(a[0], b.Add(a[1:]...)), nil
	case f == "*" && n > 0:
		t := a[0]
		for _, u := range a[1:] {
			t = b.Mul(t, u)
		}
		return t, nil
	case f == "abs" && n == 1:
		return b.Ite(b.Le(b.Int(0), a[0]), a[0], b.Neg(a[0])), nil
	case f == "to_real" && n == 1:
		return a[0], nil
	case f == "/" && n == 2:
		if c, ok := b.Number(a[1]); ok && c.Sign() != 0 {
			return b.MulConst(smt.RatInt(1).Quo(c), a[0]), nil
		}
		return b.FreshOf(smt.SortReal, "division by an unknown"), nil
	case (f == "div" || f == "mod") && n == 2:
		return r.euclid(f, a[0], a[1]), nil
	}
	return 0, unsupported(f)
}

// euclid is SMT-LIB's division: the remainder is never negative.
func (r *reader) euclid(f string, x, y smt.Term) smt.Term {
	b := r.b
	c, ok := b.Number(y)
	if !ok || c.Sign() == 0 {
		return b.FreshOf(smt.SortInt, "division by an unknown")
	}
	neg := c.Sign() < 0
	if neg {
		y = b.Neg(y)
	}
	if f == "mod" {
		return b.Mod(x, y)
	}
	q := b.FloorDiv(x, y)
	if neg {
		q = b.Neg(q)
	}
	return q
}

// text translates the operators on strings.
func (r *reader) text(f string, a []smt.Term) (smt.Term, error) {
	b := r.b
	n := len(a)
	konst := func(i int) string { s, _ := b.Text(a[i]); return s }
	isConst := func(i int) bool { _, ok := b.Text(a[i]); return ok }
	switch {
	case f == "str.to_lower" && n == 1:
		return b.Lower(a[0]), nil
	case f == "str.len" && n == 1:
		return b.Len(a[0]), nil
	case f == "str.++":
		s := ""
		for i := range a {
			if !isConst(i) {
				return b.FreshOf(smt.SortStr, "concatenation"), nil
			}
			s += konst(i)
		}
		return b.Str(s), nil
	case f == "str.prefixof" && n == 2 && isConst(0):
		return b.Prefix(a[1], konst(0)), nil
	case f == "str.suffixof" && n == 2 && isConst(0):
		return b.Suffix(a[1], konst(0)), nil
	case f == "str.contains" && n == 2 && isConst(1):
		return b.Contains(a[0], konst(1)), nil
	case f == "str.contains" && n == 2 && isConst(0):
		return b.InText(a[1], konst(0)), nil
	case f == "str.prefixof" || f == "str.suffixof" || f == "str.contains" || f == "str.is_digit":
		return b.Fresh(f + " of unknowns"), nil
	case f == "str.indexof" || f == "str.to_int" || f == "str.to.int" || f == "str.to_code":
		return b.FreshOf(smt.SortInt, f), nil
	case f == "str.at" || f == "str.substr" || f == "str.replace" || f == "str.replace_all" ||
		f == "str.from_int" || f == "str.from_code" || f == "str.replace_re" || f == "str.replace_re_all":
		return b.FreshOf(smt.SortStr, f), nil
	}
	return 0, unsupported(f)
}
