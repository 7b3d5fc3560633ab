package main

import (
	"errors"
	"strings"

	"planproof/core/doc"
	"planproof/core/guard"
	"planproof/core/guard/planned"
	"planproof/core/report"
	"planproof/core/value"
)

var guardCommand = &command{
	name: "guard", summary: "decide on single tool calls: allow, deny or escalate", usage: "PART ...", operands: [2]int{0, -1},
	help: `
The guard answers one proposed call at a time, from the conversation so far, the
rules of a configuration and a few facts. The answer comes with reasons, and it is
always the same for the same call in the same conversation.

The exit code of check and session is 0 when every call is allowed, 1 when one is
denied, 3 when one escalates and none is denied, 2 when something could not be
used. The other parts: 0 nothing to say, 1 something found, 2 not usable.

planproof guard PART --help shows a part's flags and an example.

example:
  planproof guard check examples/guard/payment.json
`,
}

// exitEscalated is the exit code when a person must decide.
const exitEscalated = 3

// guard's parts are set in an init function since their runs refer to it.
func init() {
	guardCommand.parts = []*command{guardCheck, guardSession, guardQuery, guardReplay, guardVerify, guardResolve, guardLint, guardProxy}
}

var (
	configFlag = flagSpec{name: "config", value: "FILE", help: "the guard's configuration: tools, policies, facts"}
	factsFlag  = flagSpec{name: "facts", value: "JSON|FILE", help: `what the policies need to know, such as '{"spent_today": 400}'`}
	planFlag   = flagSpec{name: "plan", value: "FILE", help: "the bundle of the plan that the calls belong to; it is verified, and joined"}
	textOrJSON = flagSpec{name: "format", choice: []string{"text", "json"}, help: "how to print the answer"}
)

// verdictCode is the exit code for verdicts, the strictest of them counts.
func verdictCode(verdicts ...guard.Verdict) int {
	joined := guard.Allow
	for _, v := range verdicts {
		joined = joined.Join(v)
	}
	switch joined {
	case guard.Allow:
		return exitOK
	case guard.Escalate:
		return exitEscalated
	case guard.Deny:
	}
	return exitRejected
}

// loadGuard reads and compiles the configuration that --config names.
func (i *invocation) loadGuard() (*guard.Guard, *doc.Error) {
	text, err := i.configText()
	if err != nil {
		return nil, err
	}
	return compiled(text)
}

func (i *invocation) configText() ([]byte, *doc.Error) {
	if !i.flags.has("config") {
		return nil, &doc.Error{Kind: doc.KindInput, Message: "no configuration is given", Hint: "give it with --config guard.json"}
	}
	return i.readFile(i.flags["config"])
}

func compiled(text []byte) (*guard.Guard, *doc.Error) {
	c, err := guard.ReadConfig(text)
	if err != nil {
		return nil, asInput("the configuration", err)
	}
	g, err := guard.New(c)
	if err != nil {
		return nil, asInput("the configuration", err)
	}
	return g, nil
}

// asInput is an error about what was read.
func asInput(what string, err error) *doc.Error {
	var known *doc.Error
	if errors.As(err, &known) {
		return known
	}
	return &doc.Error{Kind: doc.KindInput, Message: what + ": " + err.Error()}
}

// jsonFlag reads a flag that is JSON or names a file with it; nil when the flag is not given.
func (i *invocation) jsonFlag(name string) (value.Value, *doc.Error) {
	if !i.flags.has(name) {
		return nil, nil
	}
	text := []byte(i.flags[name])
	if s := strings.TrimSpace(i.flags[name]); !strings.HasPrefix(s, "{") && !strings.HasPrefix(s, "[") {
		var err *doc.Error
		if text, err = i.readFile(i.flags[name]); err != nil {
			return nil, err
		}
	}
	return doc.ReadValue(name, text, 0)
}

// facts reads --facts; none are an empty object.
func (i *invocation) facts() (value.Object, *doc.Error) {
	v, err := i.jsonFlag("facts")
	if err != nil || v == nil {
		return value.Object{}, err
	}
	o, ok := v.(value.Object)
	if !ok {
		return nil, &doc.Error{Kind: doc.KindInput, Message: "--facts is no object", Hint: `give names and values: --facts '{"role": "viewer"}'`}
	}
	return o, nil
}

// planOf verifies the bundle that --plan names and is what it says of calls; nil without one.
func (i *invocation) planOf() (func(guard.Call) *guard.Plan, *doc.Error) {
	if !i.flags.has("plan") {
		return nil, nil
	}
	text, err := i.readFile(i.flags["plan"])
	if err != nil {
		return nil, err
	}
	b, err := doc.ReadBundle(text, doc.ReadOptions{})
	if err != nil {
		return nil, err
	}
	calls, wrong := planned.Of(b)
	if wrong != nil {
		return nil, asInput("the plan", wrong)
	}
	return calls.For, nil
}

// unusable prints an error about what was read.
func (i *invocation) unusable(err *doc.Error) int { return i.problem(err, report.Sources{}) }
