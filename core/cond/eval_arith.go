package cond

import "planproof/core/value"

func (ev *evaluator) neg(n *Neg) (value.Value, *Error) {
	x, err := ev.eval(n.X)
	if err != nil {
		return nil, err
	}
	return negated(n, x)
}

func negated(n *Neg, x value.Value) (value.Value, *Error) {
	num, ok := value.AsNumber(x)
	if !ok {
		return nil, errAt(n, KindType, "`-` takes a number, not a "+value.KindName(x))
	}
	return num.Neg(), nil
}

func (ev *evaluator) arith(n *Arith) (value.Value, *Error) {
	x, err := ev.eval(n.X)
	if err != nil {
		return nil, err
	}
	y, err := ev.eval(n.Y)
	if err != nil {
		return nil, err
	}
	return ev.apply(n, x, y)
}

// apply computes on two numbers (True is 1). As in Python + also joins two texts, two lists or two tuples; repeating
// and formatting texts with * and % is not part of the language.
func (ev *evaluator) apply(n *Arith, x, y value.Value) (value.Value, *Error) {
	a, isNumber := value.AsNumber(x)
	if b, ok := value.AsNumber(y); ok && isNumber {
		return compute(n, a, b)
	}
	if n.Op == Add {
		switch x := x.(type) {
		case value.Text:
			if t, ok := y.(value.Text); ok {
				return value.Text(string(x) + string(t)), ev.join(n, len(x)+len(t), textWork(len(x)+len(t)))
			}
		case value.List:
			if l, ok := y.(value.List); ok {
				return append(x[:len(x):len(x)], l...), ev.join(n, len(x)+len(l), len(x)+len(l))
			}
		case value.Tuple:
			if t, ok := y.(value.Tuple); ok {
				return append(x[:len(x):len(x)], t...), ev.join(n, len(x)+len(t), len(x)+len(t))
			}
		case value.Null, value.Bool, value.Number, value.Object:
		}
	}
	return nil, errAt(n, KindType, "`"+n.Op.String()+"` takes two numbers, not a "+value.KindName(x)+" and a "+value.KindName(y))
}

// join accounts for a concatenation.
func (ev *evaluator) join(n Node, size, work int) *Error {
	if size > MaxSize {
		return errAt(n, KindLimit, "the result of `+` is too long")
	}
	return ev.charge(n, work)
}

func compute(n *Arith, a, b value.Number) (value.Value, *Error) {
	var out value.Number
	var err error
	switch n.Op {
	case Add:
		out, err = a.Add(b)
	case Sub:
		out, err = a.Sub(b)
	case Mul:
		out, err = a.Mul(b)
	case FloorDiv:
		out, err = a.FloorDiv(b)
	case Mod:
		out, err = a.Mod(b)
	}
	switch err {
	case nil:
		return out, nil
	case value.ErrDivision:
		return nil, errAt(n, KindValue, "division by zero")
	}
	return nil, errAt(n, KindLimit, "the result of `"+n.Op.String()+"` is too long: at most 1,000 digits and an exponent within ±1,000")
}
