package check

import (
	"planproof/core/finding"
	"planproof/core/ir"
	"planproof/core/lattice"
)

// Taint checks the taint rules and the sink labels at a call. A rule fires
// when the sink argument may carry it unsanitized and its condition is not
// provably false here.
func (c *Context) Taint(s *Site) {
	for _, sink := range s.Call.Sinks {
		c.sink(s, sink)
	}
	if !s.Call.Tool.SinkLabels.Empty() {
		c.sinkLabels(s)
	}
}

func (c *Context) sink(s *Site, sink ir.Sink) {
	r, v := sink.Rule, s.Args[sink.Arg].Value
	verdict := "fires"
	applies := decision{canTrue: yes, canFalse: no, canError: no}
	switch {
	case !c.Domain.CarriesRule(v, r):
		verdict = "clean"
	case v.Sanitized.Has(r.Index):
		verdict = "sanitized"
	case r.Condition != nil:
		applies = *c.decide(s, r.Condition, decisionScope{})
		if applies.certainlyFalse() {
			verdict = "excluded"
		}
	}
	c.record(s, finding.Event{Kind: finding.EvRule, Rule: &finding.RuleEvent{Rule: r.Name, Param: s.Call.Args[sink.Arg].Name, Verdict: verdict}})
	if verdict == "fires" {
		c.taintViolation(s, sink, applies)
	}
}

// taintViolation reports a rule that fires. It is definite when the data
// certainly flowed there and the rule's condition is certainly true.
func (c *Context) taintViolation(s *Site, sink ir.Sink, applies decision) {
	r := sink.Rule
	if c.Out.full() {
		return
	}
	path, certain := c.findFlow(s, sink.Arg, ruleData(r.Index))
	if applies.unreadable != nil || applies.missing != "" || applies.alwaysFails() {
		c.taintIncomplete(s, r, &applies, certain)
	}
	f := phase(c.atArg(s, sink.Arg, finding.IDTaintFlow, finding.Taint, r.Name), finding.EvRule)
	source := sourceOf(path)
	target := s.Call.Tool.Name + "." + s.Call.Args[sink.Arg].Name
	f.Message = "data from `" + source + "` reaches `" + target + "`"
	f.Hint = c.taintHint(r)
	f.Flow = path
	if !certain || !applies.certainlyTrue() {
		f.Certainty = finding.Possible
		f.Message = "data from `" + source + "` may reach `" + target + "`"
	}
	c.Out.Violation(f)
}

// taintIncomplete reports a condition that has no value: it excludes nothing.
func (c *Context) taintIncomplete(s *Site, r *ir.Rule, d *decision, certain bool) {
	f := phase(c.at(s, finding.IDTaintIncomplete, finding.AnalysisIncomplete, "taint_condition"), finding.EvRule)
	f.Span = d.span(r.Condition)
	f.Message = "the condition `" + r.Condition.Written() + "` of the taint rule `" + r.Name + "` " + d.problem()
	f.Hint = d.advice("the rule is taken to apply")
	if !certain {
		f.Certainty = finding.Possible
	}
	c.Out.Violation(f)
}

// sourceOf is the tool that the first hop of a flow names.
func sourceOf(path []finding.Hop) string {
	if len(path) == 0 {
		return "its source"
	}
	return path[0].From
}

func (c *Context) taintHint(r *ir.Rule) string {
	var names []string
	for t := range r.Sanitizers.All() {
		names = append(names, c.Program.Tools[t].Name)
	}
	if len(names) == 0 {
		return "the rule has no sanitizer: this data must not go there at all"
	}
	return "pass it through " + quoted(names) + " first, on every path"
}

// sinkLabels checks the labels that a tool's sink parameters never receive.
func (c *Context) sinkLabels(s *Site) {
	tool := s.Call.Tool
	for i := range s.Call.Args {
		a := &s.Call.Args[i]
		if a.Default || !a.IsSink(tool) {
			continue
		}
		for label := range s.Args[i].Value.Labels.Intersect(tool.SinkLabels).All() {
			c.sinkLabel(s, i, label)
		}
	}
}

func (c *Context) sinkLabel(s *Site, i, label int) {
	path, certain := c.findFlow(s, i, labelData(label))
	name := c.Program.Labels[label]
	f := phase(c.atArg(s, i, finding.IDSinkLabel, finding.Taint, "sink_labels"), finding.EvRule)
	f.Message = "data labeled `" + name + "` reaches `" + s.Call.Tool.Name + "." + s.Call.Args[i].Name + "`, which must never receive it"
	f.Hint = "this label can not be sanitized: keep the data away from the parameter"
	f.Flow = path
	if !certain {
		f.Certainty = finding.Possible
	}
	c.record(s, finding.Event{Kind: finding.EvRule, Rule: &finding.RuleEvent{Rule: "sink_labels", Param: s.Call.Args[i].Name, Verdict: "fires"}})
	c.Out.Violation(f)
}

// labelNames are the names of a label set, in order.
func (c *Context) labelNames(s lattice.Set) []string {
	out := []string{}
	for l := range s.All() {
		out = append(out, c.Program.Labels[l])
	}
	return out
}
