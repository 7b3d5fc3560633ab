package intake

import (
	"strings"

	"planproof/core/doc"
	"planproof/core/intake/yaml"
)

// mostPieces bounds the documents of one paste.
const mostPieces = 50

// A splitter cuts a paste into pieces.
type splitter struct {
	src    *doc.Source
	text   string
	pieces []*Piece
	notes  *Notes
	broken *doc.Error // what is wrong with the text that was most probably meant to be JSON or YAML
}

// split cuts a paste. The more particular reading wins: one JSON value, JSON Lines, a text that a format knows as a
// whole, code fences, YAML, JSON values among prose; else the paste is one piece of plain text.
func (s *splitter) split() []*Piece {
	all := doc.Range{End: int32(len(s.text))}
	if s.values(all, "") || s.lines(all) {
		return s.pieces
	}
	plain := &Piece{Source: s.src, Range: all, Syntax: Plain}
	if best, score := bestFormat(plain); best != nil && score >= Likely {
		return []*Piece{plain}
	}
	if s.fences() {
		return s.pieces
	}
	if s.yaml(all, "") || s.amongProse(all) {
		return s.pieces
	}
	return []*Piece{plain}
}

// bestFormat returns the format with the best score for a piece, the first of several.
func bestFormat(p *Piece) (*Format, Score) {
	var best *Format
	top := No
	for _, f := range Formats() {
		if score := f.Detect(p); score > top {
			best, top = f, score
		}
	}
	return best, top
}

// blankAfter returns the first byte from i on that is no blank.
func (s *splitter) blankAfter(i, end int32) int32 {
	for i < end && strings.IndexByte(" \t\r\n", s.text[i]) >= 0 {
		i++
	}
	return i
}

// values takes a range that holds nothing but JSON values: one, or one behind the other. JSON Lines are one piece
// unless every row is a document of its own.
func (s *splitter) values(r doc.Range, fence string) bool {
	at := s.blankAfter(r.Start, r.End)
	if strings.HasPrefix(s.text[at:r.End], "\uFEFF") {
		at = s.blankAfter(at+3, r.End)
	}
	if at == r.End || s.text[at] != '{' && s.text[at] != '[' {
		return false
	}
	var rows []*doc.Syntax
	var notes []doc.Note
	for start := at; at < r.End; {
		v, end, log, err := s.value(at, r.End)
		if err != nil {
			s.broken = err
			return false
		}
		rows = append(rows, v)
		notes = append(notes, log...)
		at = s.blankAfter(int32(end), r.End)
		if at < r.End && s.text[at] == ',' && start < at { // rows cut out of a list
			at = s.blankAfter(at+1, r.End)
		}
	}
	s.read(notes)
	s.rows(rows, r, fence)
	return true
}

// lines takes JSON Lines of which some are broken: at least two rows are objects, and most lines are JSON.
func (s *splitter) lines(r doc.Range) bool {
	var rows []*doc.Syntax
	var broken []doc.Range
	for at := r.Start; at < r.End; {
		end := at + int32(lineLen(s.text[at:r.End]))
		line := doc.Range{Start: s.blankAfter(at, end), End: end}
		at = end + 1
		if line.Start == line.End {
			continue
		}
		if c := s.text[line.Start]; len(rows) == 0 && c != '{' {
			return false
		}
		v, stop, _, err := doc.ParseSyntax(s.src, int(line.Start), false)
		if err != nil || int(end) < stop || s.blankAfter(int32(stop), end) != end || v.Kind != doc.SyntaxObject {
			broken = append(broken, line)
			continue
		}
		rows = append(rows, v)
	}
	if len(rows) < 2 || len(broken) > len(rows) {
		return false
	}
	if len(broken) > 0 {
		s.notes.Drop(broken[0], plural(len(broken), "line")+" that "+isAre(len(broken))+" no JSON object")
	}
	s.rows(rows, r, "")
	return true
}

func isAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// value reads one JSON value that ends before end: strictly, else tolerantly.
func (s *splitter) value(at, end int32) (*doc.Syntax, int, []doc.Note, *doc.Error) {
	v, stop, _, err := doc.ParseSyntax(s.src, int(at), false)
	var notes []doc.Note
	if err != nil {
		v, stop, notes, err = doc.ParseSyntax(s.src, int(at), true)
	}
	if err == nil && stop > int(end) {
		span := s.src.Span(v.Range)
		err = &doc.Error{Kind: doc.KindInput, Message: "a value that is not closed inside of its code fence", Span: &span}
	}
	return v, stop, notes, err
}

func (s *splitter) read(notes []doc.Note) {
	for _, n := range notes {
		s.notes.addSpan(NoteRead, n.Span, n.Message)
	}
}

