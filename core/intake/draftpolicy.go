package intake

import (
	"planproof/core/doc"
)

// Names of what a drafted policy holds.
const (
	draftName  = "draft (guessed from tool names; edit before use)"
	draftLabel = "untrusted"
)

// A policyDraft makes a first policy from what tools are called. It is a guess and says so: in its name, in a note and
// in the names of its rules.
//
// Tools that bring in what others wrote get the label untrusted; for every tool that sends or changes something there is
// a rule that keeps data with a label out of it; every call that can not be taken back may happen once.
type policyDraft struct {
	policy  doc.Policy
	classes map[string]class
	hints   []hint
}

// draftPolicy makes the policy for the tools that a plan calls, or for all when there is no plan. It adds labels to the
// specs of sources that have none.
func draftPolicy(specs []doc.ToolSpec, hints []hint, called []string, notes *Notes) *doc.Policy {
	d := &policyDraft{classes: map[string]class{}, hints: hints}
	d.policy = doc.Policy{Name: doc.Text{Value: draftName}, ImplicitFlows: doc.FlowsOff}
	for _, name := range called {
		d.policy.AllowedTools = append(d.policy.AllowedTools, doc.Text{Value: name})
	}
	var cleaners []doc.Text
	for i := range specs {
		t := &specs[i]
		c := d.classify(t)
		if c == source && len(t.SourceLabels) == 0 {
			t.SourceLabels = []doc.Text{{Value: draftLabel}}
		}
		if c == sanitizer {
			cleaners = append(cleaners, t.Name)
		}
	}
	for _, name := range called {
		switch d.classes[name] {
		case irreversible:
			d.once(name)
			d.rule(name, cleaners)
		case sink:
			d.rule(name, cleaners)
		case neutral, source, sanitizer:
		}
	}
	notes.Guess(doc.Range{}, d.words(called))
	return &d.policy
}

func (d *policyDraft) classify(t *doc.ToolSpec) class {
	c := classify(t, d.hints)
	for _, helper := range helperOrder {
		if t.Name.Value == helper {
			c = neutral
		}
	}
	d.classes[t.Name.Value] = c
	return c
}

// rule keeps what has a label out of every argument of a sink.
func (d *policyDraft) rule(name string, cleaners []doc.Text) {
	d.policy.TaintRules = append(d.policy.TaintRules, doc.TaintRule{
		Name:       doc.Text{Value: "guess: nothing untrusted into " + name},
		SourceTool: doc.Text{Value: doc.Any}, SinkTool: doc.Text{Value: name}, SinkParam: doc.Text{Value: doc.Any},
		Sanitizers: cleaners,
	})
}

// once allows one call of a tool.
func (d *policyDraft) once(name string) {
	text := func(s string) doc.Text { return doc.Text{Value: s} }
	d.policy.Automata = append(d.policy.Automata, doc.Automaton{
		Name:    text("guess: " + name + " at most once"),
		States:  []doc.State{{Name: text("not_yet")}, {Name: text("done")}, {Name: text("twice"), IsError: true}},
		Initial: text("not_yet"),
		Transitions: []doc.Transition{
			{From: text("not_yet"), To: text("done"), Tool: text(name)},
			{From: text("done"), To: text("twice"), Tool: text(name)},
		},
	})
}

// words say what was guessed of which tool.
func (d *policyDraft) words(called []string) string {
	out := "the policy is a guess from the names of the tools"
	for _, part := range []struct {
		title string
		class class
	}{{"sources", source}, {"sinks", sink}, {"at most once", irreversible}, {"sanitizers", sanitizer}, {"not classified", neutral}} {
		names := ""
		count := 0
		for _, name := range called {
			if d.classes[name] == part.class && !isHelper(name) {
				if count++; count <= 8 {
					names += ", " + name
				}
			}
		}
		switch {
		case count > 8:
			out += "; " + part.title + ": " + names[2:] + " and more"
		case count > 0:
			out += "; " + part.title + ": " + names[2:]
		}
	}
	return out
}
