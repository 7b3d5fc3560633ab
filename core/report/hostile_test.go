package report

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/wire"
)

// nasty are texts that a document could hold to break out of a format, to
// fool a reader or to move a terminal's cursor.
var nasty = []string{
	"<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "</style></pre></main>", `" onmouseover="alert(1)`, "' x='",
	"&lt;b&gt;", "a`b", "``", "```", "````js\nx\n````", "`", "[click](javascript:alert(1))", "![x](https://evil.example/x.png)",
	"https://evil.example", "www.evil.example", "@everyone", "user@evil.example", "#1", "GH-1", "org/repo#2", "deadbeef1", ":smile:",
	"# heading", "- item", "1. item", "> quote", "---", "===", "| a | b |", "<!-- -->", "*x*", "__x__", "~~x~~", "$x$", "\\", "\\`x\\`",
	"line\nbreak", "\r\n\r\n## x", "tab\tstop", "\x1b[31mred\x1b[0m", "\x1b]8;;https://evil.example\x07link", "\x00", "\x7f", "\u009b31m",
	"\u202eevil\u202c", "\u2066x\u2069", "a\u200bb", "\ufeff", "\u2028", "\U000e0041", "e\u0301", "\xed\xa0\x80", "\xff\xfe", "日本語", "🦊", "{0}", "{{", "[x](1)",
	"<", ">", "a > b", "> a", "a <b> c", "a >", "< a", "", " ", strings.Repeat("long ", 400), strings.Repeat("x", 3000),
}

// hostile is a report in which every text is one of nasty, and its sources.
func hostile(t *testing.T) (*finding.Report, Sources) {
	t.Helper()
	r := &finding.Report{Version: 1, Engine: "planproof 0.1.0"}
	var lines []string
	for _, n := range nasty {
		lines = append(lines, "before "+strings.NewReplacer("\n", " ", "\r", " ").Replace(n)+" after")
	}
	text := strings.Join(lines, "\n")
	src := doc.NewSource(doc.DocWorkflow, text)
	at := 0
	for i, n := range nasty {
		f := finding.Finding{
			ID: finding.IDTaintFlow, Category: finding.Taint, RuleName: n, StepLabel: n, Path: "/workflow/steps/0/tool_call/arguments/" + n,
			Certainty: finding.Possible, Message: "data from `" + n + "` reaches " + n, Hint: n + " or `" + n + "`" + n,
			Span:    src.Span(doc.Range{Start: int32(at + len("before ")), End: int32(at + len(lines[i]) - len(" after"))}),
			Witness: &finding.Witness{Bindings: wire.Object{{Key: n, Value: wire.Raw(wire.Append(nil, n))}}, Replay: n},
			Flow:    []finding.Hop{{Path: n, Rule: finding.HopRule(n), From: n, To: n, Labels: []string{n, n}}},
		}
		f.Seal()
		r.Violations = append(r.Violations, f)
		r.Obligations = append(r.Obligations, finding.Obligation{Path: n, Category: finding.Category(n), Condition: n, Status: finding.Status(n), Reason: n},
			finding.Obligation{Condition: n, Status: finding.StatusProved, Facts: []string{n, "`" + n + "`", n, n, n}})
		r.TaintOrder = append(r.TaintOrder, finding.OrderVerdict{Rule: n, Flagged: true})
		at += len(lines[i]) + 1
	}
	return r, Sources{Documents: []Document{{Doc: doc.DocWorkflow, File: "<b>`x`\x1b[1m.json", Text: text}}}
}

// No rendering for people has a character that does not show, other than
// line breaks.
func TestNothingHidden(t *testing.T) {
	r, s := hostile(t)
	checkShown(t, r, s)
}

func checkShown(t *testing.T, r *finding.Report, s Sources) {
	t.Helper()
	for name, out := range map[string]string{"text": Text(r, s, Options{Limit: -1}), "markdown": Markdown(r, s, Options{Limit: -1}), "html": HTML(r, s, Options{Limit: -1})} {
		if !utf8.ValidString(out) {
			t.Errorf("%s is not UTF-8", name)
		}
		for i, c := range out {
			if c != '\n' && (c < ' ' || c >= 0x7F && unicode.In(c, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Cs)) {
				t.Fatalf("%s: %U in %q", name, c, out[max(0, i-20):min(len(out), i+20)])
			}
		}
	}
}

// In HTML no tag stands that the renderer does not write itself.
func TestHTMLHasOnlyItsTags(t *testing.T) {
	r, s := hostile(t)
	out := HTML(r, s, Options{Limit: -1})
	own := map[string]bool{}
	for _, tag := range strings.Fields("!doctype html head meta title style body header main footer section article p i b h1 h2 h3 span code pre mark table caption tr th td") {
		own[tag] = true
	}
	_, page, _ := strings.Cut(out, "</style>")
	for _, part := range strings.Split(page, "<")[1:] {
		tag, rest, closed := strings.Cut(part, ">")
		name, attributes, _ := strings.Cut(strings.TrimPrefix(tag, "/"), " ")
		if !closed || !own[name] || strings.Contains(rest, ">") {
			t.Fatalf("a tag that is not ours: <%.80s", part)
		}
		if attributes != "" && !strings.HasPrefix(attributes, `class="`) || strings.Count(attributes, `"`)%2 != 0 || strings.Count(attributes, "=") > 1 {
			t.Fatalf("attributes that are not ours: <%.80s", part)
		}
	}
}

