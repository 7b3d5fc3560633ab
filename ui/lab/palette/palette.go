// Package palette is the command palette: everything that the page can do or
// go to, found by a few letters.
//
//	palette.go  the room
//	entries.go  what can be chosen
//	match.go    which entries fit what was typed
package palette

import (
	"encoding/json"
	"slices"
	"strconv"

	"planproof/ui/lab"
	"planproof/ui/lab/gallery"
	"planproof/ui/lab/verified"
	"planproof/ui/markup"
)

// shownMost is how many entries are listed; more letters find the others.
const shownMost = 60

// Room is the dialog.
type Room struct {
	Cache *verified.Cache

	examples []gallery.Item
	asked    bool // for the examples
	query    string
	chosen   int
	found    []hit
}

var _ lab.Room = (*Room)(nil)

// Handle implements lab.Room.
func (r *Room) Handle(a lab.Ask) lab.Reply {
	var effects []lab.Effect
	switch a.Do {
	case lab.Look:
		if !r.asked {
			r.asked = true
			effects = append(effects, lab.Fetch(gallery.File, "list"))
		}
	case "list":
		// Without the list the palette has everything but the examples.
		if a.Form.Get("error") != "" || json.Unmarshal([]byte(a.Arg), &r.examples) != nil {
			r.examples, r.asked = nil, false
		}
	case "do":
		n, err := strconv.Atoi(a.Arg)
		r.find(a)
		if err == nil && n >= 0 && n < len(r.found) {
			return r.run(n)
		}
	case "key":
		r.find(a)
		if a.Arg == "Enter" {
			return r.run(r.chosen)
		}
		r.move(a.Arg)
	}
	r.find(a)
	return lab.Reply{HTML: r.html(), Title: "Commands", Effects: effects}
}

// find lists what fits the field as it is now: a key may arrive before the
// last letter did.
func (r *Room) find(a lab.Ask) {
	query := a.Form.Get("q")
	if query != r.query {
		r.chosen = 0
	}
	r.query = query
	r.found = search(r.entries(a), query)
	r.chosen = max(0, min(r.chosen, min(len(r.found), shownMost)-1))
}

func (r *Room) move(key string) {
	n := min(len(r.found), shownMost)
	if n == 0 {
		return
	}
	step := map[string]int{"ArrowDown": 1, "ArrowUp": n - 1}[key]
	r.chosen = (r.chosen + step) % n
}

func (r *Room) run(n int) lab.Reply {
	if n >= len(r.found) {
		return lab.Reply{Same: true}
	}
	effects := append([]lab.Effect{lab.Close()}, r.found[n].entry.effects...)
	r.query, r.chosen = "", 0
	return lab.Reply{Same: true, Effects: effects}
}

func (r *Room) html() string {
	h := markup.New().Open("div", "class", "palette")
	active := ""
	if len(r.found) > 0 {
		active = "cmd-" + strconv.Itoa(r.chosen)
	}
	h.Open("input", "type", "text", "name", "q", "role", "combobox", "aria-expanded", "true", "aria-controls", "cmds", "aria-activedescendant", active,
		"aria-autocomplete", "list", "aria-label", "Command", "placeholder", "A command, a tab, a step, a finding, an example, a lesson", "autocomplete", "off", "spellcheck", "false", "autofocus", "autofocus",
		"data-testid", "palette", "data-lab-input", "type", "data-lab-wait", "30", "data-lab-keys", "ArrowUp ArrowDown Enter")
	h.Open("ul", "id", "cmds", "role", "listbox", "aria-label", "Commands", "tabindex", "-1")
	for i, f := range r.found[:min(len(r.found), shownMost)] {
		r.option(h, i, f)
	}
	h.Close("ul")
	switch {
	case len(r.found) == 0:
		h.El("p", "note none", "Nothing fits.")
	case len(r.found) > shownMost:
		h.El("p", "note none", strconv.Itoa(len(r.found)-shownMost)+" more fit; type on.")
	}
	h.Raw(`<p class="foot2"><span><kbd>↑</kbd> <kbd>↓</kbd> choose</span><span><kbd>Enter</kbd> do it</span><span><kbd>Esc</kbd> close</span></p>`)
	return h.Close("div").String()
}

func (r *Room) option(h *markup.Writer, i int, f hit) {
	n := strconv.Itoa(i)
	selected, scroll := "false", ""
	if i == r.chosen {
		selected, scroll = "true", "true"
	}
	h.Open("li", "role", "option", "id", "cmd-"+n, "aria-selected", selected, "data-lab-scroll", scroll, "data-lab-do", "do", "data-lab-arg", n, "data-testid", "palette-item")
	h.El("span", "kind", f.entry.kind).Open("span", "class", "what")
	marked(h, f)
	h.Close("span").El("span", "muted", f.entry.right).Close("li")
}

// marked writes the words with the letters that were found underlined.
func marked(h *markup.Writer, f hit) {
	for i := 0; i < len(f.runes); {
		is := slices.Contains(f.at, i)
		end := i
		for end < len(f.runes) && slices.Contains(f.at, end) == is {
			end++
		}
		if part := string(f.runes[i:end]); is {
			h.El("mark", "", part)
		} else {
			h.Text(part)
		}
		i = end
	}
}
