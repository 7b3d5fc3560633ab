package main

import (
	"fmt"
	"os"
	"strconv"

	"planproof/core/guard"
	"planproof/core/guard/store"
	"planproof/core/value"
	"planproof/core/wire"
)

var guardReplay = &command{
	name: "guard replay", summary: "decide recorded calls again with today's rules", usage: "STORE [ID]", operands: [2]int{1, 2},
	flags: []flagSpec{configFlag, textOrJSON},
	help: `
Computes every step of the recorded decisions again, from their recorded inputs
and the rules of --config, and lists the decisions that do not come out the same:
integrity (the record was changed), recompute (a check says something else today),
missing (there is no such check any more), request (the rules refuse the recorded
facts). A rule that was added since is no mismatch; it is told that the rules
changed.

The exit code is 0 when everything replays, 1 when something does not, 2 not
usable.

example:
  planproof guard replay calls.jsonl --config guard.json
`,
	run: runGuardReplay,
}

func runGuardReplay(i *invocation) int {
	config, err := i.configText()
	if err != nil {
		return i.unusable(err)
	}
	if _, err := compiled(config); err != nil {
		return i.unusable(err)
	}
	newGuard := func() (*guard.Guard, error) {
		g, err := compiled(config)
		if err != nil {
			return nil, err
		}
		return g, nil
	}
	s, err := i.openStore()
	if err != nil {
		return i.unusable(err)
	}
	defer s.Close()
	if len(i.operands) == 2 {
		return i.replayOne(s, newGuard)
	}
	failed, tried, wrong := store.ReplayAll(s, newGuard)
	if wrong != nil {
		return i.fail("%s", wrong)
	}
	for _, r := range failed {
		i.printReplay(r)
	}
	if i.flags.get("format", "text") == "text" {
		i.write(fmt.Appendf(nil, "%d of %d decisions replay\n", tried-len(failed), tried))
	}
	if len(failed) > 0 {
		return exitRejected
	}
	return exitOK
}

func (i *invocation) replayOne(s store.Log, newGuard func() (*guard.Guard, error)) int {
	id, err := strconv.Atoi(i.operands[1])
	if err != nil {
		return i.wrong("%q is no record's number", i.operands[1])
	}
	r, err := store.ReplayOne(s, id, newGuard)
	if err != nil {
		return i.fail("%s", err)
	}
	i.printReplay(r)
	if !r.OK() {
		return exitRejected
	}
	return exitOK
}

type replayWire struct {
	ID         int              `json:"id"`
	Tool       string           `json:"tool"`
	OK         bool             `json:"ok"`
	Changed    bool             `json:"catalog_changed"`
	Outcome    string           `json:"outcome"`
	Now        string           `json:"now"`
	Mismatches []store.Mismatch `json:"mismatches"`
}

func (i *invocation) printReplay(r *store.Replay) {
	if i.flags.get("format", "text") == "json" {
		i.write(append(wire.Append(nil, replayWire{r.ID, r.Tool, r.OK(), r.Changed, r.Outcome, r.Now, r.Mismatches}), '\n'))
		return
	}
	word := "replays"
	if !r.OK() {
		word = "does not replay"
	}
	line := fmt.Sprintf("record %d, %s: %s; %s then, %s today", r.ID, printable(r.Tool), word, r.Outcome, otherwise(r.Now, "nothing can be decided"))
	if r.Changed {
		line += "; the rules of the tool changed"
	}
	i.write([]byte(line + "\n"))
	for _, m := range r.Mismatches {
		i.write(fmt.Appendf(nil, "    %s %s: %s\n", m.Kind, printable(m.Step), printable(m.Message)))
	}
}

func otherwise(s, empty string) string {
	if s == "" {
		return empty
	}
	return s
}

func jsonText(v value.Value) string { return string(value.AppendJSON(nil, v)) }

func fileThere(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
