package guard

import (
	"planproof/core/ground"
	"planproof/core/value"
)

// Matcher looks for a value in a text in a way of the caller's own: that item
// 6342039236 is "the 17-inch laptop", say. It replaces the declared matcher of
// one argument, in both modes; negation and the other rules of full mode apply
// to what it finds.
type Matcher interface {
	// Find returns where the value is written, in code points of the text as
	// written, in its order. Spans outside the text are left out.
	Find(v value.Value, text string) []ground.Span
	// Version is a part of the tool's fingerprint: change it with the code.
	Version() string
}

// ownMatcher is a caller's matcher for one argument.
type ownMatcher struct {
	argument string
	matcher  Matcher
}

// Match gives an argument that the tool grounds, or that its confirmation must
// name, a matcher of the caller's own. It must not be called while the guard
// decides. The error names a tool or argument that is not declared.
func (g *Guard) Match(tool, argument string, m Matcher) error {
	t := g.tool(tool)
	if t == nil {
		return mistake("tools", "there is no tool %q", tool)
	}
	if t.schema != nil && !t.takes(argument) {
		return mistake("tools."+tool, "the tool has no argument %q", argument)
	}
	t.own = append(t.own, ownMatcher{argument, m})
	return nil
}

// findIn looks for the value of a hit in a message, with the caller's matcher if
// there is one.
func (d *deciding) findIn(h *hit, at int) []ground.Span {
	text := d.text(at)
	for i := len(d.tool.own) - 1; i >= 0; i-- {
		if d.tool.own[i].argument == h.argument {
			return within(d.tool.own[i].matcher.Find(h.value, text.Written()), value.RuneCount(text.Written()))
		}
	}
	return text.Find(h.value, d.options(h))
}

// within leaves out what is no part of a text of so many code points.
func within(spans []ground.Span, size int) []ground.Span {
	var out []ground.Span
	for _, s := range spans {
		if s.Start >= 0 && s.Start < s.End && s.End <= size {
			out = append(out, s)
		}
	}
	return out
}
