package smt

import (
	"errors"
	"strconv"
	"strings"
)

// ErrLetters says that a string has letters that SMT-LIB does not have.
var ErrLetters = errors.New("a text with code points above U+2FFFF can not be written as SMT-LIB")

// AppendSMTLIB appends the assertions as an SMT-LIB 2.6 script that ends in
// check-sat. Lists are written as their finite stand-ins, which is
// equisatisfiable; a Fresh is written as a free constant, so another solver's
// unsat is right and its sat may be one that Solve calls Unknown. Lower and Dom use
// str.to_lower, an extension that cvc5 has and z3 lacks.
func (b *Builder) AppendSMTLIB(dst []byte, assertions []Term) ([]byte, error) {
	w := newRewriter(b)
	roots := w.roots(assertions)
	x := &exporter{b: b, out: append(dst, "(set-logic ALL)\n"...), text: map[Term]string{}, used: map[string]bool{}}
	all := append(append([]Term(nil), roots...), w.side...)
	for _, t := range b.reach(all) {
		x.node(t)
	}
	x.distinctNames()
	for _, t := range all {
		x.line("(assert ", x.text[t], ")")
	}
	x.line("(check-sat)")
	return x.out, x.err
}

type exporter struct {
	b     *Builder
	out   []byte
	text  map[Term]string // how to refer to a term
	used  map[string]bool // symbols
	named []string        // opaque constants
	sort  bool            // the opaque sort is declared
	preds map[string]string
	clean string // the regular expression of letters good in an address
	err   error
}

func (x *exporter) line(parts ...string) {
	x.out = append(append(x.out, strings.Join(parts, "")...), '\n')
}

// symbol returns an unused quoted symbol like name.
func (x *exporter) symbol(name string) string {
	if strings.ContainsAny(name, "|\\") || name == "" || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r > '~' }) {
		name = "v"
	}
	s := name
	for i := 2; x.used[s]; i++ {
		s = name + "!" + strconv.Itoa(i)
	}
	x.used[s] = true
	return "|" + s + "|"
}

func (x *exporter) sortName(k Kind) string {
	switch k {
	case KindStr:
		return "String"
	case KindOpaque, KindList:
		if !x.sort {
			x.sort = true
			x.line("(declare-sort Opaque 0)")
		}
		return "Opaque"
	}
	return k.String()
}

// node writes what a term needs and remembers how to refer to it. Boolean and
// longer terms get a definition, so nothing nests.
func (x *exporter) node(t Term) {
	b := x.b
	n := &b.nodes[t]
	switch {
	case n.kind == KindList:
		return
	case n.op == opBool:
		x.text[t] = strconv.FormatBool(n.pay == 1)
	case n.op == opNum:
		x.text[t] = ratText(b.rats[n.pay], n.kind == KindReal)
	case n.op == opText:
		x.text[t] = x.literal(b.texts[n.pay])
	case b.isLeaf(t) || n.op == opNamed:
		name := "t" + strconv.Itoa(int(t))
		if n.op == opVar || n.op == opNamed {
			name = b.texts[n.pay]
		}
		sort := x.sortName(n.kind)
		x.text[t] = x.symbol(name)
		x.line("(declare-const ", x.text[t], " ", sort, ")")
		if n.op == opNamed {
			x.named = append(x.named, x.text[t])
		}
		if n.op == opLen {
			x.line("(assert (<= 0 ", x.text[t], "))")
		}
	default:
		body := x.body(n)
		x.text[t] = x.symbol("t" + strconv.Itoa(int(t)))
		x.line("(define-fun ", x.text[t], " () ", x.sortName(n.kind), " ", body, ")")
	}
}

// body writes an application.
func (x *exporter) body(n *node) string {
	b := x.b
	arg := func(i int) string { return x.text[n.args[i]] }
	switch n.op {
	case opNot:
		return "(not " + arg(0) + ")"
	case opAnd, opOr:
		s := "(and"
		if n.op == opOr {
			s = "(or"
		}
		for i := range n.args {
			s += " " + arg(i)
		}
		return s + ")"
	case opEq, opLt, opLe:
		return x.relation(n)
	case opLen:
		return "(str.len " + arg(0) + ")"
	case opLower:
		return "(str.to_lower " + arg(0) + ")"
	case opHasAt:
		return `(str.contains ` + arg(0) + ` "@")`
	case opDomOK:
		return x.address(arg(0))
	case opDom:
		return `(str.to_lower (ite (not (str.contains ` + arg(0) + ` "@")) ` + arg(0) + ` (ite ` + x.address(arg(0)) +
			` (str.substr ` + arg(0) + ` (+ 1 (str.indexof ` + arg(0) + ` "@" 0)) (str.len ` + arg(0) + `)) "")))`
	case opGlob:
		return "(str.in_re " + arg(0) + " " + x.regex(b.patterns[n.pay]) + ")"
	case opPred:
		return "(" + x.predicate(n) + " " + arg(0) + ")"
	case opLin:
		return x.linear(n)
	}
	x.err = errors.New("a term that can not be written")
	return "false"
}

