package main

import (
	"planproof/core/doc"
	"planproof/core/guard"
	"planproof/core/value"
)

var guardCheck = &command{
	name: "guard check", summary: "decide on one call", usage: "[FILE|-]", operands: [2]int{0, 1},
	flags: []flagSpec{
		configFlag,
		{name: "conversation", value: "FILE", help: "what was said so far: messages in any framework's shape"},
		{name: "call", value: "JSON|FILE", help: `the proposed call: {"name": ..., "arguments": {...}}`},
		factsFlag, planFlag,
		{name: "advice", help: "print only the words for the agent"},
		textOrJSON, colorFlag,
	},
	help: `
FILE holds everything, {"guard", "conversation", "call", "facts"}; a flag takes
the place of a member, or of the file.

Prints every check in its order, the one that decides, and the quotes it rests on.
The exit code is 0 when the call is allowed, 1 denied, 3 escalated, 2 not usable.

examples:
  planproof guard check examples/guard/payment.json
  planproof guard check --config guard.json --conversation chat.json \
    --call '{"name": "pay", "arguments": {"iban": "DE89370400440532013000"}}'
`,
	run: runGuardCheck,
}

func runGuardCheck(i *invocation) int {
	g, r, err := i.proposed()
	if err != nil {
		return i.unusable(err)
	}
	d, wrong := g.Decide(r)
	if wrong != nil {
		return i.unusable(asInput("the call", wrong))
	}
	switch {
	case i.flags.get("format", "text") == "json":
		i.write(append(d.AppendWire(nil), '\n'))
	case i.flags.has("advice"):
		i.write([]byte(printableText(d.Advice()) + "\n"))
	default:
		i.write([]byte(decisionText(d, i.colored(i.out))))
	}
	return verdictCode(d.Verdict)
}

// proposed reads the guard and the request from the file and the flags.
func (i *invocation) proposed() (g *guard.Guard, r guard.Request, err *doc.Error) {
	whole, err := i.wholeCase()
	if err != nil {
		return nil, r, err
	}
	if g, err = i.guardOf(whole); err != nil {
		return nil, r, err
	}
	talk, err := i.memberOrFlag(whole, "conversation", "context")
	if err != nil {
		return nil, r, err
	}
	call, err := i.memberOrFlag(whole, "call")
	if err != nil {
		return nil, r, err
	}
	if call == nil {
		return nil, r, &doc.Error{Kind: doc.KindInput, Message: "no call is given", Hint: `give it with --call '{"name": ..., "arguments": {...}}', or as "call" in FILE`}
	}
	var wrong error
	if r.Call, wrong = guard.CallOf(call); wrong != nil {
		return nil, r, asInput("the call", wrong)
	}
	if talk != nil {
		r.Conversation = guard.ConversationOf(talk)
	}
	facts, err := i.memberOrFlag(whole, "facts")
	if facts, isObject := facts.(value.Object); isObject {
		r.Facts = facts
	}
	if err != nil {
		return nil, r, err
	}
	plan, err := i.planOf()
	if plan != nil {
		r.Plan = plan(r.Call)
	}
	return g, r, err
}

// wholeCase reads FILE; without one it is empty.
func (i *invocation) wholeCase() (value.Object, *doc.Error) {
	if len(i.operands) == 0 {
		return value.Object{}, nil
	}
	text, err := i.readFile(i.operands[0])
	if err != nil {
		return nil, err
	}
	v, err := doc.ReadValue("case", text, 0)
	if err != nil {
		return nil, err
	}
	o, ok := v.(value.Object)
	if !ok {
		return nil, &doc.Error{Kind: doc.KindInput, Message: "the file is no object", Hint: `give {"guard", "conversation", "call", "facts"}`}
	}
	return o, nil
}

func (i *invocation) guardOf(whole value.Object) (*guard.Guard, *doc.Error) {
	if config, ok := whole.Get("guard"); ok && !i.flags.has("config") {
		return compiled(value.AppendJSON(nil, config))
	}
	return i.loadGuard()
}

// memberOrFlag is the flag with a name, or else the first of the members that is there.
func (i *invocation) memberOrFlag(whole value.Object, name string, others ...string) (value.Value, *doc.Error) {
	if i.flags.has(name) {
		return i.jsonFlag(name)
	}
	for _, key := range append([]string{name}, others...) {
		if v, ok := whole.Get(key); ok {
			return v, nil
		}
	}
	return nil, nil
}
