package finding

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

// sample reads the sample trace: a call with an automaton, a conditional that
// loses a guarantee, a loop of two rounds.
func sample(t *testing.T) *Trace {
	t.Helper()
	text, err := os.ReadFile("testdata/trace.json")
	if err != nil {
		t.Fatal(err)
	}
	var trace Trace
	if err := json.Unmarshal(text, &trace); err != nil {
		t.Fatal(err)
	}
	return &trace
}

// nth is the number of the nth event of a kind, from 0.
func nth(t *testing.T, trace *Trace, kind EventKind, n int) int {
	t.Helper()
	for i := range trace.Events {
		if trace.Events[i].Kind == kind {
			if n == 0 {
				return i
			}
			n--
		}
	}
	t.Fatalf("no event %s %d", kind, n)
	return 0
}

func TestCheckTraceAccepts(t *testing.T) {
	trace := sample(t)
	if err := CheckTrace(trace); err != nil {
		t.Fatal(err)
	}
	trace.Truncated = true
	for n := range trace.Events {
		cut := *trace
		cut.Events = trace.Events[:n]
		if err := CheckTrace(&cut); err != nil {
			t.Fatalf("cut to %d events: %v", n, err)
		}
	}
}

// breaches are one change each that a recorder must never make, with a part of
// the message that says so.
var breaches = []struct {
	want   string
	change func(t *testing.T, tr *Trace, at func(EventKind, int) *Event)
}{
	{"version", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) { tr.Version = 9 }},
	{"occurs twice", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) { tr.Labels = []string{"mail", "mail"} }},
	{"unknown name", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) { tr.Tools = tr.Tools[1:] }},
	{"out of order", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) { slices.Reverse(tr.Tools) }},
	{"entry comes first", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) { tr.Events = tr.Events[1:] }},
	{"ends inside", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) {
		tr.Events = tr.Events[:nth(t, tr, EvMeet, 0)]
		tr.Loops = nil
	}},
	{"nothing may follow", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) {
		tr.Events = append(tr.Events, Event{Kind: EvEnd, Path: "/workflow"})
	}},
	{"unknown kind", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) { at(EvCall, 0).Kind = "jump" }},
	{"payload", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) { at(EvJoin, 0).Join = nil }},
	{"payload", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) { at(EvCall, 0).Loop = &LoopEvent{} }},
	{"is no call", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) { at(EvExit, 0).Args = []ArgEvent{{}} }},
	{"changes the state", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) {
		at(EvRule, 0).Delta = &Delta{Bindings: []BindingDelta{{Name: "a"}}}
	}},
	{"empty delta", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) { at(EvEnd, 0).Delta = &Delta{} }},
	{"not bound", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) {
		at(EvEnd, 0).Delta = &Delta{Bindings: []BindingDelta{{Name: "nobody"}}}
	}},
	{"changes nothing", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) {
		at(EvEnd, 0).Delta = &Delta{Automata: []AutomatonDelta{{"phase", []string{"read"}}}}
	}},
	{"not an automaton of the entry", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) {
		at(EvEnd, 0).Delta = &Delta{Automata: []AutomatonDelta{{"other", []string{"read"}}}}
	}},
	{"no possible state", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) {
		at(EvEnd, 0).Delta = &Delta{Automata: []AutomatonDelta{{"phase", nil}}}
	}},
	{"not part of carries", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) {
		at(EvBind, 0).Delta.Bindings[0].Value = &AbstractValue{SanitizedFor: []string{"r"}}
	}},
	{"not part of provenance", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) {
		at(EvBind, 0).Delta.Bindings[0].Value = &AbstractValue{SourceTools: []string{"fetch"}}
	}},
	{"another value", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) { at(EvBind, 0).Bind.Value.Labels = nil }},
	{"expected the step", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) {
		at(EvCall, 1).Path = "/workflow/steps/1/conditional/then_steps/1"
	}},
	{"expected the iterations", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) { at(EvCall, 1).Iter = []int{1} }},
	{"belongs to no call", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) {
		at(EvGuard, 0).Path = "/workflow/steps/1"
	}},
	{"after the call's result", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) {
		i := nth(t, tr, EvBind, 0)
		tr.Events = slices.Insert(tr.Events, i+1, tr.Events[i])
		tr.Events[i+1].Delta = nil
	}},
	{"lost some of", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) {
		at(EvCall, 1).Args[0].Value.Labels = nil
	}},
	{"sanitized_for gained", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) {
		at(EvCall, 1).Args[0].Value.SanitizedFor = []string{"r"}
	}},
	{"contradicts", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) { at(EvRule, 0).Rule.Verdict = "clean" }},
	{"no argument", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) { at(EvRule, 0).Rule.Param = "x" }},
	{"unknown rule", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) { at(EvRule, 0).Rule.Rule = "x" }},
	{"unknown verdict", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) { at(EvGuard, 0).Guard.Verdict = "MAYBE" }},
	{"unknown status", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) {
		at(EvContract, 0).Contract.Status = "ok"
	}},
	{"not a possible state", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) { at(EvGuard, 0).Guard.From = "read" }},
	{"comes after guard", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) { at(EvGuard, 1).Guard.Index = 0 }},
	{"earlier guard being TRUE", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) { at(EvGuard, 2).Guard.Verdict = "FALSE" }},
	{"was in", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) {
		at(EvTransition, 0).Transition.Before = nil
	}},
	{"not the move", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) {
		at(EvTransition, 0).Transition.After = nil
	}},
	{"no then side", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) { at(EvBranch, 1).Branch.Side = "other" }},
	{"no else side", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) {
		i := nth(t, tr, EvBranch, 1)
		tr.Events = slices.Delete(tr.Events, i, nth(t, tr, EvJoin, 0))
	}},
	{"does not begin in the state", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) { at(EvBranch, 1).Delta = nil }},
	{"sanitized_for gained", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) {
		at(EvJoin, 0).Delta.Bindings[0].Value.SanitizedFor = []string{"r"}
	}},
	{"labels [] lost some of [mail]", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) {
		at(EvJoin, 0).Delta.Bindings[0].Value.Labels = nil
	}},
	{"one side lacks it", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) {
		at(EvJoin, 0).Delta.Bindings = at(EvJoin, 0).Delta.Bindings[:1]
	}},
	{"bound on both sides", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) {
		at(EvJoin, 0).Delta.Bindings[0].Value = nil
	}},
	{"changed is", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) { at(EvJoin, 0).Join.Changed = nil }},
	{"dropped is", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) { at(EvJoin, 0).Join.Dropped = nil }},
	{"is not listed", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) { at(EvJoin, 0).Join.Lost = nil }},
	{"lost [x]", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) {
		at(EvJoin, 0).Join.Lost[0].Rules = []string{"x"}
	}},
	{"does not come before", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) {
		i := nth(t, tr, EvItem, 0)
		tr.Events = slices.Delete(tr.Events, i, nth(t, tr, EvExit, 0))
	}},
	{"outside of the loop's body", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) {
		i := nth(t, tr, EvItem, 0)
		tr.Events = slices.Delete(tr.Events, i, i+1)
	}},
	{"expected the iterations", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) { at(EvHead, 1).Iter = []int{3} }},
	{"expected 1 of 9", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) { at(EvExit, 0).Loop.Iteration = 2 }},
	{"left scope", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) { at(EvExit, 0).Delta = nil }},
	{"with 1 changes", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) { at(EvMeet, 0).Loop.Converged = true }},
	{"changed is", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) { at(EvMeet, 0).Loop.Changed = nil }},
	{"not what the round before met", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) {
		at(EvHead, 1).Delta = &Delta{Bindings: []BindingDelta{{Name: "a"}}}
	}},
	{"end in its last state", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) {
		at(EvDone, 0).Delta = &Delta{Bindings: []BindingDelta{{Name: "a"}}}
	}},
	{"claims convergence", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) {
		i, j := nth(t, tr, EvHead, 1), nth(t, tr, EvDone, 0)
		tr.Events[j].Loop.Iteration = 1
		tr.Events = slices.Delete(tr.Events, i, j)
	}},
	{"another round", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) {
		i, j := nth(t, tr, EvHead, 1), nth(t, tr, EvDone, 0)
		tr.Events = slices.Insert(tr.Events, j, tr.Events[i:j]...)
		tr.Events[j].Iter, tr.Events[j].Loop = []int{3}, &LoopEvent{Iteration: 3, Bound: 9}
	}},
	{"loop summaries", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) { tr.Loops = nil }},
	{"does not match", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) { tr.Loops[0].Iterations = 7 }},
	{"final is", func(t *testing.T, tr *Trace, at func(EventKind, int) *Event) { tr.Loops[0].Final = false }},
}

