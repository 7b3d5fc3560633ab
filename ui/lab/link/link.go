// Package link opens addresses that name documents: packed into the address
// itself, or a file of the page's own site. Making links is elsewhere; this
// room has no face.
package link

import (
	"strings"

	"planproof/ui/lab"
	"planproof/ui/paste"
	"planproof/ui/share"
)

// Room opens links. Ask "open" with the fragment; the documents arrive in the
// page with a Load effect. What can not be opened is said in Reply.Data, one
// sentence for the reader.
type Room struct {
	link     share.Link
	contents share.Contents
}

var _ lab.Room = (*Room)(nil)

// Handle implements lab.Room.
func (r *Room) Handle(a lab.Ask) lab.Reply {
	switch a.Do {
	case "open":
		return r.open(a)
	case "inflated":
		return r.inflated(a)
	case "example":
		return r.example(a)
	case "file":
		return r.file(a)
	}
	return lab.Reply{Same: true}
}

func failed(message string) lab.Reply { return lab.Reply{Same: true, Data: message} }

func effect(e lab.Effect) lab.Reply { return lab.Reply{Same: true, Effects: []lab.Effect{e}} }

func (r *Room) open(a lab.Ask) lab.Reply {
	l, err := share.Parse(a.Arg)
	if err != nil {
		return failed(err.Error())
	}
	r.link = l
	switch l.Kind {
	case share.Packed:
		return effect(lab.Inflate("inflated", l.Packed, share.MaxPayload))
	case share.File:
		path, ok := share.SameOrigin(l.URL, originOf(a.Address))
		if !ok {
			return failed("The link names a file on another site. Only files of this page's own site are opened; nothing was fetched.")
		}
		return effect(lab.Fetch(path, "file"))
	case share.Example:
		return effect(lab.Fetch("examples/"+l.Example+".json", "example"))
	case share.Lesson:
		return effect(lab.Tell("lesson", "open", l.Lesson))
	case share.None, share.Blank:
	}
	return lab.Reply{Same: true}
}

// originOf is scheme and host of an address.
func originOf(address string) string {
	scheme, rest, ok := strings.Cut(address, "://")
	if !ok {
		return ""
	}
	host, _, _ := strings.Cut(rest, "/")
	return scheme + "://" + host
}

func (r *Room) inflated(a lab.Ask) lab.Reply {
	if a.Form.Get("error") != "" {
		return failed(share.Damaged("its documents can not be unpacked").Error())
	}
	payload, err := lab.Bytes(a.Arg)
	if err != nil {
		return failed(err.Error())
	}
	if r.contents, err = share.ReadPayload(payload); err != nil {
		return failed(err.Error())
	}
	if r.contents.Base != "" {
		return effect(lab.Fetch("examples/"+r.contents.Base+".json", "example"))
	}
	return r.load(share.Documents{}, "", "link")
}

// example has the example that the link names, or that its documents differ
// from.
func (r *Room) example(a lab.Ask) lab.Reply {
	if a.Form.Get("error") != "" {
		return failed("The example of the link can not be fetched: " + a.Form.Get("error"))
	}
	s := paste.Sort(a.Arg)
	docs := share.Documents{Workflow: s.Workflow, Policy: s.Policy, Tools: s.Tools}
	if r.link.Kind == share.Example {
		r.contents = share.Contents{Base: r.link.Example}
		return r.load(docs, s.Title, "example")
	}
	return r.load(docs, s.Title, "link")
}

func (r *Room) load(base share.Documents, title, origin string) lab.Reply {
	d := r.contents.Over(base)
	return effect(lab.Load(lab.Opening{
		Docs: lab.Docs(d), Title: title, Origin: origin, Example: r.contents.Base,
		At: r.link.At, View: r.link.View, Strict: r.contents.Strict,
	}))
}

func (r *Room) file(a lab.Ask) lab.Reply {
	if why := a.Form.Get("error"); why != "" {
		return failed("The file of the link can not be opened: " + why)
	}
	s := paste.Sort(a.Arg)
	d := lab.Docs{Workflow: s.Workflow, Policy: s.Policy, Tools: s.Tools}
	return effect(lab.Load(lab.Opening{Docs: d, Title: s.Title, Origin: "file", At: r.link.At, View: r.link.View}))
}
