package prove

import (
	"sort"
	"strconv"

	"planproof/core/value"
	"planproof/smt"
)

// Values of a type that is not known can be compared for equality, have a truth value, and nothing else. A known value
// among them is a constant of the solver, named so that equal values have one name.

// opaqueConst is a known value and its name.
type opaqueConst struct {
	name string
	v    value.Value
}

// opaqueOf returns the constant of a known value.
func (t *translator) opaqueOf(v value.Value) smt.Term {
	name := equalityName(v)
	for _, c := range t.opaque {
		if c.name == name {
			return t.b.Opaque(name)
		}
	}
	t.opaque = append(t.opaque, opaqueConst{name, v})
	return t.b.Opaque(name)
}

// opaqueFacts says of the known values what is asked of opaque ones: whether they are truthy, and whether they are lists.
func (t *translator) opaqueFacts() []smt.Term {
	var out []smt.Term
	for _, c := range t.opaque {
		if t.asksTruth {
			out = append(out, t.b.Iff(t.b.Pred("truthy", t.b.Opaque(c.name)), t.b.Bool(value.Truthy(c.v))))
		}
		if t.asksList {
			out = append(out, t.b.Iff(t.b.Pred("list", t.b.Opaque(c.name)), t.b.Bool(value.KindOf(c.v) == value.ListKind)))
		}
	}
	return out
}

// equalityName is a text that is equal exactly for values that are equal (value.Equal).
func equalityName(v value.Value) string {
	switch v := v.(type) {
	case value.Bool, value.Number:
		n, _ := value.AsNumber(v)
		return "#" + n.Rat().RatString()
	case value.Text:
		return "t" + strconv.Itoa(len(v)) + ":" + string(v)
	case value.List:
		return "[" + equalityNames(v) + "]"
	case value.Tuple:
		return "(" + equalityNames(v) + ")"
	case value.Object:
		members := make([]string, len(v))
		for i, m := range v {
			members[i] = equalityName(value.Text(m.Key)) + equalityName(m.Value)
		}
		sort.Slice(members, func(i, j int) bool { return members[i] < members[j] })
		out := "{"
		for _, m := range members {
			out += m
		}
		return out + "}"
	case value.Null:
	}
	return "n"
}

func equalityNames(vs []value.Value) string {
	out := ""
	for _, v := range vs {
		out += equalityName(v) + ","
	}
	return out
}

// known returns the value of an alternative that is a constant.
func (t *translator) known(a *alt) (value.Value, bool) {
	switch a.shape {
	case shNull:
		return value.Null{}, true
	case shBool:
		return value.Bool(a.term == smt.True), a.term == smt.True || a.term == smt.False
	case shNumber:
		if r, ok := t.b.Number(a.term); ok {
			return numberOf(r)
		}
	case shText:
		s, ok := t.b.Text(a.term)
		return value.Text(s), ok
	case shSeq:
		items, ok := t.knownItems(a.items)
		if a.tuple {
			return value.Tuple(items), ok
		}
		return value.List(items), ok
	case shObject:
		if !a.obj.open {
			return t.knownObject(a.obj)
		}
	case shList, shOpen, shOpaque, shOther:
	}
	return nil, false
}

func (t *translator) knownItems(items []sval) ([]value.Value, bool) {
	out := make([]value.Value, len(items))
	for i := range items {
		if len(items[i].alts) != 1 {
			return nil, false
		}
		v, ok := t.known(&items[i].alts[0])
		if !ok {
			return nil, false
		}
		out[i] = v
	}
	return out, true
}

func (t *translator) knownObject(o *object) (value.Value, bool) {
	out := value.Object{}
	for _, f := range o.fields {
		v, ok := t.knownItems([]sval{f.value})
		if !ok {
			return nil, false
		}
		out = append(out, value.Member{Key: f.key, Value: v[0]})
	}
	return out, true
}

// numberOf is the number r, if it is a decimal within the limits.
func numberOf(r smt.Rat) (value.Value, bool) {
	if i, ok := r.Int64(); ok {
		return value.Int(i), true
	}
	text, ok := decimalText(r)
	if !ok {
		return nil, false
	}
	n, err := value.ParseNumber(text)
	return n, err == nil
}

// decimalText writes a fraction whose denominator has no prime factors but 2 and 5.
func decimalText(r smt.Rat) (string, bool) {
	x := r.Big()
	digits, exact := x.FloatPrec()
	if !exact || digits > value.MaxDigits {
		return "", false
	}
	return x.FloatString(digits), true
}
