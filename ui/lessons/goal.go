package lessons

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"planproof/core/doc"
	"planproof/core/finding"
)

// A Goal is what must hold of the reader's documents and of the reports on
// them. An empty condition always holds.
type Goal struct {
	// OK is the verdict that the plan must get.
	OK bool `json:"ok"`
	// Keep names documents that must say what they said at the start.
	Keep []string `json:"keep,omitempty"`
	// Calls are tools that the plan must still be able to call.
	Calls []string `json:"calls,omitempty"`
	// Reach are flows that the plan must still have.
	Reach []Reach `json:"reach,omitempty"`
	// Find are findings that must be there.
	Find []Want `json:"find,omitempty"`
	// Rounds is how often some loop must at least be gone through before it
	// converges.
	Rounds int `json:"rounds,omitempty"`
	// Trials are other plans under the reader's policy and tools.
	Trials []Trial `json:"trials,omitempty"`
}

// Reach wants data of a tool, or the value of an input, in a parameter.
type Reach struct {
	From  string `json:"from"`
	To    string `json:"to"`
	Param string `json:"param"`
}

// Want is a finding; an empty field matches every one.
type Want struct {
	Category  finding.Category  `json:"category"`
	RuleName  string            `json:"rule_name,omitempty"`
	Certainty finding.Certainty `json:"certainty,omitempty"`
}

// A Trial is a plan that must get a verdict, so that a rule is not met by
// taking it away.
type Trial struct {
	Workflow json.RawMessage `json:"workflow"`
	OK       bool            `json:"ok"`
	Words    string          `json:"words"` // what is wrong when it does not
}

// A Check is one condition of a goal: what is wanted, and what is wrong when
// it does not hold. Both are whole sentences; backquotes mark names.
type Check struct {
	Want, Wrong string
	Met         bool
}

// Unmet says in whole sentences which conditions do not hold; none means
// that the exercise is solved. Reports are those of Tries in order, with
// traces; one that is nil stands for documents that could not be read.
func (e *Exercise) Unmet(start, answer Texts, reports []*finding.Report) []string {
	checks := e.Checks(start, answer, reports)
	if checks == nil {
		return []string{"The documents can not be read as they are."}
	}
	var out []string
	for _, c := range checks {
		if !c.Met {
			out = append(out, c.Wrong)
		}
	}
	return out
}

// Checks are the conditions of the goal in a fixed order; nil when some
// document could not be read, so that nothing can be said.
func (e *Exercise) Checks(start, answer Texts, reports []*finding.Report) []Check {
	g := &e.Goal
	if len(reports) != 1+len(g.Trials) || slices.Contains(reports, nil) {
		return nil
	}
	out := g.kept(start, answer)
	out = append(out, g.verdict(reports[0])...)
	out = append(out, g.does(answer, reports[0])...)
	for i, t := range g.Trials {
		want := "Another plan, which is harmless, is accepted."
		if !t.OK {
			want = "Another plan, which is harmful, is refused."
		}
		out = append(out, Check{want, t.Words, reports[i+1].OK == t.OK})
	}
	return out
}

func (g *Goal) kept(start, answer Texts) []Check {
	var out []Check
	for _, name := range g.Keep {
		a, b := canonical(start, name), canonical(answer, name)
		is := " is"
		if name == doc.DocTools {
			is = " are"
		}
		out = append(out, Check{"The " + name + is + " unchanged.", "The " + name + " must stay as it was at the start.", a != nil && bytes.Equal(a, b)})
	}
	return out
}

// canonical is a document without its layout, nil when it can not be read.
func canonical(t Texts, name string) []byte {
	b, err := doc.ReadParts([]byte(t.Workflow), []byte(t.Policy), []byte(t.Tools), doc.ReadOptions{Lenient: true})
	if err != nil {
		return nil
	}
	switch name {
	case doc.DocPolicy:
		return b.Policy.AppendJSON(nil)
	case doc.DocTools:
		return doc.AppendToolsJSON(nil, b.Tools)
	default:
		return b.Workflow.AppendJSON(nil)
	}
}

