// Package prose shows the Markdown of our own pages (core/explain) as HTML:
// headings, paragraphs, lists, fenced code, `code`, **strong** and *emphasis*.
// It is no general Markdown reader; whatever it does not know stays text.
package prose

import (
	"strings"

	"planproof/ui/markup"
)

// Write appends the HTML of a page. Headings start at level 3, so that a page
// fits under the heading of a room.
func Write(h *markup.Writer, text string) {
	w := writer{h: h}
	for _, line := range strings.Split(text, "\n") {
		w.line(line)
	}
	w.end()
}

// writer knows what block it is in: "" for none, "p", "ul" or "pre".
type writer struct {
	h     *markup.Writer
	block string
	lines []string
}

func (w *writer) line(line string) {
	switch {
	case strings.HasPrefix(line, "```"):
		was := w.block
		w.end()
		if was != "pre" {
			w.block = "pre"
		}
	case w.block == "pre":
		w.lines = append(w.lines, line)
	case strings.TrimSpace(line) == "":
		w.end()
	case strings.HasPrefix(line, "#"):
		w.end()
		w.h.Open("h3")
		inline(w.h, strings.TrimSpace(strings.TrimLeft(line, "#")))
		w.h.Close("h3")
	case strings.HasPrefix(line, "- "):
		if w.block != "ul" {
			w.end()
			w.block = "ul"
		}
		w.lines = append(w.lines, line[2:])
	case w.block == "ul":
		w.lines[len(w.lines)-1] += " " + strings.TrimSpace(line)
	default:
		w.block = "p"
		w.lines = append(w.lines, line)
	}
}

// end writes the block that is open.
func (w *writer) end() {
	switch w.block {
	case "pre":
		w.h.Open("pre", "class", "query").Text(strings.Join(w.lines, "\n")).Close("pre")
	case "p":
		w.h.Open("p")
		inline(w.h, strings.Join(w.lines, " "))
		w.h.Close("p")
	case "ul":
		w.h.Open("ul")
		for _, item := range w.lines {
			w.h.Open("li")
			inline(w.h, item)
			w.h.Close("li")
		}
		w.h.Close("ul")
	}
	w.block, w.lines = "", nil
}

// inline writes a line with its marks. A mark without its end is text.
func inline(h *markup.Writer, s string) {
	for s != "" {
		i := strings.IndexAny(s, "`*")
		if i < 0 {
			h.Text(s)
			return
		}
		mark, tag := s[i:i+1], "code"
		if strings.HasPrefix(s[i:], "**") {
			mark, tag = "**", "strong"
		} else if mark == "*" {
			tag = "em"
		}
		inner, rest, ok := strings.Cut(s[i+len(mark):], mark)
		if !ok || inner == "" {
			h.Text(s[:i+len(mark)])
			s = s[i+len(mark):]
			continue
		}
		h.Text(s[:i]).El(tag, "", inner)
		s = rest
	}
}
