package complete

import (
	"slices"
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// Documents are the three texts as they stand.
type Documents struct{ Workflow, Policy, Tools string }

func (d Documents) get(name string) string {
	switch name {
	case doc.DocPolicy:
		return d.Policy
	case doc.DocTools:
		return d.Tools
	}
	return d.Workflow
}

// Item is one thing that may stand at a place.
type Item struct {
	Label  string // what is matched with what was typed
	Kind   string // tool, param, binding, rule, key, value, word
	Detail string // short, beside the label
	Info   []string
	Apply  string // what is written; ${…} are fields to fill in, \{ and \} braces
	Boost  int    // above (or below) its place in the order
}

// Answer is what may stand at an offset. The letters between From and To are
// matched with the labels; what is written replaces OuterFrom to OuterTo.
type Answer struct {
	From, To, OuterFrom, OuterTo int
	Items                        []Item
}

// Complete says what may stand at an offset (in bytes) of a document.
func Complete(d Documents, name string, at int) Answer {
	c := newCursor(d, name, at)
	if c == nil {
		return Answer{From: at, To: at, OuterFrom: at, OuterTo: at}
	}
	a := c.span()
	switch {
	case c.key:
		a.Items = c.keys()
	case c.value:
		a.Items = c.values(&a)
	}
	// A name that is still empty is none.
	a.Items = slices.DeleteFunc(a.Items, func(it Item) bool { return it.Label == "" })
	return a
}

// cursor is a place with all that is known around it.
type cursor struct {
	place
	*facts
	name string
	src  string
	at   int
}

func newCursor(d Documents, name string, at int) *cursor {
	f := read(d)
	root := map[string]*node{doc.DocWorkflow: f.workflow, doc.DocPolicy: f.policy, doc.DocTools: f.tools}[name]
	src := d.get(name)
	if root == nil || at <= root.start || at > len(src) || root.closed && at >= root.end {
		return nil
	}
	return &cursor{locate(root, at), f, name, src, at}
}

// span is what is matched and what is replaced: the token at the offset, with
// and without its quotes.
func (c *cursor) span() Answer {
	t := c.token
	switch {
	case t == nil:
		return Answer{From: c.at, To: c.at, OuterFrom: c.at, OuterTo: c.at}
	case t.kind == bare:
		return Answer{From: t.start, To: t.end, OuterFrom: t.start, OuterTo: t.end}
	case t.closed:
		return Answer{From: t.start + 1, To: t.end - 1, OuterFrom: t.start, OuterTo: t.end}
	}
	// A quote that was just typed: what follows on the line is not the string's.
	return Answer{From: t.start + 1, To: c.at, OuterFrom: t.start, OuterTo: c.at}
}

// keys are the keys that an object may have and has not.
func (c *cursor) keys() []Item {
	if c.name == doc.DocWorkflow && c.last() == "arguments" {
		return c.arguments()
	}
	s := shapeAt(c.name, c.path)
	if s.node == nil {
		return nil
	}
	var items []Item
	for _, f := range s.fields() {
		if has(c.in, f.name, c.token) || c.exclusive(f.name) {
			continue
		}
		it := Item{Label: f.name, Kind: "key", Apply: c.member(f.name, s.skeleton(f.schema))}
		if f.about != "" {
			it.Info = []string{code(f.name), f.about}
		}
		if f.required {
			it.Detail, it.Boost = "required", 2
		}
		items = append(items, it)
	}
	return items
}

// exclusive tells the kinds of a step that it has not, once it has one.
func (c *cursor) exclusive(name string) bool {
	kinds := []string{"tool_call", "conditional", "loop"}
	return c.name == doc.DocWorkflow && slices.Contains(kinds, name) &&
		slices.ContainsFunc(kinds, func(k string) bool { return has(c.in, k, c.token) })
}

// has tells whether an object has a key, apart from the one that is typed.
func has(n *node, key string, but *node) bool {
	return n != nil && slices.ContainsFunc(n.members, func(m member) bool { return m.key != but && m.key.text == key })
}

// arguments are the parameters of the call that it does not have yet.
func (c *cursor) arguments() []Item {
	t := c.tool(c.called())
	if t == nil {
		return nil
	}
	var items []Item
	for i := range t.params {
		p := &t.params[i]
		if has(c.in, p.name, c.token) {
			continue
		}
		it := Item{Label: p.name, Kind: "param", Detail: p.typ, Info: c.paramWords(t, p), Apply: c.member(p.name, "${}")}
		if !p.optional {
			it.Boost = 2
		}
		items = append(items, it)
	}
	return items
}

// called is the tool of the call around the cursor.
func (c *cursor) called() string { return c.owner("arguments").str("tool_name") }

// member writes a key with a value to fill in, unless a value is there.
func (c *cursor) member(key, skeleton string) string {
	if c.token != nil && strings.HasPrefix(strings.TrimLeft(c.src[c.token.end:], " \t\r\n"), ":") {
		return quote(key)
	}
	return quote(key) + ": " + skeleton
}

// quote writes a text as JSON, for a template.
func quote(s string) string {
	return strings.NewReplacer("{", `\{`, "}", `\}`).Replace(string(value.AppendQuoted(nil, s)))
}
