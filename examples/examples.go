package examples

import (
	"embed"
	"encoding/json"
	"slices"
	"sync"

	"planproof/core/doc"
)

//go:embed *.json
var files embed.FS

// ChatAnswer is a realistic answer of a model that proposes a plan, not a JSON document: only a tolerant reader finds
// the bundle in it, which is that of the example "email-malicious".
//
//go:embed chat-answer.txt
var ChatAnswer string

// A Group is a heading of the gallery.
type Group struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

// An Example is one case of the gallery.
type Example struct {
	ID, Group string
	// Difficulty is 1 for what a newcomer reads first, 2 and 3 for what needs more of the theory.
	Difficulty int
	// Title and Moral are for people; the moral is one sentence.
	Title, Moral string
	// OK is the expected verdict.
	OK bool
	// Text is the file as it is, a bundle.
	Text []byte
}

// index is index.json: the groups in order, and the cases in the order of the gallery.
type index struct {
	Groups   []Group `json:"groups"`
	Examples []struct {
		ID         string `json:"id"`
		Group      string `json:"group"`
		Difficulty int    `json:"difficulty"`
	} `json:"examples"`
}

const indexName = "index.json"

var readIndex = sync.OnceValue(func() index {
	var x index
	if err := json.Unmarshal(must(files.ReadFile(indexName)), &x); err != nil {
		panic("examples: " + indexName + ": " + err.Error())
	}
	return x
})

var readAll = sync.OnceValue(func() []Example {
	x := readIndex()
	out := make([]Example, len(x.Examples))
	for i, e := range x.Examples {
		out[i] = Example{ID: e.ID, Group: e.Group, Difficulty: e.Difficulty, Text: must(files.ReadFile(e.ID + ".json"))}
		out[i].describe()
	}
	return out
})

// Groups returns the headings of the gallery in order.
func Groups() []Group { return slices.Clone(readIndex().Groups) }

// All returns the cases in the order of the gallery. The texts are shared: do not change them.
func All() []Example { return slices.Clone(readAll()) }

// Find returns the case with an id. It reads that file only, so that a page can open with one case.
func Find(id string) (e Example, ok bool) {
	for _, x := range readIndex().Examples {
		if x.ID == id {
			e = Example{ID: id, Group: x.Group, Difficulty: x.Difficulty, Text: must(files.ReadFile(id + ".json"))}
			e.describe()
			return e, true
		}
	}
	return Example{}, false
}

// describe takes from the bundle what the gallery shows. The tests have read every file, so a failure is a defect of
// the build.
func (e *Example) describe() {
	b, err := doc.ReadBundle(e.Text, doc.ReadOptions{})
	if err != nil {
		panic("examples: " + e.ID + ".json: " + err.Message)
	}
	want, werr := ReadExpect(b)
	if werr != nil {
		panic("examples: " + e.ID + ".json: " + werr.Error())
	}
	e.Title, e.Moral, e.OK = b.Title, b.Moral, want.OK
}

func must(text []byte, err error) []byte {
	if err != nil {
		panic("examples: " + err.Error())
	}
	return text
}
