package palette

import (
	"strconv"
	"strings"

	"planproof/core/doc"
	"planproof/ui/lab"
	"planproof/ui/lab/course"
	"planproof/ui/share"
	"planproof/ui/viewmodel"
)

// entry is one thing to choose.
type entry struct {
	kind, words, right string
	effects            []lab.Effect
}

// entries are all of them, in the order in which an empty field lists them:
// what is about these documents before what is always there.
func (r *Room) entries(a lab.Ask) []entry {
	var out []entry
	if v := r.Cache.Of(a.Context); v.Err == nil && a.State == "done" {
		out = append(out, findings(v.Model, a)...)
		out = append(out, moves(a)...)
		out = append(out, steps(v.Model)...)
		out = append(out, names(v.Model)...)
	}
	out = append(out, tabs()...)
	out = append(out, commands(a)...)
	for i, l := range course.All() {
		out = append(out, entry{"lesson", l.Title, strconv.Itoa(i+1) + " of " + strconv.Itoa(len(course.All())), []lab.Effect{lab.Tell("lesson", "open", l.ID)}})
	}
	for _, e := range r.examples {
		out = append(out, entry{"example", e.Title, strings.ToLower(e.Word), []lab.Effect{lab.Aside(""), lab.Command("example", e.ID)}})
	}
	return out
}

func findings(m *viewmodel.Model, a lab.Ask) []entry {
	var out []entry
	for _, c := range m.Cards {
		kind := strings.ReplaceAll(string(c.F.Category), "_", " ")
		what := "finding"
		if c.Quiet {
			what = "remark"
		}
		e := entry{kind: "go to", words: what + " " + strconv.Itoa(c.Number) + ", " + kind + " " + c.Title}
		if c.Step != nil {
			e.words += " at " + c.Step.Name()
		}
		e.effects = []lab.Effect{lab.Command("tab", "verdict")}
		if a.Open != c.Number {
			e.effects = append(e.effects, lab.Command("open", strconv.Itoa(c.Number)))
		}
		if c.Event >= 0 {
			e.right = "event " + strconv.Itoa(c.Event+1)
			e.effects = append(e.effects, lab.Event(c.Event))
		}
		out = append(out, e)
	}
	return out
}

// moves are the commands of the transport with their keys.
func moves(a lab.Ask) []entry {
	if a.Event < 0 {
		return nil
	}
	var out []entry
	for _, c := range [][3]string{
		{"finding", "next finding", "N"}, {"finding-back", "previous finding", "Shift N"}, {"round", "next round of a loop", "R"},
		{"step", "next step", "S"}, {"step-back", "previous step", "Shift S"}, {"first", "first event", "Home"}, {"last", "last event", "End"},
		{"play", "play or pause", "Space"}, {"break", "breakpoint at this step", "B"},
	} {
		out = append(out, entry{"go to", c[1], c[2], []lab.Effect{lab.Command(c[0], "")}})
	}
	return out
}

func steps(m *viewmodel.Model) []entry {
	var out []entry
	for _, s := range m.Steps() {
		e := entry{kind: "step", words: s.Name(), effects: []lab.Effect{lab.Command("at", s.Path)}}
		if call, ok := s.Node.(*doc.ToolCall); ok {
			e.words += ": " + viewmodel.CallWords(call)
		}
		if at := m.FirstEvent(s.Path); at >= 0 {
			e.right = "event " + strconv.Itoa(at+1)
		}
		out = append(out, e)
	}
	return out
}

// names follow a name through the plan, and go to where a label first appears.
func names(m *viewmodel.Model) []entry {
	var out []entry
	known, labels := map[string]bool{}, map[string]bool{}
	for at := range m.Events() {
		d := m.Event(at).Delta
		if d == nil {
			continue
		}
		for _, b := range d.Bindings {
			if !known[b.Name] {
				known[b.Name] = true
				out = append(out, entry{"follow", b.Name, "event " + strconv.Itoa(at+1), []lab.Effect{lab.Command("tab", "lattice"), lab.Command("follow", b.Name)}})
			}
			if b.Value == nil {
				continue
			}
			for _, l := range b.Value.Labels {
				if !labels[l] {
					labels[l] = true
					out = append(out, entry{"run to", "where the label " + l + " is first present", "event " + strconv.Itoa(at+1), []lab.Effect{lab.Event(at)}})
				}
			}
		}
	}
	return out
}

func tabs() []entry {
	var out []entry
	for i, v := range share.Views {
		out = append(out, entry{"tab", strings.ToUpper(v[:1]) + v[1:], strconv.Itoa(i + 1), []lab.Effect{lab.Command("tab", v)}})
	}
	for _, d := range []string{"Workflow", "Policy", "Tools"} {
		out = append(out, entry{"document", d, "", []lab.Effect{lab.Aside(""), lab.Command("doc", strings.ToLower(d)), lab.Command("pane", "text")}})
	}
	return out
}

func commands(a lab.Ask) []entry {
	theme := "Dark theme"
	if a.Dark {
		theme = "Light theme"
	}
	return []entry{
		{"file", "Share: link, embed, Markdown", "", []lab.Effect{lab.Open("share")}},
		{"file", "Save a drawing, a report, or the page as one offline HTML file", "", []lab.Effect{lab.Open("share")}},
		{"file", "Paste anything", "", []lab.Effect{lab.Open("paste")}},
		{"file", "Choose a file", "", []lab.Effect{lab.Command("file", "")}},
		{"edit", "Format this document", "", []lab.Effect{lab.Command("format", "")}},
		{"edit", "Undo", "Ctrl Z", []lab.Effect{lab.Command("undo", "")}},
		{"edit", "Redo", "Ctrl Y", []lab.Effect{lab.Command("redo", "")}},
		{"open", "Local history", "", []lab.Effect{lab.Command("history", "")}},
		{"edit", "Verify again", "", []lab.Effect{lab.Command("verify", "")}},
		{"view", "Gallery of examples", "", []lab.Effect{lab.Open("gallery")}},
		{"view", "Have a plan made for a goal", "", []lab.Effect{lab.Open("plan")}},
		{"view", "Lessons", "", []lab.Effect{lab.Tell("lesson", "turn", "0")}},
		{"view", "Plan as a graph", "", []lab.Effect{lab.Command("plan", "graph"), lab.Command("pane", "plan")}},
		{"view", "Plan as a list", "", []lab.Effect{lab.Command("plan", "list"), lab.Command("pane", "plan")}},
		{"view", theme, "", []lab.Effect{lab.Command("theme", "")}},
		{"view", "Presentation mode", "P", []lab.Effect{lab.Present()}},
		{"view", "Keyboard and help", "?", []lab.Effect{lab.Command("help", "")}},
	}
}
