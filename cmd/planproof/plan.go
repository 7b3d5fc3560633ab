package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"

	"planproof/core/doc"
	"planproof/core/evaluate"
	"planproof/core/planner"
	"planproof/core/planner/openai"
	"planproof/core/report"
	"planproof/core/value"
	"planproof/core/wire"
)

var planCommand = &command{
	name: "plan", summary: "have a plan made: generate, verify, retry", usage: "GOAL", operands: [2]int{1, 1},
	flags: []flagSpec{
		{name: "bundle", value: "FILE", help: "policy, tools and inputs from a bundle, instead of --policy and --tools"},
		{name: "policy", value: "FILE", help: "the policy"},
		{name: "tools", value: "FILE", help: `the tools, a list or {"tools": [...]}`},
		{name: "inputs", value: "JSON", help: "the input variables with their values; only the names are shown"},
		{name: "planner", choice: []string{"auto", "openai", "hand", "script", "prompt"}, help: "who plans; auto: openai when its environment is set, else hand"},
		{name: "answers", value: "FILE", help: "script: the answers, separated by lines that are a single dot"},
		{name: "attempts", value: "N", help: "how many plans may be refused and corrected (default 3)"},
		{name: "url", value: "URL", help: "openai: the base URL, instead of " + openai.EnvURL},
		{name: "model", value: "NAME", help: "openai: the model, instead of " + openai.EnvModel},
		{name: "strict", help: "refuse what is otherwise left to the run"},
		{name: "format", choice: []string{"text", "json"}, help: "text: the accepted plan; json: all attempts"},
		colorFlag,
	},
	help: `
The planner sees the goal, the tools and the policy, never any data. Its answer
is verified; what is wrong with it goes back to it. The accepted plan is printed
on standard output as a bundle that planproof run takes; what happens on the way
goes to standard error.

openai asks any endpoint that speaks the OpenAI chat protocol. Its URL, model
and key come from ` + openai.EnvURL + `, ` + openai.EnvModel + ` and ` + openai.EnvKey + `.
hand prints the prompt and reads the answer from standard input, up to a line
that is a single dot. prompt prints the prompt and ends.

The exit code is 0 when a plan was accepted, 1 when none was, 2 when there was
an error.

examples:
  planproof plan 'Summarize my inbox' --bundle examples/email-safe.json
  planproof plan 'Summarize my inbox' --policy policy.json --tools tools.json
  ` + openai.EnvURL + `=http://localhost:11434/v1 ` + openai.EnvModel + `=qwen3 \
    planproof plan 'Pay invoice 17' --policy policy.json --tools tools.json > plan.json
  planproof plan 'Pay invoice 17' --policy p.json --tools t.json --planner prompt | pbcopy
`,
	run: runPlan,
}

