package prove

import (
	"strconv"

	"planproof/core/types"
	"planproof/smt"
)

// A symbolic value is a choice between alternatives, each of one kind, guarded by conditions that exclude each other
// and of which one holds. Operators distribute over the alternatives, so that Optional[str], the operands of and/or
// and values of any type need no theory of their own.
type sval struct {
	def  smt.Term // evaluating the expression gives a value; elsewhere the alternatives mean nothing
	alts []alt
}

// shape is the kind of an alternative and how it is represented.
type shape uint8

const (
	shNull   shape = iota
	shBool         // term: Bool
	shNumber       // term: Int or Real
	shText         // term: Str
	shList         // term: a list of scalars of one kind; dom: of their domains
	shSeq          // items: a list or tuple of known length
	shOpen         // open: a list whose elements are of no one scalar kind
	shObject       // obj: an object
	shOpaque       // term: Opaque; a value of a type that is not known
	shOther        // key: something outside of the theories
)

type alt struct {
	guard smt.Term
	shape shape
	term  smt.Term
	dom   bool
	items []sval
	tuple bool
	open  *openList
	obj   *object
	key   string
	// letter says of a text that it is one letter of another: its term is outside of the theories, but whether it is a
	// given letter is a pattern.
	letter *letterOf
}

// letterOf is the letter of a text at a constant position; negative ones count from the end.
type letterOf struct {
	text smt.Term
	at   int
}

// openList is a list of which the length and the elements at constant positions are known as terms.
type openList struct {
	id    string
	len   smt.Term
	elem  types.Type
	items map[int]sval
}

// object is an object of which the members asked for are known as terms. When it is not open these are all.
type object struct {
	id     string
	open   bool
	len    smt.Term // of an open one
	value  types.Type
	fields []field
}

type field struct {
	key   string
	has   smt.Term // True when the object is not open
	value sval
}

// rails are the two truth values of a condition: F is not the negation of T, since evaluation may fail.
type rails struct{ t, f smt.Term }

func one(a alt) sval {
	a.guard = smt.True
	return sval{smt.True, []alt{a}}
}

var nothing = sval{def: smt.False}

// maxAlts bounds the alternatives of one value; beyond it the value is outside of the theories.
const maxAlts = 48

// truthy is Python's truth value of an alternative.
func (t *translator) truthy(a *alt) smt.Term {
	b := t.b
	switch a.shape {
	case shNull:
		return smt.False
	case shBool:
		return a.term
	case shNumber:
		return b.Ne(a.term, b.Int(0))
	case shText:
		return b.Ne(a.term, b.Str(""))
	case shList:
		return b.Ne(b.Len(a.term), b.Int(0))
	case shSeq:
		return b.Bool(len(a.items) > 0)
	case shOpen:
		return b.Ne(a.open.len, b.Int(0))
	case shObject:
		if !a.obj.open {
			return b.Bool(len(a.obj.fields) > 0)
		}
		return b.Ne(a.obj.len, b.Int(0))
	case shOpaque:
		t.asksTruth = true
		return b.Pred("truthy", a.term)
	case shOther:
	}
	return t.fresh("truthy|"+a.key, smt.SortBool, "the truth value of "+outside(a))
}

// truth is the truth value of a value.
func (t *translator) truth(v sval) smt.Term {
	var ts []smt.Term
	for i := range v.alts {
		ts = append(ts, t.b.And(v.alts[i].guard, t.truthy(&v.alts[i])))
	}
	return t.b.Or(ts...)
}

func (t *translator) railsOf(v sval) rails {
	truth := t.truth(v)
	return rails{t.b.And(v.def, truth), t.b.And(v.def, t.b.Not(truth))}
}

// fromRails is the Boolean that a comparison or negation gives.
func (t *translator) fromRails(r rails) sval {
	v := one(alt{shape: shBool, term: r.t})
	v.def = t.b.Or(r.t, r.f)
	return v
}

// under narrows the guards of v's alternatives by g.
func (t *translator) under(g smt.Term, v sval) []alt {
	out := make([]alt, 0, len(v.alts))
	for _, a := range v.alts {
		if a.guard = t.b.And(g, a.guard); a.guard != smt.False {
			out = append(out, a)
		}
	}
	return out
}

// limited cuts a value with too many alternatives.
func (t *translator) limited(v sval) sval {
	if len(v.alts) <= maxAlts {
		return v
	}
	w := one(alt{shape: shOther, key: t.unique("alternatives")})
	w.def = v.def
	return w
}

// identity is a text that is equal for alternatives that are the same value.
func identity(a *alt) string {
	id := strconv.Itoa(int(a.shape)) + ":" + strconv.Itoa(int(a.term)) + a.key
	switch {
	case a.dom:
		id += "d"
	case a.open != nil:
		id += a.open.id
	case a.obj != nil && a.obj.open:
		id += a.obj.id
	case a.obj != nil:
		for _, f := range a.obj.fields {
			id += "." + f.key + "=" + identityOf(f.value)
		}
	}
	for _, item := range a.items {
		id += "," + identityOf(item)
	}
	return id
}

func identityOf(v sval) string {
	id := "("
	for i := range v.alts {
		id += strconv.Itoa(int(v.alts[i].guard)) + "?" + identity(&v.alts[i]) + ";"
	}
	return id + ")"
}

// outside names an alternative in the reason of an unknown answer.
func outside(a *alt) string {
	switch a.shape {
	case shOpaque:
		return "a value of a type that is not known"
	case shOpen, shList:
		return "a list"
	case shObject:
		return "an object"
	case shText:
		return "a text"
	case shNumber:
		return "a number"
	case shNull, shBool, shSeq, shOther:
	}
	return "a computed value"
}

// listLike tells the alternatives that are lists; tuples are not.
func (a *alt) listLike() bool {
	return a.shape == shList || a.shape == shOpen || a.shape == shSeq && !a.tuple
}

// number is the alternative as Python's arithmetic sees it: True is 1.
func (t *translator) number(a *alt) (smt.Term, bool) {
	switch a.shape {
	case shNumber:
		return a.term, true
	case shBool:
		return t.b.BoolNum(a.term), true
	case shNull, shText, shList, shSeq, shOpen, shObject, shOpaque, shOther:
	}
	return 0, false
}

// vague tells the alternatives of which not even the kind is known.
func (a *alt) vague() bool { return a.shape == shOpaque || a.shape == shOther }
