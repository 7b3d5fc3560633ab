// Package sharing is the dialog that gives away what the page shows: as a link,
// as code for another page, as Markdown, as drawings and files.
//
//	sharing.go   the room: what it is asked, and the link
//	texts.go     the link, the embedding code and the Markdown as texts
//	view.go      the dialog
//	save.go      files
//	pictures.go  the drawings at the moment of the page
//	matrix.go    the rounds of a loop as a drawing
//
// The documents are compared with those of the example exactly as the page
// loads it (ui/paste), so that an example without edits has a link that names
// it and nothing else.
package sharing

import (
	"planproof/ui/lab"
	"planproof/ui/lab/verified"
	"planproof/ui/paste"
	"planproof/ui/share"
)

// Room is the dialog. Its packed link belongs to the documents of made.
type Room struct {
	Cache *verified.Cache

	examples map[string]*share.Documents // as the page loads them; nil: not to be had
	made     made
	link     share.Link // without a moment
	same     string     // which documents are those of the example
	saved    string     // what the last file was, or why there is none
}

// made is what a link depends on.
type made struct {
	docs    lab.Docs
	example string
	strict  bool
}

var _ lab.Room = (*Room)(nil)

// Handle implements lab.Room.
func (r *Room) Handle(a lab.Ask) lab.Reply {
	switch a.Do {
	case lab.Look:
		r.saved = ""
		return r.look(a)
	case "example":
		return r.example(a)
	case "deflated":
		return r.deflated(a)
	case "copy":
		return r.copied(a)
	case "save":
		return r.save(a)
	case "saved":
		return r.wasSaved(a)
	}
	r.saved = ""
	return r.shown(a)
}

// look makes the link for the documents of now: the example may have to be
// fetched first, and the documents to be packed.
func (r *Room) look(a lab.Ask) lab.Reply {
	now := made{a.Docs, a.Example, a.Strict}
	if r.made == now && r.link.Kind != share.None {
		return r.shown(a)
	}
	if _, known := r.examples[a.Example]; !known && a.Example != "" {
		return r.asking(a, lab.Fetch("examples/"+a.Example+".json", "example"))
	}
	r.made = now
	return r.choose(a)
}

// asking shows the dialog as far as it goes while the page does something.
func (r *Room) asking(a lab.Ask, e lab.Effect) lab.Reply {
	r.link = share.Link{}
	reply := r.shown(a)
	reply.Effects = append(reply.Effects, e)
	return reply
}

// example has the example that the documents began as. One that can not be
// had makes the link longer and nothing else.
func (r *Room) example(a lab.Ask) lab.Reply {
	if r.examples == nil {
		r.examples = map[string]*share.Documents{}
	}
	r.examples[a.Example] = nil
	if a.Form.Get("error") == "" {
		s := paste.Sort(a.Arg)
		r.examples[a.Example] = &share.Documents{Workflow: s.Workflow, Policy: s.Policy, Tools: s.Tools}
	}
	return r.look(a)
}

func (r *Room) choose(a lab.Ask) lab.Reply {
	base, example := "", share.Documents{}
	if e := r.examples[a.Example]; e != nil {
		base, example = a.Example, *e
	}
	docs := share.Documents(a.Docs)
	r.same = sameAs(docs, base, example)
	link, payloads := share.Choose(docs, base, example, a.Strict)
	if payloads == nil {
		r.link = link
		return r.shown(a)
	}
	return r.asking(a, lab.Deflate("deflated", payloads...))
}

// deflated has the packed documents; the shortest wins. An answer for
// documents that have changed since is of no use.
func (r *Room) deflated(a lab.Ask) lab.Reply {
	if r.made != (made{a.Docs, a.Example, a.Strict}) {
		return r.look(a)
	}
	var packed [][]byte
	for _, f := range a.Form {
		if f.Name != "0" && f.Name != "1" {
			continue
		}
		p, err := lab.Bytes(f.Value)
		if err != nil {
			return lab.Reply{Same: true, Say: "The link could not be made: " + err.Error()}
		}
		packed = append(packed, p)
	}
	if len(packed) == 0 {
		return r.shown(a)
	}
	r.link = share.Link{Kind: share.Packed, Packed: share.Shortest(packed)}
	return r.shown(a)
}

// sameAs says which of the documents are those of the example, for the reader.
func sameAs(d share.Documents, base string, example share.Documents) string {
	if base == "" {
		return ""
	}
	words := ""
	for _, p := range []struct {
		name string
		same bool
	}{{"workflow", d.Workflow == example.Workflow}, {"policy", d.Policy == example.Policy}, {"tools", d.Tools == example.Tools}} {
		if !p.same {
			continue
		}
		if words != "" {
			words += ", "
		}
		words += p.name
	}
	return words
}
