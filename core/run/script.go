package run

import (
	"context"
	"errors"
	"fmt"

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
