package cond

import (
	"strings"

	"planproof/core/value"
)

func (ev *evaluator) call(n *Call) (value.Value, *Error) {
	args, err := ev.all(n.Args)
	if err != nil {
		return nil, err
	}
	return ev.applyFn(n, args)
}

func (ev *evaluator) applyFn(n *Call, args []value.Value) (value.Value, *Error) {
	switch n.Fn {
	case Len:
		return ev.length(n, args[0])
	case DomainOf:
		return ev.domain(n, args[0])
	case Min:
		return ev.extreme(n, args, Lt)
	case Max:
		return ev.extreme(n, args, Gt)
	case Abs:
		num, ok := value.AsNumber(args[0])
		if !ok {
			return nil, wants(n, "a number", args[0])
		}
		return num.Abs(), nil
	case Contains:
		in, err := ev.contained(n, args[1], args[0])
		return value.Bool(in), err
	case Lower:
		t, ok := args[0].(value.Text)
		if !ok {
			return nil, wants(n, "a text", args[0])
		}
		return value.Text(value.Lower(string(t))), ev.charge(n, textWork(len(t)))
	case StartsWith, EndsWith, Matches:
		return ev.onTexts(n, args)
	}
	return nil, errAt(n, KindGrammar, "unknown function")
}

// wants is the error of a function that was given the wrong kind of value.
func wants(n *Call, what string, got value.Value) *Error {
	return errAt(n, KindType, "`"+n.Fn.String()+"` takes "+what+", not a "+value.KindName(got))
}

// length counts the code points of a text, the elements of a list or tuple, or the members of an object.
func (ev *evaluator) length(n *Call, v value.Value) (value.Value, *Error) {
	count := 0
	switch v := v.(type) {
	case value.Text:
		if err := ev.charge(n, textWork(len(v))); err != nil {
			return nil, err
		}
		count = value.RuneCount(string(v))
	case value.List:
		count = len(v)
	case value.Tuple:
		count = len(v)
	case value.Object:
		count = len(v)
	case value.Null, value.Bool, value.Number:
		return nil, wants(n, "a text, a list or an object", v)
	}
	return value.Int(int64(count)), nil
}

// domain is domain_of: of a text its domain or an error, of a list that of every element; anything else is itself.
func (ev *evaluator) domain(n *Call, v value.Value) (value.Value, *Error) {
	switch v := v.(type) {
	case value.Text:
		if err := ev.charge(n, textWork(len(v))); err != nil {
			return nil, err
		}
		d, ok := value.DomainOf(string(v))
		if !ok {
			return nil, errAt(n, KindValue, "`domain_of` takes one address: the text has an `@` but is not exactly one")
		}
		return value.Text(d), nil
	case value.List:
		items, err := ev.domains(n, v)
		return value.List(items), err
	case value.Tuple:
		items, err := ev.domains(n, v)
		return value.Tuple(items), err
	case value.Null, value.Bool, value.Number, value.Object:
		return v, ev.charge(n, 1)
	}
	return v, nil
}

func (ev *evaluator) domains(n *Call, items []value.Value) ([]value.Value, *Error) {
	out := make([]value.Value, len(items))
	for i, item := range items {
		v, err := ev.domain(n, item)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

// extreme is min or max, of the elements of one list or of two and more arguments: the first one that no other is
// better than.
func (ev *evaluator) extreme(n *Call, args []value.Value, better CompareOp) (value.Value, *Error) {
	if len(args) == 1 {
		switch v := args[0].(type) {
		case value.List:
			args = v
		case value.Tuple:
			args = v
		case value.Null, value.Bool, value.Number, value.Text, value.Object:
			return nil, wants(n, "a list, or two and more values", v)
		}
	}
	if len(args) == 0 {
		return nil, errAt(n, KindValue, "`"+n.Fn.String()+"` of an empty list")
	}
	best := args[0]
	for _, v := range args[1:] {
		is, err := ev.compare(n, better, v, best)
		if err != nil {
			return nil, err
		}
		if is {
			best = v
		}
	}
	return best, nil
}

// onTexts is startswith, endswith and matches.
func (ev *evaluator) onTexts(n *Call, args []value.Value) (value.Value, *Error) {
	x, ok := args[0].(value.Text)
	if !ok {
		return nil, wants(n, "two texts", args[0])
	}
	y, ok := args[1].(value.Text)
	if !ok {
		return nil, wants(n, "two texts", args[1])
	}
	if err := ev.charge(n, textWork(len(y))); err != nil {
		return nil, err
	}
	switch n.Fn {
	case StartsWith:
		return value.Bool(strings.HasPrefix(string(x), string(y))), nil
	case EndsWith:
		return value.Bool(strings.HasSuffix(string(x), string(y))), nil
	}
	g, err := ParseGlob(string(y))
	if err != nil {
		return nil, errAt(n, KindValue, err.Error())
	}
	if err := ev.charge(n, len(x)*(len(g.items)/64+1)+g.machine.size()); err != nil {
		return nil, err
	}
	return value.Bool(g.Match(string(x))), nil
}
