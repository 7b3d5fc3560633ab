package doc

import (
	"fmt"
	"strings"
	"testing"
)

// TestSpan marks a part of a text with ⟦ and ⟧ and checks line, column and offset of both ends.
func TestSpan(t *testing.T) {
	cases := []struct{ text, want string }{
		{"⟦⟧", "1:1:0-1:1:0"},
		{"a⟦b⟧c", "1:2:1-1:3:2"},
		{"a\nb⟦c\n⟧d", "2:2:3-3:1:5"},
		{"a\r\n⟦b⟧", "2:1:3-2:2:4"},
		{"a\r⟦b⟧", "2:1:2-2:2:3"},
		{"a\n\r\n⟦b⟧", "3:1:4-3:2:5"},
		{"a\r⟦\n⟧b", "1:3:2-2:1:3"},
		{"\t\t⟦x⟧", "1:3:2-1:4:3"},
		{"é⟦ü⟧", "1:2:2-1:3:4"},
		{"😀⟦😀⟧", "1:2:4-1:3:8"},
		{"e\u0301⟦x⟧", "1:3:3-1:4:4"},
		{"\uFEFF⟦x⟧", "1:1:3-1:2:4"},
		{"\uFEFFa\n⟦x⟧", "2:1:5-2:2:6"},
		{"⟦\uFEFF⟧", "1:1:0-1:1:3"},
		{"a\u2028⟦b⟧", "1:3:4-1:4:5"},
		{strings.Repeat("é", 3000) + "⟦x⟧", "1:3001:6000-1:3002:6001"},
		{strings.Repeat("é\n", 3000) + "é⟦x⟧", "3001:2:9002-3001:3:9003"},
	}
	for _, c := range cases {
		text, r := marked(c.text)
		s := NewSource(DocWorkflow, text).Span(r)
		if got := offsets(s); got != c.want || s.Doc != DocWorkflow {
			t.Errorf("%.40q: %s, want %s", c.text, got, c.want)
		}
	}
}

// marked takes the marks out of a text and returns where they were.
func marked(text string) (string, Range) {
	before, rest, _ := strings.Cut(text, "⟦")
	inside, after, _ := strings.Cut(rest, "⟧")
	return before + inside + after, Range{int32(len(before)), int32(len(before) + len(inside))}
}

func offsets(s Span) string {
	return fmt.Sprintf("%d:%d:%d-%d:%d:%d", s.Start.Line, s.Start.Column, s.Start.Offset, s.End.Line, s.End.Column, s.End.Offset)
}

func TestSpanOfNothing(t *testing.T) {
	var none *Source
	if got := none.Span(Range{1, 2}); got != (Span{}) {
		t.Errorf("a nil source: %v", got)
	}
	if got := none.Inside(Text{Value: "x"}, 0, 1); got != (Span{}) {
		t.Errorf("inside a nil source: %v", got)
	}
	src := NewSource(DocPolicy, "abc")
	if got := src.Inside(Text{Value: "str"}, 0, 3); got.Start.Offset != 0 || got.End.Offset != 0 {
		t.Errorf("a text that was not written: %v", got)
	}
}

