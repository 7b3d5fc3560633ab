package proxy

import (
	"strings"

	"planproof/core/guard"
	"planproof/core/guard/store"
	"planproof/core/value"
	"planproof/core/wire"
)

// form is what the user is asked: one required field.
const form = `{"type":"object","properties":{"approve":{"type":"boolean","title":"Approve","description":"Make this call"}},"required":["approve"]}`

// elicitAbout asks the user about an escalated call. The escalation is recorded before, the answer behind it.
func (p *Proxy) elicitAbout(c *call) {
	if !p.keep(c) {
		p.answer(c.id, p.refusal(c, c.decision))
		return
	}
	params := object(
		wire.Member{Key: "message", Value: text(question(c.decision))},
		wire.Member{Key: "requestedSchema", Value: form},
	)
	p.ask(Client, c.id, "elicitation/create", params, func(r reply) { p.answered(c, r) })
}

// maxShown is how much of a call's arguments a question shows, in code points.
const maxShown = 2_000

func question(d *guard.Decision) string {
	var b strings.Builder
	b.WriteString("Make the call " + d.Call.Name + "?\nArguments: " + clip(string(value.AppendJSON(nil, sent(d)))))
	for _, r := range d.Reasons {
		b.WriteString("\n- " + r)
	}
	return b.String()
}

func clip(s string) string {
	if r := []rune(s); len(r) > maxShown {
		return string(r[:maxShown]) + "…"
	}
	return s
}

// approves reports whether an answer is a yes: accept, and approve exactly true.
func approves(r reply) bool {
	o, _ := r.result.(value.Object)
	approve, _ := objectOf(o, "content").Get("approve")
	return textOf(o, "action") == "accept" && approve == value.Bool(true)
}

func (p *Proxy) answered(c *call, r reply) {
	if r.lost != "" || r.err != nil { // nobody said anything: the escalation stays open
		p.operator("nobody answered about %s (%s): it waits for planproof guard resolve", c.decision.Call.Name, whyNot(r))
		p.answer(c.id, p.refusal(c, c.decision))
		return
	}
	a := guard.Approval{Approve: approves(r), Reviewer: p.reviewer(), Key: c.decision.ApprovalKey()}
	if !a.Approve {
		a.Note = whyNot(r)
	}
	resolved, err := p.session.Resolve(c.decision, a, nil)
	if err != nil {
		p.operator("the answer about %s can not be taken: %s", c.decision.Call.Name, err)
		p.answer(c.id, p.refusal(c, c.decision))
		return
	}
	if !a.Approve {
		p.resolve(c, resolved, a, store.Made{})
		p.answer(c.id, p.refusal(c, resolved))
		return
	}
	attempt, err := p.approve(c)
	if err != nil { // it was answered elsewhere, or can not be recorded
		p.forget(resolved)
		p.answer(c.id, errorResult(c.decision.Call.Name+" is not made: "+err.Error(), p.meta(c, store.Deny, "")))
		return
	}
	p.make(c, func(o outcome) {
		o.made.Attempt = attempt
		p.remember(resolved, o)
		p.resolve(c, resolved, a, o.made)
		p.finish(c, o, store.Allow, a.Reviewer)
	})
}

// forget takes back that an approved call counts as made.
func (p *Proxy) forget(d *guard.Decision) {
	if err := p.session.RecordError(d, "not made"); err != nil {
		p.operator("the call of %s counts as made: %s", d.Call.Name, err)
	}
}

func (p *Proxy) reviewer() string {
	if p.client == "" {
		return "the client's user"
	}
	return "the user of " + p.client
}

func whyNot(r reply) string {
	o, _ := r.result.(value.Object)
	switch action := textOf(o, "action"); {
	case r.lost != "":
		return r.lost
	case r.err != nil:
		return "the client could not ask: " + r.err.Message
	case action == "decline", action == "cancel":
		return action
	}
	return "no clear approval"
}

// approve records that an approved call is about to be made.
func (p *Proxy) approve(c *call) (attempt int, err error) {
	if p.o.Log == nil {
		return 0, nil
	}
	r, err := store.Approve(p.o.Log, c.recordID, sent(c.decision))
	if err != nil {
		p.operator("an approved call is not made: %s", err)
	}
	return r.ID, err
}

// resolve records the answer.
func (p *Proxy) resolve(c *call, d *guard.Decision, a guard.Approval, made store.Made) {
	if p.o.Log == nil {
		return
	}
	r, err := store.NewResolution(p.o.Log, c.recordID, store.Answer{Approve: a.Approve, Reviewer: a.Reviewer, Note: a.Note})
	if err == nil {
		r.Made = made
		_, err = p.o.Log.Append(r)
	}
	if err != nil {
		p.operator("the answer about %s can not be stored: %s", d.Call.Name, err)
	}
}
