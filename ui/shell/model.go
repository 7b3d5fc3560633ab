// Package shell has the vugu components of the page: the header, the tab bars
// and the transport around the panes. They are thin: every component is a
// function of one Chrome, and has neither state nor event handlers. What is
// inside the panes is drawn into host elements (data-host) by others.
//
// A host has a dynamic attribute on purpose: the generator turns an element
// without anything dynamic into one whose content is written on every render.
//
// The framework re-applies the whole tree on every render, so the shell keeps
// the number of its elements constant and small.
package shell

import (
	"strconv"

	"github.com/vugu/vugu"

	"planproof/ui/markup"
)

// Chrome is everything the shell shows.
type Chrome struct {
	State  string // idle, running, stale, done or error
	Title  string
	Origin string // where the documents are from: "example", "edited", ""
	Flag   Flag
	Dark   Bool

	Docs []Doc
	Doc  string // the document shown

	Legend []LegendItem
	PlanAs string // "graph" or "list"

	Tab  string // the inspector's tab
	Pane string // the one pane a phone shows: text, plan or inspect

	Playing     bool
	HasEvents   bool
	HasFindings bool
	HasLoops    bool
	Events      int
	Accepted    bool
	Aside       string // breakpoints and speed
}

// Flag is the verdict in the header.
type Flag struct {
	Class string // is-rejected, is-proved, …
	Mark  string // a symbol of the sprite
	Word  string
	Rest  string // counts, hidden on a phone
	Tomb  string // full when accepted, open when not, part without a verdict
}

// Doc is the tab of one document with the findings in it.
type Doc struct {
	ID, Name string
	Count    int
	Class    string
	Mark     string
}

// LegendItem explains one label.
type LegendItem struct {
	Class, Letter, Name string
}

// Bool prints as an ARIA value.
type Bool bool

// String returns "true" or "false".
func (b Bool) String() string { return strconv.FormatBool(bool(b)) }

// Tabs are the inspector's tabs in order; the ids are stable interface.
var Tabs = []struct{ ID, Name string }{
	{"verdict", "Verdict"}, {"state", "State"}, {"lattice", "Lattice"}, {"automata", "Automata"}, {"loops", "Loops"},
	{"contracts", "Contracts"}, {"run", "Run"}, {"guard", "Guard"}, {"proof", "Proof"},
}

var panes = []struct{ ID, Name string }{
	{"text", "Text"}, {"plan", "Plan"}, {"verdict", "Verdict"}, {"state", "State"}, {"lattice", "Lattice"},
	{"automata", "Automata"}, {"loops", "Loops"}, {"contracts", "Contracts"}, {"run", "Run"}, {"guard", "Guard"}, {"proof", "Proof"},
}

type key struct{ Do, ID, Name string }

var transportKeys = []key{
	{"first", "first", "First event"}, {"back", "back", "Back"}, {"play", "play", "Play"},
	{"next", "next", "Forward"}, {"last", "last", "Last event"},
}

func (k key) label(playing bool) string {
	if k.ID == "play" && playing {
		return "Pause"
	}
	return k.Name
}

func (k key) icon(playing bool) vugu.HTML {
	if k.ID == "play" && playing {
		return icon("pause")
	}
	return icon(k.ID)
}

// Running tells whether the verifier is at work.
func (c *Chrome) Running() bool { return c.State == "running" }

// NextWord names what the jump button finds: an accepted plan has no findings.
func (c *Chrome) NextWord() string {
	if c.Accepted {
		return "Next check"
	}
	return "Next finding"
}

func (c *Chrome) current(pane string) string {
	shown := c.Pane
	if shown == "inspect" {
		shown = c.Tab
	}
	if shown == pane {
		return "true"
	}
	return "false"
}

// Tomb is the tombstone of the wordmark.
func (c *Chrome) Tomb() vugu.HTML {
	return vugu.HTML(`<svg class="tomb ` + c.Flag.Tomb + `" viewBox="0 0 8 12" aria-hidden="true"><rect x=".75" y=".75" width="6.5" height="10.5"/></svg>`)
}

// FlagHTML is the verdict's mark, word and counts.
func (c *Chrome) FlagHTML() vugu.HTML {
	if c.Flag.Word == "" {
		return ""
	}
	h := markup.New()
	h.Mark(c.Flag.Mark).Text(" " + c.Flag.Word + " ")
	if c.Flag.Rest != "" {
		h.Open("span", "class", "hide-s").Text("· " + c.Flag.Rest).Close("span")
	}
	return vugu.HTML(h.String())
}

// HTML is the document's name with its mark and count.
func (d Doc) HTML() vugu.HTML {
	h := markup.New().Text(d.Name)
	if d.Count > 0 {
		h.Text(" ").Open("span", "class", "n "+d.Class).Mark(d.Mark).Text(" " + strconv.Itoa(d.Count)).Close("span")
	}
	return vugu.HTML(h.String())
}

// LegendHTML explains the labels that occur.
func (c *Chrome) LegendHTML() vugu.HTML {
	h := markup.New()
	for _, l := range c.Legend {
		h.Open("span").Bead(l.Class, l.Letter, l.Name).Text(" " + l.Name).Close("span")
	}
	if len(c.Legend) == 0 {
		return "No labels without a verdict"
	}
	h.Open("span", "class", "hide-l")
	h.Raw(`<svg class="dash" viewBox="0 0 20 8" aria-hidden="true"><path class="strand l1 sanitized" d="M0 4h20"/></svg>`)
	h.Text(" sanitized").Close("span")
	return vugu.HTML(h.String())
}

func icon(name string) vugu.HTML {
	return vugu.HTML(`<svg class="icon" aria-hidden="true"><use href="#i-` + name + `"/></svg>`)
}

func jumpHTML(word, key string) vugu.HTML {
	return vugu.HTML(markup.New().Text(word + " ").Open("kbd").Text(key).Close("kbd").String())
}

// focusable gives a tab list one tab stop; arrows move inside it.
func focusable(selected bool) string {
	if selected {
		return "0"
	}
	return "-1"
}
