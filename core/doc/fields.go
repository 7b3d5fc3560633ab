package doc

import (
	"strings"

	"planproof/core/value"
)

// This file holds the kinds of fields that tables are made of.

func required[T any](f field[T]) field[T] {
	f.required, f.always = true, true
	return f
}

// shown makes a field that is printed also when it is empty, because its absence would look like a mistake.
func shown[T any](f field[T]) field[T] {
	f.always = true
	return f
}

// textField is text that may be empty.
func textField[T any](name string, at func(*T) *Text) field[T] {
	return field[T]{name: name, shape: shape{form: textForm},
		read: func(d *decoder, n int32, p place, t *T) *Error { return d.readText(n, p.String(), at(t)) },
		get:  func(t *T, _ bool) value.Value { return value.Text(at(t).Value) },
	}
}

// nameField is text that is not empty.
func nameField[T any](name string, at func(*T) *Text) field[T] {
	return field[T]{name: name, shape: shape{form: nameForm},
		read: func(d *decoder, n int32, p place, t *T) *Error { return d.readName(n, p.String(), at(t)) },
		get:  func(t *T, _ bool) value.Value { return value.Text(at(t).Value) },
	}
}

// optionalText is text whose absence is a state of its own.
func optionalText[T any](name string, f form, at func(*T) **Text) field[T] {
	return field[T]{name: name, shape: shape{form: f},
		read: func(d *decoder, n int32, p place, t *T) *Error {
			*at(t) = new(Text)
			if f == nameForm {
				return d.readName(n, p.String(), *at(t))
			}
			return d.readText(n, p.String(), *at(t))
		},
		get: func(t *T, _ bool) value.Value {
			if *at(t) == nil {
				return nil
			}
			return value.Text((*at(t)).Value)
		},
	}
}

// proseField is text for people, kept without its place.
func proseField[T any](name, def string, at func(*T) *string) field[T] {
	return field[T]{name: name, def: value.Text(def), shape: shape{form: textForm},
		read: func(d *decoder, n int32, p place, t *T) *Error {
			var text Text
			err := d.readText(n, p.String(), &text)
			*at(t) = text.Value
			return err
		},
		get: func(t *T, _ bool) value.Value { return value.Text(*at(t)) },
	}
}

func boolField[T any](name string, at func(*T) *bool) field[T] {
	return field[T]{name: name, def: value.Bool(false), shape: shape{form: boolForm},
		read: func(d *decoder, n int32, p place, t *T) *Error { return d.readBool(n, p.String(), at(t)) },
		get:  func(t *T, _ bool) value.Value { return value.Bool(*at(t)) },
	}
}

func optionalBool[T any](name string, at func(*T) **bool) field[T] {
	return field[T]{name: name, shape: shape{form: boolForm},
		read: func(d *decoder, n int32, p place, t *T) *Error {
			*at(t) = new(bool)
			return d.readBool(n, p.String(), *at(t))
		},
		get: func(t *T, _ bool) value.Value {
			if *at(t) == nil {
				return nil
			}
			return value.Bool(**at(t))
		},
	}
}

func optionalNumber[T any](name string, at func(*T) **value.Number) field[T] {
	return field[T]{name: name, shape: shape{form: numberForm},
		read: func(d *decoder, n int32, p place, t *T) *Error {
			if d.t.nodes[n].kind != numberKind {
				return d.wrong(n, p.String(), "a number")
			}
			number, err := d.number(n)
			*at(t) = &number
			return err
		},
		get: func(t *T, _ bool) value.Value {
			if *at(t) == nil {
				return nil
			}
			return **at(t)
		},
	}
}

// anyField is any JSON but null, which counts as absent.
func anyField[T any](name string, at func(*T) *value.Value) field[T] {
	return field[T]{name: name, shape: shape{form: anyForm},
		read: func(d *decoder, n int32, _ place, t *T) (err *Error) {
			*at(t), err = d.plain(n)
			return err
		},
		get: func(t *T, _ bool) value.Value { return *at(t) },
	}
}

// anyList is a list of any JSON that is not empty.
func anyList[T any](name string, at func(*T) *[]value.Value) field[T] {
	return field[T]{name: name, shape: shape{form: listForm, of: &shape{form: anyForm}, nonEmpty: true},
		read: func(d *decoder, n int32, p place, t *T) *Error {
			if d.t.nodes[n].kind != arrayKind {
				return d.wrong(n, p.String(), "a list")
			}
			v, err := d.plain(n)
			if err != nil {
				return err
			}
			*at(t) = v.(value.List)
			if len(*at(t)) == 0 {
				return d.fail(KindInput, n, p.String()+" is empty: no value would be allowed", "list the allowed values, or leave the field out")
			}
			return nil
		},
		get: func(t *T, _ bool) value.Value {
			if *at(t) == nil {
				return nil
			}
			return value.List(*at(t))
		},
	}
}

