// Package course has the lessons for the rooms that show them, and remembers
// which of them the reader has done.
package course

import (
	"slices"
	"strings"
	"sync"

	"planproof/ui/lab"
	"planproof/ui/lessons"
	"planproof/ui/lessons/data"
)

// All returns the lessons in their order. They are part of the program: the
// list must be there before anything could be fetched.
var All = sync.OnceValue(func() []*lessons.Lesson {
	x, err := lessons.ReadIndex(file("index"))
	if err != nil {
		panic("lessons: " + err.Error()) // a test reads them all
	}
	out := make([]*lessons.Lesson, len(x.Lessons))
	for i, id := range x.Lessons {
		if out[i], err = lessons.Read(file(id)); err != nil {
			panic("lessons: " + id + ": " + err.Error())
		}
	}
	return out
})

func file(name string) []byte {
	text, err := data.Files.ReadFile(name + ".json")
	if err != nil {
		panic("lessons: " + err.Error())
	}
	return text
}

// Find is the place of a lesson in All, -1 for none.
func Find(id string) int {
	return slices.IndexFunc(All(), func(l *lessons.Lesson) bool { return l.ID == id })
}

// key is where the browser keeps the ids of the lessons that are done.
const key = "planproof.lessons"

// Progress are the lessons that are done. The zero Progress has none.
type Progress struct{ done []string }

// Ask asks the browser for what it keeps; the room is asked again with Do set
// to then.
func Ask(then string) lab.Effect { return lab.Kept(key, then) }

// Read takes what the browser kept.
func (p *Progress) Read(text string) {
	p.done = nil
	for _, id := range strings.Fields(text) {
		p.add(id)
	}
}

// Done tells whether a lesson is done.
func (p *Progress) Done(id string) bool { return slices.Contains(p.done, id) }

// Count is the number of lessons that are done.
func (p *Progress) Count() int { return len(p.done) }

// Add notes that a lesson is done, and says what the browser has to keep.
func (p *Progress) Add(id string) lab.Effect {
	p.add(id)
	return lab.Keep(key, strings.Join(p.done, " "))
}

// add passes over what is no lesson: other versions had others.
func (p *Progress) add(id string) {
	if Find(id) >= 0 && !p.Done(id) {
		p.done = append(p.done, id)
	}
}
