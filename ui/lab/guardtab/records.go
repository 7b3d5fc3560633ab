package guardtab

import (
	"strconv"
	"strings"

	"planproof/core/guard"
	"planproof/core/guard/store"
	"planproof/ui/lab"
	"planproof/ui/markup"
)

// log records every decision of the conversation in a store without files.
func (r *Room) log() (*store.Memory, error) {
	m := &store.Memory{}
	for _, c := range r.now.calls {
		if _, err := m.Append(store.NewDecision(r.now.guard, c.Request, c.Decision)); err != nil {
			return nil, err
		}
	}
	return m, nil
}

func (r *Room) save() lab.Reply {
	m, err := r.log()
	if err != nil {
		return lab.Reply{Same: true, Say: "The records can not be written: " + err.Error()}
	}
	return lab.Reply{Same: true, Effects: []lab.Effect{lab.Download("guard-records.jsonl", "application/x-ndjson", string(m.Text()))}}
}

// replay decides the records of a store again with the guard that stands in
// the field, and says what does not come out the same.
func (r *Room) replay(text string) string {
	if strings.TrimSpace(text) == "" {
		return "Paste the lines of a store first."
	}
	if r.now.guard == nil {
		return "The guard can not be read, so nothing can be decided again."
	}
	m, err := store.LoadMemory([]byte(text))
	if err != nil {
		return "These are no records of a store: " + err.Error() + "."
	}
	config := r.in.config
	failed, tried, err := store.ReplayAll(m, func() (*guard.Guard, error) {
		c, err := guard.ReadConfig([]byte(config))
		if err != nil {
			return nil, err
		}
		return guard.New(c)
	})
	if err != nil {
		return "The records can not be replayed: " + err.Error() + "."
	}
	s := strconv.Itoa(tried-len(failed)) + " of " + strconv.Itoa(tried) + " decisions come out the same."
	for _, f := range failed {
		s += "\nRecord " + strconv.Itoa(f.ID) + ", " + f.Tool + ": " + f.Outcome + " then, " + today(f.Now) + " now."
		for _, x := range f.Mismatches {
			s += "\n  " + x.Kind + " " + x.Step + ": " + x.Message
		}
	}
	return s
}

func today(now string) string {
	if now == "" {
		return "nothing"
	}
	return now
}

func (r *Room) records(h *markup.Writer) {
	if r.now.err != nil {
		return
	}
	h.Open("details", "class", "below-room", "id", "guard-store").El("summary", "", "Records: save, replay")
	if m, err := r.log(); err == nil && m.Head().String() != "" {
		h.Open("p", "class", "note").Text("Every decision is a record with its inputs, chained by hashes; nothing is stored here. Head: ").Code(clip(m.Head().String(), 40)).Close("p")
	}
	h.Open("p").Open("button", "type", "button", "class", "btn", "data-lab-do", "save", "data-testid", "guard-save").Text("Save the records").Close("button").Close("p")
	h.Open("label", "class", "line", "for", "guard-records").Text("Records of a store, or of the proxy").Close("label")
	h.Open("textarea", "class", "field mono", "id", "guard-records", "name", "guard-records", "data-testid", "guard-records", "rows", "4", "spellcheck", "false").Close("textarea")
	h.Open("p").Open("button", "type", "button", "class", "btn", "data-lab-do", "replay", "data-testid", "guard-replay").Text("Decide them again").Close("button").Close("p")
	if r.message != "" {
		h.Open("pre", "class", "query", "data-testid", "guard-replayed", "tabindex", "0").Text(r.message).Close("pre")
	}
	h.Close("details")
}
