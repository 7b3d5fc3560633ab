package lessons

import (
	"encoding/json"
	"fmt"

	"planproof/core/doc"
)

// An Exercise starts from documents and has a goal. The verifier decides
// whether it is reached.
type Exercise struct {
	Text string `json:"text"`
	Hint string `json:"hint"`
	Done string `json:"done"` // said when the goal is reached
	// Example gives the documents to start from, Start those that differ.
	Example string `json:"example"`
	Start   Parts  `json:"start"`
	Goal    Goal   `json:"goal"`
	// Solution are documents, in place of those of the start, that reach the
	// goal. There are others.
	Solution Parts `json:"solution"`
}

// Parts are documents as they stand in a lesson; one that is empty is left
// as it is.
type Parts struct {
	Workflow json.RawMessage `json:"workflow,omitempty"`
	Policy   json.RawMessage `json:"policy,omitempty"`
	Tools    json.RawMessage `json:"tools,omitempty"`
}

// Texts are the three documents as the editors show them.
type Texts struct{ Workflow, Policy, Tools string }

// Begin is where the exercise starts, printed in the canonical form; example
// is the bundle of Exercise.Example.
func (e *Exercise) Begin(example []byte) (Texts, error) {
	b, err := doc.ReadBundle(example, doc.ReadOptions{})
	if err != nil {
		return Texts{}, fmt.Errorf("example %s: %s", e.Example, err.Message)
	}
	return e.Start.Over(Texts{string(b.Workflow.Print()), string(b.Policy.Print()), string(doc.PrintTools(b.Tools))})
}

// Over puts the parts in the place of the documents.
func (p Parts) Over(t Texts) (Texts, error) {
	if p.Workflow != nil {
		w, _, err := doc.ReadWorkflow(p.Workflow, doc.ReadOptions{})
		if err != nil {
			return t, fmt.Errorf("workflow: %s", err.Message)
		}
		t.Workflow = string(w.Print())
	}
	// The other two are read beside a plan that says nothing.
	policy, tools := []byte(`{"name":"-"}`), []byte(`[]`)
	if p.Policy != nil {
		policy = p.Policy
	}
	if p.Tools != nil {
		tools = p.Tools
	}
	b, err := doc.ReadParts([]byte(`{"goal":"-","steps":[]}`), policy, tools, doc.ReadOptions{})
	if err != nil {
		return t, fmt.Errorf("%s", err.Message)
	}
	if p.Policy != nil {
		t.Policy = string(b.Policy.Print())
	}
	if p.Tools != nil {
		t.Tools = string(doc.PrintTools(b.Tools))
	}
	return t, nil
}

// Tries are the documents that have to be verified, with a trace, to judge
// an answer: the answer itself, then one for each trial of the goal.
func (e *Exercise) Tries(answer Texts) []Texts {
	out := []Texts{answer}
	for _, trial := range e.Goal.Trials {
		t := answer
		t.Workflow = string(trial.Workflow)
		out = append(out, t)
	}
	return out
}
