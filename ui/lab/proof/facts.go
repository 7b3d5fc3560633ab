package proof

import (
	"strconv"
	"strings"

	"planproof/core/doc"
	"planproof/core/ir"
	"planproof/core/value"
	"planproof/ui/lab/verified"
	"planproof/ui/lab/words"
	"planproof/ui/markup"
)

// certificate is the text in words. Every fact is a button: pressing it makes
// the certificate say the contrary.
func (r *Room) certificate(h *markup.Writer, s *verified.Case) {
	h.Open("section", "class", "sect", "data-testid", "proof-certificate").Open("h2").Text("The certificate")
	h.El("span", "end", "solid: said so, dashed: said not. Press to tamper").Close("h2")
	v, err := doc.ReadValue("certificate", []byte(r.text), 0)
	if err == nil {
		loops, calls := listAt(v, "/loops"), listAt(v, "/calls")
		for i := range loops {
			r.loop(h, s, v, "/loops/"+strconv.Itoa(i))
		}
		for i := range calls {
			r.call(h, s, v, "/calls/"+strconv.Itoa(i))
		}
		if len(loops)+len(calls) == 0 {
			h.El("p", "note", "It is empty. The plan has no loop to summarize, and no condition excludes anything: one pass over the plan is all the evidence.")
		}
		r.lies(h, s)
	}
	h.Open("details", "id", "proof-json", "class", "fold").Open("summary").Text("As JSON, " + words.Count(len(r.text), "byte")).Close("summary")
	h.Open("textarea", "class", "field mono", "name", "certificate", "rows", "8", "spellcheck", "false", "aria-label", "Certificate as JSON", "data-testid", "proof-text").Text(pretty(r.text)).Close("textarea")
	h.Open("div", "class", "actions")
	words.Button(h, "btn", "edit", "", "proof-edit", "Check this text")
	h.Close("div").Close("details").Close("section")
}

// pretty breaks the text before every loop and call.
func pretty(text string) string {
	return strings.NewReplacer(`{"path":`, "\n  {\"path\":", `],"calls":`, "],\n \"calls\":", `,"loops":`, ",\n \"loops\":").Replace(text)
}

func stepLink(h *markup.Writer, s *verified.Case, path string) {
	step := s.Model.Step(path)
	if step == nil {
		h.Code(path)
		return
	}
	h.Open("button", "type", "button", "class", "link", "data-do", "at", "data-arg", step.Path).Text(step.Name()).Close("button")
}

// chip is a fact that can be turned around.
func chip(h *markup.Writer, on bool, edit, text, says string) {
	class := "chip"
	if on {
		class += " on"
	}
	h.Open("button", "type", "button", "class", class, "data-lab-do", "flip", "data-lab-arg", edit, "data-testid", "proof-fact", "aria-pressed", strconv.FormatBool(on), "title", says).Text(text).Close("button")
}

// loop is the state at a loop's head: what each name that the body binds may
// carry, and where each automaton may be.
func (r *Room) loop(h *markup.Writer, s *verified.Case, v value.Value, here string) {
	h.Open("div", "class", "entry", "data-testid", "proof-loop").Open("h3").Text("At the head of ")
	stepLink(h, s, textAt(v, here+"/path"))
	h.Text(", in every round").Close("h3").Open("dl", "class", "facts")
	names := listAt(v, here+"/names")
	for i := range names {
		at := here + "/names/" + strconv.Itoa(i)
		h.Open("dt").Code(textAt(v, at+"/name")).Text(" may carry").Close("dt").Open("dd")
		rules := listAt(v, at+"/rules")
		for _, rule := range r.program.RuleNames() {
			on := has(rules, value.Text(rule))
			says := "says: it may carry raw data of this rule"
			if !on {
				says = "says: it never carries raw data of this rule"
			}
			chip(h, on, "toggle "+at+"/rules "+rule, rule, says)
		}
		for _, l := range listAt(v, at+"/labels") {
			h.Text(" ").Code(string(value.AppendJSON(nil, l)))
		}
		h.Close("dd")
	}
	if len(names) == 0 {
		h.Open("dt").Text("names").Close("dt").El("dd", "muted", "the body binds none that lives on")
	}
	autos := listAt(v, here+"/automata")
	for i := range autos {
		at := here + "/automata/" + strconv.Itoa(i)
		name := textAt(v, at+"/automaton")
		h.Open("dt").Code(name).Text(" may be in").Close("dt").Open("dd")
		states := listAt(v, at+"/states")
		for _, st := range r.states(name) {
			on := has(states, value.Text(st))
			chip(h, on, "toggle "+at+"/states "+st, st, "says whether the automaton may be in this state")
		}
		h.Close("dd")
	}
	h.Close("dl").Close("div")
}