// relation writes a comparison; integers next to decimals are converted.
func (x *exporter) relation(n *node) string {
	p, q := n.args[0], n.args[1]
	name := map[op]string{opEq: "=", opLt: "<", opLe: "<="}[n.op]
	if x.b.kind(p) == KindStr && n.op != opEq {
		name = "str." + name
	}
	left, right := x.text[p], x.text[q]
	if x.b.kind(p) != x.b.kind(q) {
		left, right = x.asReal(p), x.asReal(q)
	}
	return "(" + name + " " + left + " " + right + ")"
}

func (x *exporter) asReal(t Term) string {
	if r, ok := x.b.numValue(t); ok {
		return ratText(r, true)
	}
	if x.b.kind(t) == KindInt {
		return "(to_real " + x.text[t] + ")"
	}
	return x.text[t]
}

func (x *exporter) linear(n *node) string {
	l := x.b.lins[n.pay]
	real := n.kind == KindReal
	s := "(+ " + ratText(l.k, real)
	for i, t := range n.args {
		v := x.text[t]
		if real {
			v = x.asReal(t)
		}
		s += " (* " + ratText(l.coefs[i], real) + " " + v + ")"
	}
	return s + ")"
}

// ratText writes a number.
func ratText(r Rat, real bool) string {
	neg := r.Sign() < 0
	if neg {
		r = r.Neg()
	}
	s := r.view().Num().String()
	if real {
		s += ".0"
		if !r.IsInt() {
			s = "(/ " + s + " " + r.view().Denom().String() + ".0)"
		}
	}
	if neg {
		s = "(- " + s + ")"
	}
	return s
}

// literal writes a string.
func (x *exporter) literal(s string) string {
	out := `"`
	for _, r := range runesOf(s) {
		switch {
		case r > 0x2FFFF:
			x.err = ErrLetters
		case r == '"':
			out += `""`
		case r < ' ' || r > '~' || r == '\\':
			out += `\u{` + strconv.FormatInt(int64(r), 16) + `}`
		default:
			out += string(r)
		}
	}
	return out + `"`
}

func (x *exporter) predicate(n *node) string {
	sort := x.sortName(x.b.kind(n.args[0]))
	key := x.b.texts[n.pay] + " " + sort
	if x.preds == nil {
		x.preds = map[string]string{}
	}
	if x.preds[key] == "" {
		x.preds[key] = x.symbol(x.b.texts[n.pay])
		x.line("(declare-fun ", x.preds[key], " (", sort, ") Bool)")
	}
	return x.preds[key]
}

// distinctNames says that opaque constants differ.
func (x *exporter) distinctNames() {
	if len(x.named) > 1 {
		x.line("(assert (distinct ", strings.Join(x.named, " "), "))")
	}
}

// regex writes a pattern.
func (x *exporter) regex(p Pattern) string {
	if len(p) == 0 {
		return `(str.to_re "")`
	}
	parts := make([]string, len(p))
	for i, it := range p {
		switch it.Kind {
		case ItemRune:
			parts[i] = "(str.to_re " + x.literal(string(appendRune(nil, it.Rune))) + ")"
		case ItemAnyStar:
			parts[i] = "re.all"
		case ItemAnyOne:
			parts[i] = "re.allchar"
		case ItemClass:
			parts[i] = x.letters(it.has)
		}
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return "(re.++ " + strings.Join(parts, " ") + ")"
}

// letters writes a set of letters as a union of ranges.
func (x *exporter) letters(in func(rune) bool) string {
	var ranges []string
	for r := rune(0); r <= 0x2FFFF; r++ {
		if !in(r) {
			continue
		}
		lo := r
		for r < 0x2FFFF && in(r+1) {
			r++
		}
		ranges = append(ranges, "(re.range "+x.literal(string(appendRune(nil, lo)))+" "+x.literal(string(appendRune(nil, r)))+")")
	}
	switch len(ranges) {
	case 0:
		return "re.none"
	case 1:
		return ranges[0]
	}
	return "(re.union " + strings.Join(ranges, " ") + ")"
}

// address writes DomOK.
func (x *exporter) address(t string) string {
	if x.clean == "" {
		x.clean = "(re.+ " + x.letters(func(r rune) bool { return r != '@' && !x.b.bad(r) }) + ")"
	}
	return `(str.in_re ` + t + ` (re.++ ` + x.clean + ` (str.to_re "@") ` + x.clean + `))`
}
