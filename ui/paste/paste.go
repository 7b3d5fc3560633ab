// Package paste sorts what was pasted into the three documents by its shape:
// a bundle, a workflow, a policy, tool specs, or several of them with the
// prose and code fences of a chat answer around them.
package paste

import (
	"strings"

	"planproof/core/doc"
)

// Sorted is what was found. A document that was not in the text is empty.
type Sorted struct {
	Workflow, Policy, Tools string
	Title                   string
	Recognized              bool // some document was
	Notes                   []string
}

// Sort never fails: text without a document becomes the workflow, so that the
// reader's error says what is wrong with it.
func Sort(text string) Sorted {
	var s Sorted
	if s.bundle(text) {
		s.Recognized = true
		return s
	}
	for _, piece := range pieces(text) {
		if !s.bundle(piece) {
			s.alone(piece)
		}
	}
	if s.Workflow == "" && s.Policy == "" && s.Tools == "" {
		s.alone(text)
	}
	if s.Workflow == "" && s.Policy == "" && s.Tools == "" {
		s.Workflow = text
		s.Notes = append(s.Notes, "No document was recognized; the text is in Workflow as it is.")
		return s
	}
	s.Recognized = true
	return s
}

// bundle takes one document that holds all three.
func (s *Sorted) bundle(text string) bool {
	b, err := doc.ReadBundle([]byte(text), doc.ReadOptions{Lenient: true})
	if err != nil || b == nil || b.Policy == nil {
		return false
	}
	s.Title = b.Title
	if len(b.Notes) == 0 {
		s.Workflow = part(b.Workflow.Source, b.Workflow.Range)
		s.Policy = part(b.Policy.Source, b.Policy.Range)
		s.Tools = tools(b)
	} else {
		// Only a tolerant reader takes the text as it is.
		s.Workflow, s.Policy, s.Tools = string(b.Workflow.Print()), string(b.Policy.Print()), string(doc.PrintTools(b.Tools))
	}
	s.note("Sorted one bundle into workflow, policy and tools.")
	s.reading(b.Notes)
	return true
}

// alone takes a single document.
func (s *Sorted) alone(text string) bool {
	trimmed := strings.TrimSpace(text)
	if w, notes, err := doc.ReadWorkflow([]byte(text), doc.ReadOptions{Lenient: true}); err == nil && s.Workflow == "" {
		s.Workflow = part(w.Source, w.Range)
		if len(notes) > 0 {
			s.Workflow = string(w.Print())
		}
		s.note("Workflow: " + plural(len(w.Steps), "step") + " at the top.")
		s.reading(notes)
		return true
	}
	if p, err := doc.ReadPolicy([]byte(trimmed)); err == nil && s.Policy == "" {
		s.Policy = trimmed
		s.note("Policy " + p.Name.Value + ".")
		return true
	}
	if t, _, err := doc.ReadTools([]byte(trimmed)); err == nil && s.Tools == "" && len(t) > 0 {
		s.Tools = trimmed
		s.note("Tools: " + plural(len(t), "specification") + ".")
		return true
	}
	return false
}

func (s *Sorted) note(text string) { s.Notes = append(s.Notes, text) }

func (s *Sorted) reading(notes []doc.Note) {
	for _, n := range notes {
		s.note(n.Message)
	}
}

func part(source *doc.Source, r doc.Range) string { return dedent(source.Slice(r)) }

// tools cuts the list of tool specs out of a bundle.
func tools(b *doc.Bundle) string {
	if len(b.Tools) == 0 {
		return "[]"
	}
	r := doc.Range{Start: b.Tools[0].Range.Start, End: b.Tools[len(b.Tools)-1].Range.End}
	text := b.ToolsSource.Text()
	line := strings.LastIndexByte(text[:r.Start], '\n') + 1
	lead := text[line:r.Start]
	if strings.TrimSpace(lead) != "" {
		return "[" + b.ToolsSource.Slice(r) + "]"
	}
	inner := strings.Split(b.ToolsSource.Slice(r), "\n")
	for i, l := range inner {
		inner[i] = "  " + strings.TrimPrefix(l, lead)
	}
	return "[\n" + strings.Join(inner, "\n") + "\n]"
}

// dedent takes the indentation of the last line off all others.
func dedent(text string) string {
	lines := strings.Split(text, "\n")
	last := lines[len(lines)-1]
	indent := last[:len(last)-len(strings.TrimLeft(last, " \t"))]
	for i, l := range lines {
		lines[i] = strings.TrimPrefix(l, indent)
	}
	return strings.Join(lines, "\n")
}

// pieces are the code fences of a text, else its outermost braces.
func pieces(text string) []string {
	var out []string
	rest := text
	for {
		_, after, ok := strings.Cut(rest, "```")
		if !ok {
			break
		}
		body, tail, ok := strings.Cut(after, "```")
		if !ok {
			break
		}
		if i := strings.IndexByte(body, '\n'); i >= 0 && !strings.ContainsAny(body[:i], "{[") {
			body = body[i+1:]
		}
		out = append(out, body)
		rest = tail
	}
	if out != nil {
		return out
	}
	return balanced(text)
}

// balanced cuts the text at its outermost braces and brackets.
func balanced(text string) []string {
	var out []string
	depth, start := 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			for i++; depth > 0 && i < len(text) && text[i] != '"' && text[i] != '\n'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case '{', '[':
			if depth == 0 {
				start = i
			}
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				out = append(out, text[start:i+1])
			}
			depth = max(depth, 0)
		}
	}
	return out
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return strings.TrimSpace(itoa(n) + " " + word + "s")
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + string(rune('0'+n%10))
}