func (g *Goal) verdict(r *finding.Report) []Check {
	out := []Check{{"The plan is accepted.", "The plan is not accepted yet.", r.OK}}
	if !g.OK {
		out[0] = Check{"The plan is rejected.", "The plan is accepted; it should be rejected.", !r.OK}
	}
	for _, w := range g.Find {
		words := w.words() + " finding" + w.rule() + "."
		out = append(out, Check{"There is a " + words, "There is no " + words, slices.ContainsFunc(r.Violations, w.is)})
	}
	return out
}

func (w Want) is(f finding.Finding) bool {
	return f.Category == w.Category && (w.RuleName == "" || f.RuleName == w.RuleName) && (w.Certainty == "" || f.Certainty == w.Certainty)
}

func (w Want) words() string {
	return strings.TrimSpace(string(w.Certainty) + " " + strings.ReplaceAll(string(w.Category), "_", " "))
}

func (w Want) rule() string {
	if w.RuleName == "" {
		return ""
	}
	return " of `" + w.RuleName + "`"
}

// does checks what the plan does, by its trace.
func (g *Goal) does(answer Texts, r *finding.Report) []Check {
	var out []Check
	calls := reachable(answer, r)
	for _, tool := range g.Calls {
		out = append(out, Check{"The plan calls `" + tool + "`.", "The plan must still call `" + tool + "`.",
			slices.ContainsFunc(calls, func(c call) bool { return c.tool == tool })})
	}
	for _, f := range g.Reach {
		out = append(out, Check{fmt.Sprintf("`%s` reaches the parameter `%s` of `%s`.", f.From, f.Param, f.To),
			fmt.Sprintf("`%s` must still reach the parameter `%s` of `%s`.", f.From, f.Param, f.To), slices.ContainsFunc(calls, f.by)})
	}
	if g.Rounds > 0 {
		rounds := longest(r)
		out = append(out, Check{fmt.Sprintf("Some loop takes %d rounds.", g.Rounds),
			fmt.Sprintf("No loop takes %d rounds; the longest takes %d.", g.Rounds, rounds), rounds >= g.Rounds})
	}
	return out
}

func longest(r *finding.Report) int {
	rounds := 0
	if r.Trace != nil {
		for _, l := range r.Trace.Loops {
			rounds = max(rounds, l.Iterations)
		}
	}
	return rounds
}

// call is a call that the trace records.
type call struct {
	tool string
	args []finding.ArgEvent
}

// by tells whether a call receives what Reach wants.
func (f Reach) by(c call) bool {
	return c.tool == f.To && slices.ContainsFunc(c.args, func(a finding.ArgEvent) bool {
		return a.Param == f.Param && (slices.Contains(a.Refs, f.From) || slices.Contains(a.Value.Provenance, f.From))
	})
}

// reachable are the calls that some run may get to.
func reachable(answer Texts, r *finding.Report) []call {
	w, _, err := doc.ReadWorkflow([]byte(answer.Workflow), doc.ReadOptions{Lenient: true})
	if err != nil || r.Trace == nil {
		return nil
	}
	tools := map[string]string{}
	name(w.Steps, "/workflow/steps", tools)
	var out []call
	for i := range r.Trace.Events {
		if e := &r.Trace.Events[i]; e.Kind == finding.EvCall && !dead(r, e.Path) {
			out = append(out, call{tools[e.Path], e.Args})
		}
	}
	return out
}

// dead tells whether a step is in a part of the plan that can not run.
func dead(r *finding.Report, path string) bool {
	return slices.ContainsFunc(r.Notes, func(n finding.Finding) bool {
		return n.ID == finding.IDUnreachable && (path == n.Path || strings.HasPrefix(path, n.Path+"/"))
	})
}

// name notes the tool of every call by its pointer.
func name(steps []doc.Step, at string, tools map[string]string) {
	for i := range steps {
		path := at + "/" + strconv.Itoa(i)
		switch n := steps[i].Node.(type) {
		case *doc.ToolCall:
			tools[path] = n.Tool.Value
		case *doc.Conditional:
			name(n.Then, path+"/conditional/then_steps", tools)
			name(n.Else, path+"/conditional/else_steps", tools)
		case *doc.Loop:
			name(n.Body, path+"/loop/body", tools)
		}
	}
}
