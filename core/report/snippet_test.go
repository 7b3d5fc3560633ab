package report

import (
	"strings"
	"testing"

	"planproof/core/doc"
)

// Each case marks its part with ⟦ and ⟧; want is the code and, below it, the
// carets.
func TestSnippets(t *testing.T) {
	x := strings.Repeat("x", 200)
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{
		{"a ⟦b⟧ c", 40, "a b c\n  ^"},
		{"one\r\ntwo ⟦2⟧\r\nthree", 40, "two 2\n    ^"},
		{"one\rtwo ⟦2⟧\rthree", 40, "two 2\n    ^"},
		{"\t\t⟦x⟧", 40, "        x\n        ^"},
		{"🦊é日⟦本⟧語", 40, "🦊é日本語\n     ^^"},
		{"e\u0301⟦x⟧", 40, "e\u0301x\n ^"},
		{"a\x00⟦\x1b⟧", 40, `a\u0000\u001b` + "\n" + "       ^^^^^^"},
		{"at the end⟦⟧", 40, "at the end\n          ^"},
		{"⟦⟧", 40, "\n^"},
		{"⟦a {\n  b\n}⟧ c", 60, "a {\n^^^ and 2 more lines"},
		{"\uFEFF⟦x⟧", 40, `\ufeffx` + "\n      ^"},
		{x + "⟦y⟧" + x, 40, "…" + x[:8] + "y" + x[:23] + "…\n         ^"},
		{x + "⟦y⟧", 40, "…" + x[:31] + "y\n                                ^"},
		{"⟦y⟧" + x, 40, "y" + x[:31] + "…\n^"},
		{strings.Repeat("日", 9000) + "⟦y⟧" + strings.Repeat("本", 9000), 40, "…" + strings.Repeat("日", 4) + "y" + strings.Repeat("本", 11) + "…\n         ^"},
	} {
		before, rest, _ := strings.Cut(c.text, "⟦")
		part, after, _ := strings.Cut(rest, "⟧")
		text := before + part + after
		span := doc.NewSource("tools", text).Span(doc.Range{Start: int32(len(before)), End: int32(len(before) + len(part))})
		s := Sources{Documents: []Document{{Doc: "tools", Text: text}}}
		sn, ok := s.snippet(span, c.width)
		if have := sn.Code + "\n" + sn.carets(); !ok || have != c.want {
			t.Errorf("%.60q:\nhave\n%s\nwant\n%s", c.text, have, c.want)
		}
	}
}

// A position that is not in the text has no snippet, and a report can say
// anything.
func TestNoSnippet(t *testing.T) {
	s := Sources{Documents: []Document{{Doc: "tools", Text: "abc"}}}
	pos := func(offset int) doc.Pos { return doc.Pos{Line: 1, Column: 1, Offset: offset} }
	for _, span := range []doc.Span{
		{}, {Doc: "policy", Start: pos(0), End: pos(1)}, {Doc: "tools", Start: pos(-1), End: pos(1)},
		{Doc: "tools", Start: pos(2), End: pos(1)}, {Doc: "tools", Start: pos(2), End: pos(9)},
	} {
		if sn, ok := s.snippet(span, 40); ok {
			t.Errorf("%v: %+v", span, sn)
		}
	}
}
