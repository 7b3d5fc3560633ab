package guardtab

import (
	"slices"
	"strconv"

	"planproof/core/guard"
	"planproof/ui/markup"
)

// conversation shows the messages with the calls at their places. What the
// chosen decision quotes is marked where it stands.
func (r *Room) conversation(h *markup.Writer) {
	if r.now.err != nil {
		h.El("p", "note", "The conversation appears when everything can be read.")
		return
	}
	h.Open("p", "class", "g-count").Text(tally(r.now)).Close("p")
	talk := r.now.talk
	if r.now.guard != nil {
		talk = r.now.guard.Read(talk)
	}
	next := 0
	for i, m := range talk {
		for next < len(r.now.calls) && len(r.now.calls[next].Request.Conversation) <= i {
			r.call(h, next)
			next++
		}
		r.messageBox(h, i, m)
	}
	for ; next < len(r.now.calls); next++ {
		r.call(h, next)
	}
}

func tally(d decided) string {
	n := map[guard.Verdict]int{}
	for _, c := range d.calls {
		n[c.Decision.Verdict]++
	}
	return strconv.Itoa(len(d.calls)) + " proposed calls: " + strconv.Itoa(n[guard.Allow]) + " allowed, " + strconv.Itoa(n[guard.Deny]) + " denied, " + strconv.Itoa(n[guard.Escalate]) + " escalated"
}

func (r *Room) messageBox(h *markup.Writer, i int, m guard.Message) {
	later := len(r.now.calls) > 0 && i >= len(r.now.calls[r.at].Request.Conversation)
	class := "msg " + string(m.Role)
	if later {
		class += " later"
	}
	h.Open("div", "class", class, "data-testid", "guard-message").Open("div", "class", "role").Text(string(m.Role))
	if m.Source != "" {
		h.El("small", "", m.Source)
	}
	h.Close("div").Open("div", "class", "text")
	marked(h, m.Text, r.marks(i, m, later))
	if m.Role == guard.Tool && len(guard.Instructions(m.Text)) > 0 {
		h.Open("div", "class", "off is-incomplete").Mark("incomplete").Text(" reads like orders: " + families(guard.Instructions(m.Text))).Close("div")
	}
	h.Close("div").Close("div")
}

func families(passages []guard.Passage) string {
	s := ""
	var seen []string
	for _, p := range passages {
		if !slices.Contains(seen, p.Family) {
			seen = append(seen, p.Family)
			if s != "" {
				s += ", "
			}
			s += p.Family
		}
	}
	return s
}

func (r *Room) call(h *markup.Writer, n int) {
	c := r.now.calls[n]
	w := words[c.Decision.Verdict]
	now := ""
	if n == r.at {
		now = " is-now"
	}
	h.Open("div", "class", "msg assistant").Open("div", "class", "role").Text("assistant").El("small", "", "proposes "+strconv.Itoa(n+1)).Close("div").Open("div", "class", "text")
	current := ""
	if n == r.at {
		current = "true"
	}
	h.Open("button", "type", "button", "class", "callbox"+now, "data-lab-do", "call", "data-lab-arg", strconv.Itoa(n), "data-testid", "guard-call-"+strconv.Itoa(n+1), "aria-current", current)
	h.Text(callWords(c.Request.Call)).Close("button")
	h.Open("div", "class", "verd").Open("span", "class", w.class).Mark(w.mark).Text(" " + w.done[:len(w.done)-1]).Close("span")
	if d := c.Decision.Deciding; d != "" {
		h.El("code", "off", d)
	}
	h.Close("div").Close("div").Close("div")
}

// span is a marked part of a text, in code points.
type span struct {
	start, end int
	class      string
	title      string
}

// marks are the quotes of the chosen decision in a message, and what reads
// like orders in it.
func (r *Room) marks(i int, m guard.Message, later bool) []span {
	var out []span
	if len(r.now.calls) > 0 && !later {
		d := r.now.calls[r.at].Decision
		for _, q := range quotesOf(d) {
			if q.Message != i {
				continue
			}
			class := "good"
			if q.Tainted || q.Argument == "(instruction)" || q.Argument == "(negated)" {
				class = "bad"
			}
			out = append(out, span{q.Start, q.End, class, q.Argument})
		}
	}
	if m.Role == guard.Tool {
		for _, p := range guard.Instructions(m.Text) {
			out = append(out, span{p.Start, p.End, "order", p.Family})
		}
	}
	return out
}

func quotesOf(d *guard.Decision) []guard.Quote {
	out := slices.Clone(d.Evidence)
	for _, c := range d.Checks {
		out = append(out, c.Quotes...)
	}
	return out
}

// marked writes a text with its spans. Where spans overlap every letter takes
// the first span that covers it: quotes stand before orders.
func marked(h *markup.Writer, text string, spans []span) {
	letters := []rune(text)
	cover := func(at int) int {
		for k, s := range spans {
			if s.start <= at && at < s.end {
				return k
			}
		}
		return -1
	}
	for at := 0; at < len(letters); {
		k := cover(at)
		end := at + 1
		for end < len(letters) && cover(end) == k {
			end++
		}
		part := string(letters[at:end])
		switch {
		case k < 0:
			h.Text(part)
		case spans[k].class == "order":
			h.Open("span", "class", "order", "title", "reads like orders: "+spans[k].title).Text(part).Close("span")
		default:
			h.Open("mark", "class", spans[k].class, "title", spans[k].title).Text(part).Close("mark")
		}
		at = end
	}
}
