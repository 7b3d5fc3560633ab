package ground

import (
	"planproof/core/doc"
	"planproof/core/value"
)

// Basis is what the literals of a plan may come from: the goal, and the values
// of the inputs.
type Basis struct {
	goal   *Text
	inputs inputs
}

// inputs are the texts and numbers in the values of inputs, at any depth.
type inputs struct {
	texts   []*Text
	numbers []value.Number
}

// NewBasis prepares a goal and the values of inputs.
func NewBasis(goal string, values []value.Value) *Basis {
	b := &Basis{goal: NewText(goal)}
	for _, v := range values {
		b.inputs.add(v)
	}
	return b
}

// BasisOf is the basis of a bundle: its workflow's goal and the values that it
// gives the workflow's inputs.
func BasisOf(b *doc.Bundle) *Basis {
	var values []value.Value
	for _, in := range b.Inputs {
		values = append(values, in.Value)
	}
	return NewBasis(b.Workflow.Goal.Value, values)
}

func (in *inputs) add(v value.Value) {
	switch v := v.(type) {
	case value.Text:
		in.texts = append(in.texts, NewText(string(v)))
	case value.Number:
		in.numbers = append(in.numbers, v)
		in.texts = append(in.texts, NewText(v.String()))
	case value.List:
		for _, item := range v {
			in.add(item)
		}
	case value.Object:
		for _, m := range v {
			in.add(m.Value)
		}
	case value.Null, value.Bool, value.Tuple:
	}
}

// Ungrounded are the literals in an argument that a grounding entry wants in
// the goal or the inputs and that are not there, in order of appearance. A
// reference was not written by the planner and needs no grounding, nor does
// null; a literal that names nothing (a boolean, a blank text) has none.
func (b *Basis) Ungrounded(g *doc.Grounding, v doc.Value) []*doc.Literal {
	switch v := v.(type) {
	case *doc.Literal:
		if _, null := v.Value.(value.Null); !null && !b.grounds(g, v.Value) {
			return []*doc.Literal{v}
		}
	case *doc.List:
		var out []*doc.Literal
		for _, item := range v.Items {
			out = append(out, b.Ungrounded(g, item)...)
		}
		return out
	case *doc.Object:
		var out []*doc.Literal
		for _, m := range v.Members {
			out = append(out, b.Ungrounded(g, m.Value)...)
		}
		return out
	case *doc.Ref:
	}
	return nil
}

func (b *Basis) grounds(g *doc.Grounding, v value.Value) bool {
	o := Options{Matcher: Matcher(g.Matcher.Value)}
	for _, from := range g.From {
		if from.Value == "goal" && b.goal.Has(v, o) || from.Value == "inputs" && b.inputs.has(v, o) {
			return true
		}
	}
	return false
}

func (in *inputs) has(v value.Value, o Options) bool {
	if n, ok := v.(value.Number); ok {
		for _, m := range in.numbers {
			if n.Cmp(m) == 0 {
				return true
			}
		}
	}
	for _, t := range in.texts {
		if t.Has(v, o) {
			return true
		}
	}
	return false
}
