package cond

import "planproof/core/value"

// Env gives names their values. A name without a value is an error when it is evaluated, and only then.
type Env interface {
	Lookup(name string) (value.Value, bool)
}

// Bindings is an Env of a few names; the first binding of a name counts.
type Bindings []Binding

// Lookup returns the value of name.
func (b Bindings) Lookup(name string) (value.Value, bool) {
	for i := range b {
		if b[i].Name == name {
			return b[i].Value, true
		}
	}
	return nil, false
}

// Eval computes the value of the condition as Python would, with the exceptions of SPEC-core §2. It is deterministic,
// never panics and gives up with KindLimit after MaxWork steps. Run it on a resolved condition.
func (e *Expr) Eval(env Env) (value.Value, *Error) {
	steps := MaxWork
	return e.EvalWithin(env, &steps)
}

// EvalWithin is Eval with a budget of its own: it takes the steps it needs from *steps, and gives up with KindLimit when
// they are used up. Several evaluations can share a budget.
func (e *Expr) EvalWithin(env Env, steps *int) (value.Value, *Error) {
	ev := evaluator{env: env, left: *steps}
	v, err := ev.eval(e.root)
	*steps = ev.left
	return v, err
}

// evaluator carries the work that may still be done: conditions come from language models too, and a short one over
// long lists must not run for hours.
type evaluator struct {
	env  Env
	left int
}

// charge counts steps for the node.
func (ev *evaluator) charge(n Node, steps int) *Error {
	if steps < 0 || steps > ev.left {
		ev.left = 0
		return errAt(n, KindLimit, "the condition takes too long to evaluate: too many or too long values")
	}
	ev.left -= steps
	return nil
}

// textWork is how many steps touching a text of so many bytes counts for.
func textWork(bytes int) int { return bytes/16 + 1 }

func (ev *evaluator) eval(n Node) (value.Value, *Error) {
	if ev.left--; ev.left < 0 {
		return nil, ev.charge(n, 1)
	}
	switch n := n.(type) {
	case *Lit:
		return n.Value, nil
	case *Name:
		if v, ok := ev.env.Lookup(n.Name); ok {
			return v, nil
		}
		return nil, undefined(n)
	case *ListLit:
		items, err := ev.all(n.Items)
		return value.List(items), err
	case *TupleLit:
		items, err := ev.all(n.Items)
		return value.Tuple(items), err
	case *Not:
		x, err := ev.eval(n.X)
		if err != nil {
			return nil, err
		}
		return value.Bool(!value.Truthy(x)), nil
	case *Neg:
		return ev.neg(n)
	case *Bool:
		return ev.boolean(n)
	case *Compare:
		return ev.chain(n)
	case *Arith:
		return ev.arith(n)
	case *Call:
		return ev.call(n)
	case *Index:
		return ev.index(n)
	case *Field:
		return ev.field(n)
	}
	return nil, errAt(n, KindGrammar, "this form has no value")
}

func undefined(n *Name) *Error {
	message := "`" + clip(n.Name) + "` is not defined here"
	switch n.Name {
	case "true", "false":
		message += ": the truth values are True and False"
	case "null", "none", "nil":
		message += ": the empty value is None"
	}
	return errAt(n, KindName, message)
}

func (ev *evaluator) all(nodes []Node) ([]value.Value, *Error) {
	out := make([]value.Value, len(nodes))
	for i, n := range nodes {
		v, err := ev.eval(n)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

// boolean returns the value of the operand that decides; the operands behind it are not evaluated.
func (ev *evaluator) boolean(n *Bool) (value.Value, *Error) {
	var v value.Value
	for _, arg := range n.Args {
		var err *Error
		if v, err = ev.eval(arg); err != nil {
			return nil, err
		}
		if value.Truthy(v) == (n.Op == Or) {
			break
		}
	}
	return v, nil
}

func (ev *evaluator) index(n *Index) (value.Value, *Error) {
	x, err := ev.eval(n.X)
	if err != nil {
		return nil, err
	}
	i, err := ev.eval(n.I)
	if err != nil {
		return nil, err
	}
	return ev.at(n, x, i)
}

// at is x[i].
func (ev *evaluator) at(n *Index, x, i value.Value) (value.Value, *Error) {
	switch x := x.(type) {
	case value.Text:
		if err := ev.charge(n, textWork(len(x))); err != nil {
			return nil, err
		}
		at, err := position(n, i, value.RuneCount(string(x)))
		if err != nil {
			return nil, err
		}
		letter, _ := value.RuneAt(string(x), at)
		return value.Text(letter), nil
	case value.List:
		return element(n, x, i)
	case value.Tuple:
		return element(n, x, i)
	case value.Object:
		key, ok := i.(value.Text)
		if !ok {
			return nil, errAt(n.I, KindType, "an object is indexed with a text, not a "+value.KindName(i))
		}
		return ev.member(n, x, string(key))
	case value.Null, value.Bool, value.Number:
		return nil, errAt(n, KindType, "a "+value.KindName(x)+" has no elements")
	}
	return nil, errAt(n, KindType, "this has no elements")
}

func element(n *Index, items []value.Value, i value.Value) (value.Value, *Error) {
	at, err := position(n, i, len(items))
	if err != nil {
		return nil, err
	}
	return items[at], nil
}

// position is the index of an element; negative ones count from the end.
func position(n *Index, i value.Value, length int) (int, *Error) {
	num, ok := value.AsNumber(i)
	if !ok || !num.IsInt() {
		return 0, errAt(n.I, KindType, "an index is a whole number, not a "+value.KindName(i))
	}
	at, small := num.Int64()
	if small && at < 0 {
		at += int64(length)
	}
	if !small || at < 0 || at >= int64(length) {
		return 0, errAt(n, KindValue, "the index is out of range")
	}
	return int(at), nil
}

func (ev *evaluator) field(n *Field) (value.Value, *Error) {
	x, err := ev.eval(n.X)
	if err != nil {
		return nil, err
	}
	return ev.fieldOf(n, x)
}

func (ev *evaluator) fieldOf(n *Field, x value.Value) (value.Value, *Error) {
	o, ok := x.(value.Object)
	if !ok {
		return nil, errAt(n, KindType, "a "+value.KindName(x)+" has no fields, only an object has")
	}
	return ev.member(n, o, n.Name)
}

func (ev *evaluator) member(n Node, o value.Object, key string) (value.Value, *Error) {
	if err := ev.charge(n, len(o)); err != nil {
		return nil, err
	}
	v, ok := o.Get(key)
	if !ok {
		return nil, errAt(n, KindValue, "the object has no field `"+clip(key)+"`")
	}
	return v, nil
}