func TestCheckTraceRefuses(t *testing.T) {
	for _, b := range breaches {
		trace := sample(t)
		b.change(t, trace, func(k EventKind, n int) *Event { return &trace.Events[nth(t, trace, k, n)] })
		err := CheckTrace(trace)
		if err == nil || !strings.Contains(err.Error(), b.want) {
			t.Errorf("want an error with %q, have %v", b.want, err)
		}
	}
}

func TestStateAt(t *testing.T) {
	trace := sample(t)
	names := func(i int) string {
		var out []string
		for _, b := range StateAt(trace, i).Bindings {
			out = append(out, b.Name)
		}
		return strings.Join(out, " ")
	}
	for _, c := range []struct {
		at   int
		want string
	}{
		{-1, ""},
		{0, "xs"},
		{nth(t, trace, EvBind, 1), "xs mails draft"},
		{nth(t, trace, EvBranch, 1), "xs mails"},
		{nth(t, trace, EvBind, 3), "xs mails draft only"},
		{nth(t, trace, EvJoin, 0), "xs mails draft"},
		{nth(t, trace, EvItem, 1), "xs mails draft a it"},
		{len(trace.Events) + 5, "xs mails draft a"},
	} {
		if have := names(c.at); have != c.want {
			t.Errorf("names at %d: %q, want %q", c.at, have, c.want)
		}
	}
	end := StateAt(trace, len(trace.Events)-1)
	if v := end.Lookup("draft"); v == nil || len(v.SanitizedFor) > 0 || !slices.Equal(v.Labels, []string{"mail"}) {
		t.Errorf("draft at the end: %+v", v)
	}
	if have := end.Automaton("phase"); !slices.Equal(have, []string{"read"}) {
		t.Errorf("phase at the end: %v", have)
	}
	if end.Lookup("it") != nil || end.Automaton("none") != nil {
		t.Error("names that are not there")
	}
}

// The state that StateAt returned stays as it was while the replay goes on.
func TestReplayKeepsStates(t *testing.T) {
	trace := sample(t)
	var r Replay
	var states []State
	for i := range trace.Events {
		r.Apply(trace.Events[i].Delta)
		states = append(states, r.State())
	}
	for i, s := range states {
		if !sameState(s, StateAt(trace, i)) {
			t.Errorf("state %d moved", i)
		}
	}
}
