package run

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/ir"
	"planproof/core/value"
	"planproof/core/wire"
)

// Labels of a replayed finding.
const (
	Confirmed    = "confirmed"     // a run shows it
	AbstractOnly = "abstract_only" // no run that was tried does; it may be a false alarm
)

// Replayed is one possible finding that was tried on the executor.
type Replayed struct {
	Finding *finding.Finding
	Status  string
	// Reason says why no run shows it.
	Reason string
	// Inputs and Answers are the script that shows it: what the inputs are and
	// what each call is answered, in order.
	Inputs  []value.Member
	Answers []Answer
	// Passed are other violations that the run had to pass by to come here; a
	// monitored run stops at the first of them.
	Passed []*SecurityViolation
	Run    *Result
	// Tried counts the runs.
	Tried int
}

// Answer is one scripted answer.
type Answer struct {
	Tool   string
	Result value.Value
}

// How many runs are tried for a finding: some that a monitor would stop at
// anything, then some that pass by other violations. What a run may use is
// limited too, so that the work for a finding is.
const (
	triesStrict  = 48
	triesPassing = 48
	callsPerTry  = 300
	roundsPerTry = 600
)

// Replay tries every possible finding of a report on the executor. The values
// of a finding's witness become inputs and tool results; what the witness
// leaves open is chosen so that the run comes to the step, from the conditions
// on the way and from the constants of the documents. It writes the labels to
// the witnesses in the report: confirmed when a run breaks the rule at that
// step, else abstract_only. A finding without a witness gets one. No finding
// is dropped. The result depends on the arguments alone.
func Replay(b *doc.Bundle, r *finding.Report) ([]*Replayed, *doc.Error) {
	p, err := ir.Build(b)
	if err != nil {
		return nil, err
	}
	var out []*Replayed
	on := newStage(p)
	for _, list := range [][]finding.Finding{r.Violations, r.Warnings} {
		for i := range list {
			if f := &list[i]; f.Certainty == finding.Possible && f.Category != finding.Lint {
				out = append(out, on.replay(f))
			}
		}
	}
	for i := range r.Obligations {
		labelObligation(&r.Obligations[i], out)
	}
	return out, nil
}

// labelObligation gives an obligation the label of its finding.
func labelObligation(o *finding.Obligation, all []*Replayed) {
	if o.Witness == nil {
		return
	}
	for _, r := range all {
		if f := r.Finding; stepOf(f.Path) == o.Path && strings.HasPrefix(f.RuleName, string(o.Category)+":") && strings.HasSuffix(f.RuleName, ":"+o.Condition) {
			labeled := *o.Witness
			labeled.Replay = r.Status
			o.Witness = &labeled
		}
	}
}

// replay tries one finding and labels it.
func (s *stage) replay(f *finding.Finding) *Replayed {
	out := &Replayed{Finding: f, Status: AbstractOnly}
	o := s.oracle(f)
	for ; out.Tried < triesStrict+triesPassing && out.Status == AbstractOnly; out.Tried++ {
		o.try(out.Tried)
		passing := out.Tried >= triesStrict
		run := start(context.Background(), s.p, o.options(f, passing), false)
		if run.Stop != nil && shows(f, run.Stop) {
			out.Status, out.Reason = Confirmed, ""
			out.Inputs, out.Answers, out.Passed, out.Run = o.inputs, o.answers, run.passed, run
		} else if out.Tried == 0 {
			out.Reason = o.reason(run)
			out.Run = run
		}
	}
	if out.Status == AbstractOnly {
		out.Reason += "; " + strconv.Itoa(out.Tried-1) + " other runs did not show it either"
	}
	out.label()
	return out
}

// label writes the status to the finding's witness. Witnesses are shared
// between findings, so it gets one of its own. A run that shows the finding
// may have other values than the witness that was found without running: then
// its values are the better witness. A finding without one gets the names that
// the run had bound.
func (r *Replayed) label() {
	w := &finding.Witness{Bindings: wire.Object{}, Replay: r.Status}
	if old := r.Finding.Witness; old != nil {
		w.Bindings = slices.Clone(old.Bindings)
	}
	if r.Status == Confirmed {
		w.Bindings = r.bindings(w.Bindings)
	}
	r.Finding.Witness = w
}

