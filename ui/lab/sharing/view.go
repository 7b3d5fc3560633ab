package sharing

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"planproof/ui/lab"
	"planproof/ui/lab/form"
	"planproof/ui/lab/verified"
	"planproof/ui/markup"
	"planproof/ui/share"
)

// shown is the dialog as it stands.
func (r *Room) shown(a lab.Ask) lab.Reply {
	o, v := chosen(a), r.Cache.Of(a.Context)
	h := markup.New().Open("div", "class", "sharing")
	r.linkRow(h, a, o)
	if !isFile(a) {
		r.embedRow(h, a, o)
	}
	r.markdownRow(h, a, o, v)
	saveRow(h, a, v)
	r.momentRow(h, a, o)
	h.Open("p", "class", "row note").Text(r.note()).Close("p")
	return lab.Reply{HTML: h.Close("div").String(), Title: "Share this moment"}
}

// note is about what was just done, else about what the link holds.
func (r *Room) note() string {
	switch {
	case r.saved != "":
		return r.saved
	case r.link.Kind == share.Example:
		return "The link names the example. No server is asked."
	case r.same != "":
		return "The link holds what differs from the example; " + r.same + " are its own. Whoever has it can read the documents; no server is asked."
	}
	return "The link holds the documents themselves. Whoever has it can read them; no server is asked."
}

func (r *Room) linkRow(h *markup.Writer, a lab.Ask, o options) {
	l := r.now(a, o)
	text := address(a, l)
	about := "being packed"
	if r.link.Kind != share.None {
		about = form.Count(utf8.RuneCountInString(text), "character")
		if l.At != "" {
			about += ", opens at event " + strconv.Itoa(a.Event+1)
		}
	}
	row(h, "Link", about)
	copyField(h, l.Fragment(), "link", "share-link", text, true)
	h.Close("div")
}

func (r *Room) embedRow(h *markup.Writer, a lab.Ask, o options) {
	about := "with the documents, 720 × 420"
	if o.readOnly {
		about = "read-only, 720 × 420"
	}
	row(h, "Embed", about)
	code := r.embed(a, o)
	copyField(h, firstElement(code), "embed", "share-embed", code, false)
	h.Open("p", "class", "choices")
	form.Choice(h, "kind", "as", field(a, "kind", "element"), "element", "an element", "frame", "an iframe")
	form.Choice(h, "theme", "theme", o.theme, "auto", "the reader's", "light", "light", "dark", "dark")
	form.Check(h, "readonly", "read-only", o.readOnly)
	if !o.frame {
		form.Check(h, "inside", "verdict as text inside", o.inside)
	}
	h.Close("p").Close("div")
}

// firstElement is the line of an embedding code that says what is shown.
func firstElement(code string) string {
	for _, line := range strings.Split(code, "\n") {
		if strings.HasPrefix(line, "<plan-proof") || strings.HasPrefix(line, "<iframe") {
			return line
		}
	}
	return code
}

func (r *Room) markdownRow(h *markup.Writer, a lab.Ask, o options, v *verified.Case) {
	if v.Err != nil {
		row(h, "Markdown", "")
		h.El("p", "note", "The documents have no verdict that could be quoted: "+v.Err.Error()+".").Close("div")
		return
	}
	row(h, "Markdown", "verdict, flow and link, for an issue")
	text := r.markdown(a, o, v)
	_, verdict, _ := strings.Cut(text, "\n\n")
	verdict = strings.TrimLeft(verdict, "# ")
	line, _, _ := strings.Cut(verdict, "\n")
	copyField(h, line, "markdown", "share-markdown", text, false)
	h.Close("div")
}

func saveRow(h *markup.Writer, a lab.Ask, v *verified.Case) {
	row(h, "Save", "")
	h.Open("div", "class", "actions")
	form.Button(h, "save", "offline", "btn", "share-offline", "One offline HTML file")
	if v.Err == nil {
		form.Button(h, "save", "markdown", "btn", "share-save-markdown", "Markdown")
		form.Button(h, "save", "json", "btn", "share-json", "JSON")
		form.Button(h, "save", "trace", "btn", "share-trace", "JSON with trace")
		form.Button(h, "save", "sarif", "btn", "share-sarif", "SARIF")
	}
	h.Close("div")
	if v.Err == nil {
		drawings(h, a, v)
	}
	h.Close("div")
}

func drawings(h *markup.Writer, a lab.Ask, v *verified.Case) {
	list := pictures(v.Model)
	if len(list) == 0 {
		return
	}
	h.Open("div", "class", "actions")
	options := []string{}
	for _, p := range list {
		options = append(options, p.id, p.words)
	}
	form.Choice(h, "drawing", "drawing", field(a, "drawing", byTab(a.Tab, list)), options...)
	form.Button(h, "save", "picture 0", "btn", "share-svg", "SVG")
	form.Button(h, "save", "picture 1", "btn", "share-png", "PNG")
	form.Button(h, "save", "picture 2", "btn", "share-png2", "PNG 2×")
	h.Close("div")
}

// byTab is the drawing that belongs to the tab the reader came from.
func byTab(tab string, list []picture) string {
	kind := map[string]string{"lattice": "lattice", "automata": "automaton", "loops": "loop"}[tab]
	for _, p := range list {
		if k, _, _ := strings.Cut(p.id, ":"); k == kind {
			return p.id
		}
	}
	return list[0].id
}

func (r *Room) momentRow(h *markup.Writer, a lab.Ask, o options) {
	h.Open("div", "class", "row choices")
	if a.Event >= 0 {
		form.Check(h, "moment", "this moment", o.moment)
	}
	options := []string{}
	for _, v := range share.Views {
		options = append(options, v, v)
	}
	form.Choice(h, "view", "tab", o.view, options...)
	h.Close("div")
}

func row(h *markup.Writer, title, about string) {
	h.Open("div", "class", "row").Open("h3").Text(title)
	if about != "" {
		h.Text(" ").El("span", "end", about)
	}
	h.Close("h3")
}

// copyField shows the beginning of a text, and copies all of it.
func copyField(h *markup.Writer, shown, what, testid, text string, primary bool) {
	class := "btn"
	if primary {
		class = "btn primary"
	}
	h.Open("div", "class", "copyfield").El("code", "", shown)
	h.Open("button", "type", "button", "class", class, "data-testid", testid, "data-lab-do", "copy", "data-lab-arg", what, "value", text, "aria-label", "Copy "+what)
	h.Text("Copy").Close("button").Close("div")
}
