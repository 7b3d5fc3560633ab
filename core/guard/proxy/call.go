package proxy

import (
	"errors"

	"planproof/core/guard"
	"planproof/core/guard/store"
	"planproof/core/value"
	"planproof/core/wire"
)

// A call is one tools/call on its way.
type call struct {
	id       value.Value // the client's request
	request  guard.Request
	decision *guard.Decision
	record   *store.Decision
	recordID int
}

// callTool decides on a call. The tools are listed before the first one, since the guard checks against their schemas.
func (p *Proxy) callTool(m *message) {
	if p.offered == nil && p.gone == "" {
		p.fetchTools(m.id, func(_ []wire.Raw, failed string) {
			if failed != "" {
				p.refuse(m.id, codeInternal, "the upstream's tools can not be listed: %s", failed)
				return
			}
			p.decide(m)
		})
		return
	}
	p.decide(m)
}

func (p *Proxy) decide(m *message) {
	name := textOf(m.params, "name")
	if name == "" {
		p.answer(m.id, errorResult("the call does not name a tool", nil))
		return
	}
	arguments, _ := m.params.Get("arguments")
	if _, null := arguments.(value.Null); arguments == nil || null {
		arguments = value.Object{}
	}
	c := &call{id: m.id, request: p.session.Request(guard.Call{Name: name, Arguments: arguments})}
	if p.o.Plan != nil {
		c.request.Plan = p.o.Plan(c.request.Call)
	}
	if why := p.notOffered(name); why != "" {
		p.refuseHidden(c, why)
		return
	}
	d, err := p.o.Guard.Decide(c.request)
	if err != nil {
		p.operator("the call of %s can not be decided: %s", name, err)
		p.refuseHidden(c, "the guard can not decide on it: "+err.Error())
		return
	}
	c.decision, c.record = d, store.NewDecision(p.o.Guard, c.request, d)
	switch {
	case d.Verdict == guard.Allow:
		p.forward(c)
	case d.Verdict == guard.Escalate && p.elicit:
		p.elicitAbout(c)
	default:
		p.keep(c)
		p.answer(c.id, p.refusal(c, d))
	}
}

// notOffered says why a declared tool can not be called; a tool that is not declared is the guard's to deny.
func (p *Proxy) notOffered(name string) string {
	switch {
	case p.hidden[name] != "":
		return "the tool is hidden: " + p.hidden[name]
	case p.offered[name] || p.gone != "":
		return ""
	}
	for _, declared := range p.o.Guard.Tools() {
		if declared == name {
			return "the server has no such tool"
		}
	}
	return ""
}

// refuseHidden denies a call that the guard did not decide on. It is recorded all the same, without steps.
func (p *Proxy) refuseHidden(c *call, why string) {
	c.record = store.NewDecision(p.o.Guard, c.request, &guard.Decision{Verdict: guard.Deny, Reasons: []string{why}})
	c.record.Steps = nil
	p.keep(c)
	p.answer(c.id, errorResult(c.request.Call.Name+" denied: "+why, p.meta(c, store.Deny, "")))
}

// keep records the decision. A refusal that can not be recorded is one all the same.
func (p *Proxy) keep(c *call) bool {
	r, err := p.log(c.record)
	c.recordID = r.ID
	return err == nil
}

// log appends to the store, if there is one.
func (p *Proxy) log(b store.Body) (store.Record, error) {
	if p.o.Log == nil {
		return store.Record{}, nil
	}
	r, err := p.o.Log.Append(b)
	if err != nil && !errors.Is(err, store.ErrAdopted) {
		p.operator("a record can not be stored: %s", err)
	}
	return r, err
}
