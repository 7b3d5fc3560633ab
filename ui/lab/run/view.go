package run

import (
	"strings"

	exec "planproof/core/run"
	"planproof/ui/lab"
	"planproof/ui/lab/verified"
	"planproof/ui/lab/words"
	"planproof/ui/markup"
)

// view is the whole tab.
func (r *Room) view(a lab.Ask) string {
	h := markup.New().Open("div", "class", "runroom")
	if verified.Empty(a.Context) {
		statement(h, "quiet", "idle", "Nothing to run yet.", "A run appears here as soon as there is a plan.")
		return h.Close("div").String()
	}
	s := r.Cache.Of(a.Context)
	if s.Err != nil {
		statement(h, "quiet", "idle", "Nothing to run.", problemWords(verified.Problem(s.Err)))
		return h.Close("div").String()
	}
	r.labels = s.Model.Beads
	r.head(h, s)
	if r.session != nil && r.session.pending != nil {
		r.waiting(h)
	}
	r.form(h)
	if r.session != nil && len(r.session.rows) > 0 {
		at := r.lit(a.Cursor)
		r.trace(h, s, at)
		r.monitor(h, s, at)
	}
	r.witness(h, s, a)
	return h.Close("div").String()
}

func statement(h *markup.Writer, class, state, word, rest string, meta ...string) {
	h.Open("header", "class", "statement "+class, "data-testid", "run-status", "data-state", state)
	h.Open("h1").El("b", "", word)
	if rest != "" {
		h.Text(" ").Rich(rest)
	}
	h.Close("h1")
	for _, m := range meta {
		h.Open("p", "class", "meta").Rich(m).Close("p")
	}
	h.Close("header")
}

// head says how far the run came.
func (r *Room) head(h *markup.Writer, s *verified.Case) {
	switch {
	case r.setup.wrong != "":
		statement(h, "rejected", "wrong", "Not run.", r.setup.wrong, "No tool was called.")
	case r.session == nil && s.Report.OK:
		statement(h, "quiet", "idle", "Ready.", "The plan is accepted. A run makes every check again, on real values, before each call.")
	case r.session == nil:
		statement(h, "rejected", "refused", "Not run.", "Verification refuses this plan, so no tool is called.", r.refusals(s))
	default:
		class, state, word, rest := r.session.outcome()
		meta := []string{r.session.counts()}
		if r.session.unverified {
			meta = append(meta, "Run unverified, because you asked for it: only the monitor stands between the plan and its tools.")
		}
		statement(h, class, state, word, rest, meta...)
	}
}

func (r *Room) refusals(s *verified.Case) string {
	text := words.Count(len(s.Report.Violations), "violation") + ", 0 calls."
	if len(s.Report.Violations) > 0 {
		text += " The first: " + strings.TrimSuffix(s.Report.Violations[0].Message, ".") + "."
	}
	return text
}

// outcome is the run in one word and one sentence.
func (s *session) outcome() (class, state, word, rest string) {
	switch {
	case s.refused():
		return "rejected", "refused", "Not run.", "With these inputs verification refuses the plan: " + s.report.Violations[0].Message + "."
	case s.asking:
		return "", "approval", "Asked.", "May `" + s.pending.call.Tool + "` be called?"
	case s.pending != nil:
		return "", "waiting", "Waiting.", "What does `" + s.pending.call.Tool + "` answer?"
	case s.result.OK():
		return "proved", "ended", "Ran to its end.", "No check stopped it."
	}
	v := s.result.Stop
	switch v.Kind {
	case exec.Violated:
		return "rejected", "stopped", "Stopped.", words.Sentence(v.Message)
	case exec.Refused:
		return "rejected", "refused", "Not run.", words.Sentence(v.Message)
	case exec.OverBudget:
		return "", "stopped", "Stopped.", s.overBudget()
	case exec.NotApproved, exec.ToolFailed, exec.FalsePost, exec.UndeclaredType, exec.NoValue, exec.Interrupted:
	}
	return "", "stopped", "Stopped.", words.Sentence(v.Message)
}

// overBudget says which budget is used up, and whose it is.
func (s *session) overBudget() string {
	name, word := exec.BudgetToolCall, "call"
	if strings.HasSuffix(s.result.Stop.Rule, exec.BudgetLoopIter) {
		name, word = exec.BudgetLoopIter, "round"
	}
	if _, own := s.budget[name]; own {
		return "The budget of " + words.Count(s.limits()[name], word) + " is used up."
	}
	return "The page shows runs of at most " + words.Count(s.limits()[name], word) + "; the command line has no such limit."
}

