package smt

import (
	"errors"
	"strconv"
	"strings"
)

// ErrLetters says that a string has letters that SMT-LIB does not have.
var ErrLetters = errors.New("a text with code points above U+2FFFF can not be written as SMT-LIB")

// cased reports whether t is a text with its capitals folded.
func (x *exporter) cased(t Term) bool {
	o := x.b.nodes[t].op
	return o == opDom || o == opLower
}

// ref returns how to refer to a term. Domains and lower-cased texts that no
// regular expression replaces are defined at their first use.
func (x *exporter) ref(t Term) string {
	if s, ok := x.text[t]; ok || !x.cased(t) {
		return s
	}
	x.defineLower()
	name := x.symbol("t" + strconv.Itoa(int(t)))
	x.line("(define-fun ", name, " () String (lower ", x.uncased(t), "))")
	x.text[t] = name
	return name
}

// uncased returns t without the folding of capitals, which keeps the length: for
// a domain the part after the '@' of an address, the whole of a text without
// '@', and "" for anything else.
func (x *exporter) uncased(t Term) string {
	n := &x.b.nodes[t]
	switch n.op {
	case opLower:
		return x.uncased(n.args[0])
	case opDom:
		s := x.ref(n.args[0])
		return "(ite (not " + hasAtText(s) + ") " + s + " (ite " + x.isAddress(s) +
			` (str.substr ` + s + ` (+ 1 (str.indexof ` + s + ` "@" 0)) (str.len ` + s + `)) ""))`
	}
	return x.ref(t)
}

func hasAtText(s string) string { return `(str.contains ` + s + ` "@")` }

// defineLower writes LowerDefinition, once.
func (x *exporter) defineLower() {
	if x.lower {
		return
	}
	x.lower = true
	x.line(LowerDefinition)
}

// LowerDefinition defines, in the scripts that need it, the function that replaces A-Z by a-z.
const LowerDefinition = `(define-fun-rec lower ((s String)) String (ite (= s "") "" (str.++ (let ((c (str.to_code (str.at s 0)))) ` +
	`(ite (and (<= 65 c) (<= c 90)) (str.from_code (+ c 32)) (str.at s 0))) (lower (str.substr s 1 (- (str.len s) 1))))))`

// isAddress writes DomOK of the text s.
func (x *exporter) isAddress(s string) string {
	if !x.address {
		x.address = true
		part := "(re.+ " + x.letters(func(r rune) bool { return r != '@' && !x.b.bad(r) }) + ")"
		x.line(`(define-fun address ((s String)) Bool (str.in_re s (re.++ `, part, ` (str.to_re "@") `, part, `)))`)
	}
	return "(address " + s + ")"
}

// member writes that t is in the pattern. For a domain or a lower-cased text
// the pattern is folded instead, so that the text under it is asked.
func (x *exporter) member(t Term, p Pattern) string {
	n := &x.b.nodes[t]
	if !x.cased(t) {
		return "(str.in_re " + x.ref(t) + " " + x.regex(p) + ")"
	}
	q, ok := p.foldCase()
	if !ok {
		return "false"
	}
	q = q.canonical()
	if n.op == opLower {
		return x.member(n.args[0], q)
	}
	s := x.ref(n.args[0])
	out := "(or (and (not " + hasAtText(s) + ") (str.in_re " + s + " " + x.regex(q) + ")) (and " + x.isAddress(s) +
		` (str.in_re ` + s + ` (re.++ re.all (str.to_re "@") ` + x.regex(q) + `)))`
	if q.match(nil) { // what is no address has the domain ""
		out += " (and " + hasAtText(s) + " (not " + x.isAddress(s) + "))"
	}
	return out + ")"
}

// literal writes a string constant; letters that SMT-LIB lacks are an error.
func (x *exporter) literal(s string) string {
	for _, r := range runesOf(s) {
		if r > 0x2FFFF {
			x.err = ErrLetters
		}
	}
	return LiteralText(s)
}

// LiteralText writes a text as an SMT-LIB string constant. Letters above U+2FFFF,
// which SMT-LIB lacks, have their number all the same.
func LiteralText(s string) string {
	out := `"`
	for _, r := range runesOf(s) {
		switch {
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
