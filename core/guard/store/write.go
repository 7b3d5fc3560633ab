package store

import (
	"strconv"

	"planproof/core/value"
)

// AppendJSON appends the record as one line of JSON without its end. Members stand in the order of reading: what
// it is first, hashes last.
func (r *Record) AppendJSON(dst []byte) []byte { return value.AppendJSON(dst, r.object()) }

func member(key string, v value.Value) value.Member { return value.Member{Key: key, Value: v} }

func (r *Record) object() value.Object {
	o := value.Object{
		member("format", value.Text(Format)),
		member("kind", value.Text(r.Body.kind())),
		member("id", value.Int(int64(r.ID))),
	}
	if r.Time != "" {
		o = append(o, member("time", value.Text(r.Time)))
	}
	switch b := r.Body.(type) {
	case *Decision:
		o = append(o, b.members()...)
	case *Attempt:
		o = append(o, b.members()...)
	case *Resolution:
		o = append(o, b.members()...)
	case *Adoption:
		o = append(o, b.members()...)
	}
	return append(o, member("prev", value.Text(r.Prev)), member("hash", value.Text(r.Hash)))
}

func (d *Decision) members() value.Object {
	o := value.Object{
		member("tool", value.Text(d.Input.Call.Name)),
		member("outcome", value.Text(d.Outcome)),
		member("failed", texts(d.Failed)),
		member("abstained", texts(d.Abstained)),
		member("reasons", texts(d.Reasons)),
		member("policy_only", value.Bool(d.PolicyOnly)),
	}
	o = append(o, d.Made.members()...)
	steps := make(value.List, len(d.Steps))
	for i := range d.Steps {
		steps[i] = d.Steps[i].object()
	}
	return append(o,
		member("fingerprint", value.Text(d.Fingerprint)),
		member("input", d.Input.object()),
		member("steps", steps),
		member("trace", value.Text(d.Trace())))
}

func (m *Made) members() value.Object {
	o := value.Object{member("executed", value.Bool(m.Executed))}
	if m.Attempt != 0 {
		o = append(o, member("attempt", value.Int(int64(m.Attempt))))
	}
	if m.Error != "" {
		o = append(o, member("error", value.Text(m.Error)))
	}
	if m.Result != "" {
		o = append(o, member("result", value.Text(m.Result)))
	}
	return o
}

func (in *Input) object() value.Object {
	roles := make(value.List, len(in.Roles))
	for i, r := range in.Roles {
		roles[i] = r.value()
	}
	o := value.Object{
		member("call", in.Call.object()),
		member("conversation", value.Text(in.Conversation)),
		member("roles", roles),
		member("user_request", value.Text(in.UserRequest)),
		member("facts", in.Facts),
	}
	if in.Tainted {
		o = append(o, member("tainted", value.Bool(true)))
	}
	if in.Untrusted {
		o = append(o, member("untrusted", value.Bool(true)))
	}
	if in.Plan != nil {
		o = append(o, member("plan", in.Plan))
	}
	return o
}

func (c *Call) object() value.Object {
	o := value.Object{member("name", value.Text(c.Name)), member("arguments", c.Arguments)}
	if c.ID != "" {
		o = append(o, member("id", value.Text(c.ID)))
	}
	return o
}

// value is [start, end, role], with a fourth element for what only some messages have.
func (r RoleSpan) value() value.List {
	l := value.List{value.Int(int64(r.Start)), value.Int(int64(r.End)), value.Text(r.Role)}
	var more value.Object
	if r.Source != "" {
		more = append(more, member("source", value.Text(r.Source)))
	}
	if r.Bare {
		more = append(more, member("bare", value.Bool(true)))
	}
	if r.Tainted {
		more = append(more, member("tainted", value.Bool(true)))
	}
	if more != nil {
		l = append(l, more)
	}
	return l
}

func (s *Step) object() value.Object {
	inputs := make(value.Object, len(s.Inputs))
	for i, in := range s.Inputs {
		inputs[i] = member(in.Name, value.Text(in.Hash))
	}
	o := value.Object{member("name", value.Text(s.Name)), member("inputs", inputs)}
	if s.Value != nil {
		o = append(o, member("value", s.Value))
	}
	if s.Error != "" {
		o = append(o, member("error", value.Text(s.Error)))
	}
	return append(o, member("prev", value.Text(s.Prev)), member("hash", value.Text(s.Hash)))
}

func (a *Attempt) members() value.Object {
	o := value.Object{
		member("tool", value.Text(a.Tool)),
		member("trace", value.Text(a.Trace)),
		member("sent", a.Sent),
	}
	if a.Answers != 0 {
		o = append(o, member("answers", value.Int(int64(a.Answers))))
	}
	return o
}

func (r *Resolution) members() value.Object {
	o := value.Object{
		member("answers", value.Int(int64(r.Answers))),
		member("decision", value.Text(r.Decision)),
		member("answer", value.Text(r.Answer)),
		member("reviewer", value.Text(r.Reviewer)),
		member("note", value.Text(r.Note)),
		member("reasons", texts(r.Reasons)),
	}
	return append(o, r.Made.members()...)
}

func (a *Adoption) members() value.Object {
	return value.Object{
		member("tool", value.Text(a.Tool)),
		member("description", value.Text(a.Description)),
		member("schema", a.Schema),
	}
}

func texts(list []string) value.List {
	out := make(value.List, len(list))
	for i, s := range list {
		out[i] = value.Text(s)
	}
	return out
}

// place names a record in messages.
func place(id int) string { return "record " + strconv.Itoa(id) }
