package session

// named are documents and what the page called them. Undoing a load in the
// editor arrives here as edits; when the texts are those of before, so is the
// name.
type named struct {
	docs                   Documents
	title, origin, example string
}

// How many are remembered, and how large they may be, in bytes.
const (
	maxPast  = 16
	maxNamed = 1 << 20
)

// remember keeps the name of the documents as they are; a clean page forgets
// all.
func (s *Session) remember(clean bool) {
	if clean {
		s.past = nil
		return
	}
	if d := &s.Docs; d.Empty() || len(d.Workflow)+len(d.Policy)+len(d.Tools) > maxNamed {
		return
	}
	s.past = append(s.past, named{s.Docs, s.Title, s.Origin, s.Example})
	if len(s.past) > maxPast {
		s.past = s.past[1:]
	}
}

// recall gives documents that were there before the name that they had.
func (s *Session) recall() {
	for i := len(s.past) - 1; i >= 0; i-- {
		if n := &s.past[i]; n.docs == s.Docs {
			s.Title, s.Origin, s.Example = n.title, n.origin, n.example
			return
		}
	}
}
