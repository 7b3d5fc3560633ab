package intake

import (
	"slices"
	"strings"

	"planproof/core/value"
)

// A recording says which argument was used and not where it came from. A linker looks for the values of arguments in the
// results before: one that stands word for word in a result, and in nothing that the user or the system said, most
// probably came from there. That is a guess, so it is made only when it is asked for (Options.Link), and counted
// otherwise.
type linker struct {
	names   *Names
	said    []string // by user and system, up to the call
	results []answer
	found   int // values that can be linked
	apply   bool
}

// An answer is a recorded result.
type answer struct {
	bind string
	text string
	data value.Value // the JSON of the text, nil when it is none
}

// fewLetters is how long a text must be to tell anything.
const fewLetters = 4

// call returns the steps of a call: itself, and before it calls that take parts out of results.
func (l *linker) call(c *Call) []Step {
	var before []Step
	for i := range c.Args {
		lit, ok := c.Args[i].Value.(Lit)
		if !ok {
			continue
		}
		if v := l.value(lit.Value, c, &before); v != nil && l.apply {
			c.Args[i].Value = v
		}
	}
	return append(before, c)
}

// value links a value and what is in it; nil when nothing in it has a source.
func (l *linker) value(v value.Value, c *Call, before *[]Step) Value {
	switch v := v.(type) {
	case value.Text:
		if len(v) >= fewLetters {
			return l.text(string(v), v, c, before)
		}
	case value.Number:
		if text := v.String(); len(text) >= fewLetters {
			return l.text(text, v, c, before)
		}
	case value.List:
		out := List{}
		linked := false
		for _, item := range v {
			x := l.value(item, c, before)
			linked = linked || x != nil
			out.Items = append(out.Items, orLit(x, item))
		}
		if linked {
			return out
		}
	case value.Object:
		out := Object{}
		linked := false
		for _, m := range v {
			x := l.value(m.Value, c, before)
			linked = linked || x != nil
			out.Fields = append(out.Fields, Field{m.Key, orLit(x, m.Value)})
		}
		if linked {
			return out
		}
	case value.Null, value.Bool, value.Tuple:
	}
	return nil
}

func orLit(x Value, v value.Value) Value {
	if x == nil {
		return Lit{v}
	}
	return x
}

// text links one text or number: to the part of a result that equals it, else to something taken out of a result. The
// latest result counts.
func (l *linker) text(text string, v value.Value, c *Call, before *[]Step) Value {
	if slices.ContainsFunc(l.said, func(s string) bool { return strings.Contains(s, text) }) {
		return nil
	}
	for i := len(l.results) - 1; i >= 0; i-- {
		a := l.results[i]
		if !strings.Contains(a.text, text) && (a.data == nil || !holds(a.data, text)) {
			continue
		}
		l.found++
		if !l.apply {
			return nil
		}
		whole := Ref{Name: a.bind, At: c.At}
		if a.text == text {
			return whole
		}
		if path, ok := pathTo(a.data, v, nil); ok {
			whole.Path = path
			return whole
		}
		name := l.names.Fresh("part")
		*before = append(*before, &Call{Tool: PickTool, Label: helperLabels[PickTool], Bind: name, At: c.At, Args: []Arg{{"value", whole, c.At}}})
		return Ref{Name: name, At: c.At}
	}
	return nil
}

// holds reports whether a text stands in one of the texts of a value: escapes hide it in the JSON.
func holds(v value.Value, text string) bool {
	switch v := v.(type) {
	case value.Text:
		return strings.Contains(string(v), text)
	case value.List:
		return slices.ContainsFunc(v, func(item value.Value) bool { return holds(item, text) })
	case value.Object:
		return slices.ContainsFunc(v, func(m value.Member) bool { return holds(m.Value, text) })
	case value.Null, value.Bool, value.Number, value.Tuple:
	}
	return false
}

// pathTo finds the first part of a value that equals another one.
func pathTo(v, want value.Value, path []value.Value) ([]value.Value, bool) {
	switch v := v.(type) {
	case value.List:
		for i, item := range v {
			if p, ok := pathTo(item, want, append(path, value.Int(int64(i)))); ok {
				return p, true
			}
		}
	case value.Object:
		for _, m := range v {
			if p, ok := pathTo(m.Value, want, append(path, value.Text(m.Key))); ok {
				return p, true
			}
		}
	case value.Text, value.Number:
		if len(path) > 0 && value.Equal(v, want) {
			return slices.Clone(path), true
		}
	case value.Null, value.Bool, value.Tuple:
	}
	return nil, false
}
