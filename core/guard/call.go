package guard

import (
	"errors"
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// Call is a tool call that an agent proposes: data, never code.
type Call struct {
	Name string
	// Arguments as proposed. Anything but an object fails validation.
	Arguments value.Value
	// ID is the framework's name of the call; empty when it has none.
	ID string
}

// Errors of CallOf.
var (
	ErrNotCall = errors.New("this is no tool call: give an object with a name and arguments")
	ErrNoName  = errors.New("the call does not name a tool: give it a name")
)

// MaxCall is the largest text of a call that ReadCall reads, in bytes.
const MaxCall = 16 << 20

// ReadCall reads a call from JSON. Errors: those of CallOf, and *doc.Error for
// what is no JSON.
func ReadCall(text []byte) (Call, error) {
	v, err := doc.ReadValue("call", text, MaxCall)
	if err != nil {
		return Call{}, err
	}
	return CallOf(v)
}

// CallOf reads a call in the shapes in which agents write it: {name,
// arguments}, {function: {name, arguments}}, {name, args, id}, {type, name,
// input}. Arguments that are a text are read as JSON once. Errors: ErrNotCall,
// ErrNoName.
func CallOf(v value.Value) (Call, error) {
	outer, ok := v.(value.Object)
	if !ok {
		return Call{}, ErrNotCall
	}
	inner := outer
	if f, _ := outer.Get("function"); f != nil {
		if o, ok := f.(value.Object); ok {
			inner = o
		}
	}
	name := textMember(inner, "name")
	if name == "" {
		return Call{}, ErrNoName
	}
	return Call{name, argumentsOf(inner), firstText(outer, "id", "call_id", "tool_call_id")}, nil
}

func argumentsOf(o value.Object) value.Value {
	for _, key := range []string{"arguments", "args", "input", "parameters"} {
		if v, ok := o.Get(key); ok {
			return parsedOnce(v)
		}
	}
	return value.Object{}
}

// parsedOnce reads arguments that are a text. What is no JSON stays a text,
// which fails validation.
func parsedOnce(v value.Value) value.Value {
	if text, ok := v.(value.Text); ok {
		if strings.TrimSpace(string(text)) == "" {
			return value.Object{}
		}
		read, err := doc.ReadValue("arguments", []byte(text), MaxCall)
		if err != nil {
			return v
		}
		v = read
	}
	if _, null := v.(value.Null); null {
		return value.Object{}
	}
	return v
}

func textMember(o value.Object, key string) string {
	v, _ := o.Get(key)
	t, _ := v.(value.Text)
	return string(t)
}

func firstText(o value.Object, keys ...string) string {
	for _, key := range keys {
		if s := textMember(o, key); s != "" {
			return s
		}
	}
	return ""
}
