// Package watch keeps an eye on the abstract state: expressions with their
// value at the cursor and over all events, and a pinned moment that the cursor
// is compared with.
package watch

import (
	"slices"
	"strconv"
	"strings"

	"planproof/ui/lab"
	"planproof/ui/lab/verified"
	"planproof/ui/markup"
	"planproof/ui/viewmodel"
)

// Room holds the watches and the pin. A watch whose name no longer exists
// stays and says so.
type Room struct {
	Cache   *verified.Cache
	watches []expression
	pinned  int // event, -1 for none
	begun   bool
}

var _ lab.Room = (*Room)(nil)

// expression is kind(name), such as labels(draft).
type expression struct{ kind, name string }

func (e expression) String() string { return e.kind + "(" + e.name + ")" }

// kinds are what can be watched. state is of an automaton, the others of a
// name.
var kinds = []string{"labels", "provenance", "source_tools", "sanitized_for", "carries", "state"}

// Handle implements lab.Room.
func (r *Room) Handle(a lab.Ask) lab.Reply {
	k := r.Cache.Of(a.Context)
	if k.Err != nil {
		return lab.Reply{HTML: k.Refusal()}
	}
	r.begin(k.Model)
	problem := ""
	switch a.Do {
	case "add":
		problem = r.add(k.Model, a.Form.Get("expression"))
	case "remove":
		r.watches = slices.DeleteFunc(r.watches, func(e expression) bool { return e.String() == a.Arg })
	case "pin":
		r.pinned = k.Event(a.Context)
	case "unpin":
		r.pinned = -1
	}
	h := markup.New()
	at := k.Event(a.Context)
	r.table(h, k.Model, at, problem)
	r.pin(h, k.Model, at)
	return lab.Reply{HTML: h.String(), Fresh: a.Do == "add" && problem == ""}
}

// begin watches the name that moved last, so that the first look shows what a
// watch is.
func (r *Room) begin(m *viewmodel.Model) {
	if r.begun {
		return
	}
	r.begun, r.pinned = true, -1
	if names := m.Names(); len(names) > 0 {
		r.watches = append(r.watches, expression{"labels", names[len(names)-1]})
	}
	if automata := m.Automata(); len(automata) > 0 {
		r.watches = append(r.watches, expression{"state", automata[0]})
	}
}

// add reads an expression and watches it; it returns what is wrong with it.
func (r *Room) add(m *viewmodel.Model, text string) string {
	kind, rest, ok := strings.Cut(strings.TrimSpace(text), "(")
	name, after, closed := strings.Cut(rest, ")")
	e := expression{strings.TrimSpace(kind), strings.TrimSpace(name)}
	switch {
	case !ok || !closed || strings.TrimSpace(after) != "":
		return "Write it as in labels(draft) or state(" + example(m.Automata(), "automaton") + ")."
	case !slices.Contains(kinds, e.kind):
		return "`" + e.kind + "` can not be watched; these can: " + strings.Join(kinds, ", ") + "."
	case e.kind == "state" && !slices.Contains(m.Automata(), e.name):
		return "The policy has no automaton `" + e.name + "`."
	case e.kind != "state" && !slices.Contains(m.Names(), e.name):
		return "The plan binds no name `" + e.name + "`."
	case !slices.Contains(r.watches, e):
		r.watches = append(r.watches, e)
	}
	return ""
}

func example(list []string, otherwise string) string {
	if len(list) > 0 {
		return list[0]
	}
	return otherwise
}

// values are what an expression is after an event; ok is false before the name
// is bound.
func values(m *viewmodel.Model, e expression, at int) (list []string, ok bool) {
	if e.kind == "state" {
		for _, row := range m.State(at).Automata {
			if row.Name == e.name {
				return row.States, true
			}
		}
		return nil, false
	}
	v := m.ValueAt(e.name, at)
	if v == nil {
		return nil, false
	}
	switch e.kind {
	case "labels":
		return v.Labels, true
	case "provenance":
		return v.Provenance, true
	case "source_tools":
		return v.SourceTools, true
	case "sanitized_for":
		return v.SanitizedFor, true
	}
	return v.Carries, true
}

func (r *Room) table(h *markup.Writer, m *viewmodel.Model, at int, problem string) {
	h.Open("table", "class", "tbl watches").Open("tbody")
	for _, e := range r.watches {
		h.Open("tr", "data-testid", "watch").Open("td").Code(e.String()).Close("td").Open("td", "class", "mono")
		cell(h, m, e, at)
		h.Close("td").Open("td").Raw(strip(m, e, at)).Close("td").Open("td", "class", "r")
		h.Open("button", "type", "button", "class", "link", "data-lab-do", "remove", "data-lab-arg", e.String(), "aria-label", "Stop watching "+e.String()).Text("×").Close("button")
		h.Close("td").Close("tr")
	}
	h.Close("tbody").Close("table")
	h.Open("p", "class", "ask").Open("input", "type", "text", "class", "expression", "name", "expression", "list", "watchable", "spellcheck", "false",
		"autocomplete", "off", "placeholder", "labels(draft)", "aria-label", "Expression to watch", "data-testid", "watch-expression")
	h.Open("datalist", "id", "watchable")
	for _, name := range m.Names() {
		for _, kind := range kinds[:len(kinds)-1] {
			h.Open("option", "value", kind+"("+name+")").Close("option")
		}
	}
	for _, name := range m.Automata() {
		h.Open("option", "value", "state("+name+")").Close("option")
	}
	h.Close("datalist").Text(" ").Open("button", "type", "button", "class", "btn", "data-lab-do", "add", "data-testid", "watch-add").Text("Watch").Close("button").Close("p")
	if problem != "" {
		h.Open("p", "class", "is-rejected", "role", "alert").Rich(problem).Close("p")
	}
}

