package store

import (
	"errors"
	"fmt"

	"planproof/core/doc"
	"planproof/core/value"
)

// MaxRecord is the longest line of a store, in bytes.
const MaxRecord = 32 << 20

// ErrForeign is why a line is no record: it is something else. Readers skip such lines and Verify reports them.
var ErrForeign = errors.New("the line is no record of a guard's store")

// ReadRecord reads one line. It checks the form only; hashes are for Verify. Errors wrap ErrForeign.
func ReadRecord(line []byte) (Record, error) {
	r, _, err := readRecord(line)
	return r, err
}

// readRecord also returns the object as it was written, of which the hash is taken: a member that this version does
// not know is hashed like all others.
func readRecord(line []byte) (Record, value.Object, error) {
	v, problem := doc.ReadValue("record", line, MaxRecord)
	if problem != nil {
		return Record{}, nil, fmt.Errorf("%w: %s", ErrForeign, problem.Error())
	}
	o, ok := v.(value.Object)
	if !ok {
		return Record{}, nil, fmt.Errorf("%w: it is no object", ErrForeign)
	}
	f := &fields{o: o}
	if got := f.text("format"); got != Format {
		return Record{}, nil, fmt.Errorf("%w: its format is %q, not %q", ErrForeign, short(got), Format)
	}
	r := Record{ID: f.count("id"), Time: f.optionalText("time"), Prev: f.text("prev"), Hash: f.text("hash")}
	r.Body = f.body()
	if f.err != nil {
		return Record{}, nil, fmt.Errorf("%w: %s", ErrForeign, f.err)
	}
	return r, o, nil
}

// short cuts a text for a message.
func short(s string) string {
	const most = 40
	if value.RuneCount(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + "…"
}

// fields takes an object apart; the first member of a wrong kind is the error.
type fields struct {
	o   value.Object
	at  string // a path before the members' names
	err error
}

func (f *fields) fail(key, want string) {
	if f.err == nil {
		f.err = fmt.Errorf("%s%s is not %s", f.at, key, want)
	}
}

// into reads with the fields of an inner object and keeps its error.
func (f *fields) into(key string, read func(*fields)) {
	v, _ := f.o.Get(key)
	f.element(key, v, read)
}

func (f *fields) element(at string, v value.Value, read func(*fields)) {
	o, ok := v.(value.Object)
	if !ok {
		f.fail(at, "an object")
		return
	}
	inner := &fields{o: o, at: f.at + at + "."}
	read(inner)
	if f.err == nil {
		f.err = inner.err
	}
}

func (f *fields) text(key string) string {
	v, _ := f.o.Get(key)
	t, ok := v.(value.Text)
	if !ok {
		f.fail(key, "a text")
	}
	return string(t)
}

func (f *fields) optionalText(key string) string {
	if _, ok := f.o.Get(key); !ok {
		return ""
	}
	return f.text(key)
}

func (f *fields) flag(key string) bool {
	v, _ := f.o.Get(key)
	b, ok := v.(value.Bool)
	if !ok {
		f.fail(key, "true or false")
	}
	return bool(b)
}

func (f *fields) optionalFlag(key string) bool {
	_, ok := f.o.Get(key)
	return ok && f.flag(key)
}

// count reads a whole number from 1 on.
func (f *fields) count(key string) int {
	v, _ := f.o.Get(key)
	n, ok := small(v)
	if !ok || n < 1 {
		f.fail(key, "a number from 1 on")
	}
	return n
}

func (f *fields) optionalCount(key string) int {
	if _, ok := f.o.Get(key); !ok {
		return 0
	}
	return f.count(key)
}

// small is a whole number from 0 on in the range of int32.
func small(v value.Value) (int, bool) {
	n, ok := v.(value.Number)
	if !ok {
		return 0, false
	}
	i, ok := n.Int64()
	return int(i), ok && i >= 0 && i < 1<<31
}

func (f *fields) value(key string) value.Value {
	v, ok := f.o.Get(key)
	if !ok {
		f.fail(key, "there")
	}
	return v
}

func (f *fields) object(key string) value.Object {
	o, ok := f.value(key).(value.Object)
	if !ok {
		f.fail(key, "an object")
	}
	return o
}

func (f *fields) list(key string) value.List {
	l, ok := f.value(key).(value.List)
	if !ok {
		f.fail(key, "a list")
	}
	return l
}

func (f *fields) texts(key string) []string {
	var out []string
	for _, v := range f.list(key) {
		t, ok := v.(value.Text)
		if !ok {
			f.fail(key, "a list of texts")
		}
		out = append(out, string(t))
	}
	return out
}
