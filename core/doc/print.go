package doc

import "planproof/core/value"

// AppendJSON appends the workflow as compact JSON in its canonical form: fields in a fixed order, every list and
// argument object written also when it is empty, nothing for a result that is not bound.
func (w *Workflow) AppendJSON(dst []byte) []byte {
	return value.AppendJSON(dst, workflowTable.encode(w, true))
}

// Print returns the workflow as people like to read it, see Bundle.Print.
func (w *Workflow) Print() []byte { return layout(workflowTable.encode(w, false)) }

// AppendJSON appends the policy as compact JSON in its canonical form: fields in a fixed order, with what the absence of
// a field means written out.
func (p *Policy) AppendJSON(dst []byte) []byte {
	return value.AppendJSON(dst, policyTable.encode(p, true))
}

// Print returns the policy as people like to read it, see Bundle.Print.
func (p *Policy) Print() []byte { return layout(policyTable.encode(p, false)) }

// AppendJSON appends the tool as compact JSON in its canonical form, see Policy.AppendJSON.
func (t *ToolSpec) AppendJSON(dst []byte) []byte {
	return value.AppendJSON(dst, toolTable.encode(t, true))
}

// AppendToolsJSON appends a list of tools as compact JSON in its canonical form.
func AppendToolsJSON(dst []byte, tools []ToolSpec) []byte {
	return value.AppendJSON(dst, toolTable.encodeList(tools, true))
}

// PrintTools returns the tools document as people like to read it, see Bundle.Print.
func PrintTools(tools []ToolSpec) []byte { return layout(toolTable.encodeList(tools, false)) }

// AppendJSON appends the bundle as compact JSON in its canonical form. Reading it gives an equal bundle.
func (b *Bundle) AppendJSON(dst []byte) []byte {
	return value.AppendJSON(dst, bundleTable.encode(b, true))
}

// Print returns the bundle as people like to read it: two blanks of indentation, fields in a fixed order, what absence
// means left out, lists and objects on one line when that fits in 100 columns. Reading it gives an equal bundle, and
// printing that the same text.
func (b *Bundle) Print() []byte { return layout(bundleTable.encode(b, false)) }
