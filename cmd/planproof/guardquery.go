package main

import (
	"fmt"
	"strconv"

	"planproof/core/guard/store"
)

var guardQuery = &command{
	name: "guard query", summary: "list recorded decisions", usage: "STORE [ID]", operands: [2]int{1, 2},
	flags: []flagSpec{
		{name: "tool", value: "NAME", help: "only calls of this tool"},
		{name: "outcome", value: "allow|deny|escalate", help: "only decisions that came out so"},
		{name: "failed", value: "CHECK", help: "only those in which this check failed, or could not be evaluated"},
		{name: "open", help: "only escalations that wait for an answer"},
		{name: "from", value: "ID", help: "only records from this one on"},
		{name: "format", choice: []string{"text", "json"}, help: "json: the records as they stand in the store"},
	},
	help: `
One line a decision: its number, the outcome, the tool, what became of the call.
With an ID, that record whole.

The exit code is 0 when something is found, 1 when nothing is, 2 not usable.

example:
  planproof guard query calls.jsonl --outcome escalate --open
`,
	run: runGuardQuery,
}

func runGuardQuery(i *invocation) int {
	f, err := i.filter()
	if err != nil {
		return i.wrong("%s", err)
	}
	s, problem := i.openStore()
	if problem != nil {
		return i.unusable(problem)
	}
	defer s.Close()
	if len(i.operands) == 2 {
		return i.oneRecord(s)
	}
	found, err := store.Query(s, f)
	if err != nil {
		return i.fail("%s", err)
	}
	for _, e := range found {
		if !i.write(i.entryLine(e)) {
			break
		}
	}
	if len(found) == 0 {
		return exitRejected
	}
	return exitOK
}

func (i *invocation) filter() (store.Filter, error) {
	f := store.Filter{Tool: i.flags["tool"], Outcome: i.flags["outcome"], Failed: i.flags["failed"], Open: i.flags.has("open")}
	switch f.Outcome {
	case "", store.Allow, store.Deny, store.Escalate:
	default:
		return f, fmt.Errorf("--outcome is %q; it can be allow, deny, escalate", f.Outcome)
	}
	if text, given := i.flags["from"]; given {
		n, err := strconv.Atoi(text)
		if err != nil {
			return f, fmt.Errorf("--from is a record's number, not %q", text)
		}
		f.From = n
	}
	return f, nil
}

// oneRecord prints a record as it stands in the store.
func (i *invocation) oneRecord(l store.Log) int {
	id, err := strconv.Atoi(i.operands[1])
	if err != nil {
		return i.wrong("%q is no record's number", i.operands[1])
	}
	r, err := l.Get(id)
	if err != nil {
		return i.fail("%s", err)
	}
	i.write(append(r.AppendJSON(nil), '\n'))
	return exitOK
}

func (i *invocation) entryLine(e store.Entry) []byte {
	if i.flags.get("format", "text") == "json" {
		return append(e.Record.AppendJSON(nil), '\n')
	}
	call := e.Decision.Input.Call
	line := fmt.Appendf(nil, "%d  %s  %s %s%s\n", e.Record.ID, e.Decision.Outcome, printable(call.Name),
		shortened(printable(jsonText(call.Arguments))), fate(e))
	for _, reason := range e.Decision.Reasons {
		line = fmt.Appendf(line, "    %s\n", printable(reason))
	}
	return line
}

// fate says what became of the call.
func fate(e store.Entry) string {
	s, made := "", e.Decision.Made
	if r := e.Resolution; r != nil {
		s, made = fmt.Sprintf("; answered by %s: %s", printable(r.Reviewer), r.Answer), r.Made
	}
	switch {
	case made.Error != "":
		return s + "; made, error: " + shortened(printable(made.Error))
	case made.Executed:
		return s + "; made"
	}
	return s + "; not made"
}
