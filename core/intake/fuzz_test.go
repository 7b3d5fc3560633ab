package intake

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"planproof/core/doc"
)

// fuzzFormat feeds mutated examples of a format to its importer and to all formats at once. Nothing may panic or hang;
// there is a bundle or a reason; the JSON form is JSON.
func fuzzFormat(f *testing.F, id string) {
	for _, text := range importExamples(f) {
		if p := Read(text, Options{}).Pieces; len(p) > 0 && p[0].Format == id {
			f.Add(text)
			f.Add(strings.ReplaceAll(text, "\n", "\r\n"))
			f.Add(text[:len(text)/2])
			f.Add(text + "\n" + text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		start := time.Now()
		for _, from := range []string{id, Auto} {
			r := Read(text, Options{From: from, Link: true})
			if (r.Bundle == nil) == (r.Refused == nil) {
				t.Fatalf("%s: bundle %v, refused %v", from, r.Bundle != nil, r.Refused)
			}
			if !json.Valid(r.AppendJSON(nil)) {
				t.Fatalf("%s: not JSON: %s", from, r.AppendJSON(nil))
			}
			for i := range r.Plans {
				if b, refused := r.BundleOf(i); (b == nil) == (refused == nil) {
					t.Fatalf("%s: plan %d: bundle %v, refused %v", from, i, b != nil, refused)
				}
			}
		}
		if d := time.Since(start); d > 5*time.Second {
			t.Fatalf("%d bytes took %v", len(text), d)
		}
	})
}

func FuzzPlanproof(f *testing.F)     { fuzzFormat(f, "planproof") }
func FuzzConstructor(f *testing.F)   { fuzzFormat(f, "constructor") }
func FuzzMCP(f *testing.F)           { fuzzFormat(f, "mcp") }
func FuzzOpenAPI(f *testing.F)       { fuzzFormat(f, "openapi") }
func FuzzDAG(f *testing.F)           { fuzzFormat(f, "dag") }
func FuzzNestful(f *testing.F)       { fuzzFormat(f, "nestful") }
func FuzzResponses(f *testing.F)     { fuzzFormat(f, "openai-responses") }
func FuzzAnthropic(f *testing.F)     { fuzzFormat(f, "anthropic") }
func FuzzLangchain(f *testing.F)     { fuzzFormat(f, "langchain") }
func FuzzOpenAIChat(f *testing.F)    { fuzzFormat(f, "openai-chat") }
func FuzzToolSpecs(f *testing.F)     { fuzzFormat(f, "tool-specs") }
func FuzzLangchainText(f *testing.F) { fuzzFormat(f, "langchain-text") }
func FuzzAnthropicText(f *testing.F) { fuzzFormat(f, "anthropic-text") }
func FuzzSmolagents(f *testing.F)    { fuzzFormat(f, "smolagents") }
func FuzzLLMCompiler(f *testing.F)   { fuzzFormat(f, "llmcompiler") }
func FuzzPython(f *testing.F)        { fuzzFormat(f, "python") }
func FuzzFlattened(f *testing.F)     { fuzzFormat(f, "flattened-text") }
func FuzzReact(f *testing.F)         { fuzzFormat(f, "react") }
func FuzzOpenAIText(f *testing.F)    { fuzzFormat(f, "openai-text") }
func FuzzGemini(f *testing.F)        { fuzzFormat(f, "gemini") }

// canaries are a key and a path that no message may repeat on another line than theirs.
var canaries = []string{"sk-CANARY0123456789abcdefXYZ", "/home/CANARY/private/key.pem", "ghp_CANARY0123456789abcdef"}

// TestSecretsStayOnTheirLine puts a key or a path into every line of every example, and takes a line away from it, so
// that most of it can not be read: a message that repeats it points at the line that it stands on.
func TestSecretsStayOnTheirLine(t *testing.T) {
	for name, text := range importExamples(t) {
		lines := strings.Split(text, "\n")
		for i := range lines {
			canary := canaries[i%len(canaries)]
			for _, broken := range []string{
				with1(lines, i, strings.Replace(lines[i], "\"", "\""+canary, 1)),
				with1(lines, i, lines[i]+" "+canary),
				with1(lines, i, canary),
				with1(lines, i, strings.Replace(lines[i], ":", ": "+canary+" :", 1)),
				strings.Replace(text, lines[len(lines)/2], "", 1),
			} {
				checkMessages(t, fmt.Sprintf("%s line %d", name, i+1), broken)
			}
		}
	}
}

func with1(lines []string, i int, line string) string {
	out := append([]string(nil), lines...)
	out[i] = line
	return strings.Join(out, "\n")
}

func checkMessages(t *testing.T, name, text string) {
	t.Helper()
	r := Read(text, Options{})
	check := func(span doc.Span, messages ...string) {
		for _, m := range messages {
			if strings.Contains(m, "CANARY") && !strings.Contains(linesOf(text, span), "CANARY") {
				t.Errorf("%s: %v %s", name, span, m)
			}
		}
	}
	check(doc.Span{}, "")
	if strings.Contains(r.Summary, "CANARY") {
		t.Errorf("%s: summary %s", name, r.Summary)
	}
	for _, n := range r.Notes {
		check(n.Span, n.Message)
	}
	refusals := []*Refused{r.Refused}
	for _, p := range r.Plans {
		refusals = append(refusals, p.Refused)
	}
	for _, p := range r.Pieces {
		refusals = append(refusals, p.Refused)
	}
	for _, refused := range refusals {
		if refused != nil {
			check(refused.Span, append(refused.Names, refused.Message, refused.Hint)...)
		}
	}
}

// TestDiscreet: what is taken out of a message, and what is not.
func TestDiscreet(t *testing.T) {
	src := doc.NewSource(DocPaste, "one\nsk-abcdefgh12345678\n")
	here := src.Span(doc.Range{Start: 4, End: 6})
	for _, c := range []struct {
		span          doc.Span
		message, want string
	}{
		{here, "the key `sk-abcdefgh12345678` is odd", "the key `sk-abcdefgh12345678` is odd"},
		{doc.Span{}, "the key `sk-abcdefgh12345678` is odd", "the key `…` is odd"},
		{doc.Span{}, "no file /etc/app/secret.txt: gone", "no file …: gone"},
		{doc.Span{}, `no file C:\Users\me\x.txt`, "no file …"},
		{doc.Span{}, "node 1742523567258 and 3f2504e0-4f89-11d3-9a0c-0305e82c3301", "node 1742523567258 and 3f2504e0-4f89-11d3-9a0c-0305e82c3301"},
		{doc.Span{}, "the tool get_most_recent_transactions_of_account", "the tool get_most_recent_transactions_of_account"},
	} {
		if got := discreet(src, c.span, c.message); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
