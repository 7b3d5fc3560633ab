package doc

import (
	"fmt"
	"strings"

	"planproof/core/value"
)

// A form is the JSON form of a field.
type form uint8

const (
	anyForm     form = iota // any JSON
	textForm                // text
	nameForm                // text that is not empty
	boolForm                // true or false
	numberForm              // a number
	enumForm                // one of shape.enum
	listForm                // a list of shape.of
	objectForm              // an object described by the table shape.def
	mapForm                 // an object with any keys and values of shape.of
	scalarsForm             // a scalar or a list of scalars
)

// A shape describes a field to the test that compares tables and schemas.
type shape struct {
	form     form
	enum     []string
	def      string
	of       *shape
	nonEmpty bool // a list with at least one element
}

// A field is one key of a JSON object that becomes part of a T.
type field[T any] struct {
	name     string
	required bool
	always   bool        // printed also when it is what absence means
	def      value.Value // what absence means; nil when absence is a state of its own
	shape    shape
	read     func(d *decoder, n int32, p place, t *T) *Error
	get      func(t *T, full bool) value.Value // nil: absent
}

// A table describes the JSON object that becomes a T. It is read by decode, written by encode and mirrored by schema/.
type table[T any] struct {
	what     string // in messages: "a taint rule"
	def      string // its name in the schemas: "taint_rule"
	fields   []field[T]
	at       func(*T) *Range
	defaults func(*T)
	check    func(d *decoder, n int32, t *T) *Error // what the fields can not say one by one

	// id is the name that must be unique in a list of T; nil when there is none. double is the kind of the error.
	id     func(*T) *Text
	double string
}

// A place names a field in a message.
type place struct{ field, what string }

func (p place) String() string { return "`" + p.field + "` in " + p.what }

// A decoder turns a tree into documents.
type decoder struct {
	t        *tree
	loose    bool // unknown fields of the workflow are notes
	tolerant bool // the whole document is read tolerantly
	inPlan   bool // the object at hand is part of the workflow
	log      *noteLog
	steps    int
	literal  []Literal // room for the next literals
}

// decode fills out from the object at n.
func (tb *table[T]) decode(d *decoder, n int32, out *T) *Error {
	if d.t.nodes[n].kind != objectKind {
		return d.wrong(n, tb.what, "an object")
	}
	if tb.at != nil {
		*tb.at(out) = d.t.nodes[n].Range
	}
	if tb.defaults != nil {
		tb.defaults(out)
	}
	given, err := tb.decodeFields(d, n, out)
	if err != nil {
		return err
	}
	for i := range tb.fields {
		if f := &tb.fields[i]; f.required && given&(1<<i) == 0 {
			return d.missing(n, place{f.name, tb.what})
		}
	}
	if tb.check != nil {
		return tb.check(d, n, out)
	}
	return nil
}

// decodeFields returns the set of the fields that were given. A null for an optional field is the same as no field.
func (tb *table[T]) decodeFields(d *decoder, n int32, out *T) (given uint64, err *Error) {
	for key := n + 1; key < d.t.nodes[n].skip; key = d.t.nodes[key+1].skip {
		i := tb.find(d.t.str(key))
		if i < 0 {
			if err := tb.unknown(d, key); err != nil {
				return 0, err
			}
			continue
		}
		f := &tb.fields[i]
		if d.t.nodes[key+1].kind == nullKind && !f.required {
			continue
		}
		if err := f.read(d, key+1, place{f.name, tb.what}, out); err != nil {
			return 0, err
		}
		given |= 1 << i
	}
	return given, nil
}

func (tb *table[T]) find(name string) int {
	for i := range tb.fields {
		if tb.fields[i].name == name {
			return i
		}
	}
	return -1
}

