package refint

import (
	"math/rand/v2"
	"slices"

	"planproof/core/doc"
	"planproof/core/types"
	"planproof/core/value"
)

// literals compares the call with the spec as far as it is written down:
// unknown and missing arguments, and literals.
func literals(n *doc.ToolCall, spec *doc.ToolSpec, at string) []Violation {
	var wrong []Violation
	if spec == nil {
		return nil
	}
	for i := range n.Args {
		if p := param(spec, n.Args[i].Param.Value); p == nil {
			wrong = append(wrong, Violation{"arguments", "unknown_argument", at})
		} else if rule := literalFits(p, n.Args[i].Value); rule != "" {
			wrong = append(wrong, Violation{"arguments", rule, at})
		}
	}
	for i := range spec.Params {
		p := &spec.Params[i]
		if p.IsRequired() && !gives(n, p.Name.Value) {
			wrong = append(wrong, Violation{"arguments", "missing_argument", at})
		}
	}
	return wrong
}

func param(spec *doc.ToolSpec, name string) *doc.Param {
	for i := range spec.Params {
		if spec.Params[i].Name.Value == name {
			return &spec.Params[i]
		}
	}
	return nil
}

// literalFits is the rule that a literal breaks, "" when none. In a value with
// references each literal part can already contradict the type.
func literalFits(p *doc.Param, v doc.Value) string {
	t := types.Parse(p.Type.Value)
	c, ok := doc.Concrete(v)
	switch {
	case !ok && !couldFit(t, v), ok && !t.Accepts(c):
		return "argument_type"
	case ok && !inRange(p, c):
		return "argument_value"
	}
	return ""
}

// couldFit asks whether some values of the references make v a value of t.
func couldFit(t types.Type, v doc.Value) bool {
	if c, ok := doc.Concrete(v); ok {
		return t.Accepts(c)
	}
	switch v := v.(type) {
	case *doc.List:
		return t.IsOpaque() || t.Kinds().Has(value.ListKind) && slices.ContainsFunc(t.Elems(), func(e types.Type) bool {
			return !slices.ContainsFunc(v.Items, func(item doc.Value) bool { return !couldFit(e, item) })
		})
	case *doc.Object:
		return t.IsOpaque() || t.Kinds().Has(value.ObjectKind) && slices.ContainsFunc(t.Values(), func(e types.Type) bool {
			return !slices.ContainsFunc(v.Members, func(m doc.Member) bool { return !couldFit(e, m.Value) })
		})
	default:
		return true
	}
}

func inRange(p *doc.Param, v value.Value) bool {
	if len(p.Enum) > 0 && !slices.ContainsFunc(p.Enum, func(e value.Value) bool { return value.Equal(e, v) && value.KindOf(e) == value.KindOf(v) }) {
		return false
	}
	n, ok := v.(value.Number)
	return !ok || (p.Min == nil || n.Cmp(*p.Min) >= 0) && (p.Max == nil || n.Cmp(*p.Max) <= 0)
}

// valuesFit checks the values of declared parameters, which references brought
// in.
func valuesFit(spec *doc.ToolSpec, args []argument) bool {
	if spec == nil {
		return true
	}
	for _, a := range args {
		p := param(spec, a.name)
		if a.given && p != nil && (!types.Parse(p.Type.Value).Accepts(a.value) || !inRange(p, a.value)) {
			return false
		}
	}
	return true
}

// vocabulary is small, so that comparisons come out both ways.
var vocabulary = []string{"a", "b", "x", "", "u@x.com", "V@X.com", "w@evil.org", "u@a@b", "abc"}

// RandomValue draws a value of a type.
func RandomValue(rng *rand.Rand, t types.Type) value.Value {
	for range 50 {
		if v := randomValue(rng, t, 3); t.Accepts(v) {
			return v
		}
	}
	return value.Null{}
}

func randomValue(rng *rand.Rand, t types.Type, depth int) value.Value {
	switch t.String() {
	case "str":
		return value.Text(vocabulary[rng.IntN(len(vocabulary))])
	case "int":
		return value.Int(int64(rng.IntN(16) - 3))
	case "bool":
		return value.Bool(rng.IntN(2) == 0)
	case "dict":
		out := value.Object{{Key: "k", Value: value.Text(vocabulary[rng.IntN(len(vocabulary))])}}
		if rng.IntN(2) == 0 {
			out = append(out, value.Member{Key: "items", Value: value.List{out[0].Value, value.Text("a")}})
		}
		return out
	}
	if kinds := t.Kinds(); depth > 0 && kinds.Has(value.ListKind) && (!kinds.Has(value.TextKind) || rng.IntN(4) == 0) {
		out := value.List{}
		for range rng.IntN(4) {
			out = append(out, randomValue(rng, t.Elems()[0], depth-1))
		}
		return out
	}
	switch rng.IntN(5) {
	case 0:
		return value.Null{}
	case 1:
		return value.Bool(rng.IntN(2) == 0)
	case 2:
		return value.Int(int64(rng.IntN(16) - 3))
	default:
		return value.Text(vocabulary[rng.IntN(len(vocabulary))])
	}
}
