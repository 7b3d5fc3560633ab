// Package pasting is the box that takes anything: it says what it understood
// of a text, what it dropped and what it guessed, and only then are the
// documents used.
//
//	pasting.go  the room
//	use.go      the documents that are made of a text
//	view.go     the box and the read-back
package pasting

import (
	"strconv"

	"planproof/core/intake"
	"planproof/ui/lab"
)

// Room is the dialog.
type Room struct {
	text    string
	options intake.Options
	own     bool // policy and tools are the text's, or drafted from it, even where the page has some that fit
	chosen  bool // own was chosen by the reader
	result  *intake.Result
}

var _ lab.Room = (*Room)(nil)

// Handle implements lab.Room.
func (r *Room) Handle(a lab.Ask) lab.Reply {
	switch a.Do {
	case "given": // pasted into the page, or dropped on it
		r.read(a.Arg, intake.Options{})
		return lab.Reply{HTML: r.html(a), Title: title, Fresh: true}
	case "read":
		if a.Arg != r.text {
			r.read(a.Arg, intake.Options{})
		}
	case "option":
		r.option(a)
	case "use":
		return r.use(a)
	case "asis":
		return lab.Reply{Same: true, Effects: []lab.Effect{lab.Close(), lab.Aside(""), lab.Load(lab.Opening{
			Docs: lab.Docs{Workflow: a.Form.Get("text"), Policy: a.Policy, Tools: a.Tools}, Notes: []string{"The text is in Workflow as it is."},
		})}}
	}
	return lab.Reply{HTML: r.html(a), Title: title}
}

const title = "Paste anything"

func (r *Room) read(text string, o intake.Options) {
	r.text, r.options, r.result, r.chosen = text, o, nil, false
	if text != "" {
		r.result = intake.Read(text, o)
	}
}

// option reads the text again as the reader wants it.
func (r *Room) option(a lab.Ask) {
	o := intake.Options{From: a.Form.Get("from"), Link: a.Form.Get("link") == "on"}
	if o.From == r.options.From {
		o.Plan, _ = strconv.Atoi(a.Form.Get("plan"))
	}
	own, chosen := a.Form.Get("around") == "own", a.Form.Get("around") != ""
	r.read(a.Form.Get("text"), o)
	r.own, r.chosen = own, chosen
}

// use loads what was read. A click may come before the last edit was read.
func (r *Room) use(a lab.Ask) lab.Reply {
	if text := a.Form.Get("text"); text != r.text {
		r.read(text, r.options)
	}
	if r.result == nil || r.result.Bundle == nil {
		return lab.Reply{HTML: r.html(a), Title: title, Say: r.refusal()}
	}
	o := r.opening(a)
	r.read("", intake.Options{})
	return lab.Reply{Same: true, Effects: []lab.Effect{lab.Close(), lab.Aside(""), lab.Load(o)}}
}

func (r *Room) refusal() string {
	if r.result == nil {
		return "There is no text yet."
	}
	return r.result.Summary
}
