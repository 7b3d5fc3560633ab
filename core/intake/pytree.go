package intake

import (
	"strings"

	"planproof/core/doc"
	"planproof/core/intake/python"
	"planproof/core/value"
)

// classKey is the key under which treeOf keeps the name of a class.
const classKey = "$class"

// treeOf makes the tree of JSON that an expression denotes: constants, lists, dicts, and objects printed as constructor
// calls, whose class is kept under classKey. ok is false for anything that is no value.
func treeOf(e python.Expr) (v *doc.Syntax, ok bool) { return treeMaker{}.tree(e) }

// printedTree is treeOf for what a program printed: names (of an enumeration, or JSON's true and null) are values, and
// objects may have fields without names, which are passed over.
func printedTree(e python.Expr) (v *doc.Syntax, ok bool) { return treeMaker{printed: true}.tree(e) }

// A treeMaker makes trees.
type treeMaker struct{ printed bool }

func (m treeMaker) tree(e python.Expr) (v *doc.Syntax, ok bool) {
	switch e := e.(type) {
	case *python.Const:
		return constTree(e), true
	case *python.List:
		return m.list(e.Range, e.Items)
	case *python.Tuple:
		return m.list(e.Range, e.Items)
	case *python.Dict:
		return m.dict(e)
	case *python.Call:
		return m.object(e)
	case *python.Name:
		return nameTree(e), m.printed
	case *python.Attr:
		return &doc.Syntax{Kind: doc.SyntaxText, Text: e.Name, Range: e.Range}, m.printed
	case *python.FString, *python.Index, *python.Op, *python.Other:
	}
	return nil, false
}

// nameTree reads JSON's words; another name is text.
func nameTree(e *python.Name) *doc.Syntax {
	switch e.ID {
	case "true":
		return &doc.Syntax{Kind: doc.SyntaxTrue, Range: e.Range}
	case "false":
		return &doc.Syntax{Kind: doc.SyntaxFalse, Range: e.Range}
	case "null":
		return &doc.Syntax{Range: e.Range}
	}
	return &doc.Syntax{Kind: doc.SyntaxText, Text: e.ID, Range: e.Range}
}

func constTree(e *python.Const) *doc.Syntax {
	out := &doc.Syntax{Range: e.Range}
	switch v := e.Value.(type) {
	case value.Text:
		out.Kind, out.Text = doc.SyntaxText, string(v)
	case value.Number:
		out.Kind, out.Text = doc.SyntaxNumber, v.String()
	case value.Bool:
		out.Kind = doc.SyntaxFalse
		if v {
			out.Kind = doc.SyntaxTrue
		}
	case value.Null, value.List, value.Tuple, value.Object:
	}
	return out
}

func (m treeMaker) list(at doc.Range, items []python.Expr) (*doc.Syntax, bool) {
	out := &doc.Syntax{Kind: doc.SyntaxList, Range: at}
	for _, item := range items {
		v, ok := m.tree(item)
		if !ok {
			return nil, false
		}
		out.Items = append(out.Items, v)
	}
	return out, true
}

func (m treeMaker) dict(e *python.Dict) (*doc.Syntax, bool) {
	out := &doc.Syntax{Kind: doc.SyntaxObject, Range: e.Range}
	for i, k := range e.Keys {
		c, ok := k.(*python.Const)
		if !ok {
			return nil, false
		}
		key := constTree(c)
		v, ok := m.tree(e.Items[i])
		if !ok || out.Get(key.Text) != nil {
			return nil, false
		}
		out.Members = append(out.Members, doc.SyntaxMember{Key: doc.Text{Value: key.Text, Range: c.Range}, Value: v})
	}
	return out, true
}

// object makes an object of a constructor call. Only named fields count, except the one text of SymRef("x").
func (m treeMaker) object(e *python.Call) (*doc.Syntax, bool) {
	class := ""
	switch fn := e.Fn.(type) {
	case *python.Name:
		class = fn.ID
	case *python.Attr:
		class = fn.Name
	default:
		return nil, false
	}
	out := &doc.Syntax{Kind: doc.SyntaxObject, Range: e.Range}
	add := func(key string, at doc.Range, v *doc.Syntax) {
		out.Members = append(out.Members, doc.SyntaxMember{Key: doc.Text{Value: key, Range: at}, Value: v})
	}
	add(classKey, e.Fn.At(), &doc.Syntax{Kind: doc.SyntaxText, Text: class, Range: e.Fn.At()})
	for i, a := range e.Args {
		v, ok := m.tree(a)
		if !m.printed && (!ok || i > 0 || class != "SymRef") {
			return nil, false
		}
		if class == "SymRef" && ok {
			add("ref", a.At(), v)
		}
	}
	for _, k := range e.Keywords {
		v, ok := m.tree(k.Value)
		if !ok && m.printed {
			continue
		}
		if !ok || k.Name == "" || out.Get(k.Name) != nil {
			return nil, false
		}
		add(k.Name, k.Range, v)
	}
	return out, true
}

// innerTree reads the JSON that is written inside of a text; its places are that of the text. It is nil when the text is
// no JSON object or list.
func innerTree(v *doc.Syntax) *doc.Syntax {
	text := v.AsText()
	start := len(text) - len(strings.TrimLeft(text, " \t\r\n"))
	if start == len(text) || text[start] != '{' && text[start] != '[' {
		return nil
	}
	inner, end, _, err := doc.ParseSyntax(doc.NewSource(DocPaste, text), start, true)
	if err != nil || strings.TrimSpace(text[end:]) != "" {
		return nil
	}
	place(inner, v.Range)
	return inner
}

// place gives a tree that was read from another source one place. It recurses as deep as the tree.
func place(v *doc.Syntax, at doc.Range) {
	v.Range = at
	for _, item := range v.Items {
		place(item, at)
	}
	for i := range v.Members {
		v.Members[i].Key.Range = at
		place(v.Members[i].Value, at)
	}
}
