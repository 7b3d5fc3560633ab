package smtlib

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"planproof/smt"
)

// A model as text is a list of definitions, as solvers answer get-model:
//
//	(
//	  (define-fun n () Int (- 3))
//	  (define-fun to () String "ann@a.com")
//	  (define-fun who () Person (as @1 Person))
//	  (define-fun known ((x Person)) Bool (or (= x (as @1 Person))))
//	)
//
// Values of declared sorts are numbered; different numbers are different
// values. A predicate is false where the list does not say otherwise.

// ErrModel is wrapped by every error that ReadModel returns.
var ErrModel = errors.New("not a model of this script")

// WriteModel writes the values of what the script declares, in its order.
func WriteModel(s *Script, m *smt.Model) string {
	w := &modelWriter{out: "(\n", any: map[string]int{}}
	for _, c := range s.Constants {
		w.out += "  (define-fun " + symbolText(c.Name) + " () " + symbolText(c.Sort) + " " + w.value(m.Value(c.Term), c.Sort) + ")\n"
	}
	points := m.Points()
	for _, p := range s.Predicates {
		w.predicate(p, points)
	}
	return w.out + ")\n"
}

type modelWriter struct {
	out string
	any map[string]int // numbers of values of declared sorts
}

func (w *modelWriter) value(v smt.Value, sort string) string {
	switch v.Kind {
	case smt.KindBool:
		return strconv.FormatBool(v.Bool)
	case smt.KindInt, smt.KindReal:
		return smt.NumberText(v.Num, sort == "Real")
	case smt.KindStr:
		return smt.LiteralText(v.Text)
	case smt.KindOpaque, smt.KindList:
	}
	n, ok := w.any[v.String()]
	if !ok {
		n = len(w.any) + 1
		w.any[v.String()] = n
	}
	return "(as @" + strconv.Itoa(n) + " " + symbolText(sort) + ")"
}

func (w *modelWriter) predicate(p Predicate, points []smt.Point) {
	body := ""
	for _, at := range points {
		if at.Pred == p.Name && at.Holds {
			body += " (= x " + w.value(at.Value, p.Sort) + ")"
		}
	}
	if body == "" {
		body = "false"
	} else {
		body = "(or" + body + ")"
	}
	w.out += "  (define-fun " + symbolText(p.Name) + " ((x " + symbolText(p.Sort) + ")) Bool " + body + ")\n"
}

// symbolText quotes a symbol where that is needed.
func symbolText(s string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789~!@$%^&*_-+=<>.?/"
	if s == "" || strings.Trim(s, plain) != "" || s[0] >= '0' && s[0] <= '9' {
		return "|" + s + "|"
	}
	return s
}

// ReadModel reads a model of what the script declares. A missing constant, a
// value of another sort or of another form is an error.
func ReadModel(s *Script, text string) (*smt.Model, error) {
	es, err := parse(text)
	if err != nil {
		return nil, err
	}
	if len(es) > 0 && es[0].atom == "sat" {
		es = es[1:]
	}
	if len(es) == 1 && es[0].head() != "define-fun" {
		es = es[0].list
	}
	if len(es) > 0 && es[0].atom == "model" {
		es = es[1:]
	}
	r := &modelReader{script: s, given: map[string]*sexpr{}}
	for _, e := range es {
		if e.head() != "define-fun" || len(e.list) != 5 || r.given[e.list[1].atom] != nil {
			return nil, fmt.Errorf("%w: it is a list of define-fun, each name once", ErrModel)
		}
		r.given[e.list[1].atom] = e
	}
	return r.model()
}

type modelReader struct {
	script *Script
	given  map[string]*sexpr
}

func (r *modelReader) model() (*smt.Model, error) {
	var values []smt.Binding
	for _, c := range r.script.Constants {
		e := r.given[c.Name]
		if e == nil || len(e.list[2].list) != 0 {
			return nil, fmt.Errorf("%w: no value for %s", ErrModel, c.Name)
		}
		kind := r.script.Builder.Sort(c.Term).Kind
		v, ok := value(e.list[4], kind)
		if !ok {
			return nil, fmt.Errorf("%w: the value of %s is no %s", ErrModel, c.Name, c.Sort)
		}
		values = append(values, smt.Binding{Term: c.Term, Name: c.Name, Value: v})
	}
	var points []smt.Point
	for _, p := range r.script.Predicates {
		at, ok := predicatePoints(p, r.given[p.Name])
		if !ok {
			return nil, fmt.Errorf("%w: the predicate %s has another form", ErrModel, p.Name)
		}
		points = append(points, at...)
	}
	return r.script.Builder.NewModel(values, points), nil
}

// predicatePoints reads false or (or (= x value) …).
func predicatePoints(p Predicate, e *sexpr) ([]smt.Point, bool) {
	if e == nil || len(e.list[2].list) != 1 {
		return nil, false
	}
	body := e.list[4]
	if body.atom == "false" {
		return nil, true
	}
	var out []smt.Point
	for i, c := range body.list {
		if i == 0 {
			continue
		}
		if c.head() != "=" || len(c.list) != 3 {
			return nil, false
		}
		v, ok := value(c.list[2], p.Kind)
		if !ok {
			return nil, false
		}
		out = append(out, smt.Point{Pred: p.Name, Value: v, Holds: true})
	}
	return out, body.head() == "or"
}

// value reads a value of a kind.
func value(e *sexpr, k smt.Kind) (smt.Value, bool) {
	v := smt.Value{Kind: k}
	switch k {
	case smt.KindBool:
		v.Bool = e.atom == "true"
		return v, !e.str && (v.Bool || e.atom == "false")
	case smt.KindInt, smt.KindReal:
		n, ok := number(e, 0)
		if !ok || k == smt.KindInt && !n.IsInt() {
			return v, false
		}
		v.Num = smt.RatBig(n)
		return v, true
	case smt.KindStr:
		v.Text = unescapeWide(e.atom)
		return v, e.str
	case smt.KindOpaque:
		if len(e.list) != 3 || e.head() != "as" {
			return v, false
		}
		digits, ok := strings.CutPrefix(e.list[1].atom, "@")
		n, err := strconv.Atoi(digits)
		v.Any = n
		return v, ok && err == nil && n > 0
	case smt.KindList:
	}
	return v, false
}

// number reads a number with minus and division.
func number(e *sexpr, depth int) (*big.Rat, bool) {
	if e.isNumber() {
		if strings.Trim(e.atom, "0123456789.") != "" || len(e.atom) > 10_000 {
			return nil, false
		}
		return new(big.Rat).SetString(e.atom)
	}
	if depth > 3 || len(e.list) < 2 {
		return nil, false
	}
	x, ok := number(e.list[1], depth+1)
	switch {
	case !ok:
		return nil, false
	case e.head() == "-" && len(e.list) == 2:
		return x.Neg(x), true
	case e.head() == "/" && len(e.list) == 3:
		if y, ok := number(e.list[2], depth+1); ok && y.Sign() != 0 {
			return x.Quo(x, y), true
		}
	}
	return nil, false
}

// Holds evaluates the assertions under a model. It returns the index of the
// first that is not true, or that depends on what the solver has no term for, or
// -1 when all are true.
func Holds(s *Script, m *smt.Model) int {
	for i, t := range s.Assertions {
		if v, ok := m.Eval(t); !ok || !v.Bool {
			return i
		}
	}
	return -1
}
