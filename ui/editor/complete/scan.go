package complete

import (
	"strconv"
	"strings"
)

type kind uint8

const (
	object kind = iota
	array
	text
	bare // a number, true, false, null, or a word that is none of JSON
)

// node is a value or a key of a text that may be no JSON (yet).
type node struct {
	kind       kind
	start, end int
	closed     bool   // its closing quote or bracket is there
	text       string // decoded, of text and bare
	members    []member
	items      []*node
}

// member is a key and what is there of its value.
type member struct {
	key   *node
	colon int   // -1 when it is missing
	value *node // nil when it is missing
}

// get is the value of a key, nil when there is none.
func (n *node) get(key string) *node {
	if n != nil {
		for _, m := range n.members {
			if m.key.text == key {
				return m.value
			}
		}
	}
	return nil
}

// str is the text at a key, "" when there is none.
func (n *node) str(key string) string {
	if v := n.get(key); v != nil && v.kind == text {
		return v.text
	}
	return ""
}

// list are the elements at a key.
func (n *node) list(key string) []*node {
	if v := n.get(key); v != nil {
		return v.items
	}
	return nil
}

// texts are the elements of a list that are texts.
func (n *node) texts(key string) []string {
	var out []string
	for _, v := range n.list(key) {
		if v.kind == text {
			out = append(out, v.text)
		}
	}
	return out
}

// maxDepth bounds the recursion; what is deeper is skipped.
const maxDepth = 200

type scanner struct {
	src   string
	at    int
	depth int
}

// scan makes a tree of the first object or list of a text, nil without one.
func scan(src string) *node {
	start := strings.IndexAny(src, "{[")
	if start < 0 {
		return nil
	}
	s := scanner{src: src, at: start}
	return s.value()
}

// blank passes over white space and comments.
func (s *scanner) blank() {
	for s.at < len(s.src) {
		switch c := s.src[s.at]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			s.at++
		case strings.HasPrefix(s.src[s.at:], "//"), c == '#':
			s.past("\n")
		case strings.HasPrefix(s.src[s.at:], "/*"):
			s.past("*/")
		default:
			return
		}
	}
}

func (s *scanner) past(mark string) {
	if i := strings.Index(s.src[s.at:], mark); i >= 0 {
		s.at += i + len(mark)
		return
	}
	s.at = len(s.src)
}

// value reads a value at s.at; nil when there is none.
func (s *scanner) value() *node {
	if s.at >= len(s.src) {
		return nil
	}
	switch s.src[s.at] {
	case '{':
		return s.nested(s.object)
	case '[':
		return s.nested(s.array)
	case '"':
		return s.text()
	case ',', ':', '}', ']':
		return nil
	}
	return s.bare()
}

func (s *scanner) nested(read func(*node)) *node {
	n := &node{start: s.at}
	s.at++
	s.depth++
	if s.depth > maxDepth {
		s.at = len(s.src)
	}
	read(n)
	s.depth--
	n.end = s.at
	return n
}

func (s *scanner) object(n *node) {
	n.kind = object
	for s.blank(); s.at < len(s.src); s.blank() {
		switch s.src[s.at] {
		case '}':
			s.at++
			n.closed = true
			return
		case ']':
			return
		case ',', ':':
			s.at++
		case '{', '[':
			s.value() // without a key: nothing is known about it
		default:
			n.members = append(n.members, s.member())
		}
	}
}

func (s *scanner) member() member {
	m := member{key: s.value(), colon: -1}
	s.blank()
	if s.at >= len(s.src) || s.src[s.at] != ':' {
		return m
	}
	m.colon = s.at
	s.at++
	s.blank()
	before := s.at
	m.value = s.value()
	if v := m.value; v != nil && (v.kind == text || v.kind == bare) {
		// The value is not written yet, and this is the next key.
		end := s.at
		if s.blank(); s.at < len(s.src) && s.src[s.at] == ':' {
			m.value, s.at = nil, before
		} else {
			s.at = end
		}
	}
	return m
}

func (s *scanner) array(n *node) {
	n.kind = array
	for s.blank(); s.at < len(s.src); s.blank() {
		switch s.src[s.at] {
		case ']':
			s.at++
			n.closed = true
			return
		case '}':
			return
		case ',', ':':
			s.at++
		default:
			n.items = append(n.items, s.value())
		}
	}
}

// text reads a string. One that is not closed ends with its line.
func (s *scanner) text() *node {
	n := &node{kind: text, start: s.at}
	s.at++
	for ; s.at < len(s.src) && s.src[s.at] != '\n'; s.at++ {
		switch s.src[s.at] {
		case '\\':
			s.at++
		case '"':
			n.closed = true
		}
		if n.closed {
			break
		}
	}
	s.at = min(s.at, len(s.src))
	n.text = unescaped(s.src[n.start+1 : s.at])
	if n.closed {
		s.at++
	}
	n.end = s.at
	return n
}

// unescaped decodes what JSON and Go write alike; the rest stays as written.
func unescaped(raw string) string {
	if strings.IndexByte(raw, '\\') < 0 {
		return raw
	}
	if s, err := strconv.Unquote(`"` + strings.ReplaceAll(raw, `\/`, "/") + `"`); err == nil {
		return s
	}
	return raw
}

func (s *scanner) bare() *node {
	n := &node{kind: bare, start: s.at, closed: true}
	for s.at < len(s.src) && strings.IndexByte(" \t\r\n,:{}[]\"", s.src[s.at]) < 0 {
		s.at++
	}
	n.end = s.at
	n.text = s.src[n.start:n.end]
	return n
}
