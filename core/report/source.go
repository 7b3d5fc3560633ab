package report

import (
	"strconv"

	"planproof/core/doc"
)

// Document is a document as it was given: Doc is the name that spans use, File
// the path that a reader knows it by, empty when it has none.
type Document struct {
	Doc, File, Text string
}

// Sources are the documents that a report is about. All of it may be missing:
// then a report has positions and no snippets.
type Sources struct {
	Documents []Document
	// Bundle gives positions to steps and rules, which a report names by
	// pointer and by name.
	Bundle *doc.Bundle
}

// SourcesOf are the sources of a bundle that was read from these documents.
func SourcesOf(b *doc.Bundle, documents ...Document) Sources { return Sources{documents, b} }

// find returns the document that a span is in.
func (s *Sources) find(name string) (Document, bool) {
	for _, t := range s.Documents {
		if t.Doc == name {
			return t, true
		}
	}
	return s.fromBundle(name)
}

// fromBundle falls back to the texts that the bundle's parts remember.
func (s *Sources) fromBundle(name string) (Document, bool) {
	if s.Bundle == nil {
		return Document{}, false
	}
	var parts []*doc.Source
	if s.Bundle.Workflow != nil {
		parts = append(parts, s.Bundle.Workflow.Source)
	}
	if s.Bundle.Policy != nil {
		parts = append(parts, s.Bundle.Policy.Source)
	}
	for _, src := range append(parts, s.Bundle.ToolsSource) {
		if src != nil && src.Name == name {
			return Document{Doc: name, Text: src.Text()}, true
		}
	}
	return Document{}, false
}

// placeOnly writes a position as doc:line:column, "" when there is none.
func placeOnly(span doc.Span) string {
	if span.Start.Line == 0 {
		return ""
	}
	return span.String()
}

// place writes a position as doc:line:column, with the file's own where it
// has a path: terminals make that one a link.
func (s *Sources) place(span doc.Span) string {
	at := placeOnly(span)
	if at == "" {
		return ""
	}
	if t, ok := s.find(span.Doc); ok && t.File != "" {
		at += "  " + clean(t.File) + ":" + strconv.Itoa(span.Start.Line) + ":" + strconv.Itoa(span.Start.Column)
	}
	return at
}
