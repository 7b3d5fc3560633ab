package guard

import (
	"strings"

	"planproof/core/cond"
	"planproof/core/value"
)

// environment gives conditions their names.
type environment struct{ d *deciding }

// Lookup finds an argument, a given fact, a computed one or a built-in.
func (e environment) Lookup(name string) (value.Value, bool) {
	return e.d.lookup(name, len(e.d.guard.config.Computed))
}

// lookup finds a name among the facts; of the computed ones only the first so
// many, so that none depends on itself.
func (d *deciding) lookup(name string, computed int) (value.Value, bool) {
	if v, ok := d.full.Get(name); ok {
		return v, true
	}
	if v, ok := d.request.Facts.Get(name); ok {
		return v, true
	}
	for i, c := range d.guard.config.Computed[:computed] {
		if c.Name == name {
			v, err := c.Expr.Eval(computedEnv{d, i})
			return v, err == nil
		}
	}
	return d.builtin(name)
}

type computedEnv struct {
	d *deciding
	n int
}

// Lookup finds what a computed fact may read.
func (e computedEnv) Lookup(name string) (value.Value, bool) { return e.d.lookup(name, e.n) }

func (d *deciding) builtin(name string) (value.Value, bool) {
	switch name {
	case "tool_name":
		return value.Text(d.request.Call.Name), true
	case "tool_arguments":
		return d.request.Call.Arguments, true
	case "conversation":
		flat, _ := d.talk.Flat()
		return value.Text(flat), true
	case "conversation_roles":
		return d.roleSpans(), true
	case factRequest:
		return value.Text(d.talk.UserRequest()), true
	case "argument_errors":
		out := value.List{}
		for _, m := range d.mistakes {
			out = append(out, value.Text(m.String()))
		}
		return out, true
	case "call_arguments":
		return d.full, d.full != nil
	case "grounding":
		return d.grounds.fact(), d.full != nil
	case "proposal":
		return value.Text(d.request.Call.Name + "(" + plainJSON(d.request.Call.Arguments) + ")"), true
	}
	return nil, false
}

func (d *deciding) roleSpans() value.Value {
	_, spans := d.talk.Flat()
	out := value.List{}
	for _, s := range spans {
		out = append(out, value.List{value.Int(int64(s.Start)), value.Int(int64(s.End)), value.Text(s.Role)})
	}
	return out
}

// checkPolicy evaluates a policy of the author.
func (d *deciding) checkPolicy(p *policy) {
	c := Check{Name: p.Name, OnFail: p.OnFail, Policy: true, State: Passed}
	switch {
	case p.Expr == nil:
		d.checkAsked(p, &c)
	case d.full == nil && d.needsArguments(p):
		c.State, c.Reason = Skipped, "the arguments do not validate"
	default:
		d.evaluate(p, &c)
	}
	d.add(c)
}

// needsArguments reports that a policy reads an argument or what is made of
// them.
func (d *deciding) needsArguments(p *policy) bool {
	for _, name := range p.Reads {
		if name == "call_arguments" || name == "grounding" || !d.guard.isFact(name) && d.isArgument(name) {
			return true
		}
	}
	return false
}

func (d *deciding) isArgument(name string) bool {
	if d.tool.schema == nil {
		_, given := d.request.Facts.Get(name)
		return !given
	}
	return d.tool.schema.has(name)
}

func (d *deciding) evaluate(p *policy, c *Check) {
	for _, name := range p.Reads {
		for _, missing := range d.missing(name, len(d.guard.config.Computed)) {
			if !contains(c.Missing, missing) {
				c.Missing = append(c.Missing, missing)
			}
		}
	}
	if len(c.Missing) > 0 {
		c.State, c.Reason = Abstained, "can not be evaluated: not given: "+strings.Join(c.Missing, ", ")
		return
	}
	v, err := p.Expr.Eval(policyEnv{environment{d}, p})
	switch {
	case err != nil:
		c.State, c.Reason = Abstained, "can not be evaluated: "+err.Message
	case v == value.Bool(false):
		c.State, c.Reason = Failed, p.why()
	case v != value.Bool(true):
		c.State, c.Reason = Abstained, "can not be evaluated: its value is "+value.KindName(v)+", not true or false"
	}
}

// missing lists what a name lacks to have a value: itself, or for a computed
// fact what that one lacks.
func (d *deciding) missing(name string, computed int) []string {
	if _, ok := d.lookup(name, computed); ok {
		return nil
	}
	var out []string
	for i, c := range d.guard.config.Computed[:computed] {
		if c.Name != name {
			continue
		}
		for _, n := range c.Expr.Names() {
			out = append(out, d.missing(n.Name, i)...)
		}
	}
	if len(out) == 0 { // not given, or its expression has no value
		return []string{name}
	}
	return out
}

// why is the author's reason, or the expression.
func (p *policy) why() string {
	if p.Reason != "" {
		return p.Reason
	}
	if p.Expr != nil {
		return "this is not true: " + p.Expr.Source()
	}
	return "the user did not ask for such an action"
}

type policyEnv struct {
	environment
	policy *policy
}

// Lookup finds path_under calls beside the other names.
func (e policyEnv) Lookup(name string) (value.Value, bool) {
	for _, u := range e.policy.Paths {
		if u.Stand == name {
			v, ok := e.environment.Lookup(u.Name)
			if !ok {
				return nil, false
			}
			return u.holds(v)
		}
	}
	return e.environment.Lookup(name)
}

var _ cond.Env = policyEnv{}

// checkAsked is a request policy: the user's own messages must ask for such an
// action.
func (d *deciding) checkAsked(p *policy, c *Check) {
	for _, m := range d.talk {
		if m.Role != User {
			continue
		}
		for _, name := range p.Intents {
			if Asks(name, m.Text) {
				return
			}
		}
		for _, phrase := range p.phrases {
			if phraseAsks(phrase, m.Text) {
				return
			}
		}
	}
	c.State, c.Reason = Failed, p.why()
}