// texts is a list of text or names.
func texts[T any](name string, f form, at func(*T) *[]Text) field[T] {
	return field[T]{name: name, def: value.List{}, shape: shape{form: listForm, of: &shape{form: f}},
		read: func(d *decoder, n int32, p place, t *T) (err *Error) {
			*at(t), err = d.readTexts(n, p, f)
			return err
		},
		get: func(t *T, _ bool) value.Value { return textList(*at(t)) },
	}
}

func textList(list []Text) value.Value {
	out := make(value.List, len(list))
	for i, t := range list {
		out[i] = value.Text(t.Value)
	}
	return out
}

// enumText is text of a fixed choice; def is what absence means.
func enumText[T any](name, def string, enum []string, at func(*T) *Text) field[T] {
	return field[T]{name: name, def: value.Text(def), shape: shape{form: enumForm, enum: enum},
		read: func(d *decoder, n int32, p place, t *T) *Error { return d.readEnum(n, p.String(), enum, at(t)) },
		get:  func(t *T, _ bool) value.Value { return value.Text(at(t).Value) },
	}
}

// enumList is a list of text of a fixed choice that is not empty; absence means all of them.
func enumList[T any](name string, enum []string, at func(*T) *[]Text) field[T] {
	all := make(value.List, len(enum))
	for i, e := range enum {
		all[i] = value.Text(e)
	}
	f := texts(name, textForm, at)
	f.def, f.shape.of, f.shape.nonEmpty = all, &shape{form: enumForm, enum: enum}, true
	f.read = func(d *decoder, n int32, p place, t *T) (err *Error) {
		list, err := d.readTexts(n, p, textForm)
		if err == nil && len(list) == 0 {
			err = d.fail(KindInput, n, p.String()+" is empty", "name "+strings.Join(quoteAll(enum), " or ")+", or leave the field out")
		}
		for i := 0; i < len(list) && err == nil; i++ {
			err = d.checkEnum(list[i], "an element of "+p.String(), enum)
		}
		*at(t) = list
		return err
	}
	return f
}

// list is a list of objects.
func list[T, E any](name string, tb *table[E], at func(*T) *[]E) field[T] {
	return field[T]{name: name, def: value.List{}, shape: shape{form: listForm, of: &shape{form: objectForm, def: tb.def}},
		read: func(d *decoder, n int32, p place, t *T) (err *Error) {
			*at(t), err = tb.decodeList(d, n, p.String())
			return err
		},
		get: func(t *T, full bool) value.Value { return tb.encodeList(*at(t), full) },
	}
}

func (tb *table[E]) decodeList(d *decoder, n int32, what string) ([]E, *Error) {
	if d.t.nodes[n].kind != arrayKind {
		return nil, d.wrong(n, what, "a list")
	}
	count := d.t.count(n)
	if count == 0 {
		return nil, nil
	}
	out := make([]E, count)
	i := n + 1
	for k := range out {
		if err := tb.decode(d, i, &out[k]); err != nil {
			return nil, err
		}
		i = d.t.nodes[i].skip
	}
	return out, tb.unique(d, out)
}

func (tb *table[E]) encodeList(list []E, full bool) value.Value {
	out := make(value.List, len(list))
	for i := range list {
		out[i] = tb.encode(&list[i], full)
	}
	return out
}

// object is an object that is kept behind a pointer.
func object[T, E any](name string, tb *table[E], at func(*T) **E) field[T] {
	return field[T]{name: name, shape: shape{form: objectForm, def: tb.def},
		read: func(d *decoder, n int32, _ place, t *T) *Error {
			*at(t) = new(E)
			return tb.decode(d, n, *at(t))
		},
		get: func(t *T, full bool) value.Value {
			if *at(t) == nil {
				return nil
			}
			return tb.encode(*at(t), full)
		},
	}
}

// entries is an object with free keys that becomes a list in written order.
func entries[T, E any](name string, of shape, at func(*T) *[]E, read func(*decoder, Text, int32, place) (E, *Error), get func(*E) value.Member) field[T] {
	return field[T]{name: name, def: value.Object{}, shape: shape{form: mapForm, of: &of},
		read: func(d *decoder, n int32, p place, t *T) *Error {
			if d.t.nodes[n].kind != objectKind {
				return d.wrong(n, p.String(), "an object")
			}
			for key := n + 1; key < d.t.nodes[n].skip; key = d.t.nodes[key+1].skip {
				var k Text
				if err := d.readName(key, "a key of "+p.String(), &k); err != nil {
					return err
				}
				e, err := read(d, k, key+1, p)
				if err != nil {
					return err
				}
				*at(t) = append(*at(t), e)
			}
			return nil
		},
		get: func(t *T, _ bool) value.Value {
			out := make(value.Object, len(*at(t)))
			for i := range *at(t) {
				out[i] = get(&(*at(t))[i])
			}
			return out
		},
	}
}

func quoteAll(names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = "`" + n + "`"
	}
	return out
}
