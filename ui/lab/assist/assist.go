// Package assist answers the page's editor: what may stand at a place of a
// document, and what stands there. This room has no face; its answers are data
// for the script that asked (ui/editor/js/ask.js).
package assist

import (
	"strconv"
	"strings"

	"planproof/core/doc"
	"planproof/core/wire"
	"planproof/ui/editor"
	"planproof/ui/editor/complete"
	"planproof/ui/lab"
)

// Room answers the Asks "complete" and "hover". Arg is the name of a document
// and an offset, "workflow 123". Offsets, here and in the answer, are
// JavaScript's: UTF-16 units. Reply.Data is Completion or Hover as JSON, "" when
// there is nothing to say.
type Room struct{}

var _ lab.Room = Room{}

// Completion is the answer to "complete"; see complete.Answer.
type Completion struct {
	From      int    `json:"from"`
	To        int    `json:"to"`
	OuterFrom int    `json:"outerFrom"`
	OuterTo   int    `json:"outerTo"`
	Items     []Item `json:"items"`
}

// Item is one thing that may stand at the place; see complete.Item.
type Item struct {
	Label  string   `json:"label"`
	Kind   string   `json:"kind"`
	Detail string   `json:"detail"`
	Info   []string `json:"info"`
	Apply  string   `json:"apply"`
	Boost  int      `json:"boost"`
}

// Hover is the answer to "hover"; see complete.Said.
type Hover struct {
	From  int      `json:"from"`
	To    int      `json:"to"`
	Lines []string `json:"lines"`
}

// Handle implements lab.Room.
func (Room) Handle(a lab.Ask) lab.Reply {
	name, number, _ := strings.Cut(a.Arg, " ")
	units, err := strconv.Atoi(number)
	if err != nil {
		return lab.Reply{Same: true}
	}
	text := map[string]string{doc.DocWorkflow: a.Workflow, doc.DocPolicy: a.Policy, doc.DocTools: a.Tools}[name]
	at := editor.ByteOffset(text, units)
	docs := complete.Documents{Workflow: a.Workflow, Policy: a.Policy, Tools: a.Tools}
	reply := lab.Reply{Same: true}
	switch a.Do {
	case "complete":
		if c := complete.Complete(docs, name, at); len(c.Items) > 0 {
			reply.Data = string(wire.Append(nil, completion(text, c)))
		}
	case "hover":
		if h, ok := complete.Hover(docs, name, at); ok {
			reply.Data = string(wire.Append(nil, Hover{editor.UTF16Offset(text, h.From), editor.UTF16Offset(text, h.To), h.Lines}))
		}
	}
	return reply
}

func completion(text string, a complete.Answer) Completion {
	units := func(at int) int { return editor.UTF16Offset(text, at) }
	c := Completion{units(a.From), units(a.To), units(a.OuterFrom), units(a.OuterTo), make([]Item, len(a.Items))}
	for i, it := range a.Items {
		c.Items[i] = Item(it)
		if c.Items[i].Info == nil {
			c.Items[i].Info = []string{}
		}
	}
	return c
}
