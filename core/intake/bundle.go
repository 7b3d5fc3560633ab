package intake

import (
	"slices"

	"planproof/core/doc"
	"planproof/core/value"
)

// bundle makes the bundle of the chosen plan.
func (r *Result) bundle(notes *Notes) {
	if r.Plan >= 0 {
		r.Origins = r.parts.built[r.Plan].origins
	}
	r.Bundle, r.Drafted, r.Refused = r.make(r.Plan, notes)
}

// BundleOf returns the bundle of one of Plans, or why there is none. Its tools and its policy are drafted for this plan.
func (r *Result) BundleOf(plan int) (*doc.Bundle, *Refused) {
	if refused := r.Plans[plan].Refused; refused != nil {
		return nil, refused
	}
	b, _, refused := r.make(plan, &Notes{src: r.src})
	return b, refused
}

// make writes a plan (-1 for none), the tools and the policy as one document and reads that back: what leaves this
// package has passed the reader that everything else passes.
func (r *Result) make(index int, notes *Notes) (*doc.Bundle, []string, *Refused) {
	plan, workflow := &Plan{}, emptyWorkflow
	if index >= 0 {
		plan, workflow = r.parts.plans[index], r.parts.built[index].workflow
	}
	shelf := r.parts.shelf.clone()
	shelf.draft(workflow)
	called := calledTools(workflow)
	if len(called) == 0 {
		called = shelf.names()
	}
	policy := r.parts.policy
	switch {
	case policy != nil:
	case r.options.NoDraft:
		policy = &doc.Policy{Name: doc.Text{Value: "none"}, ImplicitFlows: doc.FlowsOff}
	default:
		policy = draftPolicy(shelf.specs, r.parts.hints, called, notes)
	}
	b, err := doc.ReadBundle(bundleText(plan, workflow, policy, shelf.specs), doc.ReadOptions{})
	if err != nil {
		return nil, nil, &Refused{Construct: "not a bundle", Message: discreet(r.src, doc.Span{}, err.Message), Hint: discreet(r.src, doc.Span{}, err.Hint)}
	}
	return b, shelf.drafted, nil
}

// emptyWorkflow stands for the plan of a paste that has none.
var emptyWorkflow = value.Object{{Key: "goal", Value: value.Text("")}, {Key: "steps", Value: value.List{}}}

// clone copies the shelf, so that several bundles of one paste do not see each other's drafts.
func (s *shelf) clone() *shelf {
	out := &shelf{notes: s.notes}
	for _, t := range s.specs {
		out.put(t)
	}
	return out
}

func (s *shelf) names() []string {
	var out []string
	for _, t := range s.specs {
		out = append(out, t.Name.Value)
	}
	return out
}

// calledTools returns the tools that a workflow calls, in the order of their first call.
func calledTools(w value.Value) []string {
	u := usage{tools: map[string]*toolUse{}}
	u.steps(w)
	return slices.Clone(u.order)
}

// bundleText writes a bundle.
func bundleText(plan *Plan, workflow value.Object, policy *doc.Policy, tools []doc.ToolSpec) []byte {
	out := []byte(`{`)
	if plan.Title != "" {
		out = append(value.AppendQuoted(append(out, `"title":`...), plan.Title), ',')
	}
	out = value.AppendJSON(append(out, `"workflow":`...), workflow)
	out = policy.AppendJSON(append(out, `,"policy":`...))
	out = doc.AppendToolsJSON(append(out, `,"tools":`...), tools)
	inputs, scripts := value.Object{}, value.List{}
	for _, in := range plan.Inputs {
		if in.Value != nil {
			inputs = append(inputs, value.Member{Key: in.Name, Value: in.Value})
		}
	}
	for _, s := range plan.Scripts {
		entry := value.Object{{Key: "tool", Value: value.Text(safeTool(s.Tool))}}
		if s.Error != "" {
			entry = append(entry, value.Member{Key: "error", Value: value.Text(s.Error)})
		} else {
			entry = append(entry, value.Member{Key: "result", Value: s.Result})
		}
		scripts = append(scripts, entry)
	}
	if len(inputs) > 0 {
		out = value.AppendJSON(append(out, `,"inputs":`...), inputs)
	}
	if len(scripts) > 0 {
		out = value.AppendJSON(append(out, `,"scripts":`...), scripts)
	}
	return append(out, '}')
}
