package examples

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/value"
)

// Expect is what an example expects of its report: the verdict, the violations as a set, and the work that the loops
// took.
type Expect struct {
	OK         bool        `json:"ok"`
	Violations []Violation `json:"violations"`
	Stats      struct {
		Iterations int `json:"iterations"`
	} `json:"stats"`
}

// A Violation is what identifies a violation for a reader.
type Violation struct {
	Category  finding.Category  `json:"category"`
	RuleName  string            `json:"rule_name"`
	StepLabel string            `json:"step_label"`
	Certainty finding.Certainty `json:"certainty"`
}

// ReadExpect reads the key "expect" of an example. A key that it does not know is an error: an expectation that is
// passed over would always hold.
func ReadExpect(b *doc.Bundle) (Expect, error) {
	var e Expect
	if b.Expect == nil {
		return e, errors.New("the bundle expects nothing")
	}
	d := json.NewDecoder(bytes.NewReader(value.AppendJSON(nil, b.Expect)))
	d.DisallowUnknownFields()
	if err := d.Decode(&e); err != nil {
		return e, fmt.Errorf("expect: %w", err)
	}
	return e, nil
}

// Of is the expectation that a report meets exactly.
func Of(r *finding.Report) Expect {
	e := Expect{OK: r.OK}
	for i := range r.Violations {
		v := &r.Violations[i]
		e.Violations = append(e.Violations, Violation{v.Category, v.RuleName, v.StepLabel, v.Certainty})
	}
	e.Stats.Iterations = r.Stats.Iterations
	return e
}