// TestInside maps a part of a decoded string, found by searching it, back to what is written for it.
func TestInside(t *testing.T) {
	cases := []struct{ literal, part, want string }{
		{`"abc"`, "b", "b"},
		{`"abc"`, "abc", "abc"},
		{`"a\nb"`, "\n", `\n`},
		{`"a\nb"`, "b", "b"},
		{`"x\u0041y"`, "A", `\u0041`},
		{`"x\u0041y"`, "Ay", `\u0041y`},
		{`"\ud83d\ude00!"`, "😀", `\ud83d\ude00`},
		{`"\ud83d\ude00!"`, "!", "!"},
		{`"😀!"`, "!", "!"},
		{`"\ud800!"`, "!", "!"},
		{`"\ud800!"`, "\xed\xa0\x80", `\ud800`},
		{`"\ude00\ud83d!"`, "!", "!"},
		{`"é\\\"ü"`, `"ü`, `\"ü`},
		{`"len(\"é\") > 5"`, "5", "5"},
		{`'it\'s'`, "'s", `\'s`},
		{`“é“`, "é", "é"},
		{`'\x41\U0001F600b'`, "b", "b"},
		{`bare`, "re", "re"},
	}
	for _, c := range cases {
		text := "  " + c.literal + " "
		src := NewSource(DocPolicy, text)
		r := Range{2, int32(2 + len(c.literal))}
		start, end := quotes(c.literal)
		decoded := Text{unescape(c.literal[start:end]), r}
		from := strings.LastIndex(decoded.Value, c.part)
		s := src.Inside(decoded, from, from+len(c.part))
		if got := text[s.Start.Offset:s.End.Offset]; from < 0 || got != c.want {
			t.Errorf("%s in %s: %q, want %q", c.part, c.literal, got, c.want)
		}
	}
}

// TestInsideAnyOffset: offsets inside a code point, at the end and beyond it give spans within the literal.
func TestInsideAnyOffset(t *testing.T) {
	const literal = `"a\u00e9😀\ud800\n"`
	src := NewSource(DocPolicy, literal)
	text := Text{unescape(literal[1 : len(literal)-1]), Range{0, int32(len(literal))}}
	for from := range len(text.Value) + 3 {
		for to := range len(text.Value) + 3 {
			s := src.Inside(text, from, to)
			if s.Start.Offset < 1 || s.End.Offset > len(literal)-1 || s.Start.Offset > s.End.Offset {
				t.Errorf("%d to %d: %s", from, to, offsets(s))
			}
		}
	}
}

// TestSpanInsideText: a document inside a string has the positions of the outer text, also far from its start.
func TestSpanInsideText(t *testing.T) {
	inner := `{"goal":"` + strings.Repeat(`é\n`, 5000) + `","steps":[{"label":"here"}]}`
	outer := "\n\"" + strings.NewReplacer(`"`, `\"`, `\`, `\\`, "é", `\u00e9`).Replace(inner) + "\""
	_, _, err := ReadWorkflow([]byte(outer), ReadOptions{Lenient: true})
	if err == nil {
		t.Fatal("accepted")
	}
	want := strings.Index(outer, `{\"label`)
	if got := err.Span.Start; got.Offset != want || got.Line != 2 || got.Column != want {
		t.Errorf("%+v, want offset %d; %v", got, want, err)
	}
}

// TestPositionsOfDocuments: what a document remembers is what stands in its source.
func TestPositionsOfDocuments(t *testing.T) {
	b := fullBundle(t)
	src := b.Workflow.Source
	pay := &b.Tools[1]
	checks := []struct {
		r    Range
		want string
	}{
		{b.Workflow.Goal.Range, `"Pay Zoë 5 \ud83d\ude00 \ud800"`},
		{b.Workflow.Inputs[1].Range, `"y"`},
		{b.Workflow.Steps[1].Label.Range, `"if"`},
		{b.Policy.TaintRules[0].Sanitizers[0].Range, `"clean"`},
		{b.Policy.Automata[0].Constants[1].Range, `"x"`},
		{b.Policy.Automata[0].Constants[1].Name.Range, `"one"`},
		{b.Policy.Automata[0].States[1].Range, `{"name": "e", "is_error": true}`},
		{pay.Params[1].Type.Range, `"float"`},
		{pay.Params[0].Type.Range, ""},
		{b.Inputs[0].Range, `{"a": [1]}`},
		{b.Scripts[2].Range, `{"tool": "pay"}`},
		{b.Workflow.Steps[0].Node.(*ToolCall).Args[1].Value.(*List).Items[6].At(), `{"ref": "x"}`},
	}
	for _, c := range checks {
		if got := src.Slice(c.r); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	if b.ToolsSource != src || b.Policy.Source != src || src.Name != DocBundle {
		t.Error("a bundle has one source")
	}
}
