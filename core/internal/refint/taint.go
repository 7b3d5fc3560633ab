package refint

import "planproof/core/doc"

// Taint is what the run knows of where a value came from. Sanitized has the
// rules it was sanitized for; a rule it does not carry need not be there.
type Taint struct {
	Labels, Provenance, Sources, Sanitized map[string]bool
}

func inputTaint() Taint {
	in := map[string]bool{"input": true}
	return Taint{Provenance: in, Sources: in}
}

// Carries reports whether the value came from the rule's source; for the
// source "*": has a label.
func (t Taint) Carries(r *doc.TaintRule) bool {
	if r.SourceTool.Value == doc.Any {
		return len(t.Labels) > 0
	}
	return t.Provenance[r.SourceTool.Value]
}

// Dirty reports whether the value carries the rule and was not sanitized.
func (t Taint) Dirty(r *doc.TaintRule) bool { return t.Carries(r) && !t.Sanitized[r.Name.Value] }

// isSource reports whether a call of the tool makes data that r is about.
func isSource(r *doc.TaintRule, tool string, spec *doc.ToolSpec) bool {
	if r.SourceTool.Value == doc.Any {
		return spec != nil && len(spec.SourceLabels) > 0
	}
	return r.SourceTool.Value == tool
}

func sanitizes(r *doc.TaintRule, tool string) bool {
	for _, s := range r.Sanitizers {
		if s.Value == tool {
			return true
		}
	}
	return false
}

// resultTaint is the taint of a call's result, made from all values that went
// into it.
func (m *Machine) resultTaint(tool string, spec *doc.ToolSpec, used []Taint) Taint {
	out := Taint{Labels: map[string]bool{}, Provenance: map[string]bool{tool: true}, Sources: map[string]bool{tool: true}, Sanitized: map[string]bool{}}
	if spec != nil {
		for _, l := range spec.SourceLabels {
			out.Labels[l.Value] = true
		}
	}
	for _, u := range used {
		for l := range u.Labels {
			out.Labels[l] = true
		}
		for p := range u.Provenance {
			out.Provenance[p] = true
		}
	}
	for i := range m.p.b.Policy.TaintRules {
		r := &m.p.b.Policy.TaintRules[i]
		if !isSource(r, tool, spec) && (sanitizes(r, tool) || allSanitized(r, used)) {
			out.Sanitized[r.Name.Value] = true
		}
	}
	if m.p.b.Policy.ImplicitFlows != doc.FlowsOff {
		m.controlled(&out)
	}
	return out
}

// controlled adds what decided that the call was made.
func (m *Machine) controlled(t *Taint) {
	for _, u := range m.control {
		for l := range u.Labels {
			t.Labels[l] = true
		}
		for p := range u.Provenance {
			t.Provenance[p] = true
		}
	}
	for i := range m.p.b.Policy.TaintRules {
		if r := &m.p.b.Policy.TaintRules[i]; !allSanitized(r, m.control) {
			delete(t.Sanitized, r.Name.Value)
		}
	}
}

func allSanitized(r *doc.TaintRule, used []Taint) bool {
	for _, u := range used {
		if u.Carries(r) && !u.Sanitized[r.Name.Value] {
			return false
		}
	}
	return true
}

// sinkTool: a wildcard sink is no sink of the rule's own sanitizers.
func sinkTool(r *doc.TaintRule, tool string) bool {
	if r.SinkTool.Value == doc.Any {
		return !sanitizes(r, tool)
	}
	return r.SinkTool.Value == tool
}

func sinkParam(r *doc.TaintRule, spec *doc.ToolSpec, param string) bool {
	if r.SinkParam.Value == doc.Any {
		return markedSink(spec, param)
	}
	return r.SinkParam.Value == param
}

// markedSink: without marks every argument is a sink, and so is an argument
// that the spec does not declare.
func markedSink(spec *doc.ToolSpec, param string) bool {
	marks, declared := false, false
	if spec != nil {
		for i := range spec.Params {
			p := &spec.Params[i]
			if p.Name.Value == param {
				declared = true
				if p.IsTaintSink {
					return true
				}
			}
			marks = marks || p.IsTaintSink
		}
	}
	return !marks || !declared
}
