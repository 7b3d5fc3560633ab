package proxy

import (
	"planproof/core/guard"
	"planproof/core/value"
	"planproof/core/wire"
)

// metaKey is the member of _meta that is ours.
const metaKey = "planproof"

// meta is {"outcome","id","trace"}: what was decided, the record's number (null without a store) and the decision's
// trace; and who approved an escalated call.
func (p *Proxy) meta(c *call, outcome, reviewer string) wire.Object {
	id := wire.Raw("null")
	if c.recordID != 0 {
		id = raw(value.Int(int64(c.recordID)))
	}
	o := wire.Object{
		{Key: "outcome", Value: text(outcome)},
		{Key: "id", Value: id},
		{Key: "trace", Value: text(c.record.Trace())},
	}
	if reviewer != "" {
		o = append(o, wire.Member{Key: "approved_by", Value: text(reviewer)})
	}
	return o
}

// refusal is the result of a call that is not made: the reasons and what to do as text, the decision as structured
// content.
func (p *Proxy) refusal(c *call, d *guard.Decision) wire.Raw {
	return result(d.Advice(), p.meta(c, string(d.Verdict), ""), wire.Member{Key: "structuredContent", Value: wire.Raw(d.AppendWire(nil))})
}

// errorResult is a result that says that something did not work. Meta may be nil.
func errorResult(why string, meta wire.Object) wire.Raw { return result(why, meta) }

func result(why string, meta wire.Object, more ...wire.Member) wire.Raw {
	content := object(wire.Member{Key: "type", Value: `"text"`}, wire.Member{Key: "text", Value: text(why)})
	o := wire.Object{{Key: "content", Value: list(content)}}
	o = append(o, more...)
	o = append(o, wire.Member{Key: "isError", Value: "true"})
	if meta != nil {
		o = append(o, wire.Member{Key: "_meta", Value: object(wire.Member{Key: metaKey, Value: wire.Raw(meta.AppendWire(nil))})})
	}
	return wire.Raw(o.AppendWire(nil))
}

// withMeta is the upstream's result with our member in its _meta.
func withMeta(r value.Object, meta wire.Object) wire.Raw {
	var o, m wire.Object
	for _, member := range r {
		if member.Key != "_meta" {
			o = append(o, wire.Member{Key: member.Key, Value: raw(member.Value)})
		}
	}
	for _, member := range objectOf(r, "_meta") {
		if member.Key != metaKey {
			m = append(m, wire.Member{Key: member.Key, Value: raw(member.Value)})
		}
	}
	m = append(m, wire.Member{Key: metaKey, Value: wire.Raw(meta.AppendWire(nil))})
	o = append(o, wire.Member{Key: "_meta", Value: wire.Raw(m.AppendWire(nil))})
	return wire.Raw(o.AppendWire(nil))
}
