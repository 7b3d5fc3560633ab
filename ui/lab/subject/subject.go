// Package subject reads and verifies the documents of the page for rooms that
// stand beside its verdict. The page's own verifier is another worker, and its
// report does not travel: verifying again gives the same one, since a
// verification depends on its documents alone.
package subject

import (
	"errors"

	"planproof/core"
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/verify"
	"planproof/ui/lab"
	"planproof/ui/viewmodel"
)

// Subject is one plan with its verdict.
type Subject struct {
	Bundle *doc.Bundle
	Report *finding.Report
	Model  *viewmodel.Model // its cards have the numbers of the page
}

// Finding is the finding with a number of the page, nil when there is none.
func (s *Subject) Finding(number int) *finding.Finding {
	for _, c := range s.Model.Cards {
		if c.Number == number {
			return c.F
		}
	}
	return nil
}

// Read reads the documents of the page.
func Read(c lab.Context) (*doc.Bundle, *doc.Error) {
	return doc.ReadParts([]byte(c.Workflow), []byte(c.Policy), []byte(c.Tools), doc.ReadOptions{Lenient: c.Lenient})
}

// Empty tells that there is no plan in the page.
func Empty(c lab.Context) bool { return c.Workflow == "" && c.Policy == "" && c.Tools == "" }

// key is what a verdict depends on.
type key struct {
	lab.Docs
	strict, lenient bool
}

// Cache keeps the verdict on the documents that were last asked about.
type Cache struct {
	key     key
	subject *Subject
	problem *doc.Error
	known   bool
}

// Of is the plan of the page with its verdict. The error says why a document
// could not be read, or that the policy contradicts itself.
func (c *Cache) Of(ctx lab.Context) (*Subject, *doc.Error) {
	k := key{ctx.Docs, ctx.Strict, ctx.Lenient}
	if !c.known || c.key != k {
		c.subject, c.problem = verified(ctx)
		c.key, c.known = k, true
	}
	return c.subject, c.problem
}

func verified(ctx lab.Context) (*Subject, *doc.Error) {
	b, err := Read(ctx)
	if err != nil {
		return nil, err
	}
	r, verr := core.Verify(b, core.Options{Strict: ctx.Strict, Detail: verify.DetailFull, Certificate: true})
	if verr != nil {
		return nil, Problem(verr)
	}
	return &Subject{b, r, viewmodel.New(b.Workflow, b.Policy, r)}, nil
}

// Problem is an error of the verifier as the error about documents that it is.
func Problem(err error) *doc.Error {
	var known *doc.Error
	if errors.As(err, &known) {
		return known
	}
	return &doc.Error{Kind: doc.KindInput, Message: err.Error()}
}

// Labels finds the labels of the page by name; nil before a verdict.
func (c *Cache) Labels() func(names []string) []viewmodel.Label {
	if c.subject == nil {
		return nil
	}
	return c.subject.Model.Beads
}
