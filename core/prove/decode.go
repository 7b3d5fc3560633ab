package prove

import (
	"math/big"
	"sort"
	"strconv"

	"planproof/core/types"
	"planproof/core/value"
	"planproof/smt"
)

// maxElements bounds the lists and objects of a witness.
const maxElements = 10000

// decode reads the values of the variables from a model. ok is false when a value is beyond the limits of values;
// exact is false when a fraction that is no decimal was replaced by one close to it.
func (t *translator) decode(m *smt.Model) (a *assignment, exact, ok bool) {
	d := decoder{t: t, m: m, made: map[string]value.Value{}, decimals: decimals(m, t.numbers)}
	a = &assignment{u: t.u, values: make([]value.Value, len(t.vars))}
	for i := range t.vars {
		v, ok := d.value(t.vars[i].val)
		if !ok {
			return nil, true, false
		}
		a.values[i] = v
	}
	return a, len(d.decimals) == 0 && !t.loose, true
}

type decoder struct {
	t        *translator
	m        *smt.Model
	decimals map[string]value.Value // for fractions that are no decimals
	made     map[string]value.Value // the values of unknown type that have been made up, by name in the model
}

func (d *decoder) term(t smt.Term) smt.Value {
	v, _ := d.m.Eval(t)
	return v
}

func (d *decoder) value(v sval) (value.Value, bool) {
	for i := range v.alts {
		if a := &v.alts[i]; d.term(a.guard).Bool {
			return d.alt(a)
		}
	}
	return nil, false
}

func (d *decoder) alt(a *alt) (value.Value, bool) {
	switch a.shape {
	case shNull:
		return value.Null{}, true
	case shBool, shNumber, shText, shList:
		return d.scalar(d.term(a.term))
	case shOpen:
		return d.openList(a.open)
	case shObject:
		return d.object(a.obj)
	case shOpaque:
		return d.opaque(a.term)
	case shSeq, shOther:
	}
	return nil, false
}

func (d *decoder) scalar(v smt.Value) (value.Value, bool) {
	switch v.Kind {
	case smt.KindBool:
		return value.Bool(v.Bool), true
	case smt.KindInt, smt.KindReal:
		if n, ok := d.decimals[v.Num.String()]; ok {
			return n, true
		}
		return numberOf(v.Num)
	case smt.KindStr:
		return value.Text(v.Text), true
	case smt.KindList:
		return d.list(v)
	case smt.KindOpaque:
	}
	return nil, false
}

func (d *decoder) list(v smt.Value) (value.Value, bool) {
	if v.Length > maxElements || v.Length < 0 || v.Length > 0 && len(v.Elems) == 0 {
		return nil, false
	}
	out := value.List{}
	for i := 0; i < int(v.Length); i++ {
		x, ok := d.scalar(v.At(i))
		if !ok {
			return nil, false
		}
		out = append(out, x)
	}
	return out, true
}

// size reads the length of an open list or object.
func (d *decoder) size(t smt.Term) (int, bool) {
	n, ok := d.term(t).Num.Int64()
	return int(n), ok && n >= 0 && n <= maxElements
}

func (d *decoder) openList(l *openList) (value.Value, bool) {
	n, ok := d.size(l.len)
	if !ok {
		return nil, false
	}
	out := value.List{}
	for i := 0; i < n; i++ {
		x, ok := someValue(l.elem), true
		if v, known := l.items[i]; known {
			x, ok = d.value(v)
		}
		if !ok || x == nil {
			return nil, false
		}
		out = append(out, x)
	}
	return out, true
}

func (d *decoder) object(o *object) (value.Value, bool) {
	n, ok := d.size(o.len)
	if !ok {
		return nil, false
	}
	out := value.Object{}
	taken := map[string]bool{}
	for _, f := range o.fields {
		taken[f.key] = true
		if !d.term(f.has).Bool {
			continue
		}
		v, ok := d.value(f.value)
		if !ok {
			return nil, false
		}
		out = append(out, value.Member{Key: f.key, Value: v})
	}
	for i := 1; len(out) < n; i++ {
		key := "key" + strconv.Itoa(i)
		x := someValue(o.value)
		if x == nil {
			return nil, false
		}
		if !taken[key] {
			out = append(out, value.Member{Key: key, Value: x})
		}
	}
	return out, true
}

