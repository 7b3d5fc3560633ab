package complete

import (
	"strings"

	"planproof/core/doc"
)

// Said is what stands at a place, in lines; the first is its name.
type Said struct {
	From, To int
	Lines    []string
}

// Hover says what stands at an offset (in bytes) of a document; ok is false
// when there is nothing to say.
func Hover(d Documents, name string, at int) (said Said, ok bool) {
	c := newCursor(d, name, at)
	if c == nil || c.token == nil {
		return said, false
	}
	said.From, said.To = c.token.start, c.token.end
	if c.key {
		said.Lines = c.keyWords()
	} else {
		said.Lines = c.valueWords(&said)
	}
	return said, len(said.Lines) > 0
}

func (c *cursor) keyWords() []string {
	if c.name == doc.DocWorkflow && c.last() == "arguments" {
		if t := c.tool(c.called()); t.param(c.token.text) != nil {
			return c.paramWords(t, t.param(c.token.text))
		}
		return nil
	}
	s := shapeAt(c.name, c.path)
	if s.node == nil {
		return nil
	}
	for _, f := range s.fields() {
		if f.name == c.token.text && f.about != "" {
			return []string{code(f.name), f.about}
		}
	}
	return nil
}

func (c *cursor) valueWords(said *Said) []string {
	key := c.last()
	switch key {
	case "tool_name", "source_tool", "sink_tool", "allowed_tools", "sanitizers", "tool":
		return c.toolWords(c.token.text)
	case "ref", "collection_ref":
		return c.nameWords(c.token.text)
	case "sink_param", "param":
		t := c.tool(c.around().str("sink_tool") + c.around().str("tool"))
		if p := t.param(c.token.text); p != nil {
			return c.paramWords(t, p)
		}
	case "name":
		return c.ownName()
	case "condition", "invariants", "preconditions", "postconditions", "frame_conditions":
		return c.wordWords(said, key)
	}
	return nil
}

// nameWords say where a name was bound.
func (c *cursor) nameWords(name string) []string {
	for _, b := range c.scope(c.at) {
		if b.name == name {
			return []string{code(name) + " " + b.how + "."}
		}
	}
	return []string{code(name) + " is not bound on every path to this place."}
}

// ownName explains what a name is the name of.
func (c *cursor) ownName() []string {
	n := c.around()
	switch {
	case c.name == doc.DocPolicy && n.get("sink_tool") != nil:
		r := rule{n.str("name"), n.str("source_tool"), n.str("sink_tool"), n.str("sink_param"), n.texts("sanitizers")}
		return []string{r.words()}
	case c.name == doc.DocTools && c.owner("params") == nil:
		return c.toolWords(c.token.text)
	case c.name == doc.DocTools:
		t := c.tool(c.owner("params").str("name"))
		if p := t.param(c.token.text); p != nil {
			return c.paramWords(t, p)
		}
	}
	return nil
}

// wordWords explain one word of a condition.
func (c *cursor) wordWords(said *Said, key string) []string {
	from, to := word(c.src, c.token.start, c.at, c.token.end)
	w := c.src[from:to]
	if w == "" {
		return nil
	}
	said.From, said.To = from, to
	for _, f := range functions {
		if f.name == w {
			return []string{code(f.call), f.about}
		}
	}
	if c.name == doc.DocWorkflow {
		for _, b := range c.scope(c.at) {
			if b.name == w {
				return c.nameWords(w)
			}
		}
		return nil
	}
	for _, b := range c.constants() {
		if b.name == w {
			return []string{code(w) + " " + b.how + "."}
		}
	}
	around := c.around()
	tool := around.str("tool_name") + around.str("sink_tool")
	switch {
	case c.name == doc.DocTools:
		tool = around.str("name")
	case key == "invariants":
		tool, _, _ = strings.Cut(c.token.text, ": ")
		if w == tool {
			return c.toolWords(w)
		}
	}
	if t := c.tool(tool); t.param(w) != nil {
		return c.paramWords(t, t.param(w))
	}
	return nil
}
