package intake

import "planproof/core/doc"

// A NoteKind says what a Note is about.
type NoteKind string

// The kinds of notes.
const (
	// NoteRead: something was read otherwise than it is written (a comment passed over, "@x" taken as a reference).
	NoteRead NoteKind = "read"
	// NoteDropped: something has no place in a bundle and is gone (a retry, a layout, a description).
	NoteDropped NoteKind = "dropped"
	// NoteGuessed: something is not in the text and was chosen; look at it.
	NoteGuessed NoteKind = "guessed"
)

// A Note says one thing about an import, and where.
type Note struct {
	Kind    NoteKind
	Message string
	Span    doc.Span
}

// mostNotes bounds the notes of one paste; beyond it they are counted.
const mostNotes = 200

// Notes collects what an importer has to say, in the order in which it says it. Say each thing once: a thing that
// occurs in a hundred steps is one note with its count.
type Notes struct {
	src  *doc.Source
	list []Note
	more int
}

// Read notes what was read otherwise than it is written.
func (n *Notes) Read(at doc.Range, message string) { n.add(NoteRead, at, message) }

// Drop notes what has no place in a bundle.
func (n *Notes) Drop(at doc.Range, message string) { n.add(NoteDropped, at, message) }

// Guess notes what was chosen and should be looked at.
func (n *Notes) Guess(at doc.Range, message string) { n.add(NoteGuessed, at, message) }

func (n *Notes) add(kind NoteKind, at doc.Range, message string) {
	if len(n.list) == mostNotes {
		n.more++
		return
	}
	n.list = append(n.list, Note{kind, message, n.src.Span(at)})
}

// A Refusal says why a piece of a known format could not be imported.
type Refusal struct {
	// Construct names what there is no structured form for: "cycle", "parallel join", "jump", "while".
	Construct string
	// Names are the nodes, states, steps or variables involved, in the order of the text.
	Names []string
	// Message is one sentence that says what is wrong; it quotes names only, not values.
	Message string
	// Hint says what to do about it.
	Hint string
	// At is where the construct is.
	At doc.Range
}
