// Package desk is a page of labtest that goes on: it shows what a room
// answers, loads what it loads, and keeps what it keeps. It is for rooms that
// lead somewhere.
package desk

import (
	"strings"
	"testing"

	"planproof/examples"
	"planproof/ui/lab"
	"planproof/ui/lab/labtest"
	"planproof/ui/paste"
)

// Page is a page that shows one room.
type Page struct {
	labtest.Page
	Form   lab.Fields        // fields as the user left them
	Stored map[string]string // by lab.Keep

	HTML string // shown
	Said string
	Done []lab.Effect // effects that neither labtest nor desk carries out, and loads
}

// Open shows a room beside an example, at its first event.
func Open(t testing.TB, room lab.Room, example string) *Page {
	p := &Page{Stored: map[string]string{}}
	p.Page = labtest.Page{T: t, Room: shown{room, p}, Files: map[string]string{}}
	p.Context = lab.Context{Lenient: true, State: "done", Tab: "verdict", Address: "https://host.example/planproof/"}
	for _, e := range examples.All() {
		p.Files["examples/"+e.ID+".json"] = string(e.Text)
	}
	p.Example(example)
	return p
}

// shown is a room whose answers are put on the page.
type shown struct {
	lab.Room
	page *Page
}

// Handle implements lab.Room.
func (s shown) Handle(a lab.Ask) lab.Reply {
	a.Form = append(append(lab.Fields{}, s.page.Form...), a.Form...)
	reply := s.Room.Handle(a)
	if !reply.Same {
		s.page.HTML = reply.HTML
	}
	if reply.Say != "" {
		s.page.Said = reply.Say
	}
	return reply
}

// Example loads an example exactly as the page does; "" empties it.
func (p *Page) Example(id string) {
	p.T.Helper()
	c := &p.Context
	c.Example, c.Docs, c.Title, c.State, c.Event = id, lab.Docs{}, "", "idle", -1
	if id == "" {
		return
	}
	text, ok := p.Files["examples/"+id+".json"]
	if !ok {
		p.T.Fatal("no example ", id)
	}
	s := paste.Sort(text)
	c.Docs, c.Title, c.State, c.Event = lab.Docs{Workflow: s.Workflow, Policy: s.Policy, Tools: s.Tools}, s.Title, "done", 0
}

// Ask gives the room an Ask and carries out its effects, and theirs.
func (p *Page) Ask(do, arg string, form ...lab.Field) {
	p.T.Helper()
	p.Effects = nil
	p.Page.Ask(do, arg, form...)
	for _, e := range p.Effects {
		switch e.Do {
		case "keep":
			p.Stored[e.With.Get("key")] = e.With.Get("value")
		case "kept":
			p.Ask(e.With.Get("then"), p.Stored[e.With.Get("key")])
		case "load":
			p.load(e.With)
			p.Done = append(p.Done, e)
		default:
			p.Done = append(p.Done, e)
		}
	}
}

func (p *Page) load(with lab.Fields) {
	c := &p.Context
	c.Docs = lab.Docs{Workflow: with.Get("workflow"), Policy: with.Get("policy"), Tools: with.Get("tools")}
	c.Title, c.Example, c.Strict, c.State = with.Get("title"), with.Get("example"), with.Get("strict") != "", "done"
}

// Last is what the last effect of a kind was about, nothing without one.
func (p *Page) Last(do string) lab.Fields {
	for i := len(p.Done) - 1; i >= 0; i-- {
		if p.Done[i].Do == do {
			return p.Done[i].With
		}
	}
	return nil
}

// Has fails the test unless the HTML shown contains all of the texts.
func (p *Page) Has(texts ...string) {
	p.T.Helper()
	for _, text := range texts {
		if !strings.Contains(p.HTML, text) {
			p.T.Errorf("no %q in\n%.2000s", text, p.HTML)
		}
	}
}

// HasNot fails the test when the HTML shown contains one of the texts.
func (p *Page) HasNot(texts ...string) {
	p.T.Helper()
	for _, text := range texts {
		if strings.Contains(p.HTML, text) {
			p.T.Errorf("%q in\n%.2000s", text, p.HTML)
		}
	}
}
