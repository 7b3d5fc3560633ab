package smtlib

import (
	"fmt"
	"strconv"
	"strings"

	"planproof/smt"
)

// Script is a question read from text.
type Script struct {
	Logic      string // as set by set-logic
	Status     string // as set by set-info :status: sat, unsat, unknown or ""
	Builder    *smt.Builder
	Assertions []smt.Term
	Names      []string // by assertion: what :named calls it, else ""
	Lines      []int    // by assertion: the line where it begins, from 1
	Constants  []Constant
	Predicates []Predicate
}

// Predicate is a declared function of one argument to Bool.
type Predicate struct {
	Name string
	Sort string // of the argument
	Kind smt.Kind
}

// Constant is a name that the script declares.
type Constant struct {
	Name string
	Sort string // as the script says it
	Term smt.Term
}

// Read reads a script.
func Read(text string) (*Script, error) {
	cmds, err := parse(text)
	if err != nil {
		return nil, err
	}
	r := &reader{b: smt.NewBuilder(), names: map[string]smt.Term{}, macros: map[string]*macro{}, sorts: map[string]smt.Sort{},
		preds: map[string]bool{}, empty: map[smt.Term]bool{}}
	s := &Script{Builder: r.b}
	r.script = s
	for _, c := range cmds {
		if err := r.command(s, c); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// recursive takes the one recursive function that is known, the lower-casing of
// package smt's scripts.
func (r *reader) recursive(c *sexpr) error {
	known, err := parse(smt.LowerDefinition)
	if err != nil || !c.equal(known[0]) {
		return unsupported("a recursive function")
	}
	x := &sexpr{atom: "s"}
	r.macros["lower"] = &macro{[]string{"s"}, &sexpr{list: []*sexpr{{atom: "str.to_lower"}, x}}}
	return nil
}

// maxWork bounds the expressions of a script after macros are expanded.
const maxWork = 2_000_000

// macro is a function defined with parameters.
type macro struct {
	params []string
	body   *sexpr
}

type reader struct {
	b      *smt.Builder
	names  map[string]smt.Term
	macros map[string]*macro
	sorts  map[string]smt.Sort
	preds  map[string]bool
	script *Script
	depth  int
	work   int               // expressions translated; macros can multiply them
	open   smt.Term          // an unknown text found inside a regular expression
	empty  map[smt.Term]bool // unknown texts that are assumed to be empty
}

// unsupported is the error for anything the reader does not know.
func unsupported(what string) error { return fmt.Errorf("not supported: %s", what) }

func (r *reader) command(s *Script, c *sexpr) error {
	n := len(c.list) - 1
	switch c.head() {
	case "set-logic":
		if n == 1 {
			s.Logic = c.list[1].atom
		}
		return nil
	case "set-info":
		if n == 2 && c.list[1].atom == ":status" {
			s.Status = c.list[2].atom
		}
		return nil
	case "set-option", "check-sat", "exit", "get-model", "get-value", "get-unsat-core", "get-info", "get-assignment":
		return nil
	case "assert":
		if n == 1 {
			t, err := r.term(c.list[1])
			if err == nil && r.b.Sort(t) != smt.SortBool {
				err = ErrSyntax
			}
			s.Assertions = append(s.Assertions, t)
			s.Names = append(s.Names, c.list[1].named())
			s.Lines = append(s.Lines, c.line)
			return err
		}
	}
	return r.declaration(c, n)
}

// declaration handles the commands that introduce names.
func (r *reader) declaration(c *sexpr, n int) error {
	if n > 0 && (c.list[1].isList() || c.list[1].str || c.list[1].isNumber()) {
		return ErrSyntax
	}
	switch {
	case c.head() == "declare-sort" && n == 2 && c.list[2].atom == "0":
		r.sorts[c.list[1].atom] = smt.SortOpaque
		return nil
	case c.head() == "declare-const" && n == 2:
		return r.declare(c.list[1].atom, c.list[2])
	case c.head() == "declare-fun" && n == 3 && c.list[2].isList() && len(c.list[2].list) == 0:
		return r.declare(c.list[1].atom, c.list[3])
	case c.head() == "declare-fun" && n == 3 && len(c.list[2].list) == 1 && c.list[3].atom == "Bool":
		sort, err := r.sort(c.list[2].list[0])
		r.preds[c.list[1].atom] = true
		r.script.Predicates = append(r.script.Predicates, Predicate{c.list[1].atom, c.list[2].list[0].atom, sort.Kind})
		return err
	case c.head() == "define-fun-rec" && n == 4:
		return r.recursive(c)
	case c.head() == "define-const" && n == 3:
		return r.define(c.list[1].atom, &sexpr{}, c.list[3])
	case c.head() == "define-fun" && n == 4:
		return r.define(c.list[1].atom, c.list[2], c.list[4])
	}
	return unsupported(c.head())
}

func (r *reader) sort(s *sexpr) (smt.Sort, error) {
	switch s.atom {
	case "Bool":
		return smt.SortBool, nil
	case "Int":
		return smt.SortInt, nil
	case "Real":
		return smt.SortReal, nil
	case "String":
		return smt.SortStr, nil
	}
	if t, ok := r.sorts[s.atom]; ok {
		return t, nil
	}
	return smt.Sort{}, unsupported("sort " + s.atom + s.head())
}

func (r *reader) declare(name string, sort *sexpr) error {
	s, err := r.sort(sort)
	if err != nil {
		return err
	}
	r.names[name] = r.b.Var(name, s)
	r.script.Constants = append(r.script.Constants, Constant{name, sort.atom, r.names[name]})
	return nil
}

func (r *reader) define(name string, params, body *sexpr) error {
	if len(params.list) == 0 {
		t, err := r.term(body)
		r.names[name] = t
		return err
	}
	m := &macro{body: body}
	for _, p := range params.list {
		if len(p.list) != 2 || p.list[0].isNumber() {
			return ErrSyntax
		}
		m.params = append(m.params, p.head())
	}
	r.macros[name] = m
	return nil
}

// bind evaluates with names bound and restores them.
func (r *reader) bind(names []string, values []smt.Term, body *sexpr) (smt.Term, error) {
	old := make([]smt.Term, len(names))
	for i, n := range names {
		old[i] = r.names[n]
		r.names[n] = values[i]
	}
	t, err := r.term(body)
	for i := len(names) - 1; i >= 0; i-- {
		if old[i] == 0 {
			delete(r.names, names[i])
		} else {
			r.names[names[i]] = old[i]
		}
	}
	return t, err
}

// term translates one expression; nesting is bounded by MaxDepth.
func (r *reader) term(e *sexpr) (smt.Term, error) {
	r.work++
	if r.depth++; r.depth > 2*MaxDepth || r.work > maxWork {
		return 0, ErrDepth
	}
	defer func() { r.depth-- }()
	switch {
	case e.str:
		return r.b.Str(unescape(e.atom)), nil
	case !e.isList():
		return r.symbol(e)
	case len(e.list) == 0:
		return 0, ErrSyntax
	case len(e.list) == 3 && e.head() == "_" && e.list[1].atom == "char":
		return r.char(e.list[2].atom)
	}
	switch e.head() {
	case "let":
		return r.let(e)
	case "!":
		if len(e.list) < 2 {
			return 0, ErrSyntax
		}
		return r.annotated(e)
	case "str.in_re", "str.in.re":
		return r.inRegex(e)
	}
	args := make([]smt.Term, len(e.list)-1)
	for i := range args {
		t, err := r.term(e.list[i+1])
		if err != nil {
			return 0, err
		}
		args[i] = t
	}
	if m, ok := r.macros[e.head()]; ok && len(m.params) == len(args) {
		return r.bind(m.params, args, m.body)
	}
	if r.preds[e.head()] && len(args) == 1 {
		return r.b.Pred(e.head(), args[0]), nil
	}
	return r.apply(e.head(), args)
}

// annotated translates (! …) and remembers what :named calls it.
func (r *reader) annotated(e *sexpr) (smt.Term, error) {
	t, err := r.term(e.list[1])
	if name := e.named(); name != "" && err == nil {
		r.names[name] = t
	}
	return t, err
}

func (r *reader) let(e *sexpr) (smt.Term, error) {
	if len(e.list) != 3 {
		return 0, ErrSyntax
	}
	var names []string
	var values []smt.Term
	for _, p := range e.list[1].list {
		if len(p.list) != 2 {
			return 0, ErrSyntax
		}
		t, err := r.term(p.list[1])
		if err != nil {
			return 0, err
		}
		if p.list[0].isNumber() {
			return 0, ErrSyntax
		}
		names, values = append(names, p.list[0].atom), append(values, t)
	}
	return r.bind(names, values, e.list[2])
}

// char translates (_ char #xH).
func (r *reader) char(hex string) (smt.Term, error) {
	v, err := strconv.ParseUint(strings.TrimPrefix(hex, "#x"), 16, 32)
	if err != nil || v > 0x2FFFF {
		return 0, ErrSyntax
	}
	return r.b.Str(wtf8(rune(v))), nil
}
