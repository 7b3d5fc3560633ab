package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"

	"planproof/core"
	"planproof/core/doc"
	"planproof/core/report"
	exec "planproof/core/run"
)

var runCommand = &command{
	name: "run", summary: "verify a plan and run it on scripted tools", usage: "FILE|-", operands: [2]int{1, 1},
	flags: append(partFlags[:len(partFlags):len(partFlags)],
		flagSpec{name: "scripts", value: "FILE", help: `what tools answer: [{"tool", "result" | "error"}], or {"inputs", "scripts"}`},
		flagSpec{name: "made-up", help: "make up inputs and answers that are given nowhere, from the declared types"},
		flagSpec{name: "approve", choice: []string{"yes", "no", "ask"}, help: "ask: show every call with its real arguments and wait"},
		flagSpec{name: "budget", value: "LIST", help: "limits, such as tool_call=10,loop_iter=50"},
		flagSpec{name: "replay", help: "try every possible finding on the executor instead"},
		flagSpec{name: "unverified", help: "run a plan that verification refuses; only the monitor is left"},
		flagSpec{name: "strict", help: "refuse what is otherwise left to the run"},
		flagSpec{name: "lenient", help: "read a pasted answer: prose and fences around the JSON, commas, comments"},
		flagSpec{name: "format", choice: []string{"text", "json"}, help: "how to print the run"},
		colorFlag),
	help: `
FILE is a bundle, or a workflow with --policy and --tools. Its "inputs" are the
values of the input variables, its "scripts" what the tools answer, each tool's
answers in order; --scripts gives others, and with --made-up what neither has
is made up. No tool is called outside of the script.

A plan that verification refuses is not run: no tool is called. With --replay
every possible finding becomes inputs and answers that drive the plan there; it
is confirmed, with the script, or abstract only, with the reason.

The exit code is 0 when the plan ran to its end (--replay: is accepted), 1 when
it was refused or stopped, 2 when a document could not be read.

examples:
  planproof run examples/email-safe.json --scripts answers.json --budget tool_call=5
  planproof run --approve ask examples/payments.json
  planproof run --made-up examples/dead-branch.json
  planproof run --replay examples/who-is-dana.json
`,
	run: runRun,
}

func runRun(i *invocation) int {
	budget, wrong := parseBudget(i.flags.get("budget", ""))
	if wrong != nil {
		return i.wrong("--budget: %s", wrong)
	}
	if i.flags.get("approve", "yes") == "ask" && i.readsStdin() {
		return i.wrong("--approve ask reads standard input; give the documents as files")
	}
	in, err := i.read(i.operands[0])
	if err != nil {
		return i.problem(err, in.sources)
	}
	if err := i.scripts(in.bundle); err != nil {
		return i.problem(err, report.Sources{})
	}
	if i.flags.has("replay") {
		return i.replay(in)
	}
	o := exec.Options{Budget: budget, Approve: i.approver()}
	if err := i.surround(in.bundle, &o); err != nil {
		return i.problem(err, in.sources)
	}
	return i.execute(in, o)
}

// surround gives a run its tools, and with --made-up what it lacks. Made-up
// inputs stand in the bundle: a literal may be grounded in them.
func (i *invocation) surround(b *doc.Bundle, o *exec.Options) *doc.Error {
	script := exec.NewScript(b.Scripts)
	o.Tools = script
	if !i.flags.has("made-up") {
		return nil
	}
	made, err := exec.Rehearse(b)
	if err != nil {
		return err
	}
	script.Otherwise = exec.NewScript(made.Scripts())
	for _, in := range made.Inputs {
		if !slices.ContainsFunc(b.Inputs, func(has doc.NamedValue) bool { return has.Name.Value == in.Key }) {
			b.Inputs = append(b.Inputs, doc.NamedValue{Name: doc.Text{Value: in.Key}, Value: in.Value})
		}
	}
	return nil
}

// execute runs the bundle and prints how it went.
func (i *invocation) execute(in input, o exec.Options) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if i.flags.has("unverified") {
		r, err := exec.ExecuteUnverified(ctx, in.bundle, o)
		if err != nil {
			return i.problem(err, in.sources)
		}
		return i.printRun(r, in)
	}
	r, err := core.Execute(ctx, in.bundle, core.Options{Strict: i.flags.has("strict")}, o)
	if err != nil {
		return i.problem(asProblem(err), in.sources)
	}
	return i.printRun(r, in)
}

// readsStdin reports whether a document comes from standard input.
func (i *invocation) readsStdin() bool {
	for _, name := range []string{i.operands[0], i.flags["policy"], i.flags["tools"], i.flags["scripts"]} {
		if name == stdinName {
			return true
		}
	}
	return false
}

// parseBudget reads NAME=N,NAME=N.
func parseBudget(text string) (map[string]int, error) {
	out := map[string]int{}
	for part := range strings.SplitSeq(text, ",") {
		if part == "" {
			continue
		}
		name, number, _ := strings.Cut(part, "=")
		n, err := strconv.Atoi(number)
		if name != exec.BudgetToolCall && name != exec.BudgetLoopIter {
			return nil, fmt.Errorf("there is no budget %q; there are %s and %s", name, exec.BudgetToolCall, exec.BudgetLoopIter)
		}
		if err != nil || n < 0 {
			return nil, fmt.Errorf("%s is a number from 0 on, not %q", name, number)
		}
		out[name] = n
	}
	return out, nil
}

// approver is who approves calls; nil when all are.
func (i *invocation) approver() func(context.Context, *exec.Request) exec.Approval {
	switch i.flags.get("approve", "yes") {
	case "no":
		return func(context.Context, *exec.Request) exec.Approval { return exec.Approval{Why: "--approve no"} }
	case "ask":
		lines := bufio.NewReader(i.in)
		return func(_ context.Context, r *exec.Request) exec.Approval {
			fmt.Fprintf(i.err, "%s\n", callLine(r.Call))
			for _, a := range r.Call.Args {
				if len(a.Taint.Provenance)+len(a.Taint.Labels) > 0 {
					fmt.Fprintf(i.err, "    %s comes from %s\n", printable(a.Name), printable(strings.Join(append(a.Taint.Provenance, a.Taint.Labels...), ", ")))
				}
			}
			fmt.Fprint(i.err, "call it? [y/N] ")
			answer, _ := lines.ReadString('\n')
			answer = strings.ToLower(strings.TrimSpace(answer))
			return exec.Approval{OK: answer == "y" || answer == "yes", Why: "you said no"}
		}
	}
	return nil
}

// scripts reads --scripts into the bundle.
func (i *invocation) scripts(b *doc.Bundle) *doc.Error {
	if !i.flags.has("scripts") {
		return nil
	}
	text, err := i.readFile(i.flags["scripts"])
	if err != nil {
		return err
	}
	scripts, inputs, err := exec.ReadScripts(text)
	if err != nil {
		where := "--scripts: "
		if err.Span != nil {
			where = fmt.Sprintf("--scripts: line %d, column %d: ", err.Span.Start.Line, err.Span.Start.Column)
		}
		return &doc.Error{Kind: err.Kind, Message: where + err.Message, Hint: err.Hint}
	}
	b.Scripts = scripts
	if inputs != nil {
		b.Inputs = inputs
	}
	return nil
}