// someValue is any value of the type, nil when there is none.
func someValue(t types.Type) value.Value {
	h := hints{}
	for _, v := range h.ofType(t, 1) {
		if t.Accepts(v) {
			return v
		}
	}
	return nil
}

// opaque is the known value of that name, or a value made up that is equal to no other and truthy or not as the model
// says. Of those that are not truthy there are only a few.
func (d *decoder) opaque(t smt.Term) (value.Value, bool) {
	v := d.term(t)
	for _, c := range d.t.opaque {
		if c.name == v.Text && v.Any == 0 {
			return c.v, true
		}
	}
	name := v.String()
	if x, ok := d.made[name]; ok {
		return x, true
	}
	truthy := !d.t.asksTruth || d.term(d.t.b.Pred("truthy", t)).Bool
	list := d.t.asksList && d.term(d.t.b.Pred("list", t)).Bool
	x, ok := d.makeUp(int64(v.Any)+1, truthy, list)
	d.made[name] = x
	return x, ok
}

// makeUp is a value like no other.
func (d *decoder) makeUp(serial int64, truthy, list bool) (value.Value, bool) {
	falsy := []value.Value{value.Null{}, value.Object{}, value.Text(""), value.Int(0)}
	switch marker := (value.Object{{Key: "value", Value: value.Int(serial)}}); {
	case truthy && list:
		return value.List{marker}, true
	case truthy:
		return marker, true
	case list:
		falsy = []value.Value{value.List{}}
	}
	for _, x := range falsy {
		if !d.isNamed(x) && !d.isMade(x) {
			return x, true
		}
	}
	return nil, false
}

func (d *decoder) isMade(v value.Value) bool {
	for _, x := range d.made {
		if x != nil && value.Equal(x, v) {
			return true
		}
	}
	return false
}

func (d *decoder) isNamed(v value.Value) bool {
	for _, c := range d.t.opaque {
		if c.name == equalityName(v) {
			return true
		}
	}
	return false
}

// decimals gives every fraction of a model that is no decimal (a third) a decimal close to it, in the same order
// relative to all other numbers and to the constants. Where only the order of numbers counts the model stays one.
func decimals(m *smt.Model, constants []*big.Rat) map[string]value.Value {
	all := append([]*big.Rat{}, constants...)
	collect := func(v smt.Value) {
		if v.Kind == smt.KindReal || v.Kind == smt.KindInt {
			all = append(all, v.Num.Big())
		}
	}
	odd := false
	for _, b := range m.Vars() {
		collect(b.Value)
		for _, e := range b.Value.Elems {
			collect(e)
		}
	}
	for _, r := range all {
		if _, exact := r.FloatPrec(); !exact {
			odd = true
			floor := new(big.Rat).SetInt(new(big.Int).Div(r.Num(), r.Denom()))
			all = append(all, floor, new(big.Rat).Add(floor, big.NewRat(1, 1)))
		}
	}
	if !odd {
		return nil
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Cmp(all[j]) < 0 })
	return roundedApart(all)
}

// roundedApart rounds the fractions to so many digits that they stay apart from their neighbors.
func roundedApart(all []*big.Rat) map[string]value.Value {
	gap := big.NewRat(1, 1)
	for i := 1; i < len(all); i++ {
		if diff := new(big.Rat).Sub(all[i], all[i-1]); diff.Sign() > 0 && diff.Cmp(gap) < 0 {
			gap = diff
		}
	}
	digits := 6
	for unit := big.NewRat(1, 1000000); digits < value.MaxDigits/2 && unit.Cmp(new(big.Rat).Quo(gap, big.NewRat(1000, 1))) > 0; digits++ {
		unit.Quo(unit, big.NewRat(10, 1))
	}
	out := map[string]value.Value{}
	for _, r := range all {
		if _, exact := r.FloatPrec(); exact {
			continue
		}
		if n, err := value.ParseNumber(r.FloatString(digits)); err == nil {
			out[smt.RatBig(r).String()] = n
		}
	}
	return out
}