func runPlan(i *invocation) int {
	t, sources, err := i.task()
	if err != nil {
		return i.problem(err, sources)
	}
	attempts, wrong := strconv.Atoi(i.flags.get("attempts", "3"))
	if wrong != nil || attempts < 1 {
		return i.wrong("--attempts is a number from 1 on, not %q", i.flags["attempts"])
	}
	if i.flags["planner"] == "prompt" {
		for _, m := range planner.Prompt(t) {
			i.write([]byte(m.Content + "\n\n"))
		}
		return exitOK
	}
	p, wrong := i.planner()
	if wrong != nil {
		return i.fail("%s", wrong)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	out, failed := planner.Generate(ctx, p, t, attempts)
	return i.printPlan(out, failed)
}

// task reads what the flags say.
func (i *invocation) task() (*planner.Task, report.Sources, *doc.Error) {
	t, sources, err := i.documents()
	if err != nil {
		return nil, sources, err
	}
	t.Strict = i.flags.has("strict")
	env, err := evaluate.ReadEnv(i.flags.get("inputs", "{}"))
	if err != nil {
		return nil, report.Sources{}, &doc.Error{Kind: err.Kind, Message: "--inputs: " + err.Message, Hint: err.Hint}
	}
	for _, b := range env {
		t.Inputs = append(t.Inputs, value.Member{Key: b.Name, Value: b.Value})
	}
	return t, sources, nil
}

// documents are policy and tools: files of their own, or those of a bundle,
// whose inputs are given too.
func (i *invocation) documents() (*planner.Task, report.Sources, *doc.Error) {
	if i.flags.has("bundle") {
		return i.fromBundle()
	}
	for _, name := range []string{"policy", "tools"} {
		if !i.flags.has(name) {
			return nil, report.Sources{}, &doc.Error{Kind: doc.KindInput, Message: "--" + name + " is needed: a plan is made for tools and verified against a policy", Hint: "--bundle FILE takes both from a bundle"}
		}
	}
	policy, tools, _, err := i.parts()
	if err != nil {
		return nil, report.Sources{}, err
	}
	sources := report.Sources{Documents: []report.Document{document(doc.DocPolicy, i.flags["policy"], policy), document(doc.DocTools, i.flags["tools"], tools)}}
	t, err := planner.NewTask(i.operands[0], policy, tools)
	return t, sources, err
}

func (i *invocation) fromBundle() (*planner.Task, report.Sources, *doc.Error) {
	text, err := i.readFile(i.flags["bundle"])
	if err != nil {
		return nil, report.Sources{}, err
	}
	sources := report.Sources{Documents: []report.Document{document(doc.DocBundle, i.flags["bundle"], text)}}
	b, err := doc.ReadBundle(text, doc.ReadOptions{})
	if err != nil {
		return nil, sources, err
	}
	t := &planner.Task{Goal: i.operands[0], Policy: b.Policy, Tools: b.Tools, ToolsSource: b.ToolsSource}
	for _, in := range b.Inputs {
		t.Inputs = append(t.Inputs, value.Member{Key: in.Name.Value, Value: in.Value})
	}
	return t, sources, nil
}

// planner is who makes the plans.
func (i *invocation) planner() (planner.Planner, error) {
	c, missing := openai.FromEnv(func(name string) string {
		for flag, env := range map[string]string{"url": openai.EnvURL, "model": openai.EnvModel} {
			if env == name && i.flags.has(flag) {
				return i.flags[flag]
			}
		}
		return os.Getenv(name)
	})
	switch kind := i.flags.get("planner", "auto"); {
	case kind == "script":
		text, err := i.readFile(i.flags.get("answers", stdinName))
		if err != nil {
			return nil, err
		}
		return planner.Scripted(splitAnswers(string(text))...), nil
	case kind == "openai" && missing != nil:
		return nil, missing
	case kind == "hand" || missing != nil:
		return planner.ByHand(i.in, i.err), nil
	}
	c.Stream = func(piece string) { _, _ = io.WriteString(i.err, printableText(piece)) }
	return c, nil
}

// splitAnswers takes answers apart at lines that are a single dot.
func splitAnswers(text string) []string {
	var out []string
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.TrimRight(line, "\r\n") == "." {
			out = append(out, b.String())
			b.Reset()
			continue
		}
		b.WriteString(line)
	}
	if strings.TrimSpace(b.String()) != "" {
		out = append(out, b.String())
	}
	return out
}

// printableText keeps line breaks and tabs.
func printableText(s string) string {
	lines := strings.Split(s, "\n")
	for n, l := range lines {
		cells := strings.Split(l, "\t")
		for k := range cells {
			cells[k] = printable(cells[k])
		}
		lines[n] = strings.Join(cells, "\t")
	}
	return strings.Join(lines, "\n")
}

// printPlan prints what came of the task.
func (i *invocation) printPlan(out *planner.Outcome, failed error) int {
	refused := errors.Is(failed, planner.ErrRefused)
	if i.flags.get("format", "text") == "json" {
		i.write(append(planJSON(out, failed), '\n'))
	} else {
		for n, a := range out.Attempts {
			if a.Feedback != "" && !i.shown() {
				fmt.Fprintf(i.err, "attempt %d\n%s\n\n", n+1, printableText(a.Feedback))
			}
		}
		if failed != nil {
			fmt.Fprintf(i.err, "planproof plan: %s\n", failed)
		} else {
			fmt.Fprintf(i.err, "Accepted at attempt %d.\n", len(out.Attempts))
			i.write(out.Bundle.Print())
		}
	}
	switch {
	case failed == nil:
		return exitOK
	case refused:
		return exitRejected
	}
	return exitUnusable
}

// shown reports whether the planner has shown the feedback already.
func (i *invocation) shown() bool {
	return i.flags.get("planner", "auto") == "hand"
}

type planWire struct {
	OK       bool          `json:"ok"`
	Error    string        `json:"error,omitempty"`
	Attempts []attemptWire `json:"attempts"`
	Bundle   wire.Raw      `json:"bundle,omitempty"`
}

type attemptWire struct {
	Answer   string   `json:"answer"`
	Problem  wire.Raw `json:"problem,omitempty"`
	Report   wire.Raw `json:"report,omitempty"`
	Feedback string   `json:"feedback,omitempty"`
}

func planJSON(out *planner.Outcome, failed error) []byte {
	w := planWire{OK: failed == nil, Attempts: []attemptWire{}}
	if failed != nil {
		w.Error = failed.Error()
	}
	for _, a := range out.Attempts {
		aw := attemptWire{Answer: a.Answer, Feedback: a.Feedback}
		if a.Problem != nil {
			aw.Problem = wire.Raw(a.Problem.AppendJSON(nil))
		}
		if a.Report != nil {
			aw.Report = wire.Raw(a.Report.AppendWire(nil))
		}
		w.Attempts = append(w.Attempts, aw)
	}
	if out.Plan != nil {
		w.Bundle = wire.Raw(out.Bundle.AppendJSON(nil))
	}
	return wire.Append(nil, w)
}
