package smt

// Term is a handle to a hash-consed expression of one Builder: two equal Terms
// are the same expression, and a subexpression always has the smaller Term. The
// zero Term is invalid. Terms of different Builders must not be mixed.
type Term int32

// False and True are the same Terms in every Builder.
const (
	False Term = 1
	True  Term = 2
)

// op is the operator of a node.
type op uint8

const (
	opInvalid op = iota
	opBool       // False, True
	opNum        // pay: index into rats
	opText       // pay: index into texts
	opNamed      // pay: index into texts; a named opaque constant
	opVar        // pay: index into texts
	opFresh      // pay: serial number; args: the bound variables it may depend on
	opSlot       // args: list; pay: number. Only made by list elimination
	opUsed       // args: list; pay: number. Only made by list elimination
	opElem       // args: list; pay: nesting depth. The bound variable of a quantifier
	opNot
	opAnd
	opOr
	opEq // same sort or both numeric; also on Bool
	opLt
	opLe
	opIte // of any scalar sort but Bool
	opLen
	opDom
	opLower
	opHasAt
	opDomOK
	opGlob // pay: index into patterns
	opPred // pay: index into texts
	opLin  // pay: index into lins; args: the terms with non-zero coefficient
	opDiv  // pay: index into rats (a positive integer)
	opMod
	opList  // a literal list
	opIndex // args: list; pay: position
	opAll   // args: list, body; pay: nesting depth
	opAny
)

// feature flags of a node and everything below it.
type feature uint16

const (
	hasElem  feature = 1 << iota // an unsubstituted bound variable
	hasList                      // list variables
	hasIte                       // opIte
	hasDiv                       // opDiv, opMod
	hasLin                       // opLin
	hasFresh                     // opFresh
)

type node struct {
	op    op
	kind  Kind
	elem  Kind // of lists
	flags feature
	pay   int32
	args  []Term
}

// lin is the payload of opLin: k plus the sum of coefs[i] times args[i].
type lin struct {
	coefs []Rat
	k     Rat
}

// Options configure a Builder.
type Options struct {
	// Bad tells which letters may not occur in an address (see Dom). It must hold
	// for ',' and ';' and for no ASCII letter, digit or '@'. Default BadInAddress.
	Bad func(rune) bool
}

// Builder makes terms. It is not safe for concurrent use. Its constructors
// simplify: what they return may be a different operator, or a constant.
type Builder struct {
	bad      func(rune) bool
	nodes    []node
	table    []Term // open addressing, power of two
	slab     []Term
	rats     []Rat
	smallIdx map[int64]int32  // of rats that are small integers
	ratIdx   map[string]int32 // of the others
	texts    []string
	textIdx  map[string]int32
	patterns []Pattern
	patIdx   map[string]int32
	lins     []lin
	linIdx   map[string]int32
	reasons  []string // of opFresh, by serial number
	seen     []bool   // scratch of reach, all false between calls
	tables   *tables  // scratch of Solve, nil while in use
	scope    []Term   // bound variables of the quantifiers being built, outermost first
}

// NewBuilder returns an empty Builder with default options.
func NewBuilder() *Builder { return NewBuilderWith(Options{}) }

// NewBuilderWith returns an empty Builder.
func NewBuilderWith(o Options) *Builder {
	b := &Builder{bad: o.Bad, textIdx: map[string]int32{}, table: make([]Term, 256), nodes: make([]node, 1, 64)}
	if b.bad == nil {
		b.bad = BadInAddress
	}
	b.cons(node{op: opBool, kind: KindBool, pay: 0})
	b.cons(node{op: opBool, kind: KindBool, pay: 1})
	return b
}

// Sort returns the sort of t.
func (b *Builder) Sort(t Term) Sort { return Sort{Kind: b.nodes[t].kind, Elem: b.nodes[t].elem} }

func (b *Builder) kind(t Term) Kind { return b.nodes[t].kind }

// Var returns the variable of this name and sort. The same name with another
// sort is another variable.
func (b *Builder) Var(name string, s Sort) Term {
	return b.cons(node{op: opVar, kind: s.Kind, elem: s.Elem, pay: b.text(name)})
}

// Name returns the name of a variable, "" for any other term.
func (b *Builder) Name(t Term) string {
	if n := &b.nodes[t]; n.op == opVar {
		return b.texts[n.pay]
	}
	return ""
}

// Fresh returns a new Boolean that stands for something outside the language.
// It may be anything: Unsat answers stay right; a Sat answer that depends on it
// becomes Unknown with this reason.
func (b *Builder) Fresh(reason string) Term { return b.FreshOf(SortBool, reason) }

// FreshOf is Fresh for a value of any scalar sort.
func (b *Builder) FreshOf(s Sort, reason string) Term {
	b.reasons = append(b.reasons, reason)
	return b.cons(node{op: opFresh, kind: s.Kind, elem: s.Elem, pay: int32(len(b.reasons) - 1), args: b.scope})
}

// isConst reports whether t is a scalar constant.
func (b *Builder) isConst(t Term) bool {
	switch b.nodes[t].op {
	case opBool, opNum, opText, opNamed:
		return true
	}
	return false
}

// textValue returns the string of a text constant.
func (b *Builder) textValue(t Term) (string, bool) {
	if n := &b.nodes[t]; n.op == opText {
		return b.texts[n.pay], true
	}
	return "", false
}

// numValue returns the number of a numeric constant.
func (b *Builder) numValue(t Term) (Rat, bool) {
	if n := &b.nodes[t]; n.op == opNum {
		return b.rats[n.pay], true
	}
	return Rat{}, false
}

// Text returns the string of a text constant; ok is false for any other term.
func (b *Builder) Text(t Term) (s string, ok bool) { return b.textValue(t) }

// Number returns the number of a numeric constant; ok is false for any other
// term.
func (b *Builder) Number(t Term) (r Rat, ok bool) { return b.numValue(t) }
