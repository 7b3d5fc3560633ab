package guard

import (
	"fmt"
	"strconv"
	"strings"

	"planproof/core/value"
)

// argumentError is a mistake in the arguments, with the path to it.
type argumentError struct{ path, message string }

func (e argumentError) String() string {
	if e.path == "" {
		return e.message
	}
	return e.path + ": " + e.message
}

// validation collects mistakes.
type validation struct{ errors []argumentError }

func (v *validation) fail(path, format string, args ...any) value.Value {
	v.errors = append(v.errors, argumentError{path, fmt.Sprintf(format, args...)})
	return value.Null{}
}

func join(path, step string) string {
	if path == "" {
		return step
	}
	return path + "." + step
}

// validate reads the arguments of a call by the schema: full has every
// argument, with defaults and null for what was not given; sent has what the
// call has. Both are nil when there are mistakes.
func (s *schema) validate(arguments value.Value) (full, sent value.Object, mistakes []argumentError) {
	o, ok := arguments.(value.Object)
	if !ok {
		return nil, nil, []argumentError{{"", "the arguments are not an object"}}
	}
	v := &validation{}
	checked := v.object(s, o, "", true)
	if len(v.errors) > 0 {
		return nil, nil, v.errors
	}
	for _, m := range checked {
		if _, given := o.Get(m.Key); given {
			sent = append(sent, m)
		}
	}
	if sent == nil {
		sent = value.Object{}
	}
	return checked, sent, nil
}

// value is x as the schema has it.
func (v *validation) value(s *schema, x value.Value, path string) value.Value {
	if s == nil {
		return x
	}
	for _, part := range s.all {
		x = v.value(part, x, path)
	}
	if len(s.any) > 0 {
		x = v.option(s.any, x, path)
	}
	if s.enum != nil {
		return v.member(s, x, path)
	}
	if len(s.types) == 0 {
		return v.untyped(s, x, path)
	}
	return v.typed(s, x, path)
}

// option is x by the first option that takes it as it is, or else the first
// that takes it at all.
func (v *validation) option(options []*schema, x value.Value, path string) value.Value {
	var first value.Value
	for _, o := range options {
		try := &validation{}
		got := try.value(o, x, path)
		if len(try.errors) > 0 {
			continue
		}
		if value.KindName(got) == value.KindName(x) {
			return got
		}
		if first == nil {
			first = got
		}
	}
	if first == nil {
		return v.fail(path, "%s fits none of the kinds that are allowed", show(x))
	}
	return first
}

func (v *validation) member(s *schema, x value.Value, path string) value.Value {
	for _, e := range s.enum {
		if value.KindName(e) == value.KindName(x) && value.Equal(e, x) {
			return x
		}
	}
	return v.fail(path, "%s is not one of the allowed values %s", show(x), show(s.enum))
}

// untyped checks what the value's own kind has rules for.
func (v *validation) untyped(s *schema, x value.Value, path string) value.Value {
	switch x := x.(type) {
	case value.Text, value.Number, value.List:
		return v.sized(s, x, path)
	case value.Object:
		if len(s.props) > 0 || s.extra != nil {
			return v.object(s, x, path, false)
		}
		return v.sized(s, x, path)
	case value.Null, value.Bool, value.Tuple:
	}
	return x
}

func (v *validation) typed(s *schema, x value.Value, path string) value.Value {
	for _, exact := range []bool{true, false} {
		for _, t := range s.types {
			got, ok := coerce(t, x, exact)
			if !ok {
				continue
			}
			if o, ok := got.(value.Object); ok && !s.open {
				return v.object(s, o, path, false)
			}
			return v.sized(s, got, path)
		}
	}
	return v.fail(path, "%s is not of type %s", show(x), strings.Join(s.types, " or "))
}

// object checks the members. Only the arguments themselves are filled with
// null where nothing was given.
func (v *validation) object(s *schema, o value.Object, path string, root bool) value.Object {
	out := value.Object{}
	for _, p := range s.props {
		x, given := o.Get(p.name)
		switch {
		case given:
			out = append(out, value.Member{Key: p.name, Value: v.value(p.schema, x, join(path, p.name))})
		case p.required:
			v.fail(join(path, p.name), "it is required")
		case p.fallback != nil:
			out = append(out, value.Member{Key: p.name, Value: p.fallback})
		case root:
			out = append(out, value.Member{Key: p.name, Value: value.Null{}})
		}
	}
	for _, m := range o {
		if s.has(m.Key) {
			continue
		}
		if s.extra == nil && !s.open {
			v.fail(join(path, m.Key), "there is no such argument")
			continue
		}
		out = append(out, value.Member{Key: m.Key, Value: v.value(s.extra, m.Value, join(path, m.Key))})
	}
	v.sized(s, out, path)
	return out
}

func (s *schema) has(name string) bool {
	for _, p := range s.props {
		if p.name == name {
			return true
		}
	}
	return false
}

// sized checks bounds, lengths and patterns, and the elements of lists.
func (v *validation) sized(s *schema, x value.Value, path string) value.Value {
	switch x := x.(type) {
	case value.Number:
		v.bounded(s, x, path)
	case value.Text:
		v.counted(s, ofText, value.RuneCount(string(x)), "characters", path)
		if s.pattern != nil && !s.pattern.Match(string(x)) {
			v.fail(path, "%s does not match the pattern %s", show(x), s.pattern)
		}
	case value.List:
		v.counted(s, ofList, len(x), "items", path)
		if s.items == nil {
			return x
		}
		out := make(value.List, len(x))
		for i, item := range x {
			out[i] = v.value(s.items, item, join(path, strconv.Itoa(i)))
		}
		return out
	case value.Object:
		v.counted(s, ofObject, len(x), "members", path)
	case value.Null, value.Bool, value.Tuple:
	}
	return x
}

func (v *validation) bounded(s *schema, n value.Number, path string) {
	if b := s.min; b != nil && (n.Cmp(b.at) < 0 || b.exclusive && n.Cmp(b.at) == 0) {
		v.fail(path, "%s is too small", n)
	}
	if b := s.max; b != nil && (n.Cmp(b.at) > 0 || b.exclusive && n.Cmp(b.at) == 0) {
		v.fail(path, "%s is too large", n)
	}
}

func (v *validation) counted(s *schema, of, n int, what, path string) {
	if least := s.least[of]; least != nil && int64(n) < *least {
		v.fail(path, "%d %s are too few: at least %d", n, what, *least)
	}
	if most := s.most[of]; most != nil && int64(n) > *most {
		v.fail(path, "%d %s are too many: at most %d", n, what, *most)
	}
}

// show is a value in a message, cut to a readable length.
func show(v value.Value) string {
	const most = 120
	s := []rune(string(value.AppendJSON(nil, v)))
	if len(s) > most {
		return string(s[:most]) + "…"
	}
	return string(s)
}
