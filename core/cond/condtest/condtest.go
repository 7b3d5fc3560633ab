// Package condtest makes random conditions and random values for them, for property tests. The same seed gives the
// same conditions.
package condtest

import (
	"math/rand"
	"strconv"

	"planproof/core/value"
)

// Var is a name that conditions may use, with the values it is tried with.
type Var struct {
	Name   string
	Kind   Kind
	Values []value.Value
}

// Kind says which operations fit a variable.
type Kind uint8

// The kinds of variables.
const (
	Text Kind = iota
	Number
	Bool
	List   // of texts
	Object // {"f": number, "g": text}
	Other  // anything
)

// Gen makes conditions over Vars. Wild is the share of ill-typed operands (0–1), Arith allows arithmetic.
type Gen struct {
	R     *rand.Rand
	Vars  []Var
	Wild  float64
	Arith bool
}

func (g *Gen) pick(options ...string) string { return options[g.R.Intn(len(options))] }

// Condition returns the text of a condition of about the given depth.
func (g *Gen) Condition(depth int) string {
	if depth <= 0 || g.R.Intn(5) == 0 {
		return g.atom()
	}
	switch g.R.Intn(7) {
	case 0, 1:
		return "(" + g.Condition(depth-1) + " and " + g.Condition(depth-1) + ")"
	case 2, 3:
		return "(" + g.Condition(depth-1) + " or " + g.Condition(depth-1) + ")"
	case 4:
		return "(not " + g.Condition(depth-1) + ")"
	case 5:
		return "(" + g.Condition(depth-1) + g.pick(" == ", " != ") + g.Condition(depth-1) + ")"
	}
	return g.atom()
}

func (g *Gen) atom() string {
	if g.R.Float64() < g.Wild {
		return g.wild() + g.pick(" == ", " < ", " in ", " not in ", " is None or ", " >= ") + g.wild()
	}
	kind := Kind(g.R.Intn(6))
	if len(g.Vars) > 0 && g.R.Intn(8) != 0 {
		kind = g.Vars[g.R.Intn(len(g.Vars))].Kind
	}
	switch kind {
	case Text:
		return g.textAtom()
	case Number:
		return g.numberAtom()
	case List:
		return g.listAtom()
	case Bool:
		return g.name(Bool, "True")
	case Object:
		return g.name(Object, "None") + g.pick(".f == 1", ".g == 'a'", "['f'] > 0", " != None")
	case Other:
		return g.name(Other, "None") + g.pick(" is None", " is not None", " == 'a'", " == 1", " == ''", "", " in ['a', 1]", " == "+g.text())
	}
	return g.pick("True", "False", "None", "''", "1 == 1.0")
}

func (g *Gen) textAtom() string {
	x := g.text()
	switch g.R.Intn(8) {
	case 0, 1:
		return x + g.pick(" == ", " != ") + g.text()
	case 2:
		return x + g.pick(" in ", " not in ") + "[" + g.text() + ", " + g.text() + "]"
	case 3:
		return x + g.pick(" < ", " <= ", " > ", " >= ") + g.pick("'a'", "'b'", "''", g.text())
	case 4:
		return g.pick("startswith", "endswith", "contains") + "(" + x + ", " + g.pick("'a'", "''", "'@'", "'b'") + ")"
	case 5:
		return "matches(" + x + ", " + g.pick("'*'", "'a*'", "'*b'", "'?'", "'*@b'", "'a'") + ")"
	case 6:
		return g.pick("'a'", "'@'", "''") + " in " + x
	}
	return x
}

func (g *Gen) text() string {
	switch g.R.Intn(8) {
	case 0, 1:
		return g.pick("'a'", "'b'", "''", "'A'", "'a@b'", "'ab'")
	case 2, 3:
		return "domain_of(" + g.name(Text, "'a@B'") + ")"
	case 4:
		return "lower(" + g.name(Text, "'A'") + ")"
	}
	return g.name(Text, "'a'")
}

func (g *Gen) numberAtom() string {
	ops := []string{" < ", " <= ", " > ", " >= ", " == ", " != "}
	a, b := g.number(), g.number()
	switch g.R.Intn(5) {
	case 0:
		return a + g.pick(ops...) + b + g.pick(ops...) + g.number()
	case 1:
		return a + g.pick(" in ", " not in ") + "[" + b + ", 1]"
	}
	return a + g.pick(ops...) + b
}

func (g *Gen) number() string {
	switch n := g.R.Intn(9); {
	case n < 3:
		return g.pick("0", "1", "2", "-1", "1.5", "3")
	case n == 3:
		return "len(" + g.name(Text, "'ab'") + ")"
	case n == 4:
		return "len(" + g.name(List, "['a']") + ")"
	case n == 5 && g.Arith:
		return "(" + g.number() + g.pick(" + ", " - ", " * ", " // ", " % ") + g.number() + ")"
	case n == 6 && g.Arith:
		return g.pick("-", "abs", "min", "max") + "(" + g.number() + ")"
	case n == 7 && g.Arith:
		return g.pick("min", "max") + "(" + g.number() + ", " + g.number() + ")"
	}
	return g.name(Number, "1")
}

func (g *Gen) listAtom() string {
	xs := g.name(List, "['a', 'b']")
	switch g.R.Intn(7) {
	case 0, 1:
		return g.text() + g.pick(" in ", " not in ") + xs
	case 2:
		return xs + g.pick(" in ", " not in ") + "['a', 'b']"
	case 3:
		return "domain_of(" + xs + ")" + g.pick(" in ", " not in ") + "['b', 'a']"
	case 4:
		return "len(" + xs + ")" + g.pick(" < ", " == ", " >= ") + strconv.Itoa(g.R.Intn(3))
	case 5:
		return xs + g.pick(" == ", " != ") + g.pick("[]", "['a']", "['a', 'b']")
	}
	return xs
}

// wild is an operand of any kind.
func (g *Gen) wild() string {
	switch g.R.Intn(10) {
	case 0:
		return "[" + g.wild() + "]"
	case 1:
		return "(" + g.wild() + ", " + g.wild() + ")"
	case 2:
		return g.name(Object, "'o'") + g.pick(".f", ".g", ".h", "['f']")
	case 3:
		return g.name(List, "['a']") + g.pick("[0]", "[-1]", "[1]")
	case 4:
		return "(" + g.wild() + g.pick(" and ", " or ", " + ", " - ", " == ") + g.wild() + ")"
	case 5:
		return g.pick("len", "domain_of", "abs", "lower", "min", "max") + "(" + g.wild() + ")"
	case 6:
		return g.pick("undefined", "None", "True", "1", "'a'", "[]", "()")
	}
	if len(g.Vars) == 0 {
		return "1"
	}
	return g.Vars[g.R.Intn(len(g.Vars))].Name
}

// name is a variable of the kind, or else the constant.
func (g *Gen) name(kind Kind, otherwise string) string {
	var names []string
	for _, v := range g.Vars {
		if v.Kind == kind {
			names = append(names, v.Name)
		}
	}
	if len(names) == 0 || g.R.Intn(12) == 0 {
		return otherwise
	}
	return g.pick(names...)
}
