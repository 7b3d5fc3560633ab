package planner

import (
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// writeTools writes the allowed tools as signatures with their contracts.
func writeTools(b *strings.Builder, t *Task) {
	n := 0
	for i := range t.Tools {
		if tool := &t.Tools[i]; allowed(t.Policy, tool.Name.Value) {
			writeTool(b, tool)
			n++
		}
	}
	if n == 0 {
		b.WriteString("none\n")
	}
}

func allowed(p *doc.Policy, tool string) bool {
	for _, a := range p.AllowedTools {
		if a.Value == tool {
			return true
		}
	}
	return false
}

func writeTool(b *strings.Builder, tool *doc.ToolSpec) {
	params := make([]string, len(tool.Params))
	for i := range tool.Params {
		params[i] = signature(&tool.Params[i])
	}
	b.WriteString("- " + tool.Name.Value + "(" + strings.Join(params, ", ") + ") -> " + tool.ReturnType + "\n")
	if tool.Description != "" {
		b.WriteString("  " + oneLine(tool.Description) + "\n")
	}
	for i := range tool.Params {
		if p := &tool.Params[i]; p.Description != "" {
			b.WriteString("  " + p.Name.Value + ": " + oneLine(p.Description) + "\n")
		}
	}
	writeConditions(b, "must hold before the call", tool.Preconditions)
	writeConditions(b, "holds after the call", tool.Postconditions)
	writeConditions(b, "must stay untouched", tool.FrameConditions)
}

// signature is one parameter with its type, range and default.
func signature(p *doc.Param) string {
	out := p.Name.Value + ": " + p.Type.Value
	if p.Enum != nil {
		out += " in " + string(value.AppendJSON(nil, value.List(p.Enum)))
	}
	if p.Min != nil {
		out += " from " + p.Min.String()
	}
	if p.Max != nil {
		out += " to " + p.Max.String()
	}
	switch {
	case p.Default != nil:
		out += " = " + string(value.AppendJSON(nil, p.Default))
	case !p.IsRequired():
		out += " (optional)"
	}
	return out
}

func writeConditions(b *strings.Builder, what string, conditions []doc.Text) {
	for _, c := range conditions {
		b.WriteString("  " + what + ": " + oneLine(c.Value) + "\n")
	}
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// writePolicy writes what a plan must keep to.
func writePolicy(b *strings.Builder, t *Task) {
	start := b.Len()
	for i := range t.Policy.TaintRules {
		writeRule(b, &t.Policy.TaintRules[i])
	}
	for i := range t.Policy.Automata {
		writeAutomaton(b, &t.Policy.Automata[i])
	}
	for _, inv := range t.Policy.Invariants {
		b.WriteString("- must hold at every call, " + oneLine(inv.Value) + "\n")
	}
	for i := range t.Policy.Grounding {
		writeGrounding(b, &t.Policy.Grounding[i])
	}
	if t.Policy.ImplicitFlows == doc.FlowsDeny {
		b.WriteString("- whether one of these sinks is called must not depend on such data either\n")
	}
	if b.Len() == start {
		b.WriteString("any plan of these tools is allowed\n")
	}
}

func writeRule(b *strings.Builder, r *doc.TaintRule) {
	from, to := "the results of "+r.SourceTool.Value, r.SinkTool.Value+"."+r.SinkParam.Value
	if r.SourceTool.Value == doc.Any {
		from = "labeled data"
	}
	if r.SinkParam.Value == doc.Any {
		to = "the arguments of " + r.SinkTool.Value
	}
	b.WriteString("- " + r.Name.Value + ": nothing made from " + from + " may reach " + to)
	if r.Condition != nil {
		b.WriteString(" when " + oneLine(r.Condition.Value))
	}
	if len(r.Sanitizers) > 0 {
		b.WriteString(", unless it went through " + join(r.Sanitizers, " or "))
	}
	b.WriteString("\n")
}

func writeAutomaton(b *strings.Builder, a *doc.Automaton) {
	var errors []doc.Text
	for i := range a.States {
		if a.States[i].IsError {
			errors = append(errors, a.States[i].Name)
		}
	}
	b.WriteString("- " + a.Name.Value + ": calls move it, from " + a.Initial.Value + " on; it must never come to " + join(errors, " or ") + "\n")
	for i := range a.Transitions {
		t := &a.Transitions[i]
		b.WriteString("  in " + t.From.Value + ", a call of " + t.Tool.Value)
		if t.Condition != nil {
			b.WriteString(" with " + oneLine(t.Condition.Value))
		}
		b.WriteString(" leads to " + t.To.Value + "\n")
	}
	for _, c := range a.Constants {
		b.WriteString("  " + c.Name.Value + " is " + string(value.AppendJSON(nil, c.Value)) + "\n")
	}
}

func writeGrounding(b *strings.Builder, g *doc.Grounding) {
	places := make([]doc.Text, len(g.From))
	for i, from := range g.From {
		places[i] = doc.Text{Value: "the " + from.Value}
	}
	b.WriteString("- a literal in " + g.Tool.Value + "." + g.Param.Value + " must be written in " + join(places, " or ") + "; otherwise refer to a value\n")
}

func join(names []doc.Text, with string) string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = n.Value
	}
	return strings.Join(out, with)
}
