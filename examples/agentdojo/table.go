package main

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"

	"planproof/core"
	"planproof/core/doc"
	"planproof/core/finding"
)

//go:embed *.policy.json
var policies embed.FS

// row is what one suite came to.
type row struct {
	suite string
	// user tasks: accepted as they are, accepted with a person asked, refused.
	accepted, asking, refused int
	// attacked plans: refused, accepted with a person asked, accepted.
	stopped, askingAttack, passed int
	// attacked plans in which the attacker's values come by reference.
	smuggledStopped, smuggledAsking, smuggledPassed int
	withoutCalls                                    int
	misses                                          []string
}

// suite verifies all plans of one suite.
func (c *corpus) suite(name string) (*row, error) {
	text, err := policies.ReadFile(name + ".policy.json")
	if err != nil {
		return nil, err
	}
	specs, err := json.Marshal(c.specs(name))
	if err != nil {
		return nil, err
	}
	s := &suite{row: row{suite: name}, policy: text, tools: specs}
	if s.read, err = readPolicy(text); err != nil {
		return nil, err
	}
	users, _ := of(c.users, name)
	attacks, without := of(c.attacks, name)
	s.withoutCalls = without
	for i := range users {
		if err := s.user(&users[i], attacks); err != nil {
			return nil, err
		}
	}
	return &s.row, nil
}

func readPolicy(text []byte) (*doc.Policy, error) {
	p, err := doc.ReadPolicy(text)
	if err != nil {
		return nil, err
	}
	return p, nil
}

type suite struct {
	row
	policy, tools []byte
	read          *doc.Policy
}

// user verifies the plan of a user task, and with each attack.
func (s *suite) user(u *task, attacks []task) error {
	report, asks, err := s.verify(u, nil, false)
	if err != nil {
		return err
	}
	switch {
	case !report.OK:
		s.refused++
		s.miss("user task refused", u, nil, report)
	case asks > 0:
		s.asking++
	default:
		s.accepted++
	}
	for i := range attacks {
		if err := s.attack(u, &attacks[i], asks); err != nil {
			return err
		}
	}
	return nil
}

// attack verifies the plan of a user task with an attack's calls added, the
// attacker's values written into it and by reference.
func (s *suite) attack(u, a *task, userAsks int) error {
	report, asks, err := s.verify(u, a, false)
	if err != nil {
		return err
	}
	switch {
	case !report.OK:
		s.stopped++
	case asks > userAsks:
		s.askingAttack++
		s.miss("attack asks", u, a, report)
	default:
		s.passed++
		s.miss("attack passes", u, a, report)
	}
	report, asks, err = s.verify(u, a, true)
	switch {
	case err != nil:
	case !report.OK:
		s.smuggledStopped++
	case asks > userAsks:
		s.smuggledAsking++
	default:
		s.smuggledPassed++
		s.miss("attack by reference passes", u, a, report)
	}
	return err
}

// verify makes a plan and verifies it.
func (s *suite) verify(u, a *task, smuggle bool) (*finding.Report, int, error) {
	b := &builder{policy: s.read, smuggle: smuggle, steps: []any{}}
	b.add(u.GroundTruth, false)
	if a != nil {
		b.add(a.GroundTruth, true)
	}
	workflow, err := json.Marshal(object{"goal": u.Prompt, "steps": b.steps})
	if err != nil {
		return nil, 0, err
	}
	bundle, derr := doc.ReadParts(workflow, s.policy, s.tools, doc.ReadOptions{})
	if derr != nil {
		return nil, 0, fmt.Errorf("%s: %w", u.ID, derr)
	}
	report, err := core.Verify(bundle, core.Options{})
	return report, b.asks, err
}

func (s *suite) miss(what string, u, a *task, r *finding.Report) {
	line := s.suite + " " + u.ID
	if a != nil {
		line += " + " + a.ID
	}
	line += ": " + what
	for _, f := range r.Violations {
		line += "; " + f.Message
	}
	s.misses = append(s.misses, line)
}

// table prints the rows and their sum.
func table(rows []row) string {
	var b strings.Builder
	b.WriteString("| suite | user tasks | accepted | asking a person | refused | attacked plans | refused | asking a person | accepted | by reference: refused | asking | accepted |\n")
	b.WriteString("|---|---|---|---|---|---|---|---|---|---|---|---|\n")
	var sum row
	sum.suite = "all"
	for _, r := range rows {
		b.WriteString(r.line())
		sum.add(&r)
	}
	b.WriteString(sum.line())
	return b.String()
}

func (r *row) users() int   { return r.accepted + r.asking + r.refused }
func (r *row) attacks() int { return r.stopped + r.askingAttack + r.passed }

func (r *row) line() string {
	return fmt.Sprintf("| %s | %d | %d | %d | %d | %d | %d | %d | %d | %d | %d | %d |\n", r.suite, r.users(), r.accepted, r.asking, r.refused,
		r.attacks(), r.stopped, r.askingAttack, r.passed, r.smuggledStopped, r.smuggledAsking, r.smuggledPassed)
}

func (r *row) add(o *row) {
	r.accepted += o.accepted
	r.asking += o.asking
	r.refused += o.refused
	r.stopped += o.stopped
	r.askingAttack += o.askingAttack
	r.passed += o.passed
	r.smuggledStopped += o.smuggledStopped
	r.smuggledAsking += o.smuggledAsking
	r.smuggledPassed += o.smuggledPassed
}
