// Package evaluate answers one condition with given values, for the doors
// that are not the verifier: the command line and the JavaScript library.
package evaluate

import (
	"fmt"
	"strconv"

	"planproof/core/cond"
	"planproof/core/doc"
	"planproof/core/value"
)

// JSON evaluates a condition. env is a JSON object that gives names their
// values; "" stands for an empty one. The answer is one line: {"value":v} with
// ok true, or {"error":{"kind","message","offset"}} with ok false. Offset
// counts bytes of the condition, for the kind "input" bytes of env.
func JSON(expr, env string) (line []byte, ok bool) {
	if env == "" {
		env = "{}"
	}
	names, envErr := ReadEnv(env)
	if envErr != nil {
		return failure("input", "env: "+envErr.Message, envErr.Span.Start.Offset), false
	}
	e, err := cond.Parse(expr)
	if err != nil {
		return failure(err.Kind.String(), err.Message, err.Offset), false
	}
	v, err := e.Resolve(nil).Eval(names)
	if err != nil {
		return failure(err.Kind.String(), err.Message, err.Offset), false
	}
	return append(value.AppendJSON([]byte(`{"value":`), v), '}', '\n'), true
}

func failure(kind, message string, offset int) []byte {
	out := value.AppendQuoted([]byte(`{"error":{"kind":`), kind)
	out = value.AppendQuoted(append(out, `,"message":`...), message)
	out = strconv.AppendInt(append(out, `,"offset":`...), int64(offset), 10)
	return append(out, '}', '}', '\n')
}

// An environment is read where a bundle has the values of its inputs: the
// same exact numbers and texts, positions and limits. envBefore and envAfter
// make a bundle of it.
const (
	envBefore = `{"workflow":{"goal":"-","steps":[]},"policy":{"name":"-"},"tools":[],"inputs":`
	envAfter  = `}`
)

// ReadEnv reads an environment: an object that gives names their values.
func ReadEnv(text string) (cond.Bindings, *doc.Error) {
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