// Outside of code spans and blocks, Markdown has only plain words and the
// renderer's own marks.
func TestMarkdownHasOnlyItsMarkup(t *testing.T) {
	r, s := hostile(t)
	out := Markdown(r, s, Options{Limit: -1})
	for _, line := range strings.Split(withoutCode(t, out), "\n") {
		line = strings.TrimPrefix(line, "### ")
		line = strings.TrimPrefix(line, "## ")
		line = strings.TrimPrefix(line, "**Hint:** ")
		line = strings.TrimPrefix(line, "- ")
		line = strings.Replace(line, "**Rejected.**", "Rejected.", 1)
		line = strings.NewReplacer(" < ", " ", " > ", " ", " <= ", " ", " >= ", " ", " != ", " ").Replace(line)
		if i := strings.IndexAny(line, "*_`<>[]#@|\\~&$!{}"); i >= 0 {
			t.Errorf("%q in %q", line[i], line)
		}
		if strings.Contains(line, "//") || strings.Contains(line, "www") || strings.Contains(line, "GH-") {
			t.Errorf("a link in %q", line)
		}
	}
}

// withoutCode removes fenced blocks and code spans as CommonMark reads them.
func withoutCode(t *testing.T, md string) string {
	t.Helper()
	var out strings.Builder
	fence := ""
	for _, line := range strings.Split(md, "\n") {
		run := line[:len(line)-len(strings.TrimLeft(line, "`"))]
		switch {
		case fence != "":
			if len(run) >= len(fence) && run == line {
				fence = ""
			}
		case len(run) >= 3 && !strings.Contains(line[len(run):], "`"):
			fence = run
		default:
			out.WriteString(withoutSpans(line) + "\n")
		}
	}
	if fence != "" {
		t.Error("a code block does not end")
	}
	return out.String()
}

func withoutSpans(line string) string {
	var out strings.Builder
	for i := 0; i < len(line); {
		run := len(line[i:]) - len(strings.TrimLeft(line[i:], "`"))
		if run == 0 {
			out.WriteByte(line[i])
			i++
			continue
		}
		end := closing(line[i+run:], run)
		if end < 0 {
			out.WriteString(line[i : i+run])
			i += run
			continue
		}
		out.WriteString("code")
		i += run + end + run
	}
	return out.String()
}

// closing finds the next run of exactly n backquotes.
func closing(s string, n int) int {
	for i := 0; i < len(s); {
		run := len(s[i:]) - len(strings.TrimLeft(s[i:], "`"))
		if run == n {
			return i
		}
		i += max(run, 1)
	}
	return -1
}

func TestClean(t *testing.T) {
	for _, c := range [][2]string{
		{"plain", "plain"}, {"", ""}, {"a\nb\tc\rd", `a\nb\tc\rd`}, {"\x1b[1m", `\u001b[1m`}, {"\u202e", `\u202e`}, {"\U000e0041", `\U000e0041`},
		{"\xed\xa0\x80", `\ud800`}, {"\xff", `\xff`}, {"日🦊é", "日🦊é"}, {"a\u200db", `a\u200db`}, {"\u009b", `\u009b`}, {"\ufe0f", `\ufe0f`},
	} {
		if have := clean(c[0]); have != c[1] {
			t.Errorf("clean(%q) = %q, want %q", c[0], have, c[1])
		}
		if again := clean(clean(c[0])); again != clean(c[0]) {
			t.Errorf("clean(%q) is not stable: %q", c[0], again)
		}
	}
}

func FuzzRender(f *testing.F) {
	for _, n := range nasty {
		f.Add(n, 0, len(n))
	}
	f.Fuzz(func(t *testing.T, text string, from, to int) {
		span := doc.Span{Doc: "workflow", Start: doc.Pos{Line: 1, Column: 1, Offset: from}, End: doc.Pos{Line: 1, Column: 1, Offset: to}}
		r := &finding.Report{Violations: []finding.Finding{{ID: finding.IDTaintFlow, Message: text, Hint: text, RuleName: text, Path: text, Span: span}}}
		s := Sources{Documents: []Document{{Doc: "workflow", Text: text}}}
		for _, out := range []string{Text(r, s, Options{Width: 40}), Markdown(r, s, Options{}), HTML(r, s, Options{})} {
			for _, c := range out {
				if c != '\n' && unicode.IsControl(c) {
					t.Fatalf("%U in %q", c, out)
				}
			}
		}
		checkLog(t, SARIF(r, s))
	})
}
