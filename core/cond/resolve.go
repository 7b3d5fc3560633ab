package cond

import "planproof/core/value"

// Binding gives a name a value.
type Binding struct {
	Name  string
	Value value.Value
}

// Resolve returns the condition with the policy's constants put in, and reads two things as the specification has it:
// a constant that is one text, on the right of `in` or `not in`, is a list of that one text; and constants and
// literals compared with a domain_of are in lower case (ASCII). Resolve(nil) does the second alone. It is idempotent.
// Constants are scalars or lists of scalars. The source text and all offsets stay those of the condition.
func (e *Expr) Resolve(constants []Binding) *Expr {
	r := resolver{constants: make(map[string]value.Value, len(constants))}
	for _, c := range constants {
		r.constants[c.Name] = c.Value
	}
	root := r.node(e.root)
	return &Expr{src: e.src, root: root, names: namesOf(root)}
}

type resolver struct{ constants map[string]value.Value }

func (r resolver) nodes(ns []Node) []Node {
	out := make([]Node, len(ns))
	for i, n := range ns {
		out[i] = r.node(n)
	}
	return out
}

func (r resolver) node(n Node) Node {
	switch n := n.(type) {
	case *Lit:
		return n
	case *Name:
		if v, ok := r.constants[n.Name]; ok {
			return spell(n.span, v)
		}
		return n
	case *ListLit:
		return &ListLit{n.span, r.nodes(n.Items)}
	case *TupleLit:
		return &TupleLit{n.span, r.nodes(n.Items)}
	case *Not:
		return &Not{n.span, r.node(n.X)}
	case *Neg:
		return r.neg(n)
	case *Bool:
		return &Bool{n.span, n.Op, r.nodes(n.Args)}
	case *Compare:
		return r.compare(n)
	case *Arith:
		return &Arith{n.span, n.Op, r.node(n.X), r.node(n.Y)}
	case *Call:
		return &Call{n.span, n.Fn, r.nodes(n.Args)}
	case *Index:
		return &Index{n.span, r.node(n.X), r.node(n.I)}
	case *Field:
		return &Field{n.span, r.node(n.X), n.Name}
	}
	return n
}

// neg keeps the parser's rule that a minus before a number belongs to the number.
func (r resolver) neg(n *Neg) Node {
	x := r.node(n.X)
	if lit, ok := x.(*Lit); ok {
		if num, ok := lit.Value.(value.Number); ok {
			return &Lit{n.span, num.Neg()}
		}
	}
	return &Neg{n.span, x}
}

// spell writes a constant as the expression it stands for.
func spell(at span, v value.Value) Node {
	list, ok := v.(value.List)
	if !ok {
		return &Lit{at, v}
	}
	items := make([]Node, len(list))
	for i, item := range list {
		items[i] = spell(at, item)
	}
	return &ListLit{at, items}
}

// isTextConstant tells whether n is the name of a constant that is one text.
func (r resolver) isTextConstant(n Node) bool {
	name, ok := n.(*Name)
	if !ok {
		return false
	}
	_, ok = r.constants[name.Name].(value.Text)
	return ok
}

// compare resolves the operands of a chain. A text constant between two comparisons, a list for the one on its left
// and a text for the one on its right (x in c == y), takes the chain apart; constants may be evaluated twice.
func (r resolver) compare(n *Compare) Node {
	var parts []Node
	part := &Compare{span: n.span, First: r.node(n.First)}
	for i, c := range n.Rest {
		asList := (c.Op == In || c.Op == NotIn) && r.isTextConstant(c.Node)
		operand := r.node(c.Node)
		if asList {
			operand = &ListLit{operand.(*Lit).span, []Node{operand}}
		}
		part.Rest = append(part.Rest, Comparison{c.Op, operand})
		if asList && i+1 < len(n.Rest) {
			parts = append(parts, fold(part))
			part = &Compare{span: n.span, First: r.node(c.Node)}
		}
	}
	if parts = append(parts, fold(part)); len(parts) == 1 {
		return parts[0]
	}
	return &Bool{n.span, And, parts}
}

// fold lower-cases the constants on either side of a domain_of.
func fold(c *Compare) *Compare {
	operands := []Node{c.First}
	for _, r := range c.Rest {
		operands = append(operands, r.Node)
	}
	folded := &Compare{span: c.span}
	for i, n := range operands {
		if (i > 0 && hasDomain(operands[i-1])) || (i+1 < len(operands) && hasDomain(operands[i+1])) {
			n = lowered(n)
		}
		if i == 0 {
			folded.First = n
		} else {
			folded.Rest = append(folded.Rest, Comparison{c.Rest[i-1].Op, n})
		}
	}
	return folded
}

// hasDomain tells whether the value of n is a domain, or can be or contain one.
func hasDomain(n Node) bool {
	switch n := n.(type) {
	case *Call:
		return n.Fn == DomainOf || (n.Fn == Min || n.Fn == Max || n.Fn == Lower) && anyDomain(n.Args)
	case *ListLit:
		return anyDomain(n.Items)
	case *TupleLit:
		return anyDomain(n.Items)
	case *Bool:
		return anyDomain(n.Args)
	case *Index:
		return hasDomain(n.X)
	case *Lit, *Name, *Not, *Neg, *Compare, *Arith, *Field:
		return false
	}
	return false
}

func anyDomain(ns []Node) bool {
	for _, n := range ns {
		if hasDomain(n) {
			return true
		}
	}
	return false
}

// lowered writes the texts that n is made of in lower case.
func lowered(n Node) Node {
	switch n := n.(type) {
	case *Lit:
		if t, ok := n.Value.(value.Text); ok {
			return &Lit{n.span, value.Text(value.Lower(string(t)))}
		}
		return n
	case *ListLit:
		return &ListLit{n.span, loweredAll(n.Items)}
	case *TupleLit:
		return &TupleLit{n.span, loweredAll(n.Items)}
	case *Bool:
		return &Bool{n.span, n.Op, loweredAll(n.Args)}
	case *Name, *Not, *Neg, *Compare, *Arith, *Call, *Index, *Field:
		return n
	}
	return n
}

func loweredAll(ns []Node) []Node {
	out := make([]Node, len(ns))
	for i, n := range ns {
		out[i] = lowered(n)
	}
	return out
}
