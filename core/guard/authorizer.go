package guard

import (
	"planproof/core/cond"
	"planproof/core/ground"
	"planproof/core/guard/words"
	"planproof/core/value"
)

// Answer is what an authorizer says.
type Answer string

// The answers. Unsure escalates like an error.
const (
	Yes    Answer = "yes"
	No     Answer = "no"
	Unsure Answer = "unsure"
)

// Proposal is a validated call as an authorizer sees it.
type Proposal struct {
	Tool      string
	Arguments value.Object
}

// Authorizer judges whether the user asked for a call. It is asked last and
// can only make a decision stricter. Implementations that are not
// deterministic make decisions that are not. An error escalates, as Unsure
// does; why is shown to the person and the agent.
type Authorizer interface {
	Decide(request string, c Conversation, p Proposal) (answer Answer, why string, err error)
}

func authorizerOf(c *AuthorizerConfig) Authorizer {
	switch {
	case c == nil:
		return nil
	case c.Always != "":
		return constant(c.Always)
	case c.YesIf != nil:
		return condition{c.YesIf}
	}
	return RequestAuthorizer{}
}

// constant answers every call the same.
type constant Answer

// Decide gives the one answer.
func (a constant) Decide(string, Conversation, Proposal) (Answer, string, error) {
	return Answer(a), "the authorizer always says " + string(a), nil
}

// condition says yes when an expression over user_request, conversation and
// proposal is true.
type condition struct{ expr *cond.Expr }

// Decide evaluates the expression; what is not true or false is unsure.
func (a condition) Decide(request string, c Conversation, p Proposal) (Answer, string, error) {
	flat, _ := c.Flat()
	v, err := a.expr.Eval(cond.Bindings{
		{Name: factRequest, Value: value.Text(request)},
		{Name: "conversation", Value: value.Text(flat)},
		{Name: "proposal", Value: value.Text(p.Tool + "(" + plainJSON(p.Arguments) + ")")},
		{Name: "tool_name", Value: value.Text(p.Tool)},
	})
	switch {
	case err != nil:
		return Unsure, err.Message, nil
	case v == value.Bool(true):
		return Yes, "", nil
	case v == value.Bool(false):
		return No, "this is not true: " + a.expr.Source(), nil
	}
	return Unsure, "the condition is neither true nor false", nil
}

// RequestAuthorizer compares a call with the user's own words: they ask for
// the kind of action that the tool's name says, and name every value of the
// call, outside negated clauses. A tool whose name says no kind of action is
// unsure.
type RequestAuthorizer struct{}

// Decide says no when an action was not asked for or a value not named.
func (RequestAuthorizer) Decide(request string, _ Conversation, p Proposal) (Answer, string, error) {
	actions := actionsOfName(p.Tool)
	if len(actions) == 0 {
		return Unsure, "the tool's name does not say what it does", nil
	}
	asked := false
	for _, a := range actions {
		asked = asked || Asks(a, request)
	}
	if !asked {
		return No, "the user did not ask to " + actions[0], nil
	}
	text := ground.NewText(request)
	ts := words.Lex(request, words.Options{})
	clauses := words.Clauses(ts)
	for _, m := range p.Arguments {
		for _, h := range leaves(m.Key, m.Key, m.Value) {
			if _, flag := h.value.(value.Bool); !flag && !named(text, ts, clauses, h.value) {
				return No, "the user did not name " + h.path, nil
			}
		}
	}
	return Yes, "", nil
}

func named(text *ground.Text, ts []words.Token, clauses []words.Span, v value.Value) bool {
	for _, s := range text.Find(v, ground.Options{Matcher: ground.NoCase, Hosts: hostRule}) {
		if !negatedAt(ts, clauses, s.Start, s.End) {
			return true
		}
	}
	return false
}

// checkAuthorized asks the authorizer about a call that validates.
func (d *deciding) checkAuthorized() {
	c := Check{Name: CheckAuthorized, OnFail: Escalate, State: Passed}
	if d.full == nil {
		d.skip(c)
		return
	}
	answer, why, err := d.guard.authorizer.Decide(d.talk.UserRequest(), d.talk, Proposal{d.tool.Name, d.full})
	switch {
	case err != nil:
		c.State, c.Reason = Abstained, "the authorizer failed: "+err.Error()
	case answer == No:
		c.fail("the authorizer says no: " + why)
	case answer != Yes:
		c.State, c.Reason = Abstained, "the authorizer is not sure: "+why
	}
	d.add(c)
}
