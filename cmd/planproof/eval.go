package main

import (
	"fmt"
	"strconv"

	"planproof/core/cond"
	"planproof/core/doc"
	"planproof/core/value"
)

var evalCommand = &command{
	name: "eval", summary: "evaluate a condition", usage: "EXPR", operands: [2]int{1, 1},
	flags: []flagSpec{{name: "env", value: "JSON", help: "an object that gives names their values"}},
	help: `
It prints {"value":v} and exits with 0, or prints
{"error":{"kind":"syntax|grammar|name|type|value|limit","message":...,"offset":n}}
and exits with 2. Offset counts bytes of EXPR. A tuple is printed as
{"$tuple":[...]}.

example:
  planproof eval 'domain_of(to) in allowed' --env '{"to": "ann@company.com", "allowed": ["company.com"]}'
`,
	run: runEval,
}

func runEval(i *invocation) int {
	env, envErr := readEnv(i.flags.get("env", "{}"))
	if envErr != nil {
		return i.evalError("input", "--env: "+envErr.Message, envErr.Span.Start.Offset)
	}
	e, err := cond.Parse(i.operands[0])
	if err != nil {
		return i.evalError(err.Kind.String(), err.Message, err.Offset)
	}
	v, err := e.Resolve(nil).Eval(env)
	if err != nil {
		return i.evalError(err.Kind.String(), err.Message, err.Offset)
	}
	i.write(append(value.AppendJSON([]byte(`{"value":`), v), '}', '\n'))
	return exitOK
}

func (i *invocation) evalError(kind, message string, offset int) int {
	out := value.AppendQuoted([]byte(`{"error":{"kind":`), kind)
	out = value.AppendQuoted(append(out, `,"message":`...), message)
	out = strconv.AppendInt(append(out, `,"offset":`...), int64(offset), 10)
	i.write(append(out, '}', '}', '\n'))
	return exitUnusable
}

// An environment is read where a bundle has the values of its inputs: the
// same exact numbers and texts, positions and limits. envBefore and envAfter
// make a bundle of it.
const (
	envBefore = `{"workflow":{"goal":"-","steps":[]},"policy":{"name":"-"},"tools":[],"inputs":`
	envAfter  = `}`
)

func readEnv(text string) (cond.Bindings, *doc.Error) {
	b, err := doc.ReadBundle([]byte(envBefore+text+envAfter), doc.ReadOptions{})
	if err != nil {
		return nil, envError(err, len(text))
	}
	var env cond.Bindings
	for _, in := range b.Inputs {
		env = append(env, cond.Binding{Name: in.Name.Value, Value: in.Value})
	}
	return env, nil
}

// envError moves an error to where it is in the environment.
func envError(err *doc.Error, size int) *doc.Error {
	at := 0
	if err.Span != nil {
		at = min(max(0, err.Span.Start.Offset-len(envBefore)), size)
	}
	return &doc.Error{Kind: err.Kind, Message: fmt.Sprintf("%s (byte %d)", err.Message, at), Hint: err.Hint, Span: &doc.Span{Start: doc.Pos{Offset: at}}}
}
