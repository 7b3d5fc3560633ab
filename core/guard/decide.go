package guard

import (
	"fmt"
	"strings"

	"planproof/core/ground"
	"planproof/core/ground/uts46"
	"planproof/core/value"
)

// hostRule compares host names as browsers do.
var hostRule ground.HostRule = uts46.Host

// Request is one proposed call and all that is known about it.
type Request struct {
	Call         Call
	Conversation Conversation
	// Facts are the declared facts that the application gives, and calls_made:
	// a list of {name, arguments}.
	Facts value.Object
	// Tainted: a tool output that is no longer in the conversation carried
	// instructions. Full mode alone reads it.
	Tainted bool
	// Untrusted: a tool output that is no longer in the conversation was one
	// that nobody vouches for. Full mode alone reads it.
	Untrusted bool
	// Plan is what the static verifier knows of the call; nil without a plan.
	Plan *Plan
}

// deciding is one decision in the making.
type deciding struct {
	guard      *Guard
	request    Request
	tool       *tool
	talk       Conversation
	notes      []note // of each message
	firstFresh int    // messages of the user before it no longer ground
	full, sent value.Object
	mistakes   []argumentError
	grounds    groundings
	confirmed  []Quote
	flag       *bool
	out        *Decision
}

// Decide answers a proposed call. The error says that the request contradicts
// the declarations (a fact named like an argument or a built-in), not that the
// call is bad.
func (g *Guard) Decide(r Request) (*Decision, error) {
	d := &deciding{guard: g, request: r, tool: g.tool(r.Call.Name), out: &Decision{Call: r.Call}}
	known := Check{Name: CheckKnownTool, OnFail: Deny, State: Passed}
	if d.tool == nil {
		known.fail(fmt.Sprintf("there is no tool %q", r.Call.Name))
		d.add(known)
		return d.conclude(), nil
	}
	if err := d.checkFacts(); err != nil {
		return nil, err
	}
	d.add(known)
	d.talk = g.Read(r.Conversation)
	d.notes = make([]note, len(d.talk))
	d.firstFresh = firstFresh(d.talk, d.tool.Last)
	d.validate()
	if d.full != nil {
		d.findAll()
	}
	d.denials()
	d.escalations()
	return d.conclude(), nil
}

// checkFacts refuses facts that are named like an argument or a built-in.
func (d *deciding) checkFacts() error {
	for _, f := range d.request.Facts {
		if f.Key == factCallsMade {
			continue
		}
		if contains(builtins, f.Key) || contains(d.tool.arguments(), f.Key) {
			return mistake("facts."+f.Key, "the fact is named like an argument of %s or a built-in: give it another name", d.tool.Name)
		}
	}
	return nil
}

// firstFresh is the first message of the user's last n ones.
func firstFresh(c Conversation, n int) int {
	if n == 0 {
		return 0
	}
	for i := len(c) - 1; i >= 0; i-- {
		if c[i].Role == User {
			if n--; n == 0 {
				return i
			}
		}
	}
	return 0
}

// validate reads the arguments by the schema. Invisible characters fail the
// check and do not stop the others: the arguments validate.
func (d *deciding) validate() {
	c := Check{Name: CheckValid, OnFail: Deny, State: Passed}
	if d.tool.schema == nil {
		o, ok := d.request.Call.Arguments.(value.Object)
		if ok {
			d.full, d.sent = o, o
		} else {
			d.mistakes = []argumentError{{"", "the arguments are not an object"}}
		}
	} else {
		d.full, d.sent, d.mistakes = d.tool.schema.validate(d.request.Call.Arguments)
	}
	d.mistakes = append(d.mistakes, invisibleIn(d.request.Call.Arguments, "")...)
	for _, m := range d.mistakes {
		c.fail(m.String())
	}
	d.add(c)
	if c.State == Passed {
		d.out.Arguments, d.out.Sent = d.full, d.sent
	}
}

