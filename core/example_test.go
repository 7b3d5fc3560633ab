package core_test

import (
	"fmt"

	"planproof/core"
	"planproof/core/doc"
	"planproof/core/report"
	"planproof/core/verify"
	"planproof/examples"
)

// A bundle goes in, a report comes out. A refused plan is a report, not an error.
func Example() {
	bundle, derr := doc.ReadBundle([]byte(`{
		"workflow": {"goal": "Tidy up", "steps": [
			{"label": "Delete", "tool_call": {"tool_name": "delete_files", "arguments": {"pattern": "*"}}}]},
		"policy": {"name": "janitor", "allowed_tools": ["delete_files"]},
		"tools": [{"name": "delete_files", "params": [{"name": "pattern"}], "preconditions": ["pattern != '*'"]}]
	}`), doc.ReadOptions{})
	if derr != nil {
		fmt.Println(derr)
		return
	}
	r, err := core.Verify(bundle, core.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.Verdict(r))
	for _, v := range r.Violations {
		fmt.Printf("line %d: %s (%s)\n", v.Span.Start.Line, v.Message, v.Certainty)
	}
	// Output:
	// Rejected. The plan is refused with 1 violation: 1 precondition.
	// line 3: the precondition `pattern != '*'` of `delete_files` does not hold (definite)
}

// A finding about data has its whole flow, a hop a transfer.
func ExampleVerify_flow() {
	e, _ := examples.Find("email-malicious")
	bundle, _ := doc.ReadBundle(e.Text, doc.ReadOptions{})
	r, _ := core.Verify(bundle, core.Options{})
	for _, hop := range r.Violations[0].Flow {
		fmt.Printf("%-6s  %s → %s\n", hop.Rule, hop.From, hop.To)
	}
	// Output:
	// source  fetch_mail → fetch_mail.result
	// bind    fetch_mail.result → emails
	// sink    emails → send_email.body
}

// With DetailFull the report carries the trace: one event for each change of the abstract state, also in the passes of
// a loop that findings do not come from.
func ExampleVerify_trace() {
	e, _ := examples.Find("the-third-delete")
	bundle, _ := doc.ReadBundle(e.Text, doc.ReadOptions{})
	r, _ := core.Verify(bundle, core.Options{Detail: verify.DetailFull})
	for _, event := range r.Trace.Events {
		if event.Transition != nil {
			fmt.Println(event.Iter, event.Transition.Before, "→", event.Transition.After)
		}
	}
	fmt.Println("converged after", r.Stats.Iterations, "rounds")
	// Output:
	// [1] [none] → [one]
	// [2] [none one] → [one two]
	// [3] [none one two] → [one two too_many]
	// [4] [none one two too_many] → [one two too_many]
	// converged after 4 rounds
}

// A chat answer is read by the tolerant reader, which says what it changed.
func ExampleVerify_chatAnswer() {
	bundle, derr := doc.ReadBundle([]byte(examples.ChatAnswer), doc.ReadOptions{Lenient: true})
	if derr != nil {
		fmt.Println(derr)
		return
	}
	r, _ := core.Verify(bundle, core.Options{})
	fmt.Println(report.Verdict(r))
	// Output:
	// Rejected. The plan is refused with 3 violations: 1 taint, 1 precondition, 1 automaton.
}
