package report

import (
	"strings"

	"planproof/core/doc"
)

const (
	// snippetBytes bounds how much of a line is looked at: half of it before
	// and half of it after the position. A document may be one line of 8 MiB.
	snippetBytes = 16 << 10
	tab          = "    "
	ellipsis     = "…"
)

// snippet is the source line of a position, ready to print, with the part
// that is meant: the cells From up to To.
type snippet struct {
	Line     int
	Code     string
	From, To int
	// More is how many lines the part goes on after this one.
	More int
}

// glyph is one code point as shown.
type glyph struct {
	text  string
	cells int
}

// snippet cuts the line at a span out of its document, at most width cells of
// it. It reports false when the document is not there or has no such place.
func (s *Sources) snippet(span doc.Span, width int) (snippet, bool) {
	t, ok := s.find(span.Doc)
	from, to := span.Start.Offset, span.End.Offset
	if !ok || span.Start.Line == 0 || from < 0 || to < from || to > len(t.Text) {
		return snippet{}, false
	}
	if span.End.Line > span.Start.Line {
		width -= len(" and 100,000 more lines")
	}
	line, start, cutLeft, cutRight := lineAround(t.Text, from)
	gs, first, last := glyphs(line, from-start, to-start)
	out := snippet{Line: span.Start.Line, More: span.End.Line - span.Start.Line}
	out.Code, out.From, out.To = crop(gs, first, last, width, cutLeft, cutRight)
	return out, true
}

// lineAround is the line that a byte offset is in, as far as snippetBytes
// goes, and the offset of its start; it reports which ends were cut.
func lineAround(text string, at int) (line string, start int, cutLeft, cutRight bool) {
	low, high := max(0, at-snippetBytes/2), min(len(text), at+snippetBytes/2)
	start, end := low, high
	if i := strings.LastIndexAny(text[low:at], "\r\n"); i >= 0 {
		start = low + i + 1
	} else if low > 0 {
		cutLeft = true
		for start < at && text[start]&0xC0 == 0x80 {
			start++
		}
	}
	if i := strings.IndexAny(text[at:high], "\r\n"); i >= 0 {
		end = at + i
	} else if high < len(text) {
		cutRight = true
		for end > at && text[end]&0xC0 == 0x80 {
			end--
		}
	}
	return text[start:end], start, cutLeft, cutRight
}

// glyphs spells a line out, and finds the glyphs of the byte offsets from and
// to, which is beyond the line when the part goes on.
func glyphs(line string, from, to int) (gs []glyph, first, last int) {
	first, last = -1, -1
	for i := 0; i < len(line); {
		if i >= from && first < 0 {
			first = len(gs)
		}
		if i >= to && last < 0 {
			last = len(gs)
		}
		text, size := glyphAt(line[i:])
		if line[i] == '\t' {
			text = tab
		}
		gs = append(gs, glyph{text, width(text)})
		i += size
	}
	if first < 0 {
		first = len(gs)
	}
	if last < 0 {
		last = len(gs)
	}
	return gs, first, last
}

// crop shows at most width cells of the glyphs, with the part from first to
// last in view, and marks what it left out. It returns the part in cells.
func crop(gs []glyph, first, last, width int, cutLeft, cutRight bool) (code string, from, to int) {
	left, right := window(gs, first, width)
	cutLeft, cutRight = cutLeft || left > 0, cutRight || right < len(gs)
	var b strings.Builder
	at := 0
	if cutLeft {
		b.WriteString(ellipsis)
		at++
	}
	from, to = -1, -1
	for i := left; i < right; i++ {
		if i >= first && from < 0 {
			from = at
		}
		if i >= last && to < 0 {
			to = at
		}
		b.WriteString(gs[i].text)
		at += gs[i].cells
	}
	if from < 0 {
		from = at
	}
	if to < 0 {
		to = at
	}
	if cutRight {
		b.WriteString(ellipsis)
	}
	return b.String(), from, max(to, from+1)
}

// window chooses which glyphs to show: all if they fit, else those around
// first, a quarter of the width before it.
func window(gs []glyph, first, width int) (left, right int) {
	room := width - 2*len(tab)
	total := 0
	for _, g := range gs {
		total += g.cells
	}
	if total <= width {
		return 0, len(gs)
	}
	left = min(first, len(gs))
	for before := 0; left > 0 && before+gs[left-1].cells <= room/4; left-- {
		before += gs[left-1].cells
	}
	right = left
	used := 0
	for ; right < len(gs) && used+gs[right].cells <= room; right++ {
		used += gs[right].cells
	}
	for ; left > 0 && used+gs[left-1].cells <= room; left-- { // the line ends early
		used += gs[left-1].cells
	}
	return left, right
}

// carets is the line under a snippet's code.
func (s snippet) carets() string {
	under := strings.Repeat(" ", s.From) + strings.Repeat("^", s.To-s.From)
	if s.More > 0 {
		under += " and " + count(s.More, "more line")
	}
	return under
}
