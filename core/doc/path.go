package doc

import (
	"fmt"

	"planproof/core/value"
)

// The keys of a symbolic reference: {"ref": "x"}, or {"ref": "x", "path": ["field", 0]} for a part of the value. An
// object whose "ref" is no text or whose "path" is no list is literal, as one with any other key: a tool may well want
// {"ref": "main", "path": "src/a.go"}.
const (
	refKey  = "ref"
	pathKey = "path"
)

// maxIndex bounds the indexes of paths.
const maxIndex = 1_000_000_000

// reference reads the object at n when it is a reference.
func (d *decoder) reference(n int32) (*Ref, *Error) {
	name, path := int32(-1), int32(-1)
	for key := n + 1; key < d.t.nodes[n].skip; key = d.t.nodes[key+1].skip {
		switch kind := d.t.nodes[key+1].kind; {
		case d.t.str(key) == refKey && kind == stringKind:
			name = key + 1
		case d.t.str(key) == pathKey && (kind == arrayKind || kind == nullKind):
			path = key + 1
		default:
			return nil, nil
		}
	}
	if name < 0 {
		return nil, nil
	}
	ref := &Ref{Range: d.t.nodes[n].Range, Name: d.t.str(name)}
	if path < 0 || d.t.nodes[path].kind == nullKind {
		return ref, nil
	}
	var err *Error
	ref.Path, err = d.path(path, "the `path` of a reference")
	return ref, err
}

// refName returns the name when the object at n is a reference to a whole value.
func (d *decoder) refName(n int32) (string, bool) {
	if d.t.nodes[n].kind != objectKind {
		return "", false
	}
	ref, err := d.reference(n)
	if err != nil || ref == nil || len(ref.Path) > 0 {
		return "", false
	}
	return ref.Name, true
}

// path reads the list at n. An empty one is no path.
func (d *decoder) path(n int32, what string) (value.Path, *Error) {
	if d.t.nodes[n].kind != arrayKind {
		return nil, d.wrong(n, what, "a list")
	}
	if d.t.count(n) > value.MaxPath {
		return nil, d.fail(KindLimit, n, fmt.Sprintf("%s has more than %d steps", what, value.MaxPath), "take the part out in two calls")
	}
	var out value.Path
	for i := n + 1; i < d.t.nodes[n].skip; i = d.t.nodes[i].skip {
		s, err := d.pathStep(i, what)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

func (d *decoder) pathStep(n int32, what string) (value.Step, *Error) {
	const hint = "write the name of a field in quotes, or the position of an element, counted from 0"
	switch d.t.nodes[n].kind {
	case stringKind:
		return value.AtField(d.t.str(n)), nil
	case numberKind:
		number, err := d.number(n)
		if err != nil {
			return value.Step{}, err
		}
		if i, ok := number.Int64(); ok && i >= 0 && i <= maxIndex {
			return value.AtIndex(int(i)), nil
		}
		return value.Step{}, d.fail(KindInput, n, "a step of "+what+" is `"+short(d.t.raw(n))+"`, which is no position in a list", hint)
	}
	return value.Step{}, d.wrong(n, "a step of "+what, "the name of a field or a position in a list")
}

// pathField is a path whose absence is the empty one.
func pathField[T any](name string, at func(*T) *value.Path) field[T] {
	return field[T]{name: name, shape: shape{form: listForm, of: &shape{form: anyForm}},
		read: func(d *decoder, n int32, p place, t *T) (err *Error) {
			*at(t), err = d.path(n, p.String())
			return err
		},
		get: func(t *T, _ bool) value.Value {
			if len(*at(t)) == 0 {
				return nil
			}
			return at(t).JSON()
		},
	}
}

// String writes the reference as conditions and messages do: x.field[0].
func (r *Ref) String() string { return r.Name + r.Path.String() }

// SplitRef reads a text like "x.field[0]" as a name and a path; ok is false when it is none or has no path.
func SplitRef(s string) (name string, path value.Path, ok bool) {
	name = word(s)
	path, ok = value.ParsePath(s[len(name):])
	return name, path, ok && name != "" && len(path) > 0
}

// json is the reference as documents write it.
func (r *Ref) json() value.Value {
	out := value.Object{{Key: refKey, Value: value.Text(r.Name)}}
	if len(r.Path) > 0 {
		out = append(out, value.Member{Key: pathKey, Value: r.Path.JSON()})
	}
	return out
}