// unknown is an error, or a note for a workflow that is read leniently.
func (tb *table[T]) unknown(d *decoder, key int32) *Error {
	if d.loose && d.inPlan {
		d.log.addFunc(d.t.src, d.t.nodes[key].Range, func() string {
			message, hint := tb.unknownMessage(d.t.str(key))
			return message + ", passed over; " + hint
		})
		return nil
	}
	message, hint := tb.unknownMessage(d.t.str(key))
	return d.fail(KindInput, key, message, hint)
}

func (tb *table[T]) unknownMessage(name string) (message, hint string) {
	names := make([]string, len(tb.fields))
	for i := range tb.fields {
		names[i] = tb.fields[i].name
	}
	return fmt.Sprintf("unknown field `%s` in %s", short(name), tb.what), suggest(name, names)
}

func (d *decoder) missing(n int32, p place) *Error {
	at := d.t.nodes[n].Start
	return d.t.src.fail(KindInput, Range{at, at + 1}, fmt.Sprintf("`%s` is missing in %s", p.field, p.what), "add \""+p.field+"\"")
}

// fail returns an error about the node n.
func (d *decoder) fail(kind string, n int32, message, hint string) *Error {
	return d.t.src.fail(kind, d.t.nodes[n].Range, message, hint)
}

// failAt returns an error about a text that was read before.
func (d *decoder) failAt(kind string, t Text, message, hint string) *Error {
	return d.t.src.fail(kind, t.Range, message, hint)
}

// wrong says that what stands at n has another type. Of a list or an object it points at the bracket only.
func (d *decoder) wrong(n int32, what, want string) *Error {
	nd := d.t.nodes[n]
	r := nd.Range
	if nd.kind == arrayKind || nd.kind == objectKind {
		r.End = r.Start + 1
	}
	return d.t.src.fail(KindInput, r, fmt.Sprintf("%s must be %s, not %v", what, want, nd.kind), d.wrongHint(n, want))
}

// wrongHint says what to write instead.
func (d *decoder) wrongHint(n int32, want string) string {
	k := d.t.nodes[n].kind
	switch want {
	case "text", "a name":
		if ref, ok := d.refName(n); ok {
			return "write the name itself: \"" + short(ref) + "\""
		}
		if k == numberKind {
			return "put it in quotes: \"" + short(d.t.raw(n)) + "\""
		}
		return "write text in double quotes"
	case "a list":
		if k == stringKind {
			return "put it in square brackets: [" + short(d.t.raw(n)) + "]"
		}
		return "write a list: […]"
	case "an object":
		return "write an object: {…}"
	}
	if k == stringKind {
		return "write " + want + ", without quotes"
	}
	return "write " + want
}

// encode returns the object for t. full writes every field with a value; otherwise what absence means is left out.
func (tb *table[T]) encode(t *T, full bool) value.Value {
	out := make(value.Object, 0, len(tb.fields))
	for i := range tb.fields {
		f := &tb.fields[i]
		v := f.get(t, full)
		if v == nil || !full && !f.always && f.def != nil && value.Equal(v, f.def) {
			continue
		}
		out = append(out, value.Member{Key: f.name, Value: v})
	}
	return out
}

// unique refuses two elements with one name.
func (tb *table[T]) unique(d *decoder, list []T) *Error {
	if tb.id == nil {
		return nil
	}
	return d.distinct(len(list), func(i int) *Text { return tb.id(&list[i]) }, tb.double, tb.what)
}

// distinct refuses two equal names among n.
func (d *decoder) distinct(n int, name func(int) *Text, kind, what string) *Error {
	first := make(map[string]int, n)
	for i := range n {
		t := name(i)
		j, double := first[t.Value]
		if !double {
			first[t.Value] = i
			continue
		}
		at := d.t.src.Span(name(j).Range).Start
		_, noun, _ := strings.Cut(what, " ")
		return d.failAt(kind, *t, fmt.Sprintf("the %s `%s` is declared twice", noun, short(t.Value)),
			fmt.Sprintf("rename or remove one; the first is at line %d, column %d", at.Line, at.Column))
	}
	return nil
}
