// Package python reads the Python that models write: plans as code, constructor text, and the printed form of values.
//
// It makes a syntax tree with places; what a plan may hold of it is decided elsewhere. Read are the expressions of
// Python 3 and its simple and compound statements; what has no node of its own here (lambda, comprehensions, while, try,
// …) becomes Other or OtherStmt, which carry the construct's name, so that it can be refused by name.
//
// Limits: 200 levels of nesting, and doc.MaxSyntax nodes. Reading takes time linear in the text, apart from f-strings,
// whose expressions are read once more.
package python

import (
	"planproof/core/doc"
	"planproof/core/value"
)

// MaxDepth is how deep expressions and blocks may stand in each other.
const MaxDepth = 200

// An Expr is *Name, *Const, *FString, *List, *Tuple, *Dict, *Call, *Attr, *Index, *Op or *Other.
type Expr interface {
	// At is where the expression is written.
	At() doc.Range
}

// A Name is an identifier.
type Name struct {
	Range doc.Range
	ID    string
}

// A Const is a number, a text, True, False or None.
type Const struct {
	Range doc.Range
	Value value.Value
}

// An FString is a formatted text; its parts are *Const texts and expressions.
type FString struct {
	Range doc.Range
	Parts []Expr
}

// A List is a list display; IsSet marks a set.
type List struct {
	Range doc.Range
	Items []Expr
	IsSet bool
}

// A Tuple is an expression list.
type Tuple struct {
	Range doc.Range
	Items []Expr
}

// A Dict is a dict display. A nil key is an unpacked mapping.
type Dict struct {
	Range doc.Range
	Keys  []Expr
	Items []Expr
}

// A Call is f(args, name=value).
type Call struct {
	Range    doc.Range
	Fn       Expr
	Args     []Expr
	Keywords []Keyword
}

// A Keyword is one named argument; an empty name is an unpacked mapping.
type Keyword struct {
	Name  string
	Range doc.Range
	Value Expr
}

// An Attr is x.name.
type Attr struct {
	Range doc.Range
	X     Expr
	Name  string
}

// An Index is x[i]. A slice has an *Other as index.
type Index struct {
	Range doc.Range
	X, I  Expr
}

// An Op is an operation: Name is the operator ("+", "and", "not in", "not", "-" with one operand); a comparison chain
// has the kind "compare" and its operators in Ops.
type Op struct {
	Range doc.Range
	Name  string
	Args  []Expr
	Ops   []string // of "compare": one less than Args
}

// An Other is an expression that is only named: "lambda", "list comprehension", "slice".
type Other struct {
	Range     doc.Range
	Construct string
	Parts     []Expr // the expressions in it, as far as they are known
}

// At is where the name is written.
func (e *Name) At() doc.Range { return e.Range }

// At is where the constant is written.
func (e *Const) At() doc.Range { return e.Range }

// At is where the text is written.
func (e *FString) At() doc.Range { return e.Range }

// At is where the list is written.
func (e *List) At() doc.Range { return e.Range }

// At is where the tuple is written.
func (e *Tuple) At() doc.Range { return e.Range }

// At is where the dict is written.
func (e *Dict) At() doc.Range { return e.Range }

// At is where the call is written.
func (e *Call) At() doc.Range { return e.Range }

// At is where the attribute is written.
func (e *Attr) At() doc.Range { return e.Range }

// At is where the index is written.
func (e *Index) At() doc.Range { return e.Range }

// At is where the operation is written.
func (e *Op) At() doc.Range { return e.Range }

// At is where the expression is written.
func (e *Other) At() doc.Range { return e.Range }

// A Stmt is *Assign, *ExprStmt, *If, *For, *Def or *OtherStmt.
type Stmt interface{ isStmt() }

// An Assign is targets = value; Op is "+" for +=.
type Assign struct {
	Range   doc.Range
	Targets []Expr
	Op      string
	Value   Expr // nil for a declaration without a value
}

// An ExprStmt is an expression alone.
type ExprStmt struct {
	Range doc.Range
	X     Expr
}

// An If is if, elif and else.
type If struct {
	Range      doc.Range // of the line with the test
	Test       Expr
	Then, Else []Stmt
}

// A For is a for loop.
type For struct {
	Range        doc.Range // of the line with the collection
	Target, Iter Expr
	Body, Else   []Stmt
}

// A Def is a function or a class.
type Def struct {
	Range   doc.Range
	Name    string
	Class   bool
	Params  []Param
	Returns string // as written
	Body    []Stmt
}

// A Param is one parameter of a function, or a field of a class.
type Param struct {
	Range   doc.Range
	Name    string
	Type    string // as written, "" when there is none
	Default Expr   // nil when there is none
	Star    bool
}

// An OtherStmt is a statement that is only named: "while", "try", "return", "import".
type OtherStmt struct {
	Range     doc.Range
	Construct string
}

func (*Assign) isStmt()    {}
func (*ExprStmt) isStmt()  {}
func (*If) isStmt()        {}
func (*For) isStmt()       {}
func (*Def) isStmt()       {}
func (*OtherStmt) isStmt() {}