func cell(h *markup.Writer, m *viewmodel.Model, e expression, at int) {
	list, ok := values(m, e, at)
	switch {
	case !ok:
		h.El("span", "muted", "unbound")
	case e.kind == "labels" && len(list) > 0:
		h.Open("span", "class", "labs")
		for _, l := range m.Beads(list) {
			h.Bead(l.Class, l.Letter, l.Name)
		}
		h.Close("span")
	case e.kind == "state":
		h.Text("{" + strings.Join(list, ", ") + "}")
	case len(list) == 0:
		h.None()
	default:
		h.Text(strings.Join(list, " "))
	}
}

// stripW is the width of a strip, in its own units; it is 14 high.
const stripW = 84

// strip draws an expression over all events: a block for every stretch in
// which it has one and the same value that is not empty, and a mark at the
// cursor.
func strip(m *viewmodel.Model, e expression, at int) string {
	n := max(m.Events(), 1)
	x := func(event int) string { return strconv.FormatFloat(float64(event)*stripW/float64(n), 'f', 1, 64) }
	h := markup.New().Open("svg", "class", "draw watch", "viewBox", "0 0 84 14", "role", "img", "aria-label", e.String()+" over all events")
	h.Open("rect", "class", "off", "x", "0", "y", "6", "width", strconv.Itoa(stripW), "height", "2").Close("rect")
	from, odd := 0, false
	was, _ := values(m, e, 0)
	flush := func(to int) {
		if len(was) > 0 {
			class := "on"
			if odd {
				class = "on odd"
			}
			w := strconv.FormatFloat(float64(to-from)*stripW/float64(n), 'f', 1, 64)
			h.Open("rect", "class", class, "x", x(from), "y", "2", "width", w, "height", "10").Close("rect")
			odd = !odd
		}
	}
	for i := 1; i < m.Events(); i++ {
		if now, _ := values(m, e, i); !slices.Equal(now, was) {
			flush(i)
			from, was = i, now
		}
	}
	flush(m.Events())
	h.Open("rect", "class", "now", "x", x(at), "y", "0", "width", "3", "height", "14").Close("rect")
	return h.Close("svg").String()
}

// pin compares the cursor with the pinned moment.
func (r *Room) pin(h *markup.Writer, m *viewmodel.Model, at int) {
	h.El("h3", "", "Pinned moment")
	if r.pinned < 0 || r.pinned >= m.Events() {
		h.Open("p").Open("button", "type", "button", "class", "btn", "data-lab-do", "pin", "data-testid", "pin").Text("Pin this moment").Close("button")
		h.El("span", "note", " Then move the cursor: what differs is listed here.").Close("p")
		return
	}
	h.Open("p").Text("Event ").Int(r.pinned + 1).Text(", " + m.Say(r.pinned).Now + ". ")
	h.Open("button", "type", "button", "class", "link", "data-do", "event", "data-arg", strconv.Itoa(r.pinned)).Text("Go there").Close("button").Text(" ")
	h.Open("button", "type", "button", "class", "link", "data-lab-do", "pin").Text("Pin here instead").Close("button").Text(" ")
	h.Open("button", "type", "button", "class", "link", "data-lab-do", "unpin").Text("Unpin").Close("button").Close("p")
	r.compare(h, m, at)
}

func (r *Room) compare(h *markup.Writer, m *viewmodel.Model, at int) {
	var all []expression
	for _, name := range m.Names() {
		for _, kind := range kinds[:len(kinds)-1] {
			all = append(all, expression{kind, name})
		}
	}
	for _, name := range m.Automata() {
		all = append(all, expression{"state", name})
	}
	rows := 0
	for _, e := range all {
		then, thenOK := values(m, e, r.pinned)
		now, nowOK := values(m, e, at)
		if thenOK == nowOK && slices.Equal(then, now) {
			continue
		}
		if rows++; rows == 1 {
			h.Open("table", "class", "tbl", "data-testid", "pinned").Open("thead").Open("tr").El("th", "", "what").El("th", "", "pinned").El("th", "", "now").Close("tr").Close("thead").Open("tbody")
		}
		h.Open("tr").Open("td").Code(e.String()).Close("td").Open("td", "class", "mono")
		cell(h, m, e, r.pinned)
		h.Close("td").Open("td", "class", "mono")
		cell(h, m, e, at)
		h.Close("td").Close("tr")
	}
	if rows == 0 {
		h.El("p", "note", "Nothing differs from here.")
		return
	}
	h.Close("tbody").Close("table")
}
