package smt

import (
	"errors"
	"strconv"
	"strings"
)

// Script says what a written question carries beside its assertions.
type Script struct {
	Comment string   // lines of a comment at the top
	Status  string   // what set-info :status says; "" for nothing
	Names   []string // by assertion, for unsat cores; "" or missing for none
}

// AppendSMTLIB appends the assertions as an SMT-LIB 2.6 script that ends in
// check-sat; see AppendScript.
func (b *Builder) AppendSMTLIB(dst []byte, assertions []Term) ([]byte, error) {
	return b.AppendScript(dst, assertions, Script{})
}

// AppendScript appends the assertions as an SMT-LIB 2.6 script that ends in
// check-sat. Lists are written as their finite stand-ins, which is
// equisatisfiable; a Fresh is written as a free constant, so another solver's
// unsat is right and its sat may be one that Solve calls Unknown. Dom and Lower
// compared with constants are written as regular expressions, elsewhere with a
// recursive function; nothing is used that is no part of the standard.
func (b *Builder) AppendScript(dst []byte, assertions []Term, s Script) ([]byte, error) {
	w := newRewriter(b)
	roots := w.roots(assertions)
	x := &exporter{b: b, out: dst, text: map[Term]string{}, used: map[string]bool{"lower": true, "address": true}}
	x.head(s)
	all := append(append([]Term(nil), roots...), w.side...)
	for _, t := range b.reach(all) {
		x.node(t)
	}
	x.distinctNames()
	for i, t := range all {
		body := x.ref(t)
		if i < len(s.Names) && i < len(roots) && s.Names[i] != "" {
			body = "(! " + body + " :named " + x.symbol(s.Names[i]) + ")"
		}
		x.line("(assert ", body, ")")
	}
	x.line("(check-sat)")
	return x.out, x.err
}

// head writes the comment and what must come first.
func (x *exporter) head(s Script) {
	if s.Comment != "" {
		x.line("; ", strings.ReplaceAll(printable(s.Comment), "\n", "\n; "))
	}
	if s.Status != "" {
		x.line("(set-info :status ", s.Status, ")")
	}
	x.line("(set-logic ALL)")
}

// printable replaces what could end a comment or hide in it.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' || r == 0x7F {
			return '?'
		}
		return r
	}, s)
}

type exporter struct {
	b       *Builder
	out     []byte
	text    map[Term]string // how to refer to a term
	used    map[string]bool // symbols
	named   []string        // opaque constants
	sort    bool            // the opaque sort is declared
	preds   map[string]string
	address bool // the function is defined
	lower   bool // the function is defined
	err     error
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
	case n.kind == KindList || n.op == opDom || n.op == opLower:
		return // written where it is needed
	case n.op == opBool:
		x.text[t] = strconv.FormatBool(n.pay == 1)
	case n.op == opNum:
		x.text[t] = NumberText(b.rats[n.pay], n.kind == KindReal)
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
	arg := func(i int) string { return x.ref(n.args[i]) }
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
		return "(str.len " + x.uncased(n.args[0]) + ")"
	case opHasAt:
		return hasAtText(arg(0))
	case opDomOK:
		return x.isAddress(arg(0))
	case opGlob:
		return x.member(n.args[0], b.patterns[n.pay])
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
	if c, ok := x.b.textValue(q); ok && n.op == opEq && x.cased(p) {
		return x.member(p, Literal(c))
	}
	name := map[op]string{opEq: "=", opLt: "<", opLe: "<="}[n.op]
	if x.b.kind(p) == KindStr && n.op != opEq {
		name = "str." + name
	}
	left, right := x.ref(p), x.ref(q)
	if x.b.kind(p) != x.b.kind(q) {
		left, right = x.asReal(p), x.asReal(q)
	}
	return "(" + name + " " + left + " " + right + ")"
}

func (x *exporter) asReal(t Term) string {
	if r, ok := x.b.numValue(t); ok {
		return NumberText(r, true)
	}
	if x.b.kind(t) == KindInt {
		return "(to_real " + x.text[t] + ")"
	}
	return x.text[t]
}

func (x *exporter) linear(n *node) string {
	l := x.b.lins[n.pay]
	real := n.kind == KindReal
	s := "(+ " + NumberText(l.k, real)
	for i, t := range n.args {
		v := x.text[t]
		if real {
			v = x.asReal(t)
		}
		s += " (* " + NumberText(l.coefs[i], real) + " " + v + ")"
	}
	return s + ")"
}

// NumberText writes a number as SMT-LIB has it.
func NumberText(r Rat, real bool) string {
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
