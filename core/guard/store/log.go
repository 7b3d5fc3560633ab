package store

import "iter"

// A Log is a store that records are appended to: Memory, or a file (package filestore).
type Log interface {
	// Append adds one record. When it returns without an error, the record is where it survives (Memory: as long as
	// the process). It is an error when a body answers what is answered or is no escalation (ErrResolved,
	// ErrNotEscalated, ErrUnderWay, ErrNoRecord, ErrAttempt), ErrLong, and ErrAdopted.
	Append(b Body) (Record, error)
	// Get reads a record by its number. The error is ErrNoRecord or the reader's.
	Get(id int) (Record, error)
	// All reads every record, oldest first, without lines that are none. An error ends it.
	All() iter.Seq2[Record, error]
	// Head is the head after the last append.
	Head() Head
}
