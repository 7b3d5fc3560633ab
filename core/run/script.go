package run

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// Script is tools that answer from a script: each tool's answers in order. It
// is used up by a run; make a new one for the next.
type Script struct {
	answers []doc.Script
	used    []bool
	// Otherwise answers a call for which the script has nothing; nil is an
	// error.
	Otherwise Tools
}

// NewScript is a script of answers, such as a bundle's.
func NewScript(answers []doc.Script) *Script {
	return &Script{answers: answers, used: make([]bool, len(answers))}
}

// Call answers with the first answer of the tool that was not given yet.
func (s *Script) Call(ctx context.Context, tool string, args value.Object) (value.Value, error) {
	for i := range s.answers {
		a := &s.answers[i]
		if s.used[i] || a.Tool.Value != tool {
			continue
		}
		s.used[i] = true
		if a.Error != nil {
			return nil, errors.New(*a.Error)
		}
		return a.Result, nil
	}
	if s.Otherwise != nil {
		return s.Otherwise.Call(ctx, tool, args)
	}
	return nil, fmt.Errorf("the script has no more answers of `%s`", tool)
}

// Left counts the answers that were not given.
func (s *Script) Left() int {
	n := 0
	for _, used := range s.used {
		if !used {
			n++
		}
	}
	return n
}

// scriptsBefore and a text of scripts make a bundle, so that their values are
// read as documents are.
const scriptsBefore = `{"workflow":{"goal":"","steps":[]},"policy":{"name":"-"},"tools":[],`

// ReadScripts reads what tools answer: [{"tool", "result" | "error"}], an
// object {"inputs", "scripts"}, or a whole bundle, whose inputs and scripts are
// taken. Inputs are nil when the text has none. A position in the error is one
// of the text.
func ReadScripts(text []byte) ([]doc.Script, []doc.NamedValue, *doc.Error) {
	wrapped := scriptsBefore + "\"scripts\":\n" + string(text) + "}"
	if rest, isObject := strings.CutPrefix(strings.TrimLeft(string(text), " \t\r\n\ufeff"), "{"); isObject {
		if b, err := doc.ReadBundle(text, doc.ReadOptions{}); err == nil {
			return b.Scripts, b.Inputs, nil
		}
		lead := string(text)[:len(text)-len(rest)-1]
		wrapped = scriptsBefore + "\n" + strings.TrimPrefix(lead, "\ufeff") + " " + rest
	}
	b, err := doc.ReadBundle([]byte(wrapped), doc.ReadOptions{})
	if err != nil {
		out := &doc.Error{Kind: err.Kind, Message: err.Message, Hint: err.Hint}
		if err.Span != nil && err.Span.Start.Line > 1 {
			at := *err.Span
			at.Doc = "scripts"
			at.Start.Line--
			at.End.Line--
			before := strings.IndexByte(wrapped, '\n') + 1
			at.Start.Offset -= before
			at.End.Offset -= before
			out.Span = &at
		}
		return nil, nil, out
	}
	return b.Scripts, b.Inputs, nil
}
