package cond

import "planproof/core/value"

// Outcome is the set of ways in which evaluating a condition may end.
type Outcome uint8

// The three ways.
const (
	CanTrue  Outcome = 1 << iota // with a truthy value
	CanFalse                     // with a falsy value
	CanError                     // with an error

	canBoth = CanTrue | CanFalse
	canAll  = CanTrue | CanFalse | CanError
)

// Has reports whether all of bits are in o.
func (o Outcome) Has(bits Outcome) bool { return o&bits == bits }

// Decided reports whether only one outcome is possible.
func (o Outcome) Decided() bool { return o == CanTrue || o == CanFalse || o == CanError }

// not is the outcome of negating the value.
func (o Outcome) not() Outcome { return o&CanTrue<<1 | o&CanFalse>>1 | o&CanError }

func outcomeOf(truth bool) Outcome {
	if truth {
		return CanTrue
	}
	return CanFalse
}

// A Partial is what is known of a value: Known, Unknown, PartialList or PartialObject.
type Partial interface{ isPartial() }

// Known is this very value.
type Known struct{ Value value.Value }

// Unknown is any value of the given kinds.
type Unknown struct{ Kinds value.KindSet }

// PartialList is a list of known length.
type PartialList struct {
	Items []Partial
	Tuple bool // it is a tuple
}

// PartialObject is an object with known keys, which are unique.
type PartialObject struct{ Members []PartialMember }

// PartialMember is one member of a PartialObject.
type PartialMember struct {
	Key   string
	Value Partial
}

func (Known) isPartial()         {}
func (Unknown) isPartial()       {}
func (PartialList) isPartial()   {}
func (PartialObject) isPartial() {}

// PartialEnv says what is known of the values of names. A name without an answer is not defined: evaluating it is an
// error.
type PartialEnv interface {
	Partial(name string) (Partial, bool)
}

// kindsOf returns the kinds that the value may have.
func kindsOf(p Partial) value.KindSet {
	switch p := p.(type) {
	case Known:
		return value.KindOf(p.Value)
	case Unknown:
		return p.Kinds
	case PartialList:
		if p.Tuple {
			return value.TupleKind
		}
		return value.ListKind
	case PartialObject:
		return value.ObjectKind
	}
	return value.AnyKind
}

// normal turns what is completely known into a Known.
func normal(p Partial) Partial {
	switch p := p.(type) {
	case Unknown:
		if p.Kinds == value.NullKind {
			return Known{value.Null{}}
		}
	case PartialList:
		return normalList(p)
	case PartialObject:
		return normalObject(p)
	case Known:
	}
	return p
}

func normalList(p PartialList) Partial {
	items := make([]value.Value, len(p.Items))
	for i, item := range p.Items {
		k, ok := normal(item).(Known)
		if !ok {
			return p
		}
		items[i] = k.Value
	}
	if p.Tuple {
		return Known{value.Tuple(items)}
	}
	return Known{value.List(items)}
}

func normalObject(p PartialObject) Partial {
	members := make(value.Object, len(p.Members))
	for i, m := range p.Members {
		k, ok := normal(m.Value).(Known)
		if !ok {
			return p
		}
		members[i] = value.Member{Key: m.Key, Value: k.Value}
	}
	return Known{members}
}

// itemsOf returns the elements of a list or tuple whose length is known.
func itemsOf(p Partial) (items []Partial, ok bool) {
	switch p := p.(type) {
	case PartialList:
		return p.Items, true
	case Known:
		var values []value.Value
		switch v := p.Value.(type) {
		case value.List:
			values = v
		case value.Tuple:
			values = v
		default:
			return nil, false
		}
		items = make([]Partial, len(values))
		for i, v := range values {
			items[i] = Known{v}
		}
		return items, true
	case Unknown, PartialObject:
	}
	return nil, false
}

// membersOf returns the members of an object whose keys are known.
func membersOf(p Partial) (members []PartialMember, ok bool) {
	switch p := p.(type) {
	case PartialObject:
		return p.Members, true
	case Known:
		if o, ok := p.Value.(value.Object); ok {
			for _, m := range o {
				members = append(members, PartialMember{m.Key, Known{m.Value}})
			}
			return members, true
		}
	case Unknown, PartialList:
	}
	return nil, false
}

// truthOf returns the truth values that are possible.
func truthOf(p Partial) Outcome {
	switch p := p.(type) {
	case Known:
		return outcomeOf(value.Truthy(p.Value))
	case Unknown:
		if p.Kinds == value.NullKind {
			return CanFalse
		}
		return canBoth
	case PartialList:
		return outcomeOf(len(p.Items) > 0)
	case PartialObject:
		return outcomeOf(len(p.Members) > 0)
	}
	return canBoth
}

// join covers both p and q.
func join(p, q Partial) Partial {
	if p == nil {
		return q
	}
	if a, ok := p.(Known); ok {
		if b, ok := q.(Known); ok && value.KindOf(a.Value) == value.KindOf(b.Value) && value.Equal(a.Value, b.Value) && isScalar(a.Value) {
			return p
		}
	}
	return Unknown{kindsOf(p) | kindsOf(q)}
}

func isScalar(v value.Value) bool {
	return !value.KindOf(v).Meets(value.ListKind | value.TupleKind | value.ObjectKind)
}

// restrict keeps the values of p that are truthy, or those that are falsy.
func restrict(p Partial, truth bool) Partial {
	u, ok := p.(Unknown)
	switch {
	case !ok:
		return p
	case u.Kinds == value.BoolKind:
		return Known{value.Bool(truth)}
	case truth:
		return Unknown{u.Kinds &^ value.NullKind}
	}
	return u
}
