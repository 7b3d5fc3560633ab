// Package lessons has the courses that the page gives: texts that move the
// cursor of a real verification, and exercises that the verifier checks.
//
//	lessons.go   what a lesson is, and reading one
//	exercise.go  the documents of an exercise and the plans that are tried
//	goal.go      what must hold of them
//	data/        the lessons, one file each, and index.json with their order
//
// The package knows no browser and holds no lesson: the page fetches the
// files that it shows.
package lessons

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// A Lesson is a walk through the trace of examples, and an exercise.
type Lesson struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Summary string `json:"summary"` // one sentence for the list
	Example string `json:"example"` // that opens with the lesson
	Parts   []Part `json:"parts"`
	// Exercise is what the reader does at the end.
	Exercise Exercise `json:"exercise"`
}

// A Part is a paragraph. Backquotes mark what stands in a document.
type Part struct {
	Text string `json:"text"`
	Show []Show `json:"show,omitempty"`
}

// A Show is a "show me": it opens an example where the lesson's own is not
// meant, moves the cursor, and chooses a tab.
type Show struct {
	Words   string `json:"words"`
	Example string `json:"example,omitempty"`
	At      string `json:"at"`
	View    string `json:"view"`
}

// Index is the order of the lessons.
type Index struct {
	Lessons []string `json:"lessons"`
}

// ReadIndex reads index.json.
func ReadIndex(text []byte) (Index, error) {
	var x Index
	return x, strict(text, &x)
}

// Read reads a lesson. A field that it does not know is an error: a misspelt
// condition of a goal would always hold.
func Read(text []byte) (*Lesson, error) {
	l := &Lesson{}
	if err := strict(text, l); err != nil {
		return nil, err
	}
	for i := range l.Parts {
		for j := range l.Parts[i].Show {
			if s := &l.Parts[i].Show[j]; s.Example == "" {
				s.Example = l.Example
			}
		}
	}
	return l, nil
}

func strict(text []byte, to interface{ valid() error }) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil {
		return err
	}
	return to.valid()
}

func (x *Index) valid() error {
	for _, id := range x.Lessons {
		if !isID(id) {
			return fmt.Errorf("%q is no id of a lesson", id)
		}
	}
	return nil
}

func (l *Lesson) valid() error {
	switch {
	case !isID(l.ID), !isID(l.Example), !isID(l.Exercise.Example):
		return fmt.Errorf("lesson %q: a bad id", l.ID)
	case l.Title == "" || l.Summary == "" || len(l.Parts) == 0 || l.Exercise.Text == "":
		return fmt.Errorf("lesson %q: a text is missing", l.ID)
	}
	return nil
}

// isID tells an id, which is also the name of a file.
func isID(s string) bool {
	for _, c := range []byte(s) {
		if c != '-' && (c < '0' || c > '9') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return s != ""
}
