// Package gallery is the dialog with the examples and the lessons: an index,
// with every plan drawn small.
//
//	gallery.go  the room
//	item.go     one example, as the build describes it
//	shape.go    plans drawn small
package gallery

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"planproof/ui/lab"
	"planproof/ui/lab/course"
	"planproof/ui/markup"
)

// File is where the page has its list of Item as JSON.
const File = "examples/gallery.json"

// seenKey is where the browser keeps the ids of the examples that were opened.
const seenKey = "planproof.seen"

// Room is the dialog.
type Room struct {
	items    []Item
	failed   string // why there is no list
	progress course.Progress
	seen     []string
	hidden   bool // the verdicts, for those who look for the bug themselves
}

var _ lab.Room = (*Room)(nil)

// Handle implements lab.Room.
func (r *Room) Handle(a lab.Ask) lab.Reply {
	switch a.Do {
	case "list":
		r.read(a)
	case "seen":
		r.seen = strings.Fields(a.Arg)
	case "progress":
		r.progress.Read(a.Arg)
	case "hide":
		r.hidden = a.Arg == "on"
	case "example":
		return r.example(a)
	case "lesson":
		return lab.Reply{Same: true, Effects: []lab.Effect{lab.Close(), lab.Tell("lesson", "open", a.Arg)}}
	}
	reply := lab.Reply{HTML: r.html(a), Title: "Plans, and what is wrong with them"}
	if a.Do == lab.Look {
		reply.Effects = []lab.Effect{course.Ask("progress"), lab.Kept(seenKey, "seen")}
		if r.items == nil {
			reply.Effects = append(reply.Effects, lab.Fetch(File, "list"))
		}
	}
	return reply
}

func (r *Room) read(a lab.Ask) {
	r.failed = a.Form.Get("error")
	if err := json.Unmarshal([]byte(a.Arg), &r.items); r.failed == "" && err != nil {
		r.failed = err.Error()
	}
}

// example opens an example and remembers that it was opened.
func (r *Room) example(a lab.Ask) lab.Reply {
	effects := []lab.Effect{lab.Close(), lab.Aside(""), lab.Command("example", a.Arg)}
	if !slices.Contains(r.seen, a.Arg) {
		r.seen = append(r.seen, a.Arg)
		effects = append(effects, lab.Keep(seenKey, strings.Join(r.seen, " ")))
	}
	return lab.Reply{Same: true, Effects: effects}
}

func (r *Room) html(a lab.Ask) string {
	h := markup.New().Open("div", "class", "gallery")
	h.El("p", "lede", "Each case has a moral and a verdict that the test suite checks. Hide the verdicts to spot the bug yourself, or let a lesson move the cursor for you.")
	h.Open("div", "class", "twocol")
	r.lessons(h)
	r.cases(h, a)
	return h.Close("div").Close("div").String()
}

func (r *Room) lessons(h *markup.Writer) {
	all := course.All()
	h.Open("section", "aria-label", "Lessons").Open("p", "class", "h").Text("Lessons ")
	h.El("span", "end", strconv.Itoa(r.progress.Count())+" of "+strconv.Itoa(len(all))+" done").Close("p")
	List(h, &r.progress, "lesson")
	h.El("p", "h key", "Shapes").Open("dl", "class", "shapes")
	for _, s := range [][2]string{{"r", "reads private data"}, {"[.|.]", "branches"}, {"(..)", "loop"}, {"b", "a rule breaks here"},
		{"p", "it may, no run shows it"}, {"i", "nobody can tell"}, {"g", "proved safe"}} {
		h.Open("dt").Raw(Draw(s[0])).Close("dt").El("dd", "", s[1])
	}
	h.Close("dl").Close("section")
}

// List writes the lessons with their ticks; a click is an Ask with do and the
// id of the lesson.
func List(h *markup.Writer, progress *course.Progress, do string) {
	h.Open("ol", "class", "lessons")
	for i, l := range course.All() {
		h.Open("li").Open("button", "type", "button", "data-lab-do", do, "data-lab-arg", l.ID, "data-testid", "lesson-item")
		h.El("span", "i", strconv.Itoa(i+1)).El("span", "t", l.Title).Open("span", "class", "seen")
		if progress.Done(l.ID) {
			h.Mark("tick").Text(" done")
		}
		h.Close("span").El("small", "", l.Summary).Close("button").Close("li")
	}
	h.Close("ol")
}

func (r *Room) cases(h *markup.Writer, a lab.Ask) {
	h.Open("section", "aria-label", "Cases").Open("p", "class", "h").Text("Cases ")
	h.Open("span", "class", "end").Open("span", "class", "seg", "role", "group", "aria-label", "Verdicts")
	toggle(h, "off", "Show verdicts", !r.hidden)
	toggle(h, "on", "Spot the bug", r.hidden)
	h.Close("span").Close("span").Close("p")
	switch {
	case r.failed != "":
		h.El("p", "note", "The list of examples can not be read: "+r.failed)
	case r.items == nil:
		h.El("p", "note", "Fetching the list.")
	default:
		r.table(h, a)
	}
	h.Close("section")
}

func toggle(h *markup.Writer, arg, words string, pressed bool) {
	h.Open("button", "type", "button", "data-lab-do", "hide", "data-lab-arg", arg, "aria-pressed", strconv.FormatBool(pressed)).Text(words).Close("button")
}

func (r *Room) table(h *markup.Writer, a lab.Ask) {
	h.Open("table", "class", "tbl cases").Raw(`<thead class="sr"><tr><th>number</th><th>shape</th><th>case</th><th>moral</th><th>verdict</th></tr></thead>`)
	group := ""
	for i := range r.items {
		item := &r.items[i]
		if item.Group != group {
			if i > 0 {
				h.Close("tbody")
			}
			group = item.Group
			h.Open("tbody").Open("tr", "class", "grp").Open("th", "colspan", "5", "scope", "rowgroup").Text(group).Close("th").Close("tr")
		}
		r.row(h, i+1, item, item.ID == a.Example)
	}
	if len(r.items) > 0 {
		h.Close("tbody")
	}
	h.Close("table")
}

func (r *Room) row(h *markup.Writer, number int, item *Item, now bool) {
	class, current := "", ""
	if now {
		class, current = "sel", "true"
	}
	h.Open("tr", "class", class).El("td", "muted r", strconv.Itoa(number)).Open("td")
	shape := item.Shape
	if r.hidden {
		shape = strings.NewReplacer("b", ".", "p", ".", "i", ".", "g", ".").Replace(shape)
	}
	h.Raw(Draw(shape)).Close("td").Open("td", "class", "nm")
	h.Open("button", "type", "button", "data-testid", "gallery-item", "data-lab-do", "example", "data-lab-arg", item.ID, "data-arg", item.ID, "aria-current", current)
	h.Text(item.Title).Close("button")
	if slices.Contains(r.seen, item.ID) {
		h.Text(" ").Open("span", "class", "seen").Mark("tick").El("span", "sr", "opened before").Close("span")
	}
	h.Close("td").El("td", "mo", item.Moral)
	if r.hidden {
		h.El("td", "vd muted", "Open it and see").Close("tr")
		return
	}
	vd, mark := item.looks()
	h.Open("td", "class", "vd "+vd).Mark(mark).Text(" " + item.Word)
	if item.Rest != "" {
		h.Text(" ").El("span", "muted", "· "+item.Rest)
	}
	h.Close("td").Close("tr")
}
