package value

import (
	"slices"
	"strconv"
	"strings"
)

// A Step of a Path is a field of an object, or (IsIndex) an element of a list, counted from 0.
type Step struct {
	Field   string
	Index   int
	IsIndex bool
}

// A Path leads from a value to a part of it. The empty Path leads to the value itself.
type Path []Step

// MaxPath is how many steps a path may have: paths are asked about as conditions, whose depth is limited.
const MaxPath = 100

// AtField is the step to a field.
func AtField(name string) Step { return Step{Field: name} }

// AtIndex is the step to an element.
func AtIndex(i int) Step { return Step{Index: i, IsIndex: true} }

// String writes the path as conditions do, ".field[0]", so that behind a name it is the expression with the same value.
// Fields that are no identifiers are written ["in brackets"]. Two paths print the same exactly when they are equal.
func (p Path) String() string {
	var b strings.Builder
	for _, s := range p {
		switch {
		case s.IsIndex:
			b.WriteString("[" + strconv.Itoa(s.Index) + "]")
		case identifier(s.Field) && !slices.Contains(keywords, s.Field):
			b.WriteString("." + s.Field)
		default:
			b.WriteString("[" + string(AppendJSON(nil, Text(s.Field))) + "]")
		}
	}
	return b.String()
}

// keywords are the names that can not stand behind the dot of a condition.
var keywords = strings.Fields(`False None True and as assert async await break class continue def del elif else except finally for from
	global if import in is lambda nonlocal not or pass raise return try while with yield`)

func identifier(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

// In returns the part of v that the path leads to. It is what conditions compute: a field is one of an object, an index
// one of a list, tuple or text, and there is nothing else. Where the path leads nowhere, ok is false and step is the
// number of its first step that v has not.
func (p Path) In(v Value) (part Value, step int, ok bool) {
	for i, s := range p {
		if v, ok = s.of(v); !ok {
			return nil, i, false
		}
	}
	return v, len(p), true
}

func (s Step) of(v Value) (Value, bool) {
	switch v := v.(type) {
	case Object:
		if !s.IsIndex {
			return v.Get(s.Field)
		}
	case List:
		return s.element(v)
	case Tuple:
		return s.element(v)
	case Text:
		if s.IsIndex && s.Index < len(v) && s.Index < RuneCount(string(v)) {
			letter, _ := RuneAt(string(v), s.Index)
			return Text(letter), true
		}
	case Null, Bool, Number:
	}
	return nil, false
}

func (s Step) element(items []Value) (Value, bool) {
	if !s.IsIndex || s.Index >= len(items) {
		return nil, false
	}
	return items[s.Index], true
}

// maxPut bounds the lists that Put makes to have an element at a position.
const maxPut = 64

// Put returns v with part at the path; what is in the way is replaced, and a list that is too short is filled up with
// values like the new one. ok is false when a list would get longer than 64.
func (p Path) Put(v, part Value) (out Value, ok bool) {
	if len(p) == 0 {
		return part, true
	}
	if p[0].IsIndex {
		return p.putElement(v, part)
	}
	o, _ := v.(Object)
	old, had := o.Get(p[0].Field)
	inner, ok := p[1:].Put(old, part)
	made := append(Object{}, o...)
	if !had {
		made = append(made, Member{Key: p[0].Field})
	}
	for i := range made {
		if made[i].Key == p[0].Field {
			made[i].Value = inner
		}
	}
	return made, ok
}

func (p Path) putElement(v, part Value) (Value, bool) {
	i := p[0].Index
	if i >= maxPut {
		return nil, false
	}
	items, _ := v.(List)
	made := append(List{}, items...)
	for len(made) <= i {
		filler, ok := p[1:].Put(nil, part)
		if !ok {
			return nil, false
		}
		made = append(made, filler)
	}
	inner, ok := p[1:].Put(made[i], part)
	made[i] = inner
	return made, ok
}

// JSON is the path as documents write it: a list of texts and numbers.
func (p Path) JSON() List {
	out := make(List, len(p))
	for i, s := range p {
		if s.IsIndex {
			out[i] = Int(int64(s.Index))
		} else {
			out[i] = Text(s.Field)
		}
	}
	return out
}

// ParsePath reads a path as String writes it: .field, [0], ["a field"]. Fields in brackets may stand in either quotes and
// have no escapes; behind a dot every identifier may stand, also one that conditions can not have there (.from).
func ParsePath(s string) (Path, bool) {
	var out Path
	for s != "" {
		step, rest, ok := parseStep(s)
		if !ok || len(out) == MaxPath {
			return nil, false
		}
		out, s = append(out, step), rest
	}
	return out, true
}

func parseStep(s string) (step Step, rest string, ok bool) {
	if name, dot := strings.CutPrefix(s, "."); dot {
		n := strings.IndexAny(name, ".[")
		if n < 0 {
			n = len(name)
		}
		return AtField(name[:n]), name[n:], identifier(name[:n])
	}
	inner, open := strings.CutPrefix(s, "[")
	if !open || inner == "" {
		return Step{}, "", false
	}
	if quote := inner[:1]; quote == `"` || quote == "'" {
		field, rest, closed := strings.Cut(inner[1:], quote+"]")
		return AtField(field), rest, closed && !strings.ContainsAny(field, "\\"+quote)
	}
	digits, rest, closed := strings.Cut(inner, "]")
	i, err := strconv.ParseUint(digits, 10, 30)
	return AtIndex(int(i)), rest, closed && err == nil
}
