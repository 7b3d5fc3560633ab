package intake

import "planproof/core/doc"

// DocPaste is the name of the Source of a paste, as positions show it.
const DocPaste = "paste"

// A Syntax names how a piece is written.
type Syntax string

// How a piece may be written.
const (
	JSON  Syntax = "json"  // one value; Tree is set
	YAML  Syntax = "yaml"  // one document; Tree is set
	Lines Syntax = "jsonl" // one JSON value a line; Rows is set
	Plain Syntax = "text"  // anything else, Python among it; neither is set
)

// A Piece is one part of a paste that may be one document: the whole of it, the inside of a code fence, or one JSON
// value with prose around it.
type Piece struct {
	Source *doc.Source // the whole paste; every Range and position counts in it
	Range  doc.Range   // of the piece
	Fence  string      // the word behind an opening fence, lower case ("json", "python"); "" when there is none
	Syntax Syntax
	Tree   *doc.Syntax   // the value of JSON and YAML
	Rows   []*doc.Syntax // the values of JSON Lines
}

// Text returns the piece as it is written.
func (p *Piece) Text() string { return p.Source.Slice(p.Range) }
