// Package guardtab is the Guard tab: a recorded conversation and the guard's
// configuration, and for every proposed call the decision, check by check, with
// the quotes it rests on. Whatever is edited is decided again at once, and the
// decision is shown beside the one before.
//
//	room.go     what is asked of the room
//	case.go     reading what was pasted and deciding it
//	view.go     documents and judgement
//	talk.go     the conversation with its quotes
//	records.go  records of the store: keeping, saving, replaying
package guardtab

import (
	"strconv"
	"strings"

	"planproof/core/guard"
	cases "planproof/examples/guard"
	"planproof/ui/lab"
	"planproof/ui/markup"
)

// Room is the Guard tab. It does not look at the documents of the page.
type Room struct {
	in      input
	now     decided
	before  decided // of the documents as they were opened
	at      int     // the call that is shown
	message string  // of the records
}

var _ lab.Room = (*Room)(nil)

// Handle implements lab.Room.
func (r *Room) Handle(a lab.Ask) lab.Reply {
	fresh := false
	if r.in.empty() {
		r.open(cases.All()[0].ID)
		fresh = true
	}
	switch a.Do {
	case "example":
		r.open(a.Arg)
		fresh = true
	case "edit":
		r.edit(a.Form)
	case "mode":
		r.edit(a.Form)
	case "call":
		r.at, _ = strconv.Atoi(a.Arg)
	case "base":
		r.before = r.now
	case "save":
		return r.save()
	case "replay":
		r.message = r.replay(a.Form.Get("guard-records"))
	}
	r.at = max(0, min(r.at, len(r.now.calls)-1))
	return lab.Reply{HTML: r.html(), Fresh: fresh, Say: r.say(a.Do)}
}

// say is what the live region hears of an edit.
func (r *Room) say(do string) string {
	if do != "edit" && do != "mode" && do != "call" || len(r.now.calls) == 0 {
		return ""
	}
	c := r.now.calls[r.at]
	return "Call " + strconv.Itoa(r.at+1) + ": " + words[c.Decision.Verdict].done
}

// open shows an example.
func (r *Room) open(id string) {
	for _, c := range cases.All() {
		if c.ID != id {
			continue
		}
		r.in = inputOf(c)
		r.now = decide(r.in)
		r.before, r.message = r.now, ""
		r.at = len(r.now.calls) - 1
		for i := range r.now.calls {
			if r.now.calls[i].Decision.Verdict != guard.Allow {
				r.at = i
				break
			}
		}
	}
}

// edit takes what stands in the fields.
func (r *Room) edit(f lab.Fields) {
	calls := len(r.now.calls)
	r.in.talk, r.in.config = f.Get("guard-talk"), f.Get("guard-config")
	r.in.call, r.in.facts, r.in.mode = f.Get("guard-call"), f.Get("guard-facts"), f.Get("guard-mode")
	r.now = decide(r.in)
	if len(r.now.calls) > calls && calls > 0 {
		r.at = len(r.now.calls) - 1
	}
}

func (r *Room) html() string {
	h := markup.New().Open("div", "class", "guardtab")
	h.Open("section", "class", "g-docs", "aria-label", "Documents of the guard")
	r.documents(h)
	h.Close("section").Open("section", "class", "g-talk", "aria-label", "Conversation", "tabindex", "0", "data-keep-scroll", "talk")
	r.conversation(h)
	h.Close("section").Open("section", "class", "g-judge", "aria-label", "Decision", "tabindex", "0", "data-keep-scroll", "judge")
	r.judgement(h)
	r.records(h)
	return h.Close("section").Close("div").String()
}

// verdictWords are a verdict as the page says it.
type verdictWords struct{ class, mark, done, verb string }

var words = map[guard.Verdict]verdictWords{
	guard.Allow:    {"is-proved", "proved", "Allowed.", "allows"},
	guard.Escalate: {"is-possible", "possible", "Escalated.", "escalates"},
	guard.Deny:     {"is-rejected", "confirmed", "Denied.", "denies"},
}

// capital begins a sentence and ends it.
func capital(s string) string {
	s = strings.TrimSuffix(strings.TrimSpace(s), ".")
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}
