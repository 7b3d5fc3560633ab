package advise

import (
	"cmp"
	"slices"

	"planproof/core"
	"planproof/core/doc"
	"planproof/core/finding"
)

// Documents are the texts of a verification: one bundle, or three documents.
type Documents struct {
	Bundle                  []byte
	Workflow, Policy, Tools []byte
	Lenient                 bool
	Strict                  bool
}

// Read reads the documents.
func (d Documents) Read() (*doc.Bundle, *doc.Error) {
	o := doc.ReadOptions{Lenient: d.Lenient}
	if d.Bundle != nil {
		return doc.ReadBundle(d.Bundle, o)
	}
	return doc.ReadParts(d.Workflow, d.Policy, d.Tools, o)
}

// verify reads and verifies; nil when the documents are unusable.
func (d Documents) verify() (*doc.Bundle, *finding.Report) {
	b, derr := d.Read()
	if derr != nil {
		return nil, nil
	}
	r, err := core.Verify(b, core.Options{Strict: d.Strict})
	if err != nil {
		return nil, nil
	}
	return b, r
}

// Apply returns the documents with the edits made. Edits of one document must
// not overlap.
func (d Documents) Apply(edits []finding.Edit) Documents {
	sorted := slices.Clone(edits)
	slices.SortStableFunc(sorted, func(a, b finding.Edit) int { return cmp.Compare(b.Start, a.Start) })
	for _, e := range sorted {
		text := d.text(e.Doc)
		*text = slices.Concat((*text)[:e.Start], []byte(e.Text), (*text)[e.End:])
	}
	return d
}

func (d *Documents) text(name string) *[]byte {
	switch name {
	case "workflow":
		return &d.Workflow
	case "policy":
		return &d.Policy
	case "tools":
		return &d.Tools
	}
	return &d.Bundle
}

// edit is an edit of a range of a source.
func edit(s *doc.Source, r doc.Range, text string) finding.Edit {
	return finding.Edit{Doc: s.Name, Start: int(r.Start), End: int(r.End), Text: text}
}
