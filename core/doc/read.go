package doc

import "fmt"

// ReadOptions say how a document is read.
type ReadOptions struct {
	// Lenient reads what a model or a person wrote: the JSON is looked for in the text around it, Python's spellings,
	// comments and trailing commas pass, "@x" is a reference where x is in scope, and unknown fields of the workflow
	// are passed over. Everything that strict reading would refuse gets a Note. Of ReadParts it concerns the workflow
	// only: a policy that is not what its author meant is worse than none.
	Lenient bool
}

// ReadBundle reads a bundle, one document that holds workflow, policy and tools.
//
// A workflow alone is an error of kind "input", also when it is read leniently; then the bundle that comes with the
// error holds the workflow and the notes. With any other error the bundle is nil.
func ReadBundle(text []byte, o ReadOptions) (*Bundle, *Error) {
	t, log, err := open(DocBundle, text, o)
	if err != nil {
		return nil, err
	}
	d := newDecoder(t, log, o.Lenient)
	if shapeOf(t, 0) == DocWorkflow {
		return d.loneWorkflow()
	}
	if err := t.mustBe(DocBundle); err != nil {
		return nil, err
	}
	d.loose = d.loose || optionSet(t, "lenient")
	b := &Bundle{ToolsSource: t.src}
	if err := bundleTable.decode(d, 0, b); err != nil {
		return nil, err
	}
	b.Policy.Source = t.src
	b.Notes = log.notes()
	return b, nil
}

// ReadParts reads workflow, policy and tools from three documents. Positions name the document that they are in.
func ReadParts(workflow, policy, tools []byte, o ReadOptions) (*Bundle, *Error) {
	w, notes, err := ReadWorkflow(workflow, o)
	if err != nil {
		return nil, err
	}
	b := &Bundle{Workflow: w, Notes: notes}
	if b.Policy, err = ReadPolicy(policy); err != nil {
		return nil, err
	}
	if b.Tools, b.ToolsSource, err = ReadTools(tools); err != nil {
		return nil, err
	}
	return b, nil
}

// ReadWorkflow reads a workflow.
func ReadWorkflow(text []byte, o ReadOptions) (*Workflow, []Note, *Error) {
	t, log, err := open(DocWorkflow, text, o)
	if err != nil {
		return nil, nil, err
	}
	if err := t.mustBe(DocWorkflow); err != nil {
		return nil, nil, err
	}
	d := newDecoder(t, log, o.Lenient)
	w, err := d.readPlan(0)
	if err != nil {
		return nil, nil, err
	}
	return w, log.notes(), nil
}

// ReadPolicy reads a policy. There is no tolerant reading of a policy.
func ReadPolicy(text []byte) (*Policy, *Error) {
	t, log, err := open(DocPolicy, text, ReadOptions{})
	if err != nil {
		return nil, err
	}
	if err := t.mustBe(DocPolicy); err != nil {
		return nil, err
	}
	p := &Policy{Source: t.src}
	if err := policyTable.decode(newDecoder(t, log, false), 0, p); err != nil {
		return nil, err
	}
	return p, nil
}

// ReadTools reads the tools, a list of tools or {"tools": […]}.
func ReadTools(text []byte) ([]ToolSpec, *Source, *Error) {
	t, log, err := open(DocTools, text, ReadOptions{})
	if err != nil {
		return nil, nil, err
	}
	if err := t.mustBe(DocTools); err != nil {
		return nil, nil, err
	}
	d := newDecoder(t, log, false)
	if t.nodes[0].kind != objectKind {
		tools, err := toolTable.decodeList(d, 0, toolsTable.what)
		return tools, t.src, err
	}
	var b Bundle
	err = toolsTable.decode(d, 0, &b)
	return b.Tools, t.src, err
}

func newDecoder(t *tree, log *noteLog, loose bool) *decoder {
	return &decoder{t: t, log: log, loose: loose, tolerant: loose}
}

// readPlan decodes the workflow at n.
func (d *decoder) readPlan(n int32) (*Workflow, *Error) {
	w := &Workflow{Source: d.t.src}
	d.inPlan = true
	err := workflowTable.decode(d, n, w)
	d.inPlan = false
	if d.tolerant && err == nil {
		d.readAtRefs(w)
	}
	return w, err
}

// readInnerPlan decodes a workflow that is written inside the string at n.
func (d *decoder) readInnerPlan(n int32) (*Workflow, *Error) {
	t, log, err := openLoose(d.t.src.inside(d.t, n), DocWorkflow)
	if err != nil {
		return nil, err
	}
	d.log.add(d.t.src, d.t.nodes[n].Range, "read the workflow from inside a text")
	w, err := newDecoder(t, log, true).readPlan(0)
	d.log.list = append(d.log.list, log.notes()...)
	return w, err
}

// loneWorkflow reads a workflow that was given as a bundle, for the sake of its own errors and of who adds the rest.
func (d *decoder) loneWorkflow() (*Bundle, *Error) {
	w, err := d.readPlan(0)
	if err != nil {
		return nil, err
	}
	r := w.Range
	r.End = r.Start + 1
	return &Bundle{Workflow: w, Notes: d.log.notes()}, d.t.src.fail(KindInput, r,
		"this is a workflow alone; a policy and tools are missing",
		"give them as further documents, or put all three into one: {\"workflow\": …, \"policy\": …, \"tools\": […]}")
}

// optionSet reports whether the options of a bundle set a flag; they may stand behind what they are about.
func optionSet(t *tree, flag string) bool {
	options, ok := t.member(0, "options")
	if !ok {
		return false
	}
	v, ok := t.member(options, flag)
	return ok && t.nodes[v].kind == trueKind
}

// shapes lists keys that tell the documents apart, the most telling first.
var shapes = []struct{ key, doc string }{
	{"workflow", DocBundle},
	{"steps", DocWorkflow},
	{"goal", DocWorkflow},
	{"input_variables", DocWorkflow},
	{"allowed_tools", DocPolicy},
	{"taint_rules", DocPolicy},
	{"automata", DocPolicy},
	{"invariants", DocPolicy},
	{"tools", DocTools},
}

// shapeOf says which document the value at n looks like; "" when none.
func shapeOf(t *tree, n int32) string {
	if t.nodes[n].kind == arrayKind {
		return DocTools
	}
	for _, s := range shapes {
		if _, ok := t.member(n, s.key); ok {
			return s.doc
		}
	}
	return ""
}

// mustBe refuses a document that is evidently another one: a swapped file deserves a better message than its first
// unknown field.
func (t *tree) mustBe(want string) *Error {
	have := shapeOf(t, 0)
	if have == "" || have == want || have == DocTools && t.nodes[0].kind == arrayKind && want != DocTools {
		return nil
	}
	article := map[string]string{DocWorkflow: "a workflow", DocPolicy: "a policy", DocTools: "a list of tools", DocBundle: "a bundle"}
	hint := "are the documents in the right places?"
	if have == DocBundle {
		hint = "a bundle holds all documents: give it alone, or give here only what it has under `" + want + "`"
	}
	at := t.nodes[0].Start
	return t.src.fail(KindInput, Range{at, at + 1}, fmt.Sprintf("expected %s; this looks like %s", article[want], article[have]), hint)
}

// open reads the text of a document into a tree.
func open(name string, text []byte, o ReadOptions) (*tree, *noteLog, *Error) {
	src, err := newText(name, text)
	if err != nil {
		return nil, nil, err
	}
	if o.Lenient {
		return openLoose(src, name)
	}
	t, err := parse(src)
	return t, &noteLog{}, err
}
