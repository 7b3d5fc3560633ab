package main

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"planproof/core"
	"planproof/core/doc"
	"planproof/core/report"
	exec "planproof/core/run"
	"planproof/core/value"
	"planproof/core/wire"
)

// printRun prints a run and says whether it came to its end.
func (i *invocation) printRun(r *exec.Result, in input) int {
	if i.flags.get("format", "text") == "json" {
		i.write(append(r.AppendWire(nil), '\n'))
		return exitForRun(r)
	}
	if r.Stop != nil && r.Stop.Kind == exec.Refused && r.Report != nil && !r.Report.OK {
		i.write([]byte(report.Text(r.Report, in.sources, report.Options{Color: i.colored(i.out)})))
		i.write([]byte("\nNot run: no tool was called.\n"))
		return exitForRun(r)
	}
	var b strings.Builder
	for n, c := range r.Calls {
		fmt.Fprintf(&b, "%3d  %s\n", n+1, callLine(c))
		writeAnswer(&b, c)
	}
	for _, a := range r.Automata {
		fmt.Fprintf(&b, "     %s is in %s\n", printable(a.Automaton), printable(a.State))
	}
	if r.Stop != nil {
		fmt.Fprintf(&b, "Stopped (%s): %s\n", r.Stop.Kind, printable(r.Stop.Error()))
		if r.Stop.Kind == exec.ToolFailed && len(in.bundle.Scripts) < len(r.Calls) && !i.flags.has("made-up") {
			b.WriteString("  hint  --scripts FILE gives answers, --made-up makes them up\n")
		}
	} else {
		fmt.Fprintf(&b, "Ran to the end: %s.\n", callCount(len(r.Calls)))
	}
	i.write([]byte(b.String()))
	return exitForRun(r)
}

func writeAnswer(b *strings.Builder, c *exec.Call) {
	switch {
	case c.Result == nil:
		b.WriteString("     failed: " + printable(c.Error) + "\n")
	case c.Undeclared:
		b.WriteString("     → " + brief(c.Result, 100) + " (not of the declared type)\n")
	default:
		b.WriteString("     → " + brief(c.Result, 100) + "\n")
	}
}

func exitForRun(r *exec.Result) int {
	if r.OK() {
		return exitOK
	}
	return exitRejected
}

func callCount(n int) string {
	if n == 1 {
		return "1 call"
	}
	return fmt.Sprintf("%d calls", n)
}

// callLine is a call on one line: the label, the tool, its arguments.
func callLine(c *exec.Call) string {
	args := make([]string, len(c.Args))
	for i, a := range c.Args {
		args[i] = printable(a.Name) + "=" + brief(a.Value, 60)
	}
	return printable(c.Label) + ": " + printable(c.Tool) + "(" + strings.Join(args, ", ") + ")"
}

// brief is a value as JSON, cut to about so many letters.
func brief(v value.Value, most int) string {
	text := printable(string(value.AppendJSON(nil, v)))
	n := 0
	for at := range text {
		if n++; n > most {
			return text[:at] + "…"
		}
	}
	return text
}

// printable writes out what a terminal would act on.
func printable(s string) string {
	var b strings.Builder
	for _, r := range s {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == unicode.ReplacementChar {
			fmt.Fprintf(&b, "\\u%04x", r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// replay tries the possible findings and prints what each came to.
func (i *invocation) replay(in input) int {
	r, err := core.Verify(in.bundle, core.Options{Strict: i.flags.has("strict")})
	if err != nil {
		return i.problem(asProblem(err), in.sources)
	}
	all, err := core.Replay(in.bundle, r)
	if err != nil {
		return i.problem(asProblem(err), in.sources)
	}
	if i.flags.get("format", "text") == "json" {
		out := append(wire.Append([]byte(`{"replays":`), all), `,"report":`...)
		i.write(append(r.AppendWire(out), '}', '\n'))
		return exitFor(r)
	}
	var b strings.Builder
	for n, p := range all {
		if n > 0 {
			b.WriteString("\n")
		}
		writeReplayed(&b, p)
	}
	if len(all) == 0 {
		b.WriteString("No finding is only possible: there is nothing to replay.\n")
	}
	i.write([]byte(b.String()))
	return exitFor(r)
}

func writeReplayed(b *strings.Builder, p *exec.Replayed) {
	if p.Status != exec.Confirmed {
		fmt.Fprintf(b, "abstract only: %s\n  %s\n", printable(p.Finding.Message), printable(p.Reason))
		return
	}
	fmt.Fprintf(b, "confirmed: %s\n", printable(p.Finding.Message))
	for _, in := range p.Inputs {
		fmt.Fprintf(b, "  input %s = %s\n", printable(in.Key), brief(in.Value, 100))
	}
	for _, c := range p.Run.Calls {
		b.WriteString("  " + callLine(c) + "\n  ")
		writeAnswer(b, c)
	}
	for _, v := range p.Passed {
		fmt.Fprintf(b, "  passed by: %s\n", printable(v.Error()))
	}
	fmt.Fprintf(b, "  stopped: %s\n", printable(p.Run.Stop.Error()))
}

// asProblem is an error of the façade as the error about documents that it is.
func asProblem(err error) *doc.Error {
	var known *doc.Error
	if errors.As(err, &known) {
		return known
	}
	return &doc.Error{Kind: doc.KindInput, Message: err.Error()}
}
