package proof

import (
	"strconv"
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// An edit is "op pointer rest": what to do with the part of the certificate at
// a JSON pointer.
//
//	toggle /loops/0/names/1/rules r   the list has r, or has it no more
//	not /calls/0/next/0/stays         true becomes false
//	by /calls/0/holds/0               evaluation becomes solver
//	drop /calls/0/holds 1             the element is taken out
//	add /calls {…}                    an element is put in
func flip(v value.Value, edit string) value.Value {
	op, rest, _ := strings.Cut(edit, " ")
	pointer, arg, _ := strings.Cut(rest, " ")
	path := pathOf(pointer)
	part, _, found := path.In(v)
	if !found {
		return v
	}
	switch op {
	case "toggle":
		part = toggled(part, element(pointer, arg))
	case "not":
		is, _ := part.(value.Bool)
		part = !is
	case "by":
		path = append(path, value.AtField("by"))
		by, _, _ := path.In(v)
		part = value.Text("solver")
		if value.Equal(by, part) {
			part = value.Text("evaluation")
		}
	case "drop":
		part = without(part, arg)
	case "add":
		part = with(part, arg)
	}
	if out, ok := path.Put(v, part); ok {
		return out
	}
	return v
}

// pathOf reads a JSON pointer of a certificate, whose fields need no escapes.
func pathOf(pointer string) value.Path {
	var out value.Path
	for _, part := range strings.Split(strings.TrimPrefix(pointer, "/"), "/") {
		if n, err := strconv.ParseUint(part, 10, 31); err == nil {
			out = append(out, value.AtIndex(int(n)))
		} else {
			out = append(out, value.AtField(part))
		}
	}
	return out
}

// element is what a list at a pointer has: numbers of transitions, else names.
func element(pointer, text string) value.Value {
	if n, err := strconv.Atoi(text); err == nil && strings.HasSuffix(pointer, "/fires") {
		return value.Int(int64(n))
	}
	return value.Text(text)
}

// toggled has the element, or has it no more.
func toggled(list, e value.Value) value.Value {
	items, _ := list.(value.List)
	out, had := value.List{}, false
	for _, item := range items {
		if value.Equal(item, e) {
			had = true
			continue
		}
		out = append(out, item)
	}
	if !had {
		out = append(out, e)
	}
	return out
}

func without(list value.Value, at string) value.Value {
	items, _ := list.(value.List)
	out := value.List{}
	for i, item := range items {
		if strconv.Itoa(i) != at {
			out = append(out, item)
		}
	}
	return out
}

func with(list value.Value, element string) value.Value {
	items, _ := list.(value.List)
	v, err := doc.ReadValue("entry", []byte(element), 0)
	if err != nil {
		return list
	}
	return append(append(value.List{}, items...), v)
}

// get is a part of a value by fields and indices, nil when there is none.
func get(v value.Value, pointer string) value.Value {
	part, _, ok := pathOf(pointer).In(v)
	if !ok {
		return nil
	}
	return part
}

func textAt(v value.Value, pointer string) string {
	t, _ := get(v, pointer).(value.Text)
	return string(t)
}

func listAt(v value.Value, pointer string) value.List {
	l, _ := get(v, pointer).(value.List)
	return l
}

// has tells whether a list has a name or number.
func has(l value.List, e value.Value) bool {
	for _, item := range l {
		if value.Equal(item, e) {
			return true
		}
	}
	return false
}