// stopWords say what kind of stop it is, and whose it is to foresee.
var stopWords = map[exec.StopKind]string{
	exec.Violated:       "a check of the monitor failed",
	exec.ToolFailed:     "a tool answered with an error",
	exec.FalsePost:      "a result breaks what its tool promises",
	exec.OverBudget:     "a budget is used up",
	exec.NotApproved:    "the call was not approved",
	exec.UndeclaredType: "a value is not of its declared type",
	exec.NoValue:        "a condition has no value for this data",
	exec.Refused:        "it was not started",
	exec.Interrupted:    "it was interrupted",
}

// made counts the calls that were answered: one that waits is not yet made.
func (s *session) made() int {
	if s.pending != nil && !s.asking {
		return len(s.result.Calls) - 1
	}
	return len(s.result.Calls)
}

// counts are what the run used.
func (s *session) counts() string {
	if s.refused() {
		return words.Count(len(s.report.Violations), "violation") + ", 0 calls."
	}
	text := words.Count(s.made(), "call") + ", " + words.Count(s.result.LoopRounds, "round") + "."
	v := s.result.Stop
	if v == nil || s.pending != nil {
		return text
	}
	text += " " + words.Sentence(stopWords[v.Kind])
	if v.Label != "" {
		text += " At `" + v.Label + "`"
		if v.Category != "execution" {
			text += ", " + strings.ReplaceAll(string(v.Category), "_", " ") + " `" + ruleWords(v.Rule) + "`"
		}
		text += "."
	}
	return text
}

// ruleWords leaves out of a rule's name what its category says already.
func ruleWords(rule string) string {
	if parts := strings.SplitN(rule, ":", 3); len(parts) == 3 {
		return parts[2]
	}
	return rule
}

// words are the outcome for the live region.
func (s *session) words() string {
	_, _, word, rest := s.outcome()
	return word + " " + strings.ReplaceAll(rest, "`", "")
}

// form is the setup: inputs, script, budgets, and what starts a run.
func (r *Room) form(h *markup.Writer) {
	h.Open("section", "class", "sect setup")
	h.Open("div", "class", "actions")
	words.Button(h, "btn primary", "start", "", "run-start", "Run")
	if r.session == nil || r.session.pending == nil {
		words.Button(h, "btn", "step", "", "run-step", "Call by call")
	}
	if r.session != nil {
		words.Button(h, "btn", "reset", "", "run-reset", "Clear")
	}
	if r.session == nil || r.session.refused() {
		words.Button(h, "btn", "unverified", "", "run-unverified", "Run unverified")
	}
	checked := ""
	if r.setup.ask {
		checked = "checked"
	}
	h.Open("label", "class", "check").Open("input", "type", "checkbox", "name", "ask", "checked", checked, "data-testid", "run-ask").Text(" Ask before every call").Close("label")
	h.Close("div")
	r.values(h)
	h.Close("section")
}

// values are the fields of the setup.
func (r *Room) values(h *markup.Writer) {
	title := "Inputs, results and budgets"
	if r.setup.origin != "" {
		title += ": " + r.setup.origin
	}
	h.Open("details", "id", "run-values", "class", "fold").Open("summary").Text(title).Close("summary")
	for _, in := range r.setup.inputs {
		id := "run-in-" + in.Name
		h.Open("label", "class", "line", "for", id).Code(in.Name).Close("label")
		h.Open("input", "type", "text", "class", "field mono", "id", id, "name", "input-"+in.Name, "value", in.Value, "placeholder", "JSON, such as \"text\" or 7",
			"spellcheck", "false", "autocomplete", "off", "data-testid", "run-input-"+in.Name)
	}
	h.Open("label", "class", "line", "for", "run-script").Text("What tools answer, each tool's answers in order").Close("label")
	h.Open("textarea", "id", "run-script", "class", "field mono", "name", "script", "rows", "6", "spellcheck", "false", "data-testid", "run-scripts",
		"placeholder", `[{"tool": "…", "result": …}, {"tool": "…", "error": "…"}]; what is missing here is asked for`).Text(r.setup.script).Close("textarea")
	h.Open("div", "class", "actions")
	words.Button(h, "btn", "made-up", "", "run-made-up", "Make values up")
	h.Open("label", "class", "check").Text("Budget of calls ").Open("input", "type", "text", "inputmode", "numeric", "class", "field num", "name", "calls", "value", r.setup.calls,
		"placeholder", "none", "data-testid", "run-budget-calls").Close("label")
	h.Open("label", "class", "check").Text("of rounds ").Open("input", "type", "text", "inputmode", "numeric", "class", "field num", "name", "rounds", "value", r.setup.rounds,
		"placeholder", "none", "data-testid", "run-budget-rounds").Close("label")
	h.Close("div").Close("details")
}
