package intake

import (
	"planproof/core/doc"
	"planproof/core/intake/python"
	"planproof/core/value"
)

// classKey is the key under which treeOf keeps the name of a class.
const classKey = "$class"

// treeOf makes the tree of JSON that an expression denotes: constants, lists, dicts, and objects printed as constructor
// calls, whose class is kept under classKey. ok is false for anything that is no value.
func treeOf(e python.Expr) (v *doc.Syntax, ok bool) {
	switch e := e.(type) {
	case *python.Const:
		return constTree(e), true
	case *python.List:
		return listTree(e.Range, e.Items)
	case *python.Tuple:
		return listTree(e.Range, e.Items)
	case *python.Dict:
		return dictTree(e)
	case *python.Call:
		return objectTree(e)
	case *python.FString, *python.Name, *python.Attr, *python.Index, *python.Op, *python.Other:
	}
	return nil, false
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

func listTree(at doc.Range, items []python.Expr) (*doc.Syntax, bool) {
	out := &doc.Syntax{Kind: doc.SyntaxList, Range: at}
	for _, item := range items {
		v, ok := treeOf(item)
		if !ok {
			return nil, false
		}
		out.Items = append(out.Items, v)
	}
	return out, true
}

func dictTree(e *python.Dict) (*doc.Syntax, bool) {
	out := &doc.Syntax{Kind: doc.SyntaxObject, Range: e.Range}
	for i, k := range e.Keys {
		c, ok := k.(*python.Const)
		if !ok {
			return nil, false
		}
		key := constTree(c)
		v, ok := treeOf(e.Items[i])
		if !ok || out.Get(key.Text) != nil {
			return nil, false
		}
		out.Members = append(out.Members, doc.SyntaxMember{Key: doc.Text{Value: key.Text, Range: c.Range}, Value: v})
	}
	return out, true
}

// objectTree makes an object of a constructor call. Only named fields count, except the one text of SymRef("x").
func objectTree(e *python.Call) (*doc.Syntax, bool) {
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
		v, ok := treeOf(a)
		if !ok || i > 0 || class != "SymRef" {
			return nil, false
		}
		add("ref", a.At(), v)
	}
	for _, k := range e.Keywords {
		v, ok := treeOf(k.Value)
		if !ok || k.Name == "" || out.Get(k.Name) != nil {
			return nil, false
		}
		add(k.Name, k.Range, v)
	}
	return out, true
}
