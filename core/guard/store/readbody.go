package store

import (
	"strconv"

	"planproof/core/value"
)

// body reads what the record is about.
func (f *fields) body() Body {
	switch kind := f.text("kind"); kind {
	case (*Decision)(nil).kind():
		return f.decision()
	case (*Attempt)(nil).kind():
		return &Attempt{Tool: f.text("tool"), Trace: f.text("trace"), Sent: f.value("sent"), Answers: f.optionalCount("answers")}
	case (*Resolution)(nil).kind():
		return &Resolution{
			Answers: f.count("answers"), Decision: f.text("decision"), Answer: f.oneOf("answer", Allow, Deny),
			Reviewer: f.text("reviewer"), Note: f.text("note"), Reasons: f.texts("reasons"), Made: f.made(),
		}
	case (*Adoption)(nil).kind():
		return &Adoption{Tool: f.text("tool"), Description: f.text("description"), Schema: f.object("schema")}
	default:
		f.fail("kind", "decision, attempt, resolution or adoption")
		return nil
	}
}

func (f *fields) oneOf(key string, allowed ...string) string {
	got := f.text(key)
	for _, a := range allowed {
		if got == a {
			return got
		}
	}
	f.fail(key, "one of its words")
	return got
}

func (f *fields) decision() *Decision {
	d := &Decision{
		Fingerprint: f.text("fingerprint"),
		Outcome:     f.oneOf("outcome", Allow, Deny, Escalate),
		Failed:      f.texts("failed"),
		Abstained:   f.texts("abstained"),
		Reasons:     f.texts("reasons"),
		PolicyOnly:  f.flag("policy_only"),
		Made:        f.made(),
	}
	f.into("input", func(in *fields) { d.Input = in.input() })
	for i, v := range f.list("steps") {
		f.element("steps."+strconv.Itoa(i), v, func(s *fields) { d.Steps = append(d.Steps, s.step()) })
	}
	f.text("trace")
	f.text("tool")
	return d
}

func (f *fields) made() Made {
	return Made{
		Executed: f.flag("executed"), Attempt: f.optionalCount("attempt"),
		Error: f.optionalText("error"), Result: f.optionalText("result"),
	}
}

func (f *fields) input() Input {
	in := Input{Conversation: f.text("conversation"), UserRequest: f.text("user_request"), Facts: f.object("facts")}
	in.Tainted, in.Untrusted = f.optionalFlag("tainted"), f.optionalFlag("untrusted")
	in.Plan, _ = f.o.Get("plan")
	f.into("call", func(c *fields) {
		in.Call = Call{Name: c.text("name"), Arguments: c.value("arguments"), ID: c.optionalText("id")}
	})
	size := value.RuneCount(in.Conversation)
	for _, v := range f.list("roles") {
		span, ok := readSpan(v)
		if !ok || span.End > size {
			f.fail("roles", "a list of [start, end, role] inside the conversation")
		}
		in.Roles = append(in.Roles, span)
	}
	return in
}

func readSpan(v value.Value) (span RoleSpan, ok bool) {
	l, _ := v.(value.List)
	if len(l) != 3 && len(l) != 4 {
		return span, false
	}
	start, startOK := small(l[0])
	end, endOK := small(l[1])
	role, roleOK := l[2].(value.Text)
	span = RoleSpan{Start: start, End: end, Role: string(role)}
	if len(l) == 4 {
		more, isObject := l[3].(value.Object)
		f := &fields{o: more}
		span.Source = f.optionalText("source")
		span.Bare, span.Tainted = f.optionalFlag("bare"), f.optionalFlag("tainted")
		roleOK = roleOK && isObject && f.err == nil
	}
	return span, startOK && endOK && roleOK && start <= end
}

func (f *fields) step() Step {
	s := Step{Name: f.text("name"), Error: f.optionalText("error"), Prev: f.text("prev"), Hash: f.text("hash")}
	s.Value, _ = f.o.Get("value")
	for _, m := range f.object("inputs") {
		hash, ok := m.Value.(value.Text)
		if !ok {
			f.fail("inputs", "an object of hashes")
		}
		s.Inputs = append(s.Inputs, StepInput{m.Key, string(hash)})
	}
	return s
}
