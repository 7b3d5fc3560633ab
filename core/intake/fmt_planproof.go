package intake

import (
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// ownDocuments reads the documents of this program: bundles, workflows, policies and tools, in JSON as models write it
// ("@x" for a reference, comments, other quotes, unknown fields of a workflow) and in YAML.
//
// Maps: everything to itself. A part of a bundle that is missing is drafted. A policy is read strictly: one that is not
// what its author meant is worse than none.
var ownDocuments = &Format{ID: "planproof", Name: "planproof documents", Detect: detectOwn, Import: importOwn}

func detectOwn(p *Piece) Score {
	v := p.Tree
	switch {
	case v.Get("workflow") != nil && (v.Has("policy") || v.Has("tools") || v.Get("workflow").Has("steps")):
		return Sure + 5
	case isOwnWorkflow(v):
		return Sure + 4
	case isOwnPolicy(v):
		return Sure
	case isOwnTools(v), isOwnTools(v.Get("tools")):
		return Likely + 10
	}
	return No
}

func isOwnPolicy(v *doc.Syntax) bool {
	return v.Has("allowed_tools") || v.Has("taint_rules") || v.Has("automata")
}

// isOwnWorkflow looks at the steps: each has one of our three kinds of nodes, a list or the start of one.
func isOwnWorkflow(v *doc.Syntax) bool {
	steps := v.Get("steps")
	if !steps.Is(doc.SyntaxList) {
		return false
	}
	for _, s := range steps.Items {
		if !s.Has("tool_call") && !s.Has("conditional") && !s.Has("loop") || s.Has("next") {
			return false
		}
	}
	return len(steps.Items) > 0 || v.Has("goal")
}

// isOwnTools recognizes tools with params in our spelling, which others have too: so it needs one of our own fields.
func isOwnTools(v *doc.Syntax) bool {
	items := v.List()
	if len(items) == 0 {
		return false
	}
	for _, t := range items {
		if t.Str("name") == "" || !t.Get("params").Is(doc.SyntaxList) {
			return false
		}
		if t.Has("return_type") || t.Has("preconditions") || t.Has("source_labels") || t.Has("postconditions") || t.Has("sink_labels") {
			return true
		}
	}
	return false
}

func importOwn(p *Piece, notes *Notes) (*Draft, *Refusal) {
	o := &ownReader{piece: p, notes: notes}
	v := p.Tree
	switch {
	case !v.Is(doc.SyntaxObject) && !v.Is(doc.SyntaxList):
		return nil, &Refusal{Construct: "no document", At: p.Range, Message: "there is no JSON or YAML document here", Hint: "paste a workflow, a policy, tools or a bundle"}
	case v.Get("workflow") != nil:
		o.bundle(v)
	case isOwnPolicy(v):
		o.policy(v)
	case isOwnTools(v) || isOwnTools(v.Get("tools")):
		o.tools(v)
	default:
		o.workflow(v, &Plan{At: v.Range})
	}
	if o.refused != nil {
		return nil, o.refused
	}
	return &o.draft, nil
}

// An ownReader reads the parts of a piece with the readers of core/doc.
type ownReader struct {
	piece   *Piece
	notes   *Notes
	draft   Draft
	refused *Refusal
}

func (o *ownReader) bundle(v *doc.Syntax) {
	plan := &Plan{Title: v.Str("title"), At: v.Range}
	for _, m := range v.Get("inputs").Fields() {
		plan.Inputs = append(plan.Inputs, Input{m.Key.Value, m.Value.Value(), m.Key.Range})
	}
	for _, s := range v.Get("scripts").List() {
		script := Script{Tool: s.Str("tool"), Error: s.Str("error"), Result: s.Get("result").Value()}
		plan.Scripts = append(plan.Scripts, script)
	}
	o.workflow(v.Get("workflow"), plan)
	if policy := v.Get("policy"); policy.Is(doc.SyntaxObject) {
		o.policy(policy)
	}
	if tools := v.Get("tools"); tools.Is(doc.SyntaxList) {
		o.tools(tools)
	}
	for _, m := range v.Fields() {
		switch m.Key.Value {
		case "workflow", "policy", "tools", "inputs", "scripts", "title", "lesson", "moral", "id", "$schema", "expect", "options":
		default:
			o.notes.Drop(m.Key.Range, "the field "+ticked(m.Key.Value)+" of the bundle was passed over")
		}
	}
}

// text returns a part as JSON and where it begins in the paste: as written, or rewritten when it was YAML or holds what
// only the tolerant reader takes.
func (o *ownReader) text(v *doc.Syntax, tolerant bool) ([]byte, int) {
	if o.piece.Syntax != YAML && (tolerant || strictJSON(o.piece.Source, v)) {
		return []byte(o.piece.Source.Slice(v.Range)), int(v.Range.Start)
	}
	return value.AppendJSON(nil, v.Value()), -1
}

func strictJSON(src *doc.Source, v *doc.Syntax) bool {
	_, _, _, err := doc.ParseSyntax(src, int(v.Range.Start), false)
	return err == nil
}

// workflow reads a workflow; a text that holds one is read too.
func (o *ownReader) workflow(v *doc.Syntax, plan *Plan) {
	text, start := o.text(v, true)
	w, notes, err := doc.ReadWorkflow(text, doc.ReadOptions{Lenient: true})
	if err != nil {
		o.fail(err, v, start)
		return
	}
	for _, n := range notes {
		o.notes.addSpan(NoteRead, o.shift(n.Span, v, start), n.Message)
	}
	plan.Workflow, plan.Goal, plan.base = w, w.Goal.Value, start
	o.draft.Plans = append(o.draft.Plans, plan)
}

func (o *ownReader) policy(v *doc.Syntax) {
	text, start := o.text(v, false)
	p, err := doc.ReadPolicy(text)
	if err != nil {
		o.fail(err, v, start)
		return
	}
	o.draft.Policy = p
}

func (o *ownReader) tools(v *doc.Syntax) {
	text, start := o.text(v, false)
	tools, _, err := doc.ReadTools(text)
	if err != nil {
		o.fail(err, v, start)
		return
	}
	o.draft.Tools = append(o.draft.Tools, tools...)
}

// fail refuses the piece for the first error.
func (o *ownReader) fail(err *doc.Error, v *doc.Syntax, start int) {
	if o.refused != nil {
		return
	}
	at := v.Range
	if err.Span != nil && start >= 0 {
		at = doc.Range{Start: int32(start + err.Span.Start.Offset), End: int32(start + err.Span.End.Offset)}
	}
	o.refused = &Refusal{Construct: strings.TrimPrefix(err.Kind+" error", " "), Message: err.Message, Hint: err.Hint, At: at}
}

// shift moves a span of a part into the paste.
func (o *ownReader) shift(s doc.Span, v *doc.Syntax, start int) doc.Span {
	if start < 0 {
		return o.piece.Source.Span(v.Range)
	}
	return o.piece.Source.Span(doc.Range{Start: int32(start + s.Start.Offset), End: int32(start + s.End.Offset)})
}
