//go:build js && !engine

package main

import (
	"syscall/js"

	"planproof/ui/session"
)

// dialogs are the static <dialog> elements of the page.
type dialogs struct {
	all  map[string]js.Value
	open string
}

func newDialogs() *dialogs {
	d := &dialogs{all: map[string]js.Value{"help": one("#help")}}
	return d
}

// show opens and closes dialogs as the session says. A dialog that the user
// closed with Escape has told the session through its close event.
func (d *dialogs) show(s *session.Session) {
	if s.Dialog == d.open {
		if s.Dialog != "" && !d.all[s.Dialog].Get("open").Bool() {
			s.Dialog, d.open = "", ""
		}
		return
	}
	if d.open != "" && d.all[d.open].Get("open").Bool() {
		d.all[d.open].Call("close")
	}
	d.open = s.Dialog
	if d.open != "" {
		d.all[d.open].Call("showModal")
	}
}
