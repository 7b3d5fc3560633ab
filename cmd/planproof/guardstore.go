package main

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"planproof/core/doc"
	"planproof/core/guard/filestore"
	"planproof/core/guard/store"
	"planproof/core/wire"
)

var guardVerify = &command{
	name: "guard verify", summary: "check that a store was not changed", usage: "STORE", operands: [2]int{1, 1},
	flags: []flagSpec{
		{name: "anchor", value: "HEAD", help: "COUNT:HASH that was kept elsewhere"},
		textOrJSON},
	help: `
STORE is the file of the proxy's --store. Every record is checked against its own
hash and the one before it, and the end against the stored head (STORE.head). A
store that was written anew as a whole, with its head, shows only against a head
that was kept elsewhere: keep the one that this command prints.

The exit code is 0 when the store verifies, 1 when it does not, 2 not usable.

example:
  planproof guard verify calls.jsonl --anchor 12:5fec…
`,
	run: runGuardVerify,
}

func runGuardVerify(i *invocation) int {
	anchor, err := i.anchor()
	if err != nil {
		return i.wrong("--anchor: %s", err)
	}
	r, err := filestore.Verify(i.operands[0], anchor)
	if err != nil {
		return i.unusable(storeProblem(i.operands[0], err))
	}
	if i.flags.get("format", "text") == "json" {
		i.write(append(wire.Append(nil, verifyWire{r.OK(), r.Head.String(), r.Head.Count, r.Decisions, r.Unanswered, r.Problems}), '\n'))
	} else {
		i.write([]byte(verifyText(r)))
	}
	if r.OK() {
		return exitOK
	}
	return exitRejected
}

func (i *invocation) anchor() (*store.Head, error) {
	if !i.flags.has("anchor") {
		return nil, nil
	}
	h, err := store.ParseHead(i.flags["anchor"])
	return &h, err
}

type verifyWire struct {
	OK         bool            `json:"ok"`
	Head       string          `json:"head"`
	Records    int             `json:"records"`
	Decisions  int             `json:"decisions"`
	Unanswered []int           `json:"unknown_fate"`
	Problems   []store.Problem `json:"problems"`
}

func verifyText(r *store.Report) string {
	var b strings.Builder
	word := "The store verifies"
	if !r.OK() {
		word = "The store does not verify"
	}
	fmt.Fprintf(&b, "%s: %d records, %d decisions.\nhead %s\n", word, r.Head.Count, r.Decisions, r.Head)
	for _, p := range r.Problems {
		at := ""
		if p.Line > 0 {
			at = "line " + strconv.Itoa(p.Line) + ": "
		}
		fmt.Fprintf(&b, "%s: %s%s\n", p.Kind, at, printable(p.Message))
	}
	for _, id := range r.Unanswered {
		fmt.Fprintf(&b, "record %d: a call was about to be made, and nobody knows how it ended\n", id)
	}
	return b.String()
}

// storeProblem is the error about a store that can not be used.
func storeProblem(path string, err error) *doc.Error {
	if errors.Is(err, fs.ErrNotExist) {
		return &doc.Error{Kind: doc.KindInput, Message: "there is no store " + path}
	}
	hint := ""
	if errors.Is(err, filestore.ErrChanged) {
		hint = "planproof guard verify says everything that is wrong with it"
	}
	return &doc.Error{Kind: doc.KindInput, Message: err.Error(), Hint: hint}
}

// openStore opens a store that must be there.
func (i *invocation) openStore() (*filestore.Store, *doc.Error) {
	if !fileThere(i.operands[0]) {
		return nil, storeProblem(i.operands[0], fs.ErrNotExist)
	}
	s, err := filestore.Open(i.operands[0], nil)
	if err != nil {
		return nil, storeProblem(i.operands[0], err)
	}
	return s, nil
}

var guardResolve = &command{
	name: "guard resolve", summary: "answer an escalated call, once", usage: "STORE [ID]", operands: [2]int{1, 2},
	flags: []flagSpec{
		{name: "approve", help: "the call may be made"},
		{name: "reject", help: "it may not"},
		{name: "reviewer", value: "NAME", help: "who says so"},
		{name: "note", value: "TEXT", help: "why"},
		textOrJSON},
	help: `
Without an ID, lists the escalations that wait for an answer. With one and
--approve or --reject, records the answer. The call is not made by this command:
the record says that it was not executed. Each escalation is answered once, also
when several people answer at the same time.

The exit code is 0 when the answer is recorded (or nothing waits), 1 when it can
not be given (or something waits), 2 not usable.

example:
  planproof guard resolve calls.jsonl 7 --reject --reviewer maria --note "not our vendor"
`,
	run: runGuardResolve,
}

func runGuardResolve(i *invocation) int {
	if len(i.operands) == 2 && i.flags.has("approve") == i.flags.has("reject") {
		return i.wrong("say either --approve or --reject")
	}
	s, err := i.openStore()
	if err != nil {
		return i.unusable(err)
	}
	defer s.Close()
	if len(i.operands) == 1 {
		return i.listOpen(s)
	}
	id, wrong := strconv.Atoi(i.operands[1])
	if wrong != nil {
		return i.wrong("%q is no record's number", i.operands[1])
	}
	r, wrong := store.Resolve(s, id, store.Answer{Approve: i.flags.has("approve"), Reviewer: i.flags["reviewer"], Note: i.flags["note"]})
	if errors.Is(wrong, store.ErrReviewer) {
		return i.wrong("%s: give --reviewer", wrong)
	}
	if wrong != nil {
		i.fail("%s", wrong)
		return exitRejected
	}
	if i.flags.get("format", "text") == "json" {
		i.write(append(r.AppendJSON(nil), '\n'))
	} else {
		i.write(fmt.Appendf(nil, "record %d: the answer to %d is %s\n", r.ID, id, r.Body.(*store.Resolution).Answer))
	}
	return exitOK
}

// listOpen lists the escalations without an answer.
func (i *invocation) listOpen(l store.Log) int {
	open, err := store.Query(l, store.Filter{Open: true})
	if err != nil {
		return i.fail("%s", err)
	}
	for _, e := range open {
		if i.flags.get("format", "text") == "json" {
			i.write(append(e.Record.AppendJSON(nil), '\n'))
			continue
		}
		call := e.Decision.Input.Call
		i.write(fmt.Appendf(nil, "%d  %s %s\n", e.Record.ID, printable(call.Name), shortened(printable(jsonText(call.Arguments)))))
		for _, r := range e.Decision.Reasons {
			i.write(fmt.Appendf(nil, "    %s\n", printable(r)))
		}
	}
	if len(open) > 0 {
		return exitRejected
	}
	return exitOK
}
