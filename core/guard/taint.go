package guard

import (
	"strings"
	"sync"
)

// flagCache remembers which outputs carry instructions: a conversation is
// judged again at every call, and its outputs stay the same.
type flagCache struct {
	lock  sync.Mutex
	known map[string][]Passage
	size  int
}

// flagCacheBytes bounds the texts that are remembered.
const flagCacheBytes = 8 << 20

func (c *flagCache) of(text string) []Passage {
	c.lock.Lock()
	found, ok := c.known[text]
	c.lock.Unlock()
	if ok {
		return found
	}
	found = Instructions(text)
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.known == nil || c.size+len(text) > flagCacheBytes {
		c.known, c.size = map[string][]Passage{}, 0
	}
	text = strings.Clone(text)
	c.known[text] = found
	c.size += len(text)
	return found
}

// flagged reports that a tool's output carries instruction-like text.
func (g *Guard) flagged(m Message) bool {
	return m.Role == Tool && (m.Tainted || len(g.flags.of(m.Text)) > 0)
}

// anyFlagged reports that an output of the conversation, or one that is gone,
// carries instructions.
func (d *deciding) anyFlagged() bool {
	if d.flag == nil {
		found := d.request.Tainted && d.guard.config.Mode == Full
		for _, m := range d.talk {
			found = found || d.guard.flagged(m)
		}
		d.flag = &found
	}
	return *d.flag
}

// instructionQuotes shows one passage of each flagged output.
func (d *deciding) instructionQuotes() []Quote {
	var out []Quote
	for i, m := range d.talk {
		if m.Role != Tool {
			continue
		}
		for _, p := range d.guard.flags.of(m.Text) {
			s := span(p.Start, p.End)
			out = append(out, quoteOf("(instruction)", i, m, d.text(i), s))
			break
		}
	}
	return out
}
