package run

import (
	"strconv"
	"strings"

	exec "planproof/core/run"
	"planproof/core/value"
	"planproof/ui/lab"
	"planproof/ui/lab/verified"
	"planproof/ui/lab/words"
	"planproof/ui/markup"
)

func itoa(n int) string { return strconv.Itoa(n) }

// witness is the open finding as a run, beside the plan without it.
func (r *Room) witness(h *markup.Writer, s *verified.Case, a lab.Ask) {
	if a.Open == 0 || a.State != "done" {
		return
	}
	f := s.Finding(a.Open)
	if f == nil || !replayable(s, f) {
		return
	}
	h.Open("section", "class", "sect", "data-testid", "run-replay")
	if s.Report.Stats.Steps > maxReplaySteps && r.replay.number != a.Open && a.Do != "replay" {
		h.El("h2", "", "Finding "+itoa(a.Open)+" as a run").Open("div", "class", "actions")
		words.Button(h, "btn", "replay", "", "run-replay-start", "Replay it")
		h.Close("div").Close("section")
		return
	}
	r.replay.of(s, a, r.setup)
	p := &r.replay
	if p.shown == nil {
		h.El("h2", "", "Finding "+itoa(a.Open)+" as a run").El("p", "note", "It can not be tried on the executor.").Close("section")
		return
	}
	r.verdict(h, a)
	if p.shown.Status == exec.Confirmed {
		r.attack(h, s)
		r.columns(h, s)
	} else if p.safe != nil {
		h.El("p", "note", "There is a plan that the verifier accepts: "+p.safe.fix.Title+".")
	}
	h.Close("section")
}

// verdict says whether a run shows the finding.
func (r *Room) verdict(h *markup.Writer, a lab.Ask) {
	p := r.replay.shown
	h.Open("h2").Text("Finding " + itoa(a.Open) + " as a run")
	if p.Status == exec.Confirmed {
		replayed(h, p.Status, "is-rejected", "confirmed", "confirmed")
		h.Open("p", "class", "note").El("b", "is-rejected", "Confirmed.").Text(" ").Rich(words.Sentence(p.Run.Stop.Message))
		if p.Run.Stop.Label != "" {
			h.Text(" The monitor stops the run at ").Code(p.Run.Stop.Label).Text(", before the call.")
		}
		h.Close("p")
	} else {
		replayed(h, p.Status, "is-possible", "possible", "abstract only")
		h.Open("p", "class", "note").El("b", "is-possible", "Abstract only.").Text(" ").Rich(words.Sentence(p.Reason)).Close("p")
		h.El("p", "note", "It may be a false alarm: the analysis covers more than the runs there are. The finding still counts.")
	}
	if len(p.Passed) > 0 {
		h.Open("p", "class", "note").Text("To come here the run passes by what a monitor would stop at first: ")
		for i, v := range p.Passed {
			if i > 0 {
				h.Text("; ")
			}
			h.Rich(v.Message)
		}
		h.Text(".").Close("p")
	}
	if len(p.Inputs) > 0 {
		h.Open("dl", "class", "kv").El("dt", "", "Inputs").Open("dd")
		for i, in := range p.Inputs {
			if i > 0 {
				h.Text(", ")
			}
			h.Code(in.Key + " = " + brief(in.Value, 80))
		}
		h.Close("dd").Close("dl")
	}
}

func replayed(h *markup.Writer, status, class, mark, word string) {
	h.Open("span", "class", "end", "data-testid", "run-replayed", "data-status", status).Open("span", "class", class).Mark(mark).Text(" " + word).Close("span").Close("span").Close("h2")
}

// columns are the run of the plan and that of the safe one.
func (r *Room) columns(h *markup.Writer, s *verified.Case) {
	p := &r.replay
	h.Open("div", "class", "beside")
	h.Open("div", "data-testid", "run-witness").El("h3", "", "This plan")
	short(h, p.basis().Run)
	words.Button(h, "btn", "witness", "", "run-witness-load", "Run it here")
	h.Close("div")
	if p.safe != nil {
		h.Open("div", "data-testid", "run-safe").Open("h3").Text("The safe plan").Close("h3")
		h.Open("p", "class", "note").Rich(words.Sentence(p.safe.fix.Title)).Close("p")
		short(h, p.safe.run)
		h.Close("div")
	}
	h.Close("div")
	if p.safe == nil {
		h.El("p", "note", "There is no edit of the plan that the verifier knows to make it safe.")
	}
}

// short is a run as a list of calls, and how it ended.
func short(h *markup.Writer, run *exec.Result) {
	h.Open("ol", "class", "shortrun")
	for i, c := range run.Calls {
		if i == 12 && len(run.Calls) > 14 {
			h.El("li", "muted", "… "+itoa(len(run.Calls)-12)+" more calls")
			break
		}
		h.Open("li").Code(callText(c))
		if c.Result != nil {
			h.Text(" → ").Code(brief(c.Result, 60))
		}
		h.Close("li")
	}
	if v := run.Stop; v != nil {
		h.Open("li", "class", "is-rejected").Mark("confirmed").Text(" stopped")
		if v.Label != "" {
			h.Text(" at " + v.Label)
		}
	} else {
		h.Open("li", "class", "is-proved").Mark("proved").Text(" ran to its end")
	}
	h.Close("li").Close("ol")
}

// attack shows what an attacker's text in a tool's answer comes to.
func (r *Room) attack(h *markup.Writer, s *verified.Case) {
	p := r.replay.poisoned
	if p == nil {
		return
	}
	h.Open("div", "class", "attack", "data-testid", "run-attack").El("h3", "", "The attack")
	carriers := r.replay.carriers
	h.Open("p", "class", "note").Text("Whoever writes what ").Code(carriers[0]).Text(" reads can write this into it:").Close("p")
	h.Open("p", "class", "poison").El("mark", "", poisonText).Close("p")
	if c := wouldGive(s.Bundle, p.Run); c != nil {
		h.Open("p", "class", "note")
		if len(carriers) > 1 {
			h.Text("When it is passed on by ").Code(strings.Join(carriers[1:], ", ")).Text(", ")
			h.Code(c.Tool).Text(" would be called with")
		} else {
			h.Text("Then ").Code(c.Tool).Text(" would be called with")
		}
		h.Close("p").Open("table", "class", "tbl args").Open("tbody")
		for _, arg := range c.Args {
			h.Open("tr").Open("td", "class", "mono").Text(arg.Name).Close("td").Open("td", "class", "val mono")
			marked(h, arg.Value)
			h.Close("td").Close("tr")
		}
		h.Close("tbody").Close("table")
	}
	if r.replay.safe != nil {
		h.El("p", "note", "The safe plan reads the same text, and breaks no rule.")
	}
	h.Close("div")
}

// marked writes a value with the attacker's text marked in it.
func marked(h *markup.Writer, v value.Value) {
	text := brief(v, 600)
	for {
		before, after, found := strings.Cut(text, poisonText)
		h.Text(before)
		if !found {
			return
		}
		h.El("mark", "", poisonText)
		text = after
	}
}
