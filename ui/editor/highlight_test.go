package editor

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

var tags = regexp.MustCompile(`<span class="pp-inline">.*|<[^>]*>`)

// plainText undoes the coloring: what is left must be the text.
func plainText(lines []string) string {
	text := tags.ReplaceAllString(strings.Join(lines, "\n"), "")
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&#39;", "'", "&amp;", "&").Replace(text)
}

func TestColoringKeepsTheText(t *testing.T) {
	for _, text := range []string{
		"", "\n", "{\"a\": [1, -2.5e3, true, null, \"x\\\"y\"]}", "not json <b>&amp;</b>\n\"open string\nnext", `{"tool_name": "t", "condition": "a < 'b'"}`,
	} {
		v := Render(text, []Mark{{Start: 1, End: 3, Lint: "error", Class: "is-rejected", Symbol: "confirmed", Title: "x"}})
		if got := plainText(v.Lines); got != text {
			t.Errorf("%q became %q", text, got)
		}
		if len(v.Gutter) != v.Count || len(v.Lines) != v.Count {
			t.Errorf("%q: %d lines, %d drawn", text, v.Count, len(v.Lines))
		}
	}
}

func TestMarkIsUnderlined(t *testing.T) {
	v := Render("{\n  \"a\": 1\n}", []Mark{{Start: 9, End: 10, Lint: "error", Class: "is-rejected", Symbol: "confirmed", Title: "rule"}})
	if !strings.Contains(v.Lines[1], `cm-lintRange-error">1</span>`) || !strings.Contains(v.Gutter[1], "m-confirmed") || strings.Contains(v.Gutter[0], "m-") {
		t.Errorf("%q %q", v.Lines, v.Gutter)
	}
}

func TestLongTextIsPlain(t *testing.T) {
	if v := Render(strings.Repeat("\n", MaxLines), nil); !v.Plain || v.Lines != nil {
		t.Error("a text of too many lines is colored")
	}
}

func FuzzOffsets(f *testing.F) {
	f.Add("aé😀\n值x", 3)
	f.Fuzz(func(t *testing.T, s string, at int) {
		if !utf8.ValidString(s) {
			return
		}
		at = max(0, min(at, len(s)))
		for at < len(s) && !utf8.RuneStart(s[at]) {
			at++
		}
		if back := ByteOffset(s, UTF16Offset(s, at)); back != at {
			t.Errorf("%q: %d became %d", s, at, back)
		}
		p := Position(s, at)
		if LineStart(s, p.Line-1) > at {
			t.Errorf("%q: line %d begins behind %d", s, p.Line, at)
		}
		Render(s, []Mark{{Start: at, End: len(s)}})
	})
}
