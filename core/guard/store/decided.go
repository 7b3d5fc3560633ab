package store

import (
	"planproof/core/guard"
	"planproof/core/value"
)

// Names of the steps that are no checks: the arguments as validated come before them, the verdict behind.
const (
	StepArguments = "(arguments)"
	StepVerdict   = "(verdict)"
)

// NewDecision is the record of a decision of g on a request. Made is for the caller to fill in.
func NewDecision(g *guard.Guard, r guard.Request, d *guard.Decision) *Decision {
	out := &Decision{
		Input:       inputOf(r),
		Fingerprint: g.Fingerprint(r.Call.Name),
		Outcome:     string(d.Verdict),
		Failed:      d.Failed,
		Abstained:   d.Abstained,
		Reasons:     d.Reasons,
		PolicyOnly:  d.PolicyOnly,
	}
	out.Steps = stepsOf(&out.Input, d.Checks, argumentsValue(d))
	out.Seal()
	return out
}

// inputOf keeps what the guard was given, not how it read it: that is what it is given again.
func inputOf(r guard.Request) Input {
	text, spans := r.Conversation.Flat()
	in := Input{
		Call:         Call{r.Call.Name, r.Call.Arguments, r.Call.ID},
		Conversation: text,
		UserRequest:  r.Conversation.UserRequest(),
		Facts:        r.Facts,
		Tainted:      r.Tainted,
		Untrusted:    r.Untrusted,
	}
	if in.Call.Arguments == nil {
		in.Call.Arguments = value.Null{}
	}
	for i, s := range spans {
		m := r.Conversation[i]
		in.Roles = append(in.Roles, RoleSpan{s.Start, s.End, string(s.Role), m.Source, m.Bare, m.Tainted})
	}
	if r.Plan != nil {
		in.Plan = planValue(r.Plan)
	}
	return in
}

// request is the request that an input was made of.
func (in *Input) request() guard.Request {
	r := guard.Request{
		Call:    guard.Call{Name: in.Call.Name, Arguments: in.Call.Arguments, ID: in.Call.ID},
		Facts:   in.Facts,
		Tainted: in.Tainted, Untrusted: in.Untrusted,
		Plan: planOf(in.Plan),
	}
	cut := newCutter(in.Conversation)
	for _, s := range in.Roles {
		r.Conversation = append(r.Conversation, guard.Message{
			Role: guard.Role(s.Role), Text: cut.between(s.Start, s.End), Source: s.Source, Bare: s.Bare, Tainted: s.Tainted,
		})
	}
	return r
}

// A cutter cuts a text at code points that only grow: spans stand in their order.
type cutter struct {
	text       string
	rune, byte int
}

func newCutter(text string) *cutter { return &cutter{text: text} }

func (c *cutter) to(rune int) int {
	if rune < c.rune {
		c.rune, c.byte = 0, 0
	}
	for c.rune < rune && c.byte < len(c.text) {
		_, size := value.DecodeRune(c.text[c.byte:])
		c.byte += size
		c.rune++
	}
	return c.byte
}

func (c *cutter) between(start, end int) string {
	from := c.to(start)
	return c.text[from:c.to(end)]
}

// stepsOf are the steps of a decision: the arguments, every check, the verdict of these checks.
func stepsOf(in *Input, checks []guard.Check, arguments value.Value) []Step {
	call := StepInput{"call", Hash(in.Call.object())}
	all := []StepInput{
		{StepArguments, Hash(arguments)},
		{"conversation", HashText(in.Conversation)},
		{"facts", Hash(in.Facts)},
	}
	steps := []Step{{Name: StepArguments, Inputs: []StepInput{call}, Value: arguments}}
	verdict := Step{Name: StepVerdict, Value: verdictOf(checks)}
	for _, c := range checks {
		v := checkValue(c)
		step := Step{Name: c.Name, Inputs: all, Value: v}
		if c.State == guard.Abstained {
			step.Error = c.Reason
		}
		steps = append(steps, step)
		verdict.Inputs = append(verdict.Inputs, StepInput{c.Name, Hash(v)})
	}
	return append(steps, verdict)
}

// verdictOf is what a list of checks comes to: a failed one that denies, then one that escalates, then one that could
// not be evaluated.
func verdictOf(checks []guard.Check) value.Value {
	verdict := guard.Allow
	for _, c := range checks {
		switch c.State {
		case guard.Failed:
			verdict = verdict.Join(c.OnFail)
		case guard.Abstained:
			verdict = verdict.Join(guard.Escalate)
		case guard.Passed, guard.Skipped:
		}
	}
	return value.Text(verdict)
}

func argumentsValue(d *guard.Decision) value.Value {
	if d.Arguments == nil {
		return value.Null{}
	}
	return d.Arguments
}

func checkValue(c guard.Check) value.Value {
	o := value.Object{
		member("state", value.Text(c.State)),
		member("on_fail", value.Text(c.OnFail)),
	}
	if c.Policy {
		o = append(o, member("policy", value.Bool(true)))
	}
	if c.Reason != "" {
		o = append(o, member("reason", value.Text(c.Reason)))
	}
	if len(c.Missing) > 0 {
		o = append(o, member("missing", texts(c.Missing)))
	}
	if len(c.Quotes) > 0 {
		quotes := make(value.List, len(c.Quotes))
		for i, q := range c.Quotes {
			quotes[i] = quoteValue(q)
		}
		o = append(o, member("quotes", quotes))
	}
	return o
}

// quoteValue is where a quote stands; its words are in the conversation.
func quoteValue(q guard.Quote) value.Value {
	o := value.Object{
		member("argument", value.Text(q.Argument)),
		member("message", value.Int(int64(q.Message))),
		member("start", value.Int(int64(q.Start))),
		member("end", value.Int(int64(q.End))),
	}
	if q.Tainted {
		o = append(o, member("tainted", value.Bool(true)))
	}
	return o
}

func planValue(p *guard.Plan) value.Value {
	lineage := value.List{}
	for _, l := range p.Lineage {
		lineage = append(lineage, value.Object{member("argument", value.Text(l.Argument)), member("from", texts(l.From))})
	}
	return value.Object{member("verdict", value.Text(p.Verdict)), member("step", value.Text(p.Step)), member("lineage", lineage)}
}

// planOf reads what planValue wrote; another form is no plan, and the replay then differs.
func planOf(v value.Value) *guard.Plan {
	o, ok := v.(value.Object)
	if !ok {
		return nil
	}
	f := &fields{o: o}
	p := &guard.Plan{Verdict: f.text("verdict"), Step: f.text("step")}
	for _, item := range f.list("lineage") {
		f.element("lineage", item, func(l *fields) {
			p.Lineage = append(p.Lineage, guard.Lineage{Argument: l.text("argument"), From: l.texts("from")})
		})
	}
	if f.err != nil {
		return nil
	}
	return p
}
