package sharing

import (
	"strings"

	"planproof/ui/embed/inside"
	"planproof/ui/lab"
	"planproof/ui/lab/verified"
	"planproof/ui/share"
)

// options are what the reader chose in the dialog.
type options struct {
	moment   bool
	view     string
	theme    string
	readOnly bool
	frame    bool // an iframe in place of the element
	inside   bool // the verdict for readers without JavaScript
}

// chosen reads the options; what was not shown yet has its default.
func chosen(a lab.Ask) options {
	return options{
		moment: box(a, "moment"), view: field(a, "view", a.Tab), theme: field(a, "theme", "auto"),
		readOnly: box(a, "readonly"), frame: field(a, "kind", "element") == "frame", inside: box(a, "inside"),
	}
}

func field(a lab.Ask, name, otherwise string) string {
	for _, f := range a.Form {
		if f.Name == name {
			return f.Value
		}
	}
	return otherwise
}

func box(a lab.Ask, name string) bool { return field(a, name, "on") == "on" }

// now is the link with the moment that was asked for. The verdict is what a
// page opens with, so that it needs no name.
func (r *Room) now(a lab.Ask, o options) share.Link {
	l := r.link
	if o.view != "verdict" {
		l.View = o.view
	}
	if o.moment && a.Event >= 0 {
		if v := r.Cache.Of(a.Context); v.Err == nil {
			l.At = share.Moment(v.Report.Trace, a.Event)
		}
	}
	return l
}

// address is a link as a whole. A page that is a file has no folder that
// others could reach.
func address(a lab.Ask, l share.Link) string {
	at, _, _ := strings.Cut(a.Address, "?")
	if isFile(a) {
		return at + l.Fragment()
	}
	return site(a) + l.Fragment()
}

func isFile(a lab.Ask) bool { return strings.HasPrefix(a.Address, "file:") }

// site is the folder of the page with its slash.
func site(a lab.Ask) string {
	at, _, _ := strings.Cut(a.Address, "?")
	return at[:strings.LastIndexByte(at, '/')+1]
}

// embed is the code for another page.
func (r *Room) embed(a lab.Ask, o options) string {
	e := share.Embed{Site: site(a), Title: a.Title, Link: r.now(a, o), Theme: o.theme, ReadOnly: o.readOnly}
	if o.frame {
		return e.Frame()
	}
	if v := r.Cache.Of(a.Context); o.inside && v.Err == nil {
		e.Inside = inside.Verdict(v.Model, a.Title, e.Site+e.Link.Fragment())
	}
	return e.Element()
}

// markdown is the text for an issue or a chat.
func (r *Room) markdown(a lab.Ask, o options, v *verified.Case) string {
	return share.Markdown(address(a, r.now(a, o)), a.Title, v.Report, sources(a, v))
}

// copied puts one of the texts on the clipboard.
func (r *Room) copied(a lab.Ask) lab.Reply {
	o := chosen(a)
	text := ""
	switch a.Arg {
	case "link":
		text = address(a, r.now(a, o))
	case "embed":
		text = r.embed(a, o)
	case "markdown":
		v := r.Cache.Of(a.Context)
		if v.Err != nil {
			return lab.Reply{Same: true, Say: "There is no verdict to quote."}
		}
		text = r.markdown(a, o, v)
	}
	r.saved = "Copied."
	reply := r.shown(a)
	reply.Effects = append(reply.Effects, lab.Copy(text))
	return reply
}
