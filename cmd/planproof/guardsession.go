package main

import (
	"errors"
	"fmt"
	"strings"

	"planproof/core/doc"
	"planproof/core/guard"
	"planproof/core/guard/imported"
	"planproof/core/guard/transcript"
	"planproof/core/wire"
)

var guardSession = &command{
	name: "guard session", summary: "decide on every call of a recorded conversation", usage: "FILE|-", operands: [2]int{1, 1},
	flags: []flagSpec{configFlag, factsFlag, planFlag,
		{name: "format", choice: []string{"text", "json"}, help: `json: one line a call, {"turn", "decision"}`},
		{name: "verbose", help: "text: show every check of every call"},
		colorFlag},
	help: `
FILE is a transcript: messages with tool calls as OpenAI, Anthropic, LangChain or
Gemini write them, items of the Responses API, a message a line, or any other
conversation that planproof imports. Each call is decided from what stands before
it, as if it were proposed now. Calls that the transcript answers count as made,
unless the answer is an error.

The exit code is 0 when every call is allowed, 1 when one is denied, 3 when one
escalates and none is denied, 2 not usable.

example:
  planproof guard session --config guard.json chat.json
`,
	run: runGuardSession,
}

func runGuardSession(i *invocation) int {
	g, err := i.loadGuard()
	if err != nil {
		return i.unusable(err)
	}
	facts, err := i.facts()
	if err != nil {
		return i.unusable(err)
	}
	plan, err := i.planOf()
	if err != nil {
		return i.unusable(err)
	}
	text, err := i.readFile(i.operands[0])
	if err != nil {
		return i.unusable(err)
	}
	turns, wrong := readTurns(text)
	if wrong != nil {
		return i.unusable(asInput("the transcript", wrong))
	}
	decided, wrong := transcript.Decide(g, turns, transcript.Options{Facts: facts, Plan: plan})
	if wrong != nil {
		return i.unusable(asInput("the transcript", wrong))
	}
	if n := transcript.Silent(turns); n > 0 {
		fmt.Fprintf(i.err, "planproof guard session: %d of %d entries say nothing that can be read\n", n, len(turns))
	}
	return i.printSession(decided)
}

// readTurns reads a transcript of any shape that is known.
func readTurns(text []byte) ([]transcript.Turn, error) {
	turns, err := imported.Turns(text)
	var syntax *doc.Error
	if errors.As(err, &syntax) {
		syntax.Hint = strings.TrimPrefix(syntax.Hint+"; a transcript is JSON, JSON Lines, or text that planproof import reads", "; ")
	}
	return turns, err
}

func (i *invocation) printSession(decided []transcript.Decided) int {
	var verdicts []guard.Verdict
	counts := map[guard.Verdict]int{}
	for _, d := range decided {
		verdicts = append(verdicts, d.Decision.Verdict)
		counts[d.Decision.Verdict]++
		if !i.write(i.sessionLine(d)) {
			break
		}
	}
	if i.flags.get("format", "text") == "text" {
		i.write(fmt.Appendf(nil, "%d calls: %d allowed, %d denied, %d escalated\n", len(decided), counts[guard.Allow], counts[guard.Deny], counts[guard.Escalate]))
	}
	return verdictCode(verdicts...)
}

func (i *invocation) sessionLine(d transcript.Decided) []byte {
	if i.flags.get("format", "text") == "json" {
		line := wire.Append(nil, sessionWire{d.Turn, wire.Raw(d.Decision.AppendWire(nil))})
		return append(line, '\n')
	}
	color := i.colored(i.out)
	if i.flags.has("verbose") {
		return fmt.Appendf(nil, "turn %d: %s\n", d.Turn, decisionText(d.Decision, color))
	}
	out := fmt.Appendf(nil, "turn %d: %s\n", d.Turn, verdictLine(d.Decision, color))
	for _, r := range d.Decision.Reasons {
		out = fmt.Appendf(out, "    %s\n", printable(r))
	}
	return out
}

type sessionWire struct {
	Turn     int      `json:"turn"`
	Decision wire.Raw `json:"decision"`
}
