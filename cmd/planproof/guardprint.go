package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"planproof/core/guard"
	"planproof/core/value"
)

// The colors of verdicts and states.
const (
	green  = "\x1b[32m"
	red    = "\x1b[31m"
	yellow = "\x1b[33m"
	gray   = "\x1b[90m"
	plain  = "\x1b[0m"
)

// paint puts a color around a text when there are colors.
func paint(color, s string, on bool) string {
	if !on {
		return s
	}
	return color + s + plain
}

func verdictColor(v guard.Verdict) string {
	switch v {
	case guard.Allow:
		return green
	case guard.Escalate:
		return yellow
	case guard.Deny:
	}
	return red
}

// stateWords are what a person reads for a check's state.
var stateWords = map[guard.State]string{
	guard.Passed: "ok", guard.Failed: "FAILED", guard.Abstained: "unknown", guard.Skipped: "skipped",
}

func stateColor(s guard.State) string {
	switch s {
	case guard.Passed:
		return green
	case guard.Failed:
		return red
	case guard.Abstained:
		return yellow
	case guard.Skipped:
	}
	return gray
}

// decisionText shows a decision to a person: the verdict, every check, the quotes.
func decisionText(d *guard.Decision, color bool) string {
	var b strings.Builder
	b.WriteString(verdictLine(d, color) + "\n")
	b.WriteString("  " + printable(string(value.AppendJSON(nil, d.Call.Arguments))) + "\n\n")
	for _, c := range d.Checks {
		mark := "  "
		if c.Name == d.Deciding {
			mark = "> "
		}
		b.WriteString(mark + paint(stateColor(c.State), fmt.Sprintf("%-8s", stateWords[c.State]), color) + " " + printable(c.Name))
		if c.State == guard.Failed || c.State == guard.Abstained {
			b.WriteString(" (" + string(c.OnFail) + ")")
		}
		b.WriteString("\n")
		if c.Reason != "" {
			b.WriteString("           " + printable(c.Reason) + "\n")
		}
		for _, q := range c.Quotes {
			b.WriteString("           " + quoteLine(q) + "\n")
		}
	}
	for _, q := range d.Evidence {
		if !quoted(d, q) {
			b.WriteString("  evidence " + quoteLine(q) + "\n")
		}
	}
	return b.String()
}

// quoted reports whether a check shows the quote already.
func quoted(d *guard.Decision, q guard.Quote) bool {
	return slices.ContainsFunc(d.Checks, func(c guard.Check) bool { return slices.Contains(c.Quotes, q) })
}

func verdictLine(d *guard.Decision, color bool) string {
	s := paint(verdictColor(d.Verdict), strings.ToUpper(string(d.Verdict)), color) + " " + printable(d.Call.Name)
	if d.Deciding != "" {
		s += ": " + printable(d.Deciding)
	}
	return s
}

func quoteLine(q guard.Quote) string {
	s := fmt.Sprintf("%s: %s, message %d (%s), letters %d to %d", printable(q.Argument),
		strconv.Quote(shortened(printable(q.Text))), q.Message+1, q.Role, q.Start+1, q.End)
	if q.Tainted {
		s += ", near instructions"
	}
	return s
}

// shortened cuts a long quote.
func shortened(s string) string {
	const most = 100
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}
