package run

import (
	"context"
	"slices"
	"strings"

	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/ir"
	"planproof/core/value"
)

// Demonstrate tries one finding on the executor as Replay does, a definite one
// too, and leaves the report alone: the labels are written to the copy in the
// result. What Replay can not show, because the plan gives a tool a value of
// another type than it declares, is shown by a run that passes by this too; it
// is then listed in Passed.
func Demonstrate(b *doc.Bundle, f *finding.Finding) (*Replayed, *doc.Error) {
	p, err := ir.Build(b)
	if err != nil {
		return nil, err
	}
	own, on := *f, newStage(p)
	first := on.replay(&own)
	if first.Status == Confirmed {
		return first, nil
	}
	loose := *f
	on.anyType = true
	if second := on.replay(&loose); second.Status == Confirmed {
		return second, nil
	}
	return first, nil
}

// Carriers are the tools along a finding's flow: the source, then every tool
// that the data went through. Each is named once, in the order of the flow.
func Carriers(f *finding.Finding) []string {
	var out []string
	for i, hop := range f.Flow {
		tool, isResult := strings.CutSuffix(hop.To, ".result")
		if i == 0 {
			tool, isResult = strings.TrimSuffix(hop.From, ".result"), true
		}
		if isResult && !slices.Contains(out, tool) {
			out = append(out, tool)
		}
	}
	return out
}

// Poisoned repeats the run that confirmed a finding with a text of an
// attacker's in everything that some tools answer: their texts are replaced,
// at any depth, and nothing else is changed. The bundle is the one that was
// replayed. It is nil when the finding was not confirmed, when the tools
// answered no text, or when the plan does not come to the finding with such
// answers.
func (r *Replayed) Poisoned(b *doc.Bundle, tools []string, text string) *Replayed {
	p, err := ir.Build(b)
	if err != nil || r.Status != Confirmed {
		return nil
	}
	out := *r
	out.Answers = slices.Clone(r.Answers)
	changed := false
	for i, a := range out.Answers {
		if slices.Contains(tools, a.Tool) {
			var here bool
			out.Answers[i].Result, here = poison(a.Result, value.Text(text))
			changed = changed || here
		}
	}
	if !changed {
		return nil
	}
	passing := len(r.Passed) > 0
	o := &oracle{stage: &stage{p: p, anyType: true}, inputs: r.Inputs}
	options := o.options(r.Finding, passing)
	options.Tools, options.Watch = NewScript(out.Scripts()), nil
	out.Run = start(context.Background(), p, options, false)
	if out.Run.Stop == nil || !shows(r.Finding, out.Run.Stop) {
		return nil
	}
	out.Passed = out.Run.passed
	return &out
}

// poison replaces the texts of a value and says whether there are any.
func poison(v value.Value, text value.Text) (value.Value, bool) {
	switch v := v.(type) {
	case value.Text:
		return text, true
	case value.List:
		out, changed := make(value.List, len(v)), false
		for i := range v {
			var here bool
			out[i], here = poison(v[i], text)
			changed = changed || here
		}
		return out, changed
	case value.Object:
		out, changed := make(value.Object, len(v)), false
		for i := range v {
			here := false
			out[i].Key = v[i].Key
			out[i].Value, here = poison(v[i].Value, text)
			changed = changed || here
		}
		return out, changed
	}
	return v, false
}
