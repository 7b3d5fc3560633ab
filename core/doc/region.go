package doc

import (
	"fmt"
	"strings"
)

// Bounds of the search for a document in a text: a text full of braces must not cost more than reading it a few times.
const (
	mostAttempts = 10_000
	searchFactor = 4
)

// A finder looks for the JSON object that is a document, in the answer of a model: behind a sentence, in a fence, or
// before an explanation.
type finder struct {
	src    *Source
	want   string
	budget int

	best   *candidate // of the objects that could be read
	rivals int        // other objects of the best one's rank
	rival  Range      // the opening bracket of the first of them
	broken *Error     // what is wrong with the object that was most probably meant
	ours   bool       // broken begins like a document
	far    int        // how far into the object broken is
	begin  int        // where that object begins
}

// A candidate is an object that could be read.
type candidate struct {
	t    *tree
	log  *noteLog
	rank int
}

// openLoose reads the text of a document tolerantly.
func openLoose(src *Source, want string) (*tree, *noteLog, *Error) {
	first := len(bom(src.text))
	first += skipBlanks(src.text[first:], 0)
	if first == len(src.text) {
		return nil, nil, src.fail(KindInput, Range{int32(first), int32(first)}, "the document is empty", "give the "+want+" as JSON")
	}
	if inner := innerText(src, first); inner != nil {
		t, log, err := openLoose(inner, want)
		if err == nil {
			log.add(src, inner.quote, "read the document from inside a text")
		}
		return t, log, err
	}
	f := &finder{src: src, want: want, budget: searchFactor*len(src.text) + 1<<16}
	f.search(first)
	return f.result(first)
}

// search tries every brace that is not inside an object that was read.
func (f *finder) search(from int) {
	for range mostAttempts {
		n := strings.IndexByte(f.src.text[from:], '{')
		if n < 0 || f.budget < 0 {
			return
		}
		from = f.try(from + n)
	}
}

// try reads an object at start and returns where to look for the next.
func (f *finder) try(start int) int {
	log := &noteLog{}
	p := &parser{scanner: scanner{src: f.src, text: f.src.text, pos: start, lenient: true, log: log}}
	if err := p.value(); err != nil {
		return f.failed(p, start, err)
	}
	f.budget -= p.pos - start
	f.take(&candidate{t: &tree{f.src, p.nodes}, log: log})
	return p.pos
}

// take keeps the better one of two objects: the wanted document before other documents before other objects; then the
// first document, or the longest of the other objects.
func (f *finder) take(c *candidate) {
	switch shapeOf(c.t, 0) {
	case f.want:
		c.rank = 2
	case DocWorkflow, DocBundle:
		c.rank = 1
	}
	switch {
	case f.best == nil || c.rank > f.best.rank || c.rank == 0 && f.best.rank == 0 && c.size() > f.best.size():
		f.best, f.rivals = c, 0
	case c.rank == f.best.rank && c.rank > 0:
		if f.rivals++; f.rivals == 1 {
			at := c.t.nodes[0].Start
			f.rival = Range{at, at + 1}
		}
	}
}

func (c *candidate) size() int32 { return c.t.nodes[0].End - c.t.nodes[0].Start }

// failed keeps the error of the object that was most probably meant. Behind a document that breaks off, only what
// starts a line counts as another one: its own inner objects are none.
func (f *finder) failed(p *parser, start int, err *Error) int {
	at := err.Span.End.Offset
	if f.src.outer == nil {
		f.budget -= at - start
	} else {
		f.budget -= p.pos - start
	}
	ours, far := p.begins(), p.pos-start
	if f.broken == nil || ours && !f.ours || ours == f.ours && far > f.far {
		f.broken, f.ours, f.far, f.begin = err, ours, far, start
	}
	if !ours {
		return start + 1
	}
	rest := f.src.text[p.pos:]
	next := len(rest)
	for _, mark := range []string{"\n{", "\n```"} {
		if n := strings.Index(rest, mark); n >= 0 && n < next {
			next = n
		}
	}
	return p.pos + next
}

// begins reports whether the outermost object, read up to an error, has a key of a workflow or a bundle.
func (p *parser) begins() bool {
	for _, open := range p.stack[:p.depth] {
		p.nodes[open].skip = int32(len(p.nodes))
	}
	t := tree{p.src, p.nodes}
	for i := int32(1); int(i)+1 < len(p.nodes); i = p.nodes[i+1].skip {
		switch t.str(i) {
		case "workflow", "goal", "steps", "input_variables":
			return true
		}
	}
	return false
}

// result returns the best object, with notes about what was passed over.
func (f *finder) result(first int) (*tree, *noteLog, *Error) {
	if f.best == nil || f.best.rank == 0 && f.ours {
		// A brace in a sentence is no broken document; a text that begins with one is.
		if f.broken != nil && (f.ours || f.begin == first) {
			return nil, nil, f.broken
		}
		return nil, nil, f.nothing(first)
	}
	c := f.best
	r := c.t.nodes[0].Range
	if f.around(r, first) {
		c.log.add(f.src, r, "read the JSON object "+lines(f.src.Span(r))+"; the text around it was passed over")
	}
	if f.rivals > 0 {
		at := f.src.Span(f.rival).Start
		c.log.add(f.src, f.rival, fmt.Sprintf("%d objects in the text look like a document; the first was taken, not the one at line %d, column %d",
			f.rivals+1, at.Line, at.Column))
	}
	if f.ours {
		at := f.broken.Span.Start
		c.log.add(f.src, r, fmt.Sprintf("another document was passed over: it can not be read, at line %d, column %d (%s)", at.Line, at.Column, f.broken.Message))
	}
	return c.t, c.log, nil
}

func lines(s Span) string {
	if s.Start.Line == s.End.Line {
		return fmt.Sprintf("in line %d", s.Start.Line)
	}
	return fmt.Sprintf("in lines %d to %d", s.Start.Line, s.End.Line)
}

// around reports whether there is text besides the object.
func (f *finder) around(r Range, first int) bool {
	end := int(r.End)
	return int(r.Start) > first || end+skipBlanks(f.src.text[end:], 0) < len(f.src.text)
}

func (f *finder) nothing(first int) *Error {
	rest := scanner{src: f.src, text: f.src.text, pos: first}
	what, end := rest.found()
	return f.src.fail(KindInput, Range{int32(first), int32(end)}, "there is no JSON object in the text, which begins with "+what,
		"paste the "+f.want+" as JSON: {…}")
}

// innerText returns the text inside when the whole text from first on is one JSON string, or nil. Only the outermost
// text may be one.
func innerText(src *Source, first int) *Source {
	if src.outer != nil || src.text[first] != '"' {
		return nil
	}
	p := &parser{scanner: scanner{src: src, text: src.text, pos: first}}
	if err := p.value(); err != nil || p.space() != nil || p.pos < len(src.text) {
		return nil
	}
	t := &tree{src, p.nodes}
	return src.inside(t, 0)
}

// inside returns the source of a document that is written inside the string at n.
func (s *Source) inside(t *tree, n int32) *Source {
	return &Source{Name: s.Name, text: t.str(n), outer: s, quote: t.nodes[n].Range}
}
