package value

// Equal is Python's ==: True == 1, 1 == 1.0, a list never equals a tuple, objects compare without regard to order.
// It never fails; values of different kinds are simply not equal.
func Equal(a, b Value) bool {
	switch a := a.(type) {
	case Null:
		_, ok := b.(Null)
		return ok
	case Bool, Number:
		return equalNumbers(a, b)
	case Text:
		t, ok := b.(Text)
		return ok && a == t
	case List:
		l, ok := b.(List)
		return ok && equalItems(a, l)
	case Tuple:
		t, ok := b.(Tuple)
		return ok && equalItems(a, t)
	case Object:
		o, ok := b.(Object)
		return ok && equalMembers(a, o)
	}
	return false
}

func equalNumbers(a, b Value) bool {
	x, ok := AsNumber(a)
	if !ok {
		return false
	}
	y, ok := AsNumber(b)
	return ok && x.Cmp(y) == 0
}

func equalItems(a, b []Value) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !Equal(a[i], b[i]) {
			return false
		}
	}
	return true
}

// equalMembers compares in written order first, which is the common case, and indexes b only when that fails: two
// large objects in different order must not cost quadratic time.
func equalMembers(a, b Object) bool {
	if len(a) != len(b) {
		return false
	}
	i := 0
	for i < len(a) && a[i].Key == b[i].Key {
		if !Equal(a[i].Value, b[i].Value) {
			return false
		}
		i++
	}
	if i == len(a) {
		return true
	}
	index := make(map[string]Value, len(b)-i)
	for _, m := range b[i:] {
		index[m.Key] = m.Value
	}
	for _, m := range a[i:] {
		v, ok := index[m.Key]
		if !ok || !Equal(m.Value, v) {
			return false
		}
	}
	return true
}