func (r *Room) automaton(name string) *ir.Automaton {
	for _, a := range r.program.Automata {
		if a.Name == name {
			return a
		}
	}
	return nil
}

func (r *Room) states(automaton string) []string {
	if a := r.automaton(automaton); a != nil {
		return a.States
	}
	return nil
}

// call is what the conditions at one call can do.
func (r *Room) call(h *markup.Writer, s *verified.Case, v value.Value, here string) {
	h.Open("div", "class", "entry", "data-testid", "proof-call").Open("h3").Text("At ")
	stepLink(h, s, textAt(v, here+"/path"))
	h.Close("h3").Open("dl", "class", "facts")
	for i := range listAt(v, here+"/next") {
		at := here + "/next/" + strconv.Itoa(i)
		name := textAt(v, at+"/automaton")
		h.Open("dt").Code(name).Text(" in ").Code(textAt(v, at+"/state")).Close("dt").Open("dd")
		fires := listAt(v, at+"/fires")
		if a := r.automaton(name); a != nil {
			for j, t := range a.Declared {
				if c := r.callAt(textAt(v, here+"/path")); c != nil && t.Fires(c.Tool.Index) && a.States[t.From] == textAt(v, at+"/state") {
					chip(h, has(fires, value.Int(int64(j))), "toggle "+at+"/fires "+strconv.Itoa(j), "goes to "+a.States[t.To], "says whether transition "+strconv.Itoa(j+1)+" may fire")
				}
			}
		}
		stays, _ := get(v, at+"/stays").(value.Bool)
		chip(h, bool(stays), "not "+at+"/stays", "stays", "says whether the state may stay")
		r.why(h, v, at)
		h.Close("dd")
	}
	for i := range listAt(v, here+"/excluded") {
		at := here + "/excluded/" + strconv.Itoa(i)
		h.Open("dt").Text("does not apply").Close("dt").Open("dd")
		chip(h, true, "drop "+here+"/excluded "+strconv.Itoa(i), textAt(v, at+"/rule"), "says: the condition of this rule is false here")
		r.why(h, v, at)
		h.Close("dd")
	}
	for i := range listAt(v, here+"/holds") {
		at := here + "/holds/" + strconv.Itoa(i)
		h.Open("dt").Text(textAt(v, at+"/kind") + " holds").Close("dt").Open("dd")
		chip(h, true, "drop "+here+"/holds "+strconv.Itoa(i), textAt(v, at+"/condition"), "says: this holds in every run")
		r.why(h, v, at)
		h.Close("dd")
	}
	h.Close("dl").Close("div")
}

// why is what an entry rests on.
func (r *Room) why(h *markup.Writer, v value.Value, here string) {
	by := textAt(v, here+"/by")
	chip(h, by == "solver", "by "+here, "by "+by, "says what this rests on: the concrete evaluator, which the checker runs itself, or the solver")
	for _, f := range listAt(v, here+"/facts") {
		if t, ok := f.(value.Text); ok {
			h.Open("span", "class", "because").Text("from ").Code(string(t)).Close("span")
		}
	}
}

// lies offers false entries: claims that the analysis did not make.
func (r *Room) lies(h *markup.Writer, s *verified.Case) {
	list := r.claims()
	if len(list) == 0 {
		return
	}
	h.Open("div", "class", "actions")
	for i, c := range list {
		if i == 2 {
			break
		}
		words.Button(h, "btn", "flip", "add /calls "+c.entry, "proof-lie", "Claim: "+c.words)
	}
	h.Close("div")
}
