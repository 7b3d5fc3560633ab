// Package markup writes HTML. Whatever a user wrote enters a document only
// through Text and attribute values, which escape it.
package markup

import (
	"strconv"
	"strings"
)

// Writer builds a piece of HTML; its methods return it for chaining.
type Writer struct{ b strings.Builder }

// New returns an empty Writer.
func New() *Writer { return &Writer{} }

// String is the HTML written so far.
func (w *Writer) String() string { return w.b.String() }

// Open writes a start tag with attributes given as name, value pairs. A pair
// with an empty value is left out, except class-less flags written by Flag.
func (w *Writer) Open(tag string, attrs ...string) *Writer {
	w.b.WriteByte('<')
	w.b.WriteString(tag)
	for i := 0; i+1 < len(attrs); i += 2 {
		if attrs[i+1] != "" {
			w.attr(attrs[i], attrs[i+1])
		}
	}
	w.b.WriteByte('>')
	return w
}

func (w *Writer) attr(name, value string) {
	w.b.WriteByte(' ')
	w.b.WriteString(name)
	w.b.WriteString(`="`)
	w.b.WriteString(escape.Replace(value))
	w.b.WriteByte('"')
}

// Close writes an end tag.
func (w *Writer) Close(tag string) *Writer {
	w.b.WriteString("</")
	w.b.WriteString(tag)
	w.b.WriteByte('>')
	return w
}

// Text writes escaped text.
func (w *Writer) Text(s string) *Writer {
	w.b.WriteString(escape.Replace(s))
	return w
}

// Int writes a number.
func (w *Writer) Int(n int) *Writer { return w.Raw(strconv.Itoa(n)) }

// Raw writes markup of this program, never of a user.
func (w *Writer) Raw(html string) *Writer {
	w.b.WriteString(html)
	return w
}

// El writes an element that has only text in it.
func (w *Writer) El(tag, class, text string) *Writer {
	return w.Open(tag, "class", class).Text(text).Close(tag)
}

// Code writes what a user named, in the mono face.
func (w *Writer) Code(text string) *Writer { return w.El("code", "", text) }

// Mark writes a symbol of the sprite that carries certainty by shape.
func (w *Writer) Mark(name string) *Writer {
	return w.Raw(`<svg class="mark" aria-hidden="true"><use href="#m-` + name + `"/></svg>`)
}

// Bead writes a label: its color never travels without its letter.
func (w *Writer) Bead(class, letter, name string) *Writer {
	return w.Open("span", "class", "lab "+class, "title", name).Text(letter).Close("span")
}

// None writes the empty set.
func (w *Writer) None() *Writer { return w.El("span", "none", "∅") }

var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")

// Escape returns text for use inside an element or a quoted attribute.
func Escape(s string) string { return escape.Replace(s) }

// Rich writes text in which backquotes mark what a user wrote; it is set in
// the mono face. An odd backquote stays as it is.
func (w *Writer) Rich(s string) *Writer {
	for {
		before, rest, ok := strings.Cut(s, "`")
		code, after, closed := strings.Cut(rest, "`")
		if !ok || !closed {
			return w.Text(s)
		}
		w.Text(before).Code(code)
		s = after
	}
}
