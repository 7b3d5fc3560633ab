package store

import (
	"fmt"

	"planproof/core/guard"
	"planproof/core/value"
)

// Kinds of a Mismatch.
const (
	MismatchIntegrity = "integrity" // the record was changed: a step is not what its hash says
	MismatchRecompute = "recompute" // the step computes differently today
	MismatchMissing   = "missing"   // there is no such check any more
	MismatchRequest   = "request"   // today's declarations refuse the recorded facts; nothing can be computed
)

// A Mismatch is a recorded step that does not come out the same.
type Mismatch struct {
	Kind    string `json:"kind"`
	Step    string `json:"step"` // "" when it is about all of them
	Message string `json:"message"`
}

// A Replay is a decision that was decided again.
type Replay struct {
	ID   int
	Tool string
	// Changed: the checks of the tool are not those of the time of the decision. That alone is no mismatch.
	Changed    bool
	Outcome    string // as recorded
	Now        string // what is decided today; "" when nothing can be
	Mismatches []Mismatch
}

// OK reports whether every recorded step came out the same.
func (r *Replay) OK() bool { return len(r.Mismatches) == 0 }

// A Replayer decides recorded decisions again. It must see the records from the first one on, since some say which
// schemas the tools of an upstream had.
type Replayer struct {
	// New makes the guard with today's declarations. It is called again when a tool gets another schema.
	New     func() (*guard.Guard, error)
	guard   *guard.Guard
	adopted []*Adoption
}

// See takes the next record. Replay is nil when it is no decision. The error is that of New.
func (p *Replayer) See(record Record) (*Replay, error) {
	switch b := record.Body.(type) {
	case *Adoption:
		p.adopt(b)
	case *Decision:
		if err := p.ready(); err != nil {
			return nil, err
		}
		return ReplayDecision(p.guard, record.ID, b), nil
	case *Attempt, *Resolution:
	}
	return nil, nil
}

// adopt remembers the last schema of each tool.
func (p *Replayer) adopt(a *Adoption) {
	p.guard = nil
	for i, old := range p.adopted {
		if old.Tool == a.Tool {
			p.adopted[i] = a
			return
		}
	}
	p.adopted = append(p.adopted, a)
}

// ready makes the guard when there is none for the schemas of this time. A tool that does not take its schema any more
// stays without: its decisions then do not replay.
func (p *Replayer) ready() error {
	if p.guard != nil {
		return nil
	}
	g, err := p.New()
	if err != nil {
		return err
	}
	for _, a := range p.adopted {
		_ = g.Adopt(a.Tool, a.Schema, a.Description)
	}
	p.guard = g
	return nil
}

// ReplayDecision decides a recorded decision again with the checks of g and compares every recorded step. A check that
// was added since is in no recorded step, so it shows in Changed and Now only.
func ReplayDecision(g *guard.Guard, id int, d *Decision) *Replay {
	r := &Replay{ID: id, Tool: d.Input.Call.Name, Outcome: d.Outcome, Changed: g.Fingerprint(d.Input.Call.Name) != d.Fingerprint}
	if len(d.Steps) == 0 { // it was refused before any check: by a proxy, for a tool that it hides
		return r
	}
	if i, ok := d.brokenStep(); !ok {
		r.mismatch(MismatchIntegrity, d.Steps[i].Name, "the step is not what its hash says: the record was changed")
	}
	now, err := g.Decide(d.Input.request())
	if err != nil {
		r.mismatch(MismatchRequest, "", "today's declarations refuse the recorded request: %s", err)
		return r
	}
	r.Now = string(now.Verdict)
	r.compare(d, now)
	return r
}

func (r *Replay) mismatch(kind, step, format string, args ...any) {
	r.Mismatches = append(r.Mismatches, Mismatch{kind, step, fmt.Sprintf(format, args...)})
}

// compare computes the recorded steps again, from today's outcome of the recorded checks.
func (r *Replay) compare(d *Decision, now *guard.Decision) {
	var checks []guard.Check
	for i := range d.Steps {
		if c, ok := now.Check(d.Steps[i].Name); ok {
			checks = append(checks, c)
		}
	}
	again := map[string]*Step{}
	steps := stepsOf(&d.Input, checks, argumentsValue(now))
	for i := range steps {
		again[steps[i].Name] = &steps[i]
	}
	for i := range d.Steps {
		was := &d.Steps[i]
		is, ok := again[was.Name]
		switch {
		case !ok:
			r.mismatch(MismatchMissing, was.Name, "there is no such check any more")
		case !sameValue(was.Value, is.Value) || was.Error != is.Error:
			r.mismatch(MismatchRecompute, was.Name, "was %s, is %s today", brief(was.Value), brief(is.Value))
		}
	}
	if said := string(value.AppendJSON(nil, verdictStep(d))); said != string(value.AppendJSON(nil, value.Text(d.Outcome))) {
		r.mismatch(MismatchIntegrity, StepVerdict, "the steps say %s and the record says %q", said, d.Outcome)
	}
}

func verdictStep(d *Decision) value.Value {
	for i := range d.Steps {
		if d.Steps[i].Name == StepVerdict {
			return d.Steps[i].Value
		}
	}
	return value.Null{}
}

func sameValue(a, b value.Value) bool { return string(canonical(a)) == string(canonical(b)) }

func canonical(v value.Value) []byte {
	if v == nil {
		return nil
	}
	return value.AppendCanonical(nil, v)
}

func brief(v value.Value) string {
	if v == nil {
		return "nothing"
	}
	if o, ok := v.(value.Object); ok {
		if state, ok := o.Get("state"); ok {
			reason, _ := o.Get("reason")
			if t, ok := reason.(value.Text); ok {
				return fmt.Sprintf("%s (%s)", value.AppendJSON(nil, state), short(string(t)))
			}
			return string(value.AppendJSON(nil, state))
		}
	}
	return short(string(value.AppendJSON(nil, v)))
}

// ReplayAll decides every recorded decision again. It returns those that do not replay, and how many were tried. The
// error is the log's or the one of making the guard.
func ReplayAll(l Log, newGuard func() (*guard.Guard, error)) (failed []*Replay, tried int, err error) {
	p := &Replayer{New: newGuard}
	for record, err := range l.All() {
		if err != nil {
			return nil, tried, fmt.Errorf("reading the store: %w", err)
		}
		r, err := p.See(record)
		if err != nil {
			return nil, tried, err
		}
		if r == nil {
			continue
		}
		tried++
		if !r.OK() {
			failed = append(failed, r)
		}
	}
	return failed, tried, nil
}

// ReplayOne decides one recorded decision again. The errors are those of ReplayAll, and ErrNoRecord.
func ReplayOne(l Log, id int, newGuard func() (*guard.Guard, error)) (*Replay, error) {
	p := &Replayer{New: newGuard}
	for record, err := range l.All() {
		if err != nil {
			return nil, fmt.Errorf("reading the store: %w", err)
		}
		if _, isDecision := record.Body.(*Decision); isDecision && record.ID != id {
			continue
		}
		if r, err := p.See(record); r != nil || err != nil {
			return r, err
		}
	}
	return nil, fmt.Errorf("%w: %d is no decision", ErrNoRecord, id)
}
