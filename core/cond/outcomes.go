package cond

import "planproof/core/value"

// Outcomes evaluates the condition on values that are known in part only and returns which outcomes are possible. The
// answer covers every completion of the values (it is an over-approximation), with the exception of KindLimit: that
// some value is too long for exact arithmetic is not counted. Every use of a name is taken for itself: that the same
// name has the same value twice is for the solver. One bit alone means that the outcome is certain.
func (e *Expr) Outcomes(env PartialEnv) Outcome {
	a := abstract{env: env, concrete: evaluator{left: MaxWork}}
	out := a.truth(e.root)
	if a.exhausted {
		return canAll
	}
	return out
}

// abstract is the evaluator over Partials. Operations on known values are the concrete ones.
type abstract struct {
	env       PartialEnv
	concrete  evaluator
	exhausted bool // the work limit was hit: nothing is known any more
}

// result is what is known of the value of an expression. p is nil when it has none: an error is certain.
type result struct {
	p   Partial
	err bool // an error is possible
}

var failed = result{nil, true}

// spend counts work that the concrete evaluator does not see.
func (a *abstract) spend(n int) {
	if a.concrete.charge(&Lit{}, n) != nil {
		a.exhausted = true
	}
}

// lift runs a concrete operation.
func lift(v value.Value, err *Error) result {
	if err != nil {
		return failed
	}
	return result{p: Known{v}}
}

// truth evaluates for the truth value alone, which is more precise than the truth of the value: in `a and b` the
// outcomes of b count only where a is true.
func (a *abstract) truth(n Node) Outcome {
	switch n := n.(type) {
	case *Not:
		return a.truth(n.X).not()
	case *Bool:
		return a.boolTruth(n)
	case *Compare:
		return a.chain(n)
	case *Lit, *Name, *ListLit, *TupleLit, *Neg, *Arith, *Call, *Index, *Field:
	}
	r := a.value(n)
	var out Outcome
	if r.err {
		out = CanError
	}
	if r.p != nil {
		out |= truthOf(r.p)
	}
	return out
}

func (a *abstract) boolTruth(n *Bool) Outcome {
	stop, goOn := CanFalse, CanTrue
	if n.Op == Or {
		stop, goOn = CanTrue, CanFalse
	}
	var out Outcome
	for _, arg := range n.Args {
		t := a.truth(arg)
		out |= t & (stop | CanError)
		if t&goOn == 0 {
			return out
		}
	}
	return out | goOn
}

// chain follows a comparison chain: what comes after a comparison counts only where it may hold.
func (a *abstract) chain(n *Compare) Outcome {
	left := a.value(n.First)
	var out Outcome
	if left.err {
		out = CanError
	}
	if left.p == nil {
		return out
	}
	for _, c := range n.Rest {
		right := a.value(c.Node)
		if right.err {
			out |= CanError
		}
		if right.p == nil {
			return out
		}
		t := a.compare(n, c.Op, left.p, right.p)
		out |= t & (CanFalse | CanError)
		if t&CanTrue == 0 {
			return out
		}
		left = right
	}
	return out | CanTrue
}

// value evaluates n to what is known of its value.
func (a *abstract) value(n Node) result {
	a.spend(1)
	switch n := n.(type) {
	case *Lit:
		return result{p: Known{n.Value}}
	case *Name:
		return a.name(n)
	case *ListLit:
		return a.sequence(n.Items, false)
	case *TupleLit:
		return a.sequence(n.Items, true)
	case *Not, *Compare:
		return asResult(a.truth(n))
	case *Bool:
		return a.boolValue(n)
	case *Neg:
		return a.neg(n)
	case *Arith:
		return a.arith(n)
	case *Call:
		return a.call(n)
	case *Index:
		return a.index(n)
	case *Field:
		return a.field(n)
	}
	return result{Unknown{value.AnyKind}, true}
}

func (a *abstract) name(n *Name) result {
	p, ok := a.env.Partial(n.Name)
	if !ok {
		return failed
	}
	switch l := p.(type) {
	case PartialList:
		a.spend(len(l.Items))
	case PartialObject:
		a.spend(len(l.Members))
	case Known, Unknown:
	}
	if a.exhausted {
		return result{Unknown{value.AnyKind}, true}
	}
	return result{p: normal(p)}
}

// asResult turns the outcome of a comparison or negation into the Boolean that it is.
func asResult(o Outcome) result {
	r := result{err: o.Has(CanError)}
	switch o & canBoth {
	case canBoth:
		r.p = Unknown{value.BoolKind}
	case CanTrue:
		r.p = Known{value.Bool(true)}
	case CanFalse:
		r.p = Known{value.Bool(false)}
	}
	return r
}

// operands evaluates all of ns; ok is false when one certainly fails.
func (a *abstract) operands(ns ...Node) (ps []Partial, err, ok bool) {
	ps = make([]Partial, len(ns))
	for i, n := range ns {
		r := a.value(n)
		if r.p == nil {
			return nil, true, false
		}
		ps[i] = r.p
		err = err || r.err
	}
	return ps, err, true
}

// known returns the values when all of ps are known.
func known(ps []Partial) ([]value.Value, bool) {
	out := make([]value.Value, len(ps))
	for i, p := range ps {
		k, ok := p.(Known)
		if !ok {
			return nil, false
		}
		out[i] = k.Value
	}
	return out, true
}

func (a *abstract) sequence(items []Node, tuple bool) result {
	ps, err, ok := a.operands(items...)
	if !ok {
		return failed
	}
	return result{normalList(PartialList{Items: ps, Tuple: tuple}), err}
}

// boolValue joins the values of the operands that may decide.
func (a *abstract) boolValue(n *Bool) result {
	goOn := outcomeOf(n.Op == And)
	var out result
	for i, arg := range n.Args {
		r := a.value(arg)
		out.err = out.err || r.err
		if r.p == nil {
			return out
		}
		t := truthOf(r.p)
		switch {
		case i == len(n.Args)-1 || t&goOn == 0:
			out.p = join(out.p, r.p)
			return out
		case t != goOn:
			out.p = join(out.p, restrict(r.p, n.Op == Or))
		}
	}
	return out
}
