// Package verified keeps the verification of the documents that the page
// shows, so that rooms which look into it do not each verify again. The
// verifier is deterministic: what is kept here is what the page got.
package verified

import (
	"planproof/core"
	"planproof/core/advise"
	"planproof/core/check"
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/prove"
	"planproof/core/verify"
	"planproof/ui/lab"
	"planproof/ui/markup"
	"planproof/ui/viewmodel"
)

// Case is one verification. Either Err is set, or all the rest.
type Case struct {
	Texts  advise.Documents
	Bundle *doc.Bundle
	Report *finding.Report
	Model  *viewmodel.Model
	Err    error
}

// Cache keeps the last case. The zero Cache is ready; it is not for
// concurrent use, as rooms are not.
type Cache struct {
	docs            lab.Docs
	strict, lenient bool
	last            *Case
}

// Of is the verification of the documents of a context.
func (c *Cache) Of(x lab.Context) *Case {
	if c.last == nil || c.docs != x.Docs || c.strict != x.Strict || c.lenient != x.Lenient {
		c.docs, c.strict, c.lenient = x.Docs, x.Strict, x.Lenient
		c.last = verifyTexts(x)
	}
	return c.last
}

func verifyTexts(x lab.Context) *Case {
	k := &Case{Texts: advise.Documents{
		Workflow: []byte(x.Workflow), Policy: []byte(x.Policy), Tools: []byte(x.Tools), Lenient: x.Lenient, Strict: x.Strict,
	}}
	b, derr := k.Texts.Read()
	if derr != nil {
		k.Err = derr
		return k
	}
	k.Bundle = b
	if k.Report, k.Err = core.Verify(b, core.Options{Strict: x.Strict, Detail: verify.DetailFull, Explain: &check.Explain{Script: prove.Script}}); k.Err != nil {
		return k
	}
	k.Model = viewmodel.New(b.Workflow, b.Policy, k.Report)
	return k
}

// Open is the finding whose card is open in the page, nil for none.
func (k *Case) Open(x lab.Context) *viewmodel.Card {
	if k.Err != nil {
		return nil
	}
	for _, c := range k.Model.Cards {
		if c.Number == x.Open {
			return c
		}
	}
	return nil
}

// Event is the event at the page's cursor, the last one when the page has
// none.
func (k *Case) Event(x lab.Context) int {
	if x.Event >= 0 && x.Event < k.Model.Events() {
		return x.Event
	}
	return k.Model.Events() - 1
}

// Refusal is what a room shows when there is nothing to look into.
func (k *Case) Refusal() string {
	return markup.New().Open("p", "class", "note").Text("There is no verdict for these documents: ").Text(k.Err.Error()).Close("p").String()
}
