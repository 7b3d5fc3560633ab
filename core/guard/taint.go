package guard

import (
	"strings"
	"sync"

	"planproof/core/guard/words"
)

// textCache remembers how texts were read: a conversation is judged again at
// every call, and what was said stays the same.
type textCache struct {
	lock     sync.Mutex
	passages map[string][]Passage
	tokens   map[string][]words.Token
	size     int
}

// textCacheBytes bounds the texts that are remembered.
const textCacheBytes = 8 << 20

// of are the instruction-like passages of an output.
func (c *textCache) of(text string) []Passage {
	c.lock.Lock()
	found, ok := c.passages[text]
	c.lock.Unlock()
	if !ok {
		found = Instructions(text)
		c.keep(text, func(text string) { c.passages[text] = found })
	}
	return found
}

// lexed are the tokens of a text.
func (c *textCache) lexed(text string) []words.Token {
	c.lock.Lock()
	ts, ok := c.tokens[text]
	c.lock.Unlock()
	if !ok {
		ts = words.Lex(text, words.Options{})
		c.keep(text, func(text string) { c.tokens[text] = ts })
	}
	return ts
}

// keep stores what was read of a text; when the cache is full it begins anew.
func (c *textCache) keep(text string, store func(text string)) {
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.passages == nil || c.size+len(text) > textCacheBytes {
		c.passages, c.tokens, c.size = map[string][]Passage{}, map[string][]words.Token{}, 0
	}
	store(strings.Clone(text))
	c.size += len(text)
}

// flagged reports that a tool's output carries instruction-like text.
func (g *Guard) flagged(m Message) bool {
	return m.Role == Tool && (m.Tainted || len(g.texts.of(m.Text)) > 0)
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
		for _, p := range d.guard.texts.of(m.Text) {
			s := span(p.Start, p.End)
			out = append(out, quoteOf("(instruction)", i, m, d.text(i), s))
			break
		}
	}
	return out
}
