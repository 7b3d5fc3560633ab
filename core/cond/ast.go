package cond

import "planproof/core/value"

// A Node is one of *Lit, *Name, *ListLit, *TupleLit, *Not, *Neg, *Bool, *Compare, *Arith, *Call, *Index and *Field.
// Nodes are immutable.
type Node interface {
	// Pos and End are the byte offsets of the node in the text of its condition, without surrounding parentheses.
	Pos() int
	End() int
	height() int
}

// span is what all nodes have: where they are and how deep the tree below them is.
type span struct{ pos, end, h int32 }

func (s span) Pos() int    { return int(s.pos) }
func (s span) End() int    { return int(s.end) }
func (s span) height() int { return int(s.h) }

// Lit is a constant: null, a boolean, a number or a text.
type Lit struct {
	span
	Value value.Value
}

// Name is a name whose value the environment gives.
type Name struct {
	span
	Name string
}

// ListLit is [a, b].
type ListLit struct {
	span
	Items []Node
}

// TupleLit is (a, b), or a, b at the top.
type TupleLit struct {
	span
	Items []Node
}

// Not is not X.
type Not struct {
	span
	X Node
}

// Neg is -X. The parser folds it into a number that follows.
type Neg struct {
	span
	X Node
}

// Bool is a conjunction or disjunction of at least two operands; its value is that of the operand that decides.
type Bool struct {
	span
	Op   BoolOp
	Args []Node
}

// Compare is a chain First op Node op Node …; the operands are evaluated from left to right, each at most once, up
// to the first comparison that fails.
type Compare struct {
	span
	First Node
	Rest  []Comparison
}

// Comparison is one link of a chain.
type Comparison struct {
	Op   CompareOp
	Node Node
}

// Arith is X op Y.
type Arith struct {
	span
	Op   ArithOp
	X, Y Node
}

// Call is a call of one of the built-in functions, with the right number of arguments.
type Call struct {
	span
	Fn   Fn
	Args []Node
}

// Index is X[I].
type Index struct {
	span
	X, I Node
}

// Field is X.Name.
type Field struct {
	span
	X    Node
	Name string
}

// A BoolOp is And or Or.
type BoolOp uint8

// The Boolean operators.
const (
	And BoolOp = iota
	Or
)

// String returns the operator as it is written.
func (op BoolOp) String() string {
	if op == And {
		return "and"
	}
	return "or"
}

// A CompareOp is a comparison.
type CompareOp uint8

// The comparisons.
const (
	Eq CompareOp = iota
	Ne
	Lt
	Le
	Gt
	Ge
	In
	NotIn
	Is
	IsNot
)

// String returns the operator as it is written.
func (op CompareOp) String() string {
	return [...]string{"==", "!=", "<", "<=", ">", ">=", "in", "not in", "is", "is not"}[op]
}

// An ArithOp is an operation on two numbers; Add concatenates two texts or two lists as well.
type ArithOp uint8

// The arithmetic operators.
const (
	Add ArithOp = iota
	Sub
	Mul
	FloorDiv
	Mod
)

// String returns the operator as it is written.
func (op ArithOp) String() string { return [...]string{"+", "-", "*", "//", "%"}[op] }

// A Fn is a built-in function.
type Fn uint8

// The functions, see SPEC-core §2.
const (
	Len Fn = iota
	DomainOf
	Min
	Max
	Abs
	StartsWith
	EndsWith
	Contains
	Lower
	Matches
)

// fns gives the name of every Fn and how many arguments it takes (most 0: any number).
var fns = [...]struct {
	name        string
	least, most int
}{
	Len: {"len", 1, 1}, DomainOf: {"domain_of", 1, 1}, Min: {"min", 1, 0}, Max: {"max", 1, 0}, Abs: {"abs", 1, 1},
	StartsWith: {"startswith", 2, 2}, EndsWith: {"endswith", 2, 2}, Contains: {"contains", 2, 2}, Lower: {"lower", 1, 1},
	Matches: {"matches", 2, 2},
}

// String returns the name of the function.
func (f Fn) String() string { return fns[f].name }

func fnNamed(name string) (Fn, bool) {
	for i := range fns {
		if fns[i].name == name {
			return Fn(i), true
		}
	}
	return 0, false
}

// children returns the direct subexpressions of n in the order of evaluation.
func children(n Node) []Node {
	switch n := n.(type) {
	case *Lit, *Name:
		return nil
	case *ListLit:
		return n.Items
	case *TupleLit:
		return n.Items
	case *Not:
		return []Node{n.X}
	case *Neg:
		return []Node{n.X}
	case *Bool:
		return n.Args
	case *Compare:
		out := []Node{n.First}
		for _, c := range n.Rest {
			out = append(out, c.Node)
		}
		return out
	case *Arith:
		return []Node{n.X, n.Y}
	case *Call:
		return n.Args
	case *Index:
		return []Node{n.X, n.I}
	case *Field:
		return []Node{n.X}
	}
	return nil
}

// Walk calls visit for n and everything below it, parents first, in the order of evaluation.
func Walk(n Node, visit func(Node)) {
	visit(n)
	for _, c := range children(n) {
		Walk(c, visit)
	}
}

func heightOver(nodes ...Node) int32 {
	h := int32(-1)
	for _, n := range nodes {
		h = max(h, int32(n.height()))
	}
	return h + 1
}