func (r *Replayed) bindings(old wire.Object) wire.Object {
	for _, b := range r.Run.Env {
		v := wire.FromValue(b.Value)
		i := slices.IndexFunc(old, func(m wire.Member) bool { return m.Key == b.Name })
		switch {
		case i >= 0:
			old[i].Value = v
		case r.Finding.Witness == nil:
			old = append(old, wire.Member{Key: b.Name, Value: v})
		}
	}
	return old
}

// shows reports whether a violation is the one that a finding says.
func shows(f *finding.Finding, v *SecurityViolation) bool {
	if v.Path != stepOf(f.Path) {
		return false
	}
	if f.RuleName == "solver" {
		return v.Category == finding.Precondition || v.Category == finding.Postcondition || v.Category == finding.Invariant || v.Category == finding.Frame
	}
	category := f.Category
	if category == finding.Unparseable {
		category = finding.Postcondition
	}
	return v.Category == category && v.Rule == f.RuleName
}

// stepOf is the step pointer of a finding's path, "" for one about the policy.
func stepOf(path string) string {
	at := -1
	for _, field := range []string{"/tool_call", "/conditional/condition", "/loop/collection_ref", "/loop/collection_path", "/loop/item_binding"} {
		at = max(at, strings.LastIndex(path, field))
	}
	if at < 0 {
		return ""
	}
	return path[:at]
}

// options are those of one try.
func (o *oracle) options(f *finding.Finding, passing bool) Options {
	return Options{
		Inputs: o.inputs,
		Tools:  o,
		Watch:  o.watch,
		Budget: map[string]int{BudgetToolCall: callsPerTry, BudgetLoopIter: roundsPerTry},
		also:   func(v *SecurityViolation) bool { return shows(f, v) },
		tolerate: func(v *SecurityViolation) bool {
			return passing && (v.Kind == Violated || o.anyType && v.Kind == UndeclaredType) && !shows(f, v)
		},
	}
}

// reason says how the first try ended.
func (o *oracle) reason(r *Result) string {
	with := "with the values of the witness "
	if len(o.wishes) == 0 {
		with = "with values that lead to the step "
	}
	switch {
	case r.Stop == nil:
		return with + "the run ends without it"
	case r.Stop.Label != "":
		return with + "the run stops at `" + r.Stop.Label + "`: " + r.Stop.Message
	}
	return with + "the run stops: " + r.Stop.Message
}

// AppendWire appends {fingerprint, path, status, reason?, inputs, answers,
// passed?, run?}.
func (r *Replayed) AppendWire(dst []byte) []byte {
	w := replayedWire{Fingerprint: r.Finding.Fingerprint, Path: r.Finding.Path, Status: r.Status, Reason: r.Reason, Passed: r.Passed, Run: r.Run, Answers: []answerWire{}}
	for _, in := range r.Inputs {
		w.Inputs = append(w.Inputs, wire.Member{Key: in.Key, Value: wire.FromValue(in.Value)})
	}
	for _, a := range r.Answers {
		w.Answers = append(w.Answers, answerWire{a.Tool, wire.FromValue(a.Result)})
	}
	return wire.Append(dst, w)
}

type replayedWire struct {
	Fingerprint string               `json:"fingerprint"`
	Path        string               `json:"path"`
	Status      string               `json:"status"`
	Reason      string               `json:"reason,omitempty"`
	Inputs      wire.Object          `json:"inputs"`
	Answers     []answerWire         `json:"scripts"`
	Passed      []*SecurityViolation `json:"passed,omitempty"`
	Run         *Result              `json:"run,omitempty"`
}

type answerWire struct {
	Tool   string   `json:"tool"`
	Result wire.Raw `json:"result"`
}

// Scripts are the answers as a bundle writes them.
func (r *Replayed) Scripts() []doc.Script { return scriptsOf(r.Answers) }

func scriptsOf(answers []Answer) []doc.Script {
	out := make([]doc.Script, len(answers))
	for i, a := range answers {
		out[i] = doc.Script{Tool: doc.Text{Value: a.Tool}, Result: a.Result}
	}
	return slices.Clip(out)
}
