package verified

import (
	"errors"

	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/ui/lab"
)

// Read reads the documents of a context anew, for a room that changes what it
// gets.
func Read(x lab.Context) (*doc.Bundle, *doc.Error) {
	return doc.ReadParts([]byte(x.Workflow), []byte(x.Policy), []byte(x.Tools), doc.ReadOptions{Lenient: x.Lenient})
}

// Empty tells that there is nothing in the page.
func Empty(x lab.Context) bool { return x.Docs == lab.Docs{} }

// Problem is an error of the verifier as the error about documents that it is.
func Problem(err error) *doc.Error {
	var known *doc.Error
	if errors.As(err, &known) {
		return known
	}
	return &doc.Error{Kind: doc.KindInput, Message: err.Error()}
}

// Finding is the finding with a number of the page, nil when there is none.
func (k *Case) Finding(number int) *finding.Finding {
	for _, c := range k.Model.Cards {
		if c.Number == number {
			return c.F
		}
	}
	return nil
}
