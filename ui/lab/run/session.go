package run

import (
	"context"
	"errors"
	"strconv"

	"planproof/core/doc"
	"planproof/core/finding"
	exec "planproof/core/run"
	"planproof/core/value"
	"planproof/core/verify"
)

// given is one answer: a result, or the message of a tool that failed.
type given struct {
	result value.Value
	failed string
}

// pending is a call that waits for its result, or for approval.
type pending struct {
	call      *exec.Call
	spec      *doc.ToolSpec
	number    int    // of the call, from 0
	suggested *given // the script's answer
	misfit    bool   // what was typed is not of the declared type
	left      int    // calls that the budget allows after this one, -1 without a limit
}

// field is the form field of the result; it is another one for each call, so
// that what was typed for one does not stay for the next.
func (p *pending) field() string { return "result-" + strconv.Itoa(p.number) }

// row is one line of the trace.
type row struct {
	kind     exec.MomentKind
	path     string
	label    string
	iter     []int
	call     *exec.Call
	side     string
	waits    bool
	automata []exec.AutomatonState
}

// cursor is the row's step as a cursor of the page.
func (r *row) cursor() string {
	phase := finding.EvCall
	switch r.kind {
	case exec.MomentBranch:
		phase = finding.EvBranch
	case exec.MomentRound:
		phase = finding.EvHead
	case exec.MomentStop, exec.MomentEnd, exec.MomentCalls, exec.MomentReturn:
	}
	return finding.Cursor{Path: r.path, Iter: r.iter, Phase: phase}.String()
}

// maxCalls and maxRounds end a run that the user did not limit: the page shows
// every one.
const (
	maxCalls  = 400
	maxRounds = 1000
)

// session is one run under way: the plan, its surroundings and what was
// answered so far.
type session struct {
	bundle     *doc.Bundle
	budget     map[string]int
	ask        bool // before every call
	unverified bool
	steps      bool // every call waits

	verified *exec.Verified
	report   *finding.Report // nil when nothing was verified
	given    []given
	allowed  []bool

	result  *exec.Result
	rows    []row
	pending *pending
	asking  bool           // the pending call waits for approval
	held    map[string]int // calls that returned, by tool
	current *exec.Call     // that is being made
}

// begin verifies the plan with the inputs of this run.
func (s *session) begin(o verify.Options) *doc.Error {
	if s.unverified {
		return nil
	}
	v, report, problem := exec.Verify(s.bundle, o)
	s.verified, s.report = v, report
	return problem
}

// refused tells that no tool is called.
func (s *session) refused() bool { return !s.unverified && s.verified == nil }

// errWaits stops a run at a call that nobody answered yet.
var errWaits = errors.New("waits")

// play runs the plan from its beginning as far as it was answered.
func (s *session) play() {
	s.rows, s.pending, s.asking, s.held = nil, nil, false, map[string]int{}
	if s.refused() {
		return
	}
	t := &tools{session: s, script: exec.NewScript(s.bundle.Scripts)}
	o := exec.Options{Tools: t, Budget: s.limits(), Watch: s.watch}
	if s.ask {
		o.Approve = t.approve
	}
	if s.unverified {
		s.result, _ = exec.ExecuteUnverified(context.Background(), s.bundle, o)
	} else {
		s.result = s.verified.Run(context.Background(), o)
	}
	switch {
	case s.asking:
		c := s.pending.call
		s.rows = append(s.rows, row{kind: exec.MomentCalls, path: c.Path, label: c.Label, iter: c.Iter, call: c, waits: true, automata: s.result.Automata})
	case s.pending != nil:
		s.rows[len(s.rows)-1].waits = true
	}
}

// limits are the budgets, and the page's own where there is none.
func (s *session) limits() map[string]int {
	out := map[string]int{exec.BudgetToolCall: maxCalls, exec.BudgetLoopIter: maxRounds}
	for name := range out {
		if n, ok := s.budget[name]; ok {
			out[name] = n
		}
	}
	return out
}

// watch writes the trace. A stop that is only a wait is none.
func (s *session) watch(m *exec.Moment) {
	switch m.Kind {
	case exec.MomentCalls:
		s.current = m.Call
	case exec.MomentReturn:
		s.rows[len(s.rows)-1].kind = exec.MomentReturn
		s.held[m.Call.Tool]++
		return
	case exec.MomentStop:
		if s.pending != nil {
			return
		}
	case exec.MomentBranch, exec.MomentRound, exec.MomentEnd:
	}
	s.rows = append(s.rows, row{kind: m.Kind, path: m.Path, label: m.Label, iter: m.Iter, call: m.Call, side: m.Side, automata: m.Automata})
}

// tools answer what was answered so far, then from the script.
type tools struct {
	*session
	script  *exec.Script
	missing bool // the script had no answer for the last call
	made    int
	asked   int
}

// approve asks the user.
func (t *tools) approve(_ context.Context, r *exec.Request) exec.Approval {
	if t.asked < len(t.allowed) {
		t.asked++
		return exec.Approval{OK: t.allowed[t.asked-1], Why: "you denied it"}
	}
	left := r.Left
	if _, own := t.budget[exec.BudgetToolCall]; !own {
		left = -1 // the limit is the page's, not the user's
	}
	t.pending, t.asking = &pending{call: r.Call, spec: r.Spec, number: t.made, left: left}, true
	return exec.Approval{Why: "it waits"}
}

// Call answers with what was given for this call, else as the script does.
func (t *tools) Call(ctx context.Context, tool string, args value.Object) (value.Value, error) {
	n := t.made
	t.made++
	scripted := t.scripted(ctx, tool, args)
	if n == len(t.given) && scripted != nil && !t.steps {
		t.given = append(t.given, *scripted)
	}
	if n < len(t.given) {
		if g := t.given[n]; g.failed != "" {
			return nil, errors.New(g.failed)
		}
		return t.given[n].result, nil
	}
	t.pending = &pending{call: t.current, spec: t.spec(tool), number: n, suggested: scripted}
	return nil, errWaits
}

// scripted is the script's answer, nil when it has none. It is used up also
// where the user answers in its place, so that the next one fits the next call.
func (t *tools) scripted(ctx context.Context, tool string, args value.Object) *given {
	t.missing = false
	t.script.Otherwise = exec.Funcs{tool: func(context.Context, value.Object) (value.Value, error) {
		t.missing = true
		return nil, nil
	}}
	v, err := t.script.Call(ctx, tool, args)
	switch {
	case t.missing:
		return nil
	case err != nil:
		return &given{failed: err.Error()}
	}
	return &given{result: v}
}

func (s *session) spec(tool string) *doc.ToolSpec {
	for i := range s.bundle.Tools {
		if s.bundle.Tools[i].Name.Value == tool {
			return &s.bundle.Tools[i]
		}
	}
	return nil
}
