package intake

// A Format is one way in which other programs write plans, tool lists or conversations.
type Format struct {
	// ID is what `--from` takes and the read-back names: lower case, with hyphens.
	ID string
	// Name is the format's name as its users write it.
	Name string
	// Detect says how much a piece looks like the format. It must be cheap (no deeper than a few levels) and depends on
	// the piece alone.
	Detect func(*Piece) Score
	// Import reads the piece. It is called also when Detect said No, for `--from ID`; then it refuses what is not its
	// own. Either the draft or the refusal is nil.
	Import func(*Piece, *Notes) (*Draft, *Refusal)
}

// A Score says how much a piece looks like a format. Formats of the same score are a tie, which the read-back shows;
// the first in the registry wins.
type Score int

// Scores that formats use. Values between are allowed.
const (
	// No: it is not this format.
	No Score = 0
	// Weak: nothing speaks against it (a list of objects with names).
	Weak Score = 20
	// Likely: keys that this format has, and others may have too.
	Likely Score = 60
	// Sure: a key, version or phrase that only this format has.
	Sure Score = 90
)

// Formats returns all formats in their fixed order: on a tie the first one wins, so the more particular come first.
func Formats() []*Format {
	return append(append([]*Format(nil), ownFormats()...), workflowFormats()...)
}

// FormatByID returns the format with an ID, or nil.
func FormatByID(id string) *Format {
	for _, f := range Formats() {
		if f.ID == id {
			return f
		}
	}
	return nil
}
