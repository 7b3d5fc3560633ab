package report

import "planproof/core/doc"

// Problem renders an error about a document as plain text: the message, the
// place with its source line, and what to do.
func Problem(e *doc.Error, s Sources, o Options) string {
	t := &texter{s: &s, o: o}
	t.wrapped("", spoken(e.Kind)+" error: "+e.Message)
	if e.Span != nil {
		t.problemAt(*e.Span)
	}
	if e.Hint != "" {
		t.wrapped("  hint  ", e.Hint)
	}
	return t.b.String()
}

func (t *texter) problemAt(span doc.Span) {
	const indent = "  "
	if at := t.s.place(span); at != "" {
		t.line(indent + t.paint(bold, at))
	}
	if sn, ok := t.s.snippet(span, t.o.width()-12); ok {
		t.code(sn, indent)
	}
}
