package answer

import (
	"errors"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// scanner reads the JSON that this product writes, once, from left to right,
// straight into typed values. encoding/json does the same through reflection
// and needs ten times as long in the browser, where it would hold up typing.
//
// Its methods read one value each and do nothing once bad is set.
type scanner struct {
	b    []byte
	i    int
	bad  bool
	seen [512]string // strings repeat: names, paths, kinds; see intern
}

var errAnswer = errors.New("the answer is not the JSON that the verifier writes")

func newScanner(text []byte) *scanner { return &scanner{b: text} }

func (s *scanner) peek() byte {
	for s.i < len(s.b) {
		switch c := s.b[s.i]; c {
		case ' ', '\n', '\t', '\r':
			s.i++
		default:
			return c
		}
	}
	s.bad = true
	return 0
}

// take skips c when it is next.
func (s *scanner) take(c byte) bool {
	if s.bad || s.peek() != c {
		return false
	}
	s.i++
	return true
}

func (s *scanner) want(c byte) {
	if !s.take(c) {
		s.bad = true
	}
}

// object calls field for every key; field reads the value.
func (s *scanner) object(field func(key string)) {
	if s.null() {
		return
	}
	s.want('{')
	for first := true; !s.bad && !s.take('}'); first = false {
		if !first {
			s.want(',')
		}
		key := s.string()
		s.want(':')
		if !s.bad {
			field(key)
		}
	}
}

// array calls item for every element; item reads it.
func (s *scanner) array(item func()) {
	if s.null() {
		return
	}
	s.want('[')
	for first := true; !s.bad && !s.take(']'); first = false {
		if !first {
			s.want(',')
		}
		if !s.bad {
			item()
		}
	}
}

func (s *scanner) null() bool {
	if !s.bad && s.peek() == 'n' {
		s.i += len("null")
		return true
	}
	return false
}

func (s *scanner) bool() bool {
	if !s.bad && s.peek() == 't' {
		s.i += len("true")
		return true
	}
	if !s.bad && s.peek() == 'f' {
		s.i += len("false")
		return false
	}
	s.bad = true
	return false
}

func (s *scanner) int() int {
	s.peek()
	start := s.i
	for s.i < len(s.b) && (s.b[s.i] == '-' || s.b[s.i] >= '0' && s.b[s.i] <= '9') {
		s.i++
	}
	n, err := strconv.Atoi(string(s.b[start:s.i]))
	if err != nil {
		s.bad = true
	}
	return n
}

func (s *scanner) string() string {
	s.want('"')
	start := s.i
	for ; s.i < len(s.b); s.i++ {
		switch s.b[s.i] {
		case '"':
			text := s.intern(s.b[start:s.i])
			s.i++
			return text
		case '\\':
			return s.escaped(start)
		}
	}
	s.bad = true
	return ""
}

// intern copies a string unless it is the last one of its slot. Slots are
// chosen by length and three letters: a hash of all letters costs more than it
// saves.
func (s *scanner) intern(b []byte) string {
	n := len(b)
	if n == 0 {
		return ""
	}
	slot := &s.seen[(n*37+int(b[0])+int(b[n/2])*7+int(b[n-1])*29)%len(s.seen)]
	if *slot != string(b) {
		*slot = string(b)
	}
	return *slot
}

// escaped reads a string with escapes, from its beginning.
func (s *scanner) escaped(start int) string {
	out := append([]byte(nil), s.b[start:s.i]...)
	for s.i < len(s.b) {
		c := s.b[s.i]
		s.i++
		switch c {
		case '"':
			return s.intern(out)
		case '\\':
			out = s.escape(out)
		default:
			out = append(out, c)
		}
	}
	s.bad = true
	return ""
}

func (s *scanner) escape(out []byte) []byte {
	if s.i >= len(s.b) {
		s.bad = true
		return out
	}
	c := s.b[s.i]
	s.i++
	switch c {
	case 'n':
		return append(out, '\n')
	case 't':
		return append(out, '\t')
	case 'r':
		return append(out, '\r')
	case 'b':
		return append(out, '\b')
	case 'f':
		return append(out, '\f')
	case 'u':
		r := s.hex()
		if utf16.IsSurrogate(r) {
			r = s.pair(r)
		}
		return utf8.AppendRune(out, r)
	}
	return append(out, c)
}

// pair completes a surrogate; one that stands alone can not be shown and
// becomes U+FFFD.
func (s *scanner) pair(high rune) rune {
	if s.i+6 <= len(s.b) && s.b[s.i] == '\\' && s.b[s.i+1] == 'u' {
		at := s.i
		s.i += 2
		if r := utf16.DecodeRune(high, s.hex()); r != utf8.RuneError {
			return r
		}
		s.i = at
	}
	return utf8.RuneError
}

func (s *scanner) hex() rune {
	if s.i+4 > len(s.b) {
		s.bad = true
		return 0
	}
	n, err := strconv.ParseUint(string(s.b[s.i:s.i+4]), 16, 32)
	if err != nil {
		s.bad = true
	}
	s.i += 4
	return rune(n)
}

// skip passes over one value.
func (s *scanner) skip() {
	switch s.peek() {
	case '{':
		s.object(func(string) { s.skip() })
	case '[':
		s.array(s.skip)
	case '"':
		s.skipString()
	default:
		for s.i < len(s.b) && s.b[s.i] != ',' && s.b[s.i] != '}' && s.b[s.i] != ']' {
			s.i++
		}
	}
}

func (s *scanner) skipString() {
	for s.i++; s.i < len(s.b); s.i++ {
		switch s.b[s.i] {
		case '\\':
			s.i++
		case '"':
			s.i++
			return
		}
	}
	s.bad = true
}

// list reads an array of values.
func list[T any](s *scanner, read func() T) []T {
	if s.null() {
		return nil
	}
	out := []T{}
	s.array(func() { out = append(out, read()) })
	return out
}
