package guardtab

import (
	"planproof/core/doc"
	"planproof/core/guard"
	"planproof/core/guard/imported"
	"planproof/core/guard/transcript"
	"planproof/core/value"
	cases "planproof/examples/guard"
)

// input is what stands in the fields.
type input struct {
	talk, config, call, facts string
	mode                      string // "" as the configuration says, literal or full
	title, moral, example     string
}

func (in input) empty() bool { return in.talk == "" && in.config == "" && in.call == "" }

func inputOf(c cases.Case) input {
	v, err := doc.ReadValue(c.ID, c.Text, 0)
	o, ok := v.(value.Object)
	if err != nil || !ok {
		return input{title: c.Title}
	}
	return input{talk: pretty(o, "conversation"), config: pretty(o, "guard"), call: pretty(o, "call"), facts: pretty(o, "facts"),
		title: c.Title, moral: c.Moral, example: c.ID}
}

// pretty is a member as a reader would write it, "" when there is none.
func pretty(o value.Object, name string) string {
	v, ok := o.Get(name)
	if !ok {
		return ""
	}
	if facts, ok := v.(value.Object); ok && len(facts) == 0 {
		return ""
	}
	return string(appendPretty(nil, v, 0))
}

// appendPretty writes short values in one line and breaks long ones up.
func appendPretty(dst []byte, v value.Value, depth int) []byte {
	const wide = 72
	line := value.AppendJSON(nil, v)
	if len(line)+2*depth <= wide {
		return append(dst, line...)
	}
	indent := func(n int) {
		dst = append(dst, '\n')
		for range n {
			dst = append(dst, "  "...)
		}
	}
	switch x := v.(type) {
	case value.Object:
		dst = append(dst, '{')
		for i, m := range x {
			if i > 0 {
				dst = append(dst, ',')
			}
			indent(depth + 1)
			dst = append(value.AppendJSON(dst, value.Text(m.Key)), ": "...)
			dst = appendPretty(dst, m.Value, depth+1)
		}
		indent(depth)
		return append(dst, '}')
	case value.List:
		dst = append(dst, '[')
		for i, item := range x {
			if i > 0 {
				dst = append(dst, ',')
			}
			indent(depth + 1)
			dst = appendPretty(dst, item, depth+1)
		}
		indent(depth)
		return append(dst, ']')
	}
	return append(dst, line...)
}

// decided is what the guard says of every call, or why it can say nothing.
type decided struct {
	guard *guard.Guard
	calls []transcript.Decided
	talk  guard.Conversation // as the guard reads it, to the end
	part  string             // that could not be read
	err   error
}

func decide(in input) (d decided) {
	config, err := guard.ReadConfig([]byte(in.config))
	if err != nil {
		return decided{part: "guard", err: err}
	}
	switch in.mode {
	case "literal":
		config.Mode = guard.Literal
	case "full":
		config.Mode = guard.Full
	}
	if d.guard, err = guard.New(config); err != nil {
		return decided{part: "guard", err: err}
	}
	facts, err := factsOf(in.facts)
	if err != nil {
		return decided{part: "facts", err: err}
	}
	turns, err := imported.Turns([]byte(in.talk))
	if err != nil {
		return decided{part: "conversation", err: err}
	}
	if in.call != "" {
		call, err := guard.ReadCall([]byte(in.call))
		if err != nil {
			return decided{part: "call", err: err}
		}
		turns = append(turns, transcript.Turn{Number: len(turns) + 1, Calls: []guard.Call{call}})
	}
	if d.calls, err = transcript.Decide(d.guard, turns, transcript.Options{Facts: facts}); err != nil {
		return decided{part: "conversation", err: err}
	}
	for _, t := range turns {
		d.talk = append(d.talk, t.Messages...)
	}
	return d
}

func factsOf(text string) (value.Object, error) {
	if text == "" {
		return value.Object{}, nil
	}
	v, err := doc.ReadValue("facts", []byte(text), 0)
	if err != nil {
		return nil, err
	}
	o, ok := v.(value.Object)
	if !ok {
		return nil, &doc.Error{Kind: doc.KindInput, Message: "the facts are no object", Hint: `write names and values: {"spent_today": 400}`}
	}
	return o, nil
}
