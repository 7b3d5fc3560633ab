package session

import (
	"strconv"
	"strings"

	"planproof/ui/markup"
	"planproof/ui/pane"
)

// Sections are the inspector's pane as it is now.
func (s *Session) Sections(d *pane.Drawings) []pane.Section {
	switch {
	case pane.Hosted(s.Look.Tab):
		return []pane.Section{pane.Host(s.Look.Tab)}
	case s.Crash != nil:
		return s.crash()
	case s.Problem != nil && s.State != Running:
		return s.problem()
	case s.Model == nil && s.State == Idle:
		return s.empty()
	case s.Model == nil:
		return s.waiting()
	}
	sections := pane.Sections(s.Model, s.Look, d)
	if len(s.Notes) > 0 && s.Look.Tab == "verdict" {
		sections = append([]pane.Section{s.notes()}, sections...)
	}
	if s.State == Stale || s.State == Running && s.Slow {
		sections = append([]pane.Section{s.staleBar()}, sections...)
	}
	return sections
}

func section(id, html string) []pane.Section { return []pane.Section{{ID: id, HTML: html}} }

// Old tells whether what is shown is about an earlier text.
func (s *Session) Old() bool {
	return s.Model != nil && (s.State == Stale || s.State == Running && s.Slow)
}

func (s *Session) staleBar() pane.Section {
	h := markup.New().Open("div", "class", "stale-bar", "data-sect", "stale")
	if s.State == Running {
		h.Text("Verifying. Below is the verdict on the text before.")
		h.Open("span", "class", "end").Open("button", "type", "button", "class", "btn", "data-do", "cancel").Text("Stop").Close("button").Close("span")
	} else {
		h.Text("No verdict for this text. Below is the one before.")
		h.Open("span", "class", "end").Open("button", "type", "button", "class", "btn", "data-do", "verify").Text("Verify").Close("button").Close("span")
	}
	return pane.Section{ID: "stale", HTML: h.Close("div").String()}
}

// notes say what the paste box made of the text.
func (s *Session) notes() pane.Section {
	h := markup.New().Open("div", "class", "group notes", "data-sect", "notes", "data-testid", "paste-notes")
	h.Open("ul")
	for _, n := range s.Notes {
		h.Open("li").Rich(n).Close("li")
	}
	h.Close("ul").Open("span", "class", "end").Open("button", "type", "button", "class", "link", "data-do", "notes").Text("Close").Close("button").Close("span")
	return pane.Section{ID: "notes", HTML: h.Close("div").String()}
}

var promises = []struct{ name, what string }{
	{"Verdict", "one sentence, then every finding with its flow and a run that shows it"},
	{"State", "what is known about each name at the cursor"},
	{"Lattice", "how a label set climbs, and what a join costs"},
	{"Automata", "the set of states the plan may be in"},
	{"Loops", "the equation of each loop, round by round"},
	{"Contracts", "each obligation with its facts, model and query"},
	{"Run", "execute with scripted results, replay a witness"},
	{"Guard", "decide single calls of a conversation"},
	{"Proof", "the certificate, checked again in this page"},
}

func (s *Session) empty() []pane.Section {
	h := markup.New().Open("div", "data-sect", "empty").Open("header", "class", "statement quiet", "data-testid", "verdict")
	h.El("h1", "", "Nothing to prove yet.").Open("p", "class", "meta").Text("The verdict appears as you type.")
	if s.Version != "" {
		h.Text(" Engine ready: " + s.Version + ".")
	}
	h.Close("p").Close("header").Open("ul", "class", "ghost")
	for _, p := range promises {
		h.Open("li").El("b", "", p.name).El("span", "", p.what).Close("li")
	}
	return section("empty", h.Close("ul").Close("div").String())
}

func (s *Session) waiting() []pane.Section {
	h := markup.New().Open("div", "data-sect", "waiting").Open("header", "class", "statement quiet", "data-testid", "verdict")
	if s.State == Running {
		h.El("h1", "", "Verifying.").El("p", "meta", "There is no verdict yet.")
	} else {
		h.El("h1", "", "No verdict for this text.").Open("p", "class", "meta").Text("It was not verified. ")
		h.Open("button", "type", "button", "class", "link", "data-do", "verify").Text("Verify").Close("button").Close("p")
	}
	return section("waiting", h.Close("header").Close("div").String())
}

// problem says why a document could not be read, and where.
func (s *Session) problem() []pane.Section {
	p := s.Problem
	h := markup.New().Open("div", "data-sect", "problem").Open("header", "class", "statement", "data-testid", "error", "data-kind", p.Kind, "role", "alert")
	h.Open("h1").El("b", "", "Not read.").Text(" ").Rich(sentence(p.Message)).Close("h1")
	if p.Hint != "" {
		h.Open("p", "class", "meta").Rich(sentence(p.Hint)).Close("p")
	}
	h.Open("p", "class", "meta")
	if p.Span != nil {
		h.Open("button", "type", "button", "class", "link", "data-do", "problem", "data-testid", "error-position").Text(place(p.Span)).Close("button").Text(" ")
	}
	h.Text(kindWords(p.Kind)).Close("p").Close("header")
	h.Open("section", "class", "sect").El("h2", "", "Meanwhile").Open("p", "class", "note")
	h.Text("Nothing is claimed about this text. As soon as it can be read it is verified again by itself.").Close("p").Close("section")
	return section("problem", h.Close("div").String())
}

func kindWords(kind string) string {
	switch kind {
	case "policy":
		return "The policy contradicts itself."
	case "limit":
		return "The document is beyond a limit."
	}
	return "The document does not have the expected form."
}

func sentence(s string) string {
	if s == "" {
		return ""
	}
	if s[0] >= 'a' && s[0] <= 'z' {
		s = string(s[0]-'a'+'A') + s[1:]
	}
	if !strings.HasSuffix(s, ".") {
		s += "."
	}
	return s
}

// crash says what happened, what is safe, what was done and what one can do.
func (s *Session) crash() []pane.Section {
	c := s.Crash
	why, _, _ := strings.Cut(strings.TrimSpace(c.Why), "\n")
	h := markup.New().Open("div", "data-sect", "crash").Open("div", "class", "crash", "role", "alert", "data-testid", "crash")
	h.El("h1", "", "The engine stopped. Your text is safe.")
	h.El("p", "note", "There is no verdict for this text.").Open("ol", "class", "steps")
	item := func(mark, text, end string) {
		h.Open("li").Open("span").Mark(mark).Close("span").Open("span").Rich(text).Close("span").El("span", "end", end).Close("li")
	}
	item("unreachable", "Stopped: `"+strings.ReplaceAll(why, "`", "'")+"`", "at "+strconv.Itoa(c.Millis)+" ms")
	item("tick", "All three documents kept", strconv.Itoa(c.Bytes)+" bytes")
	if c.Ready {
		item("tick", "Engine restarted", "")
	} else {
		item("fork", "Engine restarting", "")
	}
	item("fork", "Not tried again by itself: the same text would stop it again", "")
	h.Close("ol").Open("div", "class", "actions")
	h.Open("button", "class", "btn primary", "type", "button", "data-do", "verify").Text("Verify again").Close("button")
	h.Close("div").Close("div")
	h.Open("section", "class", "sect").El("h2", "", "What the engine said").Open("pre", "class", "query", "tabindex", "0").Text(strings.TrimSpace(c.Why)).Close("pre")
	h.El("p", "note", "A crash is always a defect of planproof, never of your plan.").Close("section")
	return section("crash", h.Close("div").String())
}
