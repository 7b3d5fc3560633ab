package agent_test

import (
	"context"
	"errors"
	"fmt"

	"planproof/core/agent"
	"planproof/core/planner"
)

type lookup struct {
	Name string `desc:"a person in the address book"`
}

type letter struct {
	To   string `desc:"an address"`
	Text string `plan:"text,sink"`
}

// An agent with two tools and two rules. The planner is a script here; an
// openai.Client takes its place.
func Example() {
	model := planner.Scripted(
		// First the model makes the address up; both rules refuse that.
		`{"goal": "", "steps": [{"label": "Write", "tool_call": {"tool_name": "write", "arguments": {"to": "ada@elsewhere.example", "text": "hello"}}}]}`,
		`{"goal": "", "steps": [
			{"label": "Look Ada up", "tool_call": {"tool_name": "look_up", "arguments": {"name": "Ada"}, "result_binding": "address"}},
			{"label": "Ours?", "conditional": {"condition": "endswith(address, '@company.example')", "then_steps": [
				{"label": "Write", "tool_call": {"tool_name": "write", "arguments": {"to": {"ref": "address"}, "text": "hello"}}}]}}]}`)

	a := agent.New("letters", model)
	agent.Tool(a, "look_up", "find an address", func(_ context.Context, in lookup) (string, error) {
		return "ada@company.example", nil
	})
	agent.Tool(a, "write", "send a letter", func(_ context.Context, in letter) (struct{}, error) {
		fmt.Printf("to %s: %s\n", in.To, in.Text)
		return struct{}{}, nil
	})
	a.Deny("write", "not endswith(to, '@company.example')")
	a.RequireBefore("look_up", "write")

	out, err := a.Run(context.Background(), "Say hello to Ada")
	fmt.Println(len(out.Planning.Attempts), "attempts,", len(out.Result.Calls), "calls, error:", err)
	// Output:
	// to ada@company.example: hello
	// 2 attempts, 2 calls, error: <nil>
}

// Data of one tool must not reach another, unless a third one cleaned it. A
// plan that breaks this never runs.
func ExampleAgent_NoDataFlow() {
	model := planner.Scripted(`{"goal": "", "steps": [
		{"label": "Read", "tool_call": {"tool_name": "read_diary", "arguments": {}, "result_binding": "diary"}},
		{"label": "Post", "tool_call": {"tool_name": "post", "arguments": {"text": {"ref": "diary"}}}}]}`)
	a := agent.New("diary", model)
	a.Attempts = 1
	agent.Tool(a, "read_diary", "", func(context.Context, struct{}) (string, error) { return "dear diary", nil })
	agent.Tool(a, "post", "", func(_ context.Context, in struct{ Text string }) (struct{}, error) {
		fmt.Println("posted", in.Text)
		return struct{}{}, nil
	})
	a.NoDataFlow("read_diary", "post.text")
	out, err := a.Run(context.Background(), "Post something")
	fmt.Println(errors.Is(err, planner.ErrRefused))
	fmt.Println(out.Planning.Report.Violations[0].Message)
	// Output:
	// true
	// data from `read_diary` reaches `post.text`
}