// denials are the checks that deny, in their order.
func (d *deciding) denials() {
	if len(d.tool.Ground) > 0 {
		d.checkGrounded()
	}
	if d.tool.confirm != nil {
		d.confirm()
		if d.tool.confirm.OnFail == Deny {
			d.checkConfirmed()
		}
	}
	if d.guard.config.Mode == Full {
		d.fullDenials()
	}
	d.checkPolicies(Deny)
}

// escalations are the checks that escalate, in their order.
func (d *deciding) escalations() {
	if d.tool.schema == nil {
		c := Check{Name: CheckReadable, OnFail: Escalate}
		c.fail("the arguments can not be checked: " + d.tool.unreadable)
		d.add(c)
	}
	if d.tool.values == Escalate && len(d.tool.Ground) > 0 && !hasRole(d.tool.From, Tool) {
		d.checkFromUser()
	}
	if len(d.tool.Ground) > 0 && (d.tool.Injections != Off || d.tool.scan) {
		d.checkInjected()
	}
	if d.tool.Injections == Any {
		d.checkInstructions()
	}
	if d.guard.config.Mode == Full {
		d.fullEscalations()
	}
	if d.tool.Once {
		d.checkOnce()
	}
	if d.tool.confirm != nil && d.tool.confirm.OnFail == Escalate {
		d.checkConfirmed()
	}
	d.checkPolicies(Escalate)
	if d.guard.authorizer != nil && !d.tool.NoAuthorizer {
		d.checkAuthorized()
	}
}

func (d *deciding) checkPolicies(onFail Verdict) {
	for _, p := range d.tool.policies {
		if p.OnFail == onFail {
			d.checkPolicy(p)
		}
	}
}

func hasRole(roles []Role, r Role) bool {
	for _, x := range roles {
		if x == r {
			return true
		}
	}
	return false
}

func span(start, end int) ground.Span { return ground.Span{Start: start, End: end} }

func (d *deciding) add(c Check) { d.out.Checks = append(d.out.Checks, c) }

// skip adds a check that needs validated arguments and has none.
func (d *deciding) skip(c Check) {
	c.State, c.Reason = Skipped, "the arguments do not validate"
	d.add(c)
}

// fail marks a check as failed and adds a reason.
func (c *Check) fail(reason string) {
	c.State = Failed
	if c.Reason != "" {
		c.Reason += "; "
	}
	c.Reason += reason
}

// conclude reads the verdict off the checks: the first that failed decides; a
// check that could not be evaluated escalates when none failed, and is passed
// over otherwise.
func (d *deciding) conclude() *Decision {
	out := d.out
	out.Verdict, out.Failed, out.Abstained, out.Reasons = Allow, []string{}, []string{}, []string{}
	policies := true
	for _, c := range out.Checks {
		if c.State == Failed {
			out.Failed = append(out.Failed, c.Name)
			out.Reasons = append(out.Reasons, c.Name+": "+c.Reason)
			out.Verdict = out.Verdict.Join(c.OnFail)
			policies = policies && c.Policy
		}
	}
	for _, c := range out.Checks {
		if c.State == Abstained && len(out.Failed) == 0 {
			out.Abstained = append(out.Abstained, c.Name)
			out.Reasons = append(out.Reasons, c.Name+": "+c.Reason)
			out.Verdict = out.Verdict.Join(Escalate)
		}
	}
	if out.Verdict != Allow {
		out.Deciding = strings.Join(append(out.Failed[:len(out.Failed):len(out.Failed)], out.Abstained...)[:1], "")
	}
	out.PolicyOnly = out.Verdict == Escalate && len(out.Failed) > 0 && policies
	for _, h := range d.grounds.hits {
		if h.quote != nil {
			out.Evidence = append(out.Evidence, *h.quote)
		}
	}
	out.Evidence = append(out.Evidence, d.confirmed...)
	return out
}
