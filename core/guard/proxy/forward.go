package proxy

import (
	"planproof/core/guard"
	"planproof/core/guard/store"
	"planproof/core/value"
	"planproof/core/wire"
)

// An outcome is what became of a call that was made.
type outcome struct {
	made   store.Made
	result value.Object // the upstream's result
	text   string       // what it or the error says
	failed bool         // the upstream said that it failed: it does not count as made
	lost   string       // nobody knows
}

// forward makes an allowed call. The attempt is recorded before: what can not be recorded is not made.
func (p *Proxy) forward(c *call) {
	attempt, err := p.log(&store.Attempt{Tool: c.decision.Call.Name, Trace: c.record.Trace(), Sent: sent(c.decision)})
	if err != nil {
		p.refuse(c.id, codeInternal, "the call is not made, since it can not be recorded")
		return
	}
	p.make(c, func(o outcome) {
		o.made.Attempt = attempt.ID
		p.remember(c.decision, o)
		c.record.Made = o.made
		p.keep(c)
		p.finish(c, o, store.Allow, "")
	})
}

func sent(d *guard.Decision) value.Value {
	if d.Sent == nil {
		return value.Object{}
	}
	return d.Sent
}

// make sends the validated arguments of the call, and only those that the client sent.
func (p *Proxy) make(c *call, then func(outcome)) {
	params := object(
		wire.Member{Key: "name", Value: text(c.decision.Call.Name)},
		wire.Member{Key: "arguments", Value: raw(sent(c.decision))},
	)
	p.ask(Upstream, c.id, "tools/call", params, func(r reply) { then(outcomeOf(r)) })
}

func outcomeOf(r reply) outcome {
	result, isObject := r.result.(value.Object)
	switch {
	case r.lost != "":
		return outcome{made: store.Made{Executed: true, Error: "its end is not known: " + r.lost}, text: r.lost, lost: r.lost}
	case r.err != nil:
		return outcome{made: store.Made{Executed: true, Error: r.err.Message}, text: r.err.Message, failed: true}
	case !isObject:
		const why = "the answer is no result"
		return outcome{made: store.Made{Executed: true, Error: "its end is not known: " + why}, text: why, lost: why}
	}
	o := outcome{result: result, text: resultText(result), made: store.Made{Executed: true, Result: store.Hash(result)}}
	if isError, _ := result.Get("isError"); isError == value.Bool(true) {
		o.failed, o.made.Result, o.made.Error = true, "", o.text
	}
	return o
}

// remember tells the session what became of the call.
func (p *Proxy) remember(d *guard.Decision, o outcome) {
	record := p.session.Record
	if o.failed {
		record = p.session.RecordError
	}
	if err := record(d, o.text); err != nil {
		p.operator("the result of %s is not remembered: %s", d.Call.Name, err)
	}
}

// finish answers the client.
func (p *Proxy) finish(c *call, o outcome, verdict, reviewer string) {
	meta := p.meta(c, verdict, reviewer)
	switch {
	case o.lost != "":
		p.refuse(c.id, codeInternal, "the call of %s may have been made, its end is not known: %s", c.decision.Call.Name, o.lost)
	case o.result == nil:
		p.answer(c.id, errorResult(c.decision.Call.Name+" failed: "+o.text, meta))
	default:
		p.answer(c.id, withMeta(o.result, meta))
	}
}
