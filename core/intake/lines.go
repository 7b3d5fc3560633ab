package intake

import (
	"strings"

	"planproof/core/doc"
)

// A lineReader goes through the lines of a text.
type lineReader struct {
	src  *doc.Source
	text string // up to the end of the piece
	at   int32  // where the next line starts
}

func newLines(p *Piece) *lineReader {
	return &lineReader{p.Source, p.Source.Text()[:p.Range.End], p.Range.Start}
}

// next returns the next line and its place, without the line end.
func (l *lineReader) next() (line string, at doc.Range, ok bool) {
	if int(l.at) >= len(l.text) {
		return "", doc.Range{}, false
	}
	line = l.text[l.at : int(l.at)+lineLen(l.text[l.at:])]
	at = doc.Range{Start: l.at, End: l.at + int32(len(line))}
	l.at = at.End + 1
	return strings.TrimSuffix(line, "\r"), at, true
}

// until returns the text from here to the line that stop accepts, which is passed over, or to the end.
func (l *lineReader) until(stop func(line string) bool) doc.Range {
	start := min(l.at, int32(len(l.text)))
	for {
		line, at, ok := l.next()
		if !ok {
			return doc.Range{Start: start, End: int32(len(l.text))}
		}
		if stop(line) {
			return doc.Range{Start: start, End: at.Start}
		}
	}
}

// back goes back to the start of a place.
func (l *lineReader) back(at doc.Range) { l.at = at.Start }

// anyLine reports whether a line of a text is accepted; at most some thousand lines are looked at.
func anyLine(text string, is func(line string) bool) bool {
	const most = 20_000
	for range most {
		n := lineLen(text)
		if is(strings.TrimSpace(text[:n])) {
			return true
		}
		if n == len(text) {
			return false
		}
		text = text[n+1:]
	}
	return false
}

// rangeOf returns where a part of a line stands.
func rangeOf(line, part string, at doc.Range) doc.Range {
	i := int32(strings.Index(line, part))
	if i < 0 {
		return at
	}
	return doc.Range{Start: at.Start + i, End: at.Start + i + int32(len(part))}
}