// rows makes pieces of values that stand one behind the other.
func (s *splitter) rows(rows []*doc.Syntax, r doc.Range, fence string) {
	if len(rows) == 1 {
		s.add(&Piece{Range: rows[0].Range, Fence: fence, Syntax: JSON, Tree: rows[0]})
		return
	}
	together := &Piece{Source: s.src, Range: r, Fence: fence, Syntax: Lines, Rows: rows}
	if _, score := bestFormat(together); score > No || len(rows) > mostPieces {
		s.add(together)
		return
	}
	for _, row := range rows {
		s.add(&Piece{Range: row.Range, Fence: fence, Syntax: JSON, Tree: row})
	}
}

func (s *splitter) add(p *Piece) {
	p.Source = s.src
	if len(s.pieces) < mostPieces {
		s.pieces = append(s.pieces, p)
	}
}

// yaml takes a range that is YAML with at least one mapping or list; plain sentences are YAML too, and are none here.
func (s *splitter) yaml(r doc.Range, fence string) bool {
	var found []*Piece
	for at := r.Start; at < r.End; {
		v, end, notes, err := yaml.Parse(s.src, doc.Range{Start: at, End: r.End})
		if err != nil {
			if fence == "yaml" || fence == "yml" || startsYAML(s.text[s.blankAfter(r.Start, r.End):r.End]) {
				s.broken = err
			}
			return false
		}
		if v != nil && v.Kind != doc.SyntaxObject && v.Kind != doc.SyntaxList {
			return false
		}
		if v != nil {
			s.read(notes)
			found = append(found, &Piece{Range: v.Range, Fence: fence, Syntax: YAML, Tree: v})
		}
		if int32(end) <= at {
			break
		}
		at = int32(end)
	}
	for _, p := range found {
		s.add(p)
	}
	return len(found) > 0
}

// startsYAML reports whether a text begins as YAML that somebody wrote: with a document mark, a list or a key.
func startsYAML(text string) bool {
	line := text[:lineLen(text)]
	if strings.HasPrefix(line, "---") || strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "#") {
		return true
	}
	key, rest, ok := strings.Cut(line, ":")
	if !ok || key == "" || rest != "" && rest[0] != ' ' && rest[0] != '\r' {
		return false
	}
	return strings.IndexFunc(key, func(r rune) bool { return r < 0x80 && !isWordByte(byte(r)) && !strings.ContainsRune("-.$\"'", r) }) < 0
}

// fences takes the insides of code fences. A fence that is not closed goes to the end.
func (s *splitter) fences() bool {
	at := int32(0)
	for {
		body, word, next, ok := s.fence(at)
		if !ok {
			return len(s.pieces) > 0
		}
		at = next
		if s.values(body, word) || word != "python" && word != "py" && s.yaml(body, word) || s.amongProse(body) {
			continue
		}
		s.add(&Piece{Range: body, Fence: word, Syntax: Plain})
	}
}

// fence finds the next code fence: three backquotes or tildes at the start of a line, blanks before them allowed.
func (s *splitter) fence(from int32) (body doc.Range, word string, next int32, ok bool) {
	mark, start := "", int32(0)
	for at := from; at < int32(len(s.text)); {
		end := at + int32(lineLen(s.text[at:]))
		line := strings.TrimLeft(s.text[at:end], " \t>")
		switch {
		case mark == "" && (strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~")):
			mark, word = line[:3], strings.ToLower(strings.Trim(line, "`~ \t\r"))
			start = min(end+1, int32(len(s.text)))
		case mark != "" && strings.HasPrefix(line, mark):
			return doc.Range{Start: start, End: at}, word, end, true
		}
		at = end + 1
	}
	return doc.Range{Start: start, End: int32(len(s.text))}, word, int32(len(s.text)), mark != ""
}

// lineLen is how much of s stands before its first line end.
func lineLen(s string) int {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return i
	}
	return len(s)
}

// mostTries bounds the search for JSON among prose, so that a text full of braces takes linear time.
const mostTries = 2000

// amongProse takes the JSON objects and lists of objects that stand in a text. Calls or messages with prose between them
// belong together.
func (s *splitter) amongProse(r doc.Range) bool {
	budget := 4*int(r.End-r.Start) + 1<<16
	var rows []*doc.Syntax
	at := r.Start
	for range mostTries {
		n := strings.IndexAny(s.text[at:r.End], "{[")
		if n < 0 || budget < 0 {
			break
		}
		at += int32(n)
		v, end, notes, err := s.value(at, r.End)
		budget -= max(end-int(at), 16)
		if err != nil || v.Kind == doc.SyntaxList && (len(v.Items) == 0 || v.Items[0].Kind != doc.SyntaxObject) {
			at++
			continue
		}
		s.read(notes)
		rows = append(rows, v)
		at = int32(end)
	}
	if len(rows) == 0 {
		return false
	}
	s.rows(rows, r, "")
	return true
}
