package core_test

import (
	"context"
	"fmt"

	"planproof/core"
	"planproof/core/doc"
	"planproof/core/run"
	"planproof/core/value"
	"planproof/examples"
)

// greeting is a small bundle with a contract that the monitor checks.
const greeting = `{
	"workflow": {"goal": "Greet Ada", "input_variables": ["name"], "steps": [
		{"label": "Greet", "tool_call": {"tool_name": "greet", "arguments": {"name": {"ref": "name"}}, "result_binding": "text"}}]},
	"policy": {"name": "polite", "allowed_tools": ["greet"]},
	"tools": [{"name": "greet", "params": [{"name": "name"}], "return_type": "str", "postconditions": ["contains(result, name)"]}],
	"inputs": {"name": "Ada"}}`

// An accepted plan runs under the monitor: tools are Go functions, and every
// check is made again on the real values.
func ExampleExecute() {
	bundle, _ := doc.ReadBundle([]byte(greeting), doc.ReadOptions{})
	for _, word := range []value.Text{"Hello, Ada", "Hello, you"} {
		tools := run.Funcs{"greet": func(context.Context, value.Object) (value.Value, error) { return word, nil }}
		result, err := core.Execute(context.Background(), bundle, core.Options{}, run.Options{Tools: tools})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(len(result.Calls), "call, stopped:", result.Stop)
	}
	// Output:
	// 1 call, stopped: <nil>
	// 1 call, stopped: step Greet: the postcondition `contains(result, name)` of `greet` does not hold
}

// A possible finding is tried on the executor: confirmed comes with a run that
// shows it, abstract only with the reason why none did.
func ExampleReplay() {
	for _, id := range []string{"who-is-dana", "the-lost-bound"} {
		e, _ := examples.Find(id)
		bundle, _ := doc.ReadBundle(e.Text, doc.ReadOptions{})
		report, _ := core.Verify(bundle, core.Options{})
		replayed, _ := core.Replay(bundle, report)
		for _, r := range replayed[:1] {
			fmt.Println(r.Status, r.Finding.RuleName)
			for _, call := range r.Run.Calls {
				fmt.Printf("  %s answers %.40s\n", call.Tool, value.AppendJSON(nil, call.Result))
			}
			fmt.Println(" ", r.Run.Stop)
		}
	}
	// Output:
	// confirmed team_only
	//   contacts_lookup answers "user@ana@northwind.example"
	//   calendar_find_slot answers "a"
	//   step Send the invitation: the call of `gmail_send` moves `team_only` from `quiet` to the error state `error`
	// abstract_only precondition:mastodon_post:len(status) <= 500
	//   summarize answers "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
	//   step Summarize: the postcondition `len(result) <= 200` of `summarize` does not hold
}
