package cert

// Flagged is the order-based verdict of a rule: some call with a sink of it may
// be made after a source of it, whatever the data flow and the sanitizers say.
// It is above the precise verdict: what is not flagged is never broken.
// (order_flagged; Order.order_covers, Verdicts.precise_below_order)
func (m *Model) Flagged(rule int) bool { return m.order(rule, false) }

// FlaggedClearing lets sanitizers clear the bit: cleaning one value clears it
// for every value. It is UNSOUND and here only to be compared with tools that
// decide so. (order_clearing; Order.order_misses)
func (m *Model) FlaggedClearing(rule int) bool { return m.order(rule, true) }

func (m *Model) order(rule int, clearing bool) bool {
	o := &orderPass{m: m, rule: rule, clearing: clearing}
	ran := false
	for _, in := range m.Inputs {
		for l := range in.Labels.All() {
			ran = ran || m.Rules[rule].srcMatch(l)
		}
	}
	return o.leaks(m.Workflow, ran)
}

// orderPass is the verdict of one rule.
type orderPass struct {
	m        *Model
	rule     int
	clearing bool
}

// sink: does the call give an argument to a sink of the rule? (r_snk)
func (o *orderPass) sink(c *Call) bool {
	if !o.m.tools[c.Tool].sinks.Has(o.rule) {
		return false
	}
	for i := range c.Args {
		if o.m.Rules[o.rule].paramMatch(o.m.tools[c.Tool].marks, c.Args[i].Param) {
			return true
		}
	}
	return false
}

// after: may a source have run, after the steps? (thread, after)
func (o *orderPass) after(steps []Step, ran bool) bool {
	for _, s := range steps {
		switch s := s.(type) {
		case *Call:
			tool := &o.m.tools[s.Tool]
			ran = !(o.clearing && tool.cleans.Has(o.rule)) && (ran || tool.sources.Has(o.rule))
		case *Cond:
			then := o.after(s.Then, ran)
			ran = o.after(s.Else, ran) || then
		case *Loop:
			ran = ran || o.after(s.Body, ran)
		}
	}
	return ran
}

// leaks: may a sink be called after a source ran? (any_leak, leak)
func (o *orderPass) leaks(steps []Step, ran bool) bool {
	for i, s := range steps {
		switch s := s.(type) {
		case *Call:
			if ran && o.sink(s) {
				return true
			}
		case *Cond:
			if o.leaks(s.Then, ran) || o.leaks(s.Else, ran) {
				return true
			}
		case *Loop:
			if o.leaks(s.Body, ran || o.after(s.Body, ran)) {
				return true
			}
		}
		ran = o.after(steps[i:i+1], ran)
	}
	return false
}
