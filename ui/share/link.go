// Package share turns what the page shows into an address and back, and into
// texts for other places. The address is the part after #, so no server ever
// sees it.
//
//	#example=inbox-digest&at=/workflow/steps/4~2!rule&view=loops
//	#p1=<base64url of deflate of a payload>&at=…&view=…
//	#url=plans/mail.json&at=…         a file of the page's own origin
//	#lesson=frames                    a lesson, with the example that it begins with
//	#blank                            nothing, not even what was there last
//
//	link.go      the address: parsing and writing
//	payload.go   the documents in it: version 1
//	flate.go     deflate for programs that are not in a browser
//	snippet.go   embedding code and Markdown
//
// The browser's CompressionStream deflates (ui/static/deflate.js), since the Go
// package for it would be a sixth of the page's binary. A link made by this
// version opens in every later one: the forms above are only added to.
package share

import (
	"encoding/base64"
	"slices"
	"strconv"
	"strings"
)

// Kind is what a link opens.
type Kind uint8

// The kinds. None is an address without a link: the page opens as it likes.
const (
	None Kind = iota
	Blank
	Example
	File   // URL, on the page's own origin
	Packed // the documents themselves
	Lesson
)

// Link is an address taken apart.
type Link struct {
	Kind    Kind
	Example string
	Lesson  string // its id
	URL     string
	Packed  []byte // the payload, deflated
	// At is a cursor, or the number of an event counted from 1; View a tab.
	// Both may be empty.
	At, View string
}

// Error is a link that can not be opened. Its text is for the reader.
type Error struct{ Message string }

func (e *Error) Error() string { return e.Message }

// Damaged is said of what was cut off or changed on its way, also of packed
// documents that the browser can not inflate.
func Damaged(what string) *Error {
	return &Error{"The link is damaged: " + what + ". It may have been cut off on its way; nothing of it was opened."}
}

// Views are the tabs that a link may name.
var Views = []string{"verdict", "state", "lattice", "automata", "loops", "contracts", "run", "guard", "proof"}

// Parse reads a fragment, with or without its #. What it does not know is
// passed over, except a version of the documents that it can not open.
func Parse(fragment string) (Link, error) {
	var l Link
	for _, part := range strings.Split(strings.TrimPrefix(fragment, "#"), "&") {
		name, value, _ := strings.Cut(part, "=")
		switch {
		case name == "at":
			l.At = unescape(value)
		case name == "view":
			if v := unescape(value); slices.Contains(Views, v) {
				l.View = v
			}
		case l.Kind == None:
			if err := l.open(name, value); err != nil {
				return Link{}, err
			}
		}
	}
	if l.Kind == Blank {
		l.At, l.View = "", "" // there is no moment in nothing
	}
	return l, nil
}

// open reads the part that names the documents.
func (l *Link) open(name, value string) error {
	switch {
	case name == "blank":
		l.Kind = Blank
	case name == "example":
		if l.Example = unescape(value); !isID(l.Example) {
			return &Error{"The link names no example."}
		}
		l.Kind = Example
	case name == "lesson":
		if l.Lesson = unescape(value); !isID(l.Lesson) {
			return &Error{"The link names no lesson."}
		}
		l.Kind = Lesson
	case name == "url":
		if l.URL = unescape(value); l.URL == "" {
			return &Error{"The link names no file."}
		}
		l.Kind = File
	case name == "p1":
		packed, err := base64.RawURLEncoding.Strict().DecodeString(value)
		if err != nil || len(packed) == 0 {
			return Damaged("its documents are not base64url")
		}
		l.Kind, l.Packed = Packed, packed
	case isVersion(name):
		return &Error{"The link was made by a newer version of planproof (" + name + "). Reload the page, or open the link where it was made."}
	}
	return nil
}

func isVersion(name string) bool {
	if len(name) < 2 || name[0] != 'p' {
		return false
	}
	_, err := strconv.ParseUint(name[1:], 10, 16)
	return err == nil
}

// isID tells the id of an example, which is also the name of its file.
func isID(s string) bool {
	for _, c := range []byte(s) {
		if c != '-' && (c < '0' || c > '9') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return s != ""
}

// Fragment writes the link with its #; a link of kind None is "".
func (l Link) Fragment() string {
	s := ""
	switch l.Kind {
	case None:
		return ""
	case Blank:
		return "#blank"
	case Example:
		s = "#example=" + escape(l.Example)
	case Lesson:
		s = "#lesson=" + escape(l.Lesson)
	case File:
		s = "#url=" + escape(l.URL)
	case Packed:
		s = "#p1=" + base64.RawURLEncoding.EncodeToString(l.Packed)
	}
	if l.At != "" {
		s += "&at=" + escape(l.At)
	}
	if l.View != "" {
		s += "&view=" + escape(l.View)
	}
	return s
}

// Event is the event that At counts, from 0; ok is false when At is a cursor.
func (l Link) Event() (n int, ok bool) {
	n, err := strconv.Atoi(l.At)
	return n - 1, err == nil && n > 0
}

// plain are the bytes that stand in a fragment as they are, and that nothing
// on the way takes for the end of an address.
func plain(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-._~/!,:@", c) >= 0
}

const hex = "0123456789ABCDEF"

func escape(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		if plain(c) {
			b.WriteByte(c)
		} else {
			b.WriteString(string([]byte{'%', hex[c>>4], hex[c&15]}))
		}
	}
	return b.String()
}

// unescape reads percent escapes; one that is none stays as it is.
func unescape(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if n, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				b = append(b, byte(n))
				i += 2
				continue
			}
		}
		b = append(b, s[i])
	}
	return string(b)
}

// SameOrigin is the path to fetch for a File link: the reference itself when
// it is relative, the rest when it begins with the page's origin
// ("https://host"). Everything else is refused: a link must not make the page
// read from elsewhere.
func SameOrigin(ref, origin string) (path string, ok bool) {
	for _, c := range []byte(ref) {
		if c <= ' ' || c == '\\' || c == 0x7F {
			return "", false
		}
	}
	if rest, own := strings.CutPrefix(ref, origin+"/"); own && origin != "" {
		return "/" + strings.TrimLeft(rest, "/"), true
	}
	if ref == "" || strings.HasPrefix(ref, "//") || hasScheme(ref) {
		return "", false
	}
	return ref, true
}

func hasScheme(ref string) bool {
	colon, slash := strings.IndexByte(ref, ':'), strings.IndexAny(ref, "/?#")
	return colon >= 0 && (slash < 0 || colon < slash)
}
