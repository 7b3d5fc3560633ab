package check

import (
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/flow"
	"planproof/core/ir"
	"planproof/core/value"
)

// References refuses every reference of a call that is not in scope.
func (c *Context) References(s *Site) {
	for i := range s.Call.Args {
		for _, ref := range s.Call.Args[i].Refs {
			if s.State.Lookup(ref.Slot) != nil {
				continue
			}
			f := c.atArg(s, i, finding.IDUndefinedRef, finding.WellFormedness, "undefined_ref")
			f.Path += ref.Inside
			f.Span = c.span(ref.Doc.Range)
			c.undefined(f, []string{ref.Doc.Name}, s.State)
		}
	}
}

// undefined completes and reports a finding about names that are not in scope.
func (c *Context) undefined(f finding.Finding, names []string, s flow.State) {
	at := make([]string, len(names))
	for i, n := range names {
		at[i] = "@" + n
	}
	f.Message = quoted(at) + " is not defined here"
	if len(names) > 1 {
		f.Message = quoted(at) + " are not defined here"
	}
	f.Hint = "bind it on every path that leads here, or list it in input_variables"
	if near := c.nearest(names[0], len(c.Program.Names), func() []string { return c.namesInScope(s) }); near != "" {
		f.Hint = "did you mean `" + near + "`?"
	}
	if whole, path, ok := doc.SplitRef(names[0]); ok && c.inScope(s, whole) {
		f.Hint = "a part of a value is written " + string(value.AppendJSON(nil, value.Object{{Key: "ref", Value: value.Text(whole)}, {Key: "path", Value: path.JSON()}}))
	}
	if names[0] == "" {
		f.Message = "a reference needs a name"
	}
	c.Out.Violation(f)
}

func (c *Context) inScope(s flow.State, name string) bool {
	slot := c.slotOf(name)
	return slot != ir.None && s.Lookup(slot) != nil
}

func (c *Context) namesInScope(s flow.State) []string {
	var out []string
	for slot, name := range c.Program.Names {
		if s.Lookup(ir.Slot(slot)) != nil {
			out = append(out, name)
		}
	}
	return out
}

// Spot is a place outside a call: a conditional or a loop.
type Spot struct {
	Step        ir.Step
	State       flow.State
	Iter        []int
	Unreachable bool
}

// atSpot starts a finding about a conditional or loop.
func (c *Context) atSpot(s Spot, id string, category finding.Category, rule, field string, r doc.Range) finding.Finding {
	return finding.Finding{
		ID: id, Category: category, RuleName: rule,
		StepLabel: s.Step.Name(), Path: s.Step.Pointer() + field,
		Certainty: finding.Definite, Unreachable: s.Unreachable, Span: c.span(r),
		Cursor: finding.Cursor{Path: s.Step.Pointer(), Iter: s.Iter}.String(),
	}
}

// LoopScope checks the names of a loop's header: the collection is in scope,
// the item is not.
func (c *Context) LoopScope(s Spot, l *ir.Loop) {
	if s.State.Lookup(l.Collection) == nil {
		f := c.atSpot(s, finding.IDUndefinedRef, finding.WellFormedness, "undefined_ref", "/loop/collection_ref", l.Node.Collection.Range)
		c.undefined(f, []string{l.Node.Collection.Value}, s.State)
	}
	if s.State.Lookup(l.Item) != nil {
		f := c.atSpot(s, finding.IDShadowedBinding, finding.WellFormedness, "shadowed_binding", "/loop/item_binding", l.Node.Item.Range)
		f.Message = "the loop's item `" + l.Node.Item.Value + "` has the name of a variable that is already in scope"
		f.Hint = "give the item a name of its own"
		c.Out.Violation(f)
	}
}
