package cond

import (
	"strings"

	"planproof/core/value"
)

// chain evaluates a comparison chain: a < b < c is a < b and b < c with b evaluated once.
func (ev *evaluator) chain(n *Compare) (value.Value, *Error) {
	left, err := ev.eval(n.First)
	if err != nil {
		return nil, err
	}
	for _, c := range n.Rest {
		right, err := ev.eval(c.Node)
		if err != nil {
			return nil, err
		}
		holds, err := ev.compare(n, c.Op, left, right)
		if err != nil || !holds {
			return value.Bool(false), err
		}
		left = right
	}
	return value.Bool(true), nil
}

func (ev *evaluator) compare(n Node, op CompareOp, a, b value.Value) (bool, *Error) {
	switch op {
	case Eq, Ne:
		equal, err := ev.equal(n, a, b)
		return equal == (op == Eq), err
	case Lt:
		return ev.ordered(n, op, a, b)
	case Le:
		return ev.ordered(n, op, a, b)
	case Gt:
		return ev.ordered(n, Lt, b, a)
	case Ge:
		return ev.ordered(n, Le, b, a)
	case In, NotIn:
		in, err := ev.contained(n, a, b)
		return in == (op == In), err
	case Is, IsNot:
		return identical(a, b) == (op == Is), nil
	}
	return false, errAt(n, KindGrammar, "unknown comparison")
}

// identical is Python's `is` beside None, True or False, which are unique.
func identical(a, b value.Value) bool {
	switch a := a.(type) {
	case value.Null:
		_, ok := b.(value.Null)
		return ok
	case value.Bool:
		t, ok := b.(value.Bool)
		return ok && a == t
	case value.Number, value.Text, value.List, value.Tuple, value.Object:
		return false
	}
	return false
}

// equal is value.Equal with its steps counted.
func (ev *evaluator) equal(n Node, a, b value.Value) (bool, *Error) {
	switch x := a.(type) {
	case value.Text:
		if y, ok := b.(value.Text); ok && len(x) == len(y) {
			return x == y, ev.charge(n, textWork(len(x)))
		}
	case value.List:
		if y, ok := b.(value.List); ok {
			return ev.equalItems(n, x, y)
		}
	case value.Tuple:
		if y, ok := b.(value.Tuple); ok {
			return ev.equalItems(n, x, y)
		}
	case value.Object:
		if y, ok := b.(value.Object); ok && len(x) == len(y) {
			err := ev.charge(n, size(x)+size(y))
			return err == nil && value.Equal(x, y), err
		}
	case value.Null, value.Bool, value.Number:
		return value.Equal(a, b), ev.charge(n, 1)
	}
	return false, ev.charge(n, 1)
}

func (ev *evaluator) equalItems(n Node, a, b []value.Value) (bool, *Error) {
	if len(a) != len(b) {
		return false, ev.charge(n, 1)
	}
	for i := range a {
		if equal, err := ev.equal(n, a[i], b[i]); err != nil || !equal {
			return false, err
		}
	}
	return true, ev.charge(n, 1)
}

// size measures how much there is to touch in v.
func size(v value.Value) int {
	n := 1
	switch v := v.(type) {
	case value.Text:
		n += len(v)
	case value.List:
		for _, item := range v {
			n += size(item)
		}
	case value.Tuple:
		for _, item := range v {
			n += size(item)
		}
	case value.Object:
		for _, m := range v {
			n += len(m.Key) + size(m.Value)
		}
	case value.Null, value.Bool, value.Number:
	}
	return n
}

// ordered is a < b or a <= b: numbers (True is 1), texts by code points, lists and tuples element by element, and
// nothing else.
func (ev *evaluator) ordered(n Node, op CompareOp, a, b value.Value) (bool, *Error) {
	if x, ok := value.AsNumber(a); ok {
		if y, ok := value.AsNumber(b); ok {
			return holds(op, x.Cmp(y)), nil
		}
	}
	switch a := a.(type) {
	case value.Text:
		if t, ok := b.(value.Text); ok {
			if err := ev.charge(n, textWork(min(len(a), len(t)))); err != nil {
				return false, err
			}
			return holds(op, strings.Compare(string(a), string(t))), nil
		}
	case value.List:
		if l, ok := b.(value.List); ok {
			return ev.orderedItems(n, op, a, l)
		}
	case value.Tuple:
		if t, ok := b.(value.Tuple); ok {
			return ev.orderedItems(n, op, a, t)
		}
	case value.Null, value.Bool, value.Number, value.Object:
	}
	return false, errAt(n, KindType, "a "+value.KindName(a)+" and a "+value.KindName(b)+" have no order: compare like with like")
}

func holds(op CompareOp, cmp int) bool { return cmp < 0 || (op == Le && cmp == 0) }

// orderedItems compares at the first place where the two differ, else by length.
func (ev *evaluator) orderedItems(n Node, op CompareOp, a, b []value.Value) (bool, *Error) {
	for i := 0; i < len(a) && i < len(b); i++ {
		equal, err := ev.equal(n, a[i], b[i])
		if err != nil {
			return false, err
		}
		if !equal {
			return ev.ordered(n, op, a[i], b[i])
		}
	}
	return holds(op, len(a)-len(b)), nil
}

// contained is a in b.
func (ev *evaluator) contained(n Node, a, b value.Value) (bool, *Error) {
	switch b := b.(type) {
	case value.Text:
		t, ok := a.(value.Text)
		if !ok {
			return false, errAt(n, KindType, "only a text can be in a text, not a "+value.KindName(a))
		}
		err := ev.charge(n, textWork(len(b)))
		return err == nil && strings.Contains(string(b), string(t)), err
	case value.List:
		if l, ok := a.(value.List); ok {
			return ev.containsAll(n, l, b)
		}
		return ev.element(n, a, b)
	case value.Tuple:
		return ev.element(n, a, b)
	case value.Object:
		if bad := unhashable(a); bad != "" {
			return false, errAt(n, KindType, "a "+bad+" can not be the key of an object")
		}
		key, ok := a.(value.Text)
		if !ok {
			return false, nil
		}
		_, ok = b.Get(string(key))
		return ok, ev.charge(n, len(b)+1)
	case value.Null, value.Bool, value.Number:
	}
	return false, errAt(n, KindType, "nothing can be in a "+value.KindName(b)+": `in` takes a list, a text or an object on its right")
}

// containsAll is list in list: every element is contained, and there is one.
func (ev *evaluator) containsAll(n Node, a, b value.List) (bool, *Error) {
	for _, x := range a {
		if in, err := ev.element(n, x, b); err != nil || !in {
			return false, err
		}
	}
	return len(a) > 0, nil
}

func (ev *evaluator) element(n Node, x value.Value, items []value.Value) (bool, *Error) {
	for _, item := range items {
		if equal, err := ev.equal(n, x, item); err != nil || equal {
			return equal, err
		}
	}
	return false, nil
}

// unhashable names the kind of v, or of something in it, that Python refuses as a key; "" when there is none.
func unhashable(v value.Value) string {
	switch v := v.(type) {
	case value.List, value.Object:
		return value.KindName(v)
	case value.Tuple:
		for _, item := range v {
			if bad := unhashable(item); bad != "" {
				return bad
			}
		}
	case value.Null, value.Bool, value.Number, value.Text:
	}
	return ""
}
