package guard

import (
	_ "embed" // the rules
	"slices"
	"strings"
	"unicode"

	"planproof/core/guard/words"
	"planproof/core/value"
)

//go:embed injection.rules
var injectionText string

var injectionRules = words.ParseRules(injectionText)

// Passage is instruction-like text in a message.
type Passage struct {
	// Family: override, role, address, direct or action; unread for a text that
	// is too long, or too intricate.
	Family string
	// Start and End are code points of the text.
	Start, End int
}

// Instructions lists the passages of a tool's output that read like
// instructions to the agent, in the order of the text. It is a heuristic: it
// flags honest text too, and misses encodings, spaced letters, paraphrases and
// most languages.
func Instructions(text string) []Passage { return passages(text, false) }

// UserOverrides lists passages of a message of the user that try to override
// the agent's rules, as pasted text does: the families override, role, address
// and direct. People do write "pay …".
func UserOverrides(text string) []Passage { return passages(text, true) }

func passages(text string, user bool) []Passage {
	if strings.TrimFunc(text, unicode.IsSpace) == "" {
		return nil
	}
	if len(text) > maxScanned {
		return []Passage{{Family: words.Unread, Start: 0, End: value.RuneCount(text)}}
	}
	var out []Passage
	for from, at := 0, 0; from < len(text); {
		to := chunkEnd(text, from)
		out = append(out, scan(text[from:to], user, at)...)
		if to == len(text) {
			break
		}
		next := charStart(text, to-chunkOverlap)
		at += value.RuneCount(text[from:next])
		from = next
	}
	return sortedPassages(out)
}

// A text is read in chunks, which bound the memory, and go on a little into one
// another. One beyond maxScanned is not read, and suspicious as a whole. Bytes.
const (
	maxScanned   = 4 << 20
	chunkSize    = 256 << 10
	chunkOverlap = 4 << 10
)

func chunkEnd(text string, from int) int {
	if len(text)-from <= chunkSize {
		return len(text)
	}
	return charStart(text, from+chunkSize)
}

// charStart is the first byte of the character at a byte.
func charStart(text string, i int) int {
	for i > 0 && text[i]&0xC0 == 0x80 {
		i--
	}
	return i
}

// scan reads one chunk that begins at a code point of the whole.
func scan(text string, user bool, at int) []Passage {
	s := &scanner{text: text, user: user}
	s.all(words.Options{Latin: true})
	if strings.IndexFunc(text, isCyrillic) >= 0 {
		s.all(words.Options{})
	}
	s.comments()
	for i := range s.found {
		s.found[i].Start += at
		s.found[i].End += at
	}
	return s.found
}

func isCyrillic(r rune) bool { return unicode.Is(unicode.Cyrillic, r) }

type scanner struct {
	text  string
	user  bool
	found []Passage
}

// all reads the text in every way: line by line, with its line breaks as
// blanks, by paragraphs, with escaped line breaks undone, and inside quotes.
func (s *scanner) all(o words.Options) {
	s.layouts(respelled(words.Lex(s.text, o)))
	if strings.Contains(s.text, `\n`) || strings.Contains(s.text, `\r`) || strings.Contains(s.text, `\t`) {
		o.Escapes = true
		s.layouts(respelled(words.Lex(s.text, o)))
	}
}

func (s *scanner) layouts(tokens []words.Token) {
	s.reading(tokens, words.Lines)
	lines := slices.ContainsFunc(tokens[min(1, len(tokens)):], func(t words.Token) bool { return t.Line })
	if lines {
		s.reading(tokens, words.Flowing)
		s.reading(tokens, words.Paragraphs)
	}
	for _, q := range quoted(tokens) {
		s.reading(tokens[q.From:q.To], words.Flowing)
	}
}

func (s *scanner) reading(tokens []words.Token, l words.Layout) {
	for _, m := range injectionRules.Find(words.NewReading(tokens, l), s.wants) {
		s.found = append(s.found, Passage{m.Family, m.Start, m.End})
	}
}

func (s *scanner) wants(family string) bool { return !s.user || family != "action" }

// quoted are the passages between quotes; between single ones at least two
// words.
func quoted(ts []words.Token) []words.Span {
	var out []words.Span
	open := map[string]int{}
	for i, t := range ts {
		if t.Text != "\"" && t.Text != "'" {
			continue
		}
		from, is := open[t.Text]
		if is && i > from && (t.Text == "\"" || i-from >= 2) {
			out = append(out, words.Span{From: from, To: i})
		}
		open[t.Text] = i + 1
	}
	return out
}

var (
	commentNames   = words.SetOf("agent/s assistant/s ai model/s bot/s llm/s chatbot/s")
	commentActions = words.SetOf("pay send transfer wire remit delete erase wipe write email forward approve refund share upload post")
)

// comments flags HTML comments that name the agent, or an action with a
// number.
func (s *scanner) comments() {
	rest, at := s.text, 0
	for {
		open := strings.Index(rest, "<!--")
		if open < 0 {
			return
		}
		at += value.RuneCount(rest[:open])
		rest = rest[open:]
		body, _, closed := strings.Cut(rest[4:], "-->")
		if s.tells(body) {
			s.found = append(s.found, Passage{"role", at, at + 4 + value.RuneCount(body)})
		}
		if !closed {
			return
		}
		rest, at = rest[4+len(body):], at+4+value.RuneCount(body)
	}
}

func (s *scanner) tells(comment string) bool {
	name, action, number := false, false, false
	for _, t := range words.Lex(comment, words.Options{Latin: true}) {
		name = name || commentNames[t.Text]
		action = action || commentActions[t.Text]
		number = number || t.Digit
	}
	return name || action && number
}

// sortedPassages are the passages in order, each once.
func sortedPassages(found []Passage) []Passage {
	slices.SortFunc(found, func(a, b Passage) int {
		if a.Start != b.Start {
			return a.Start - b.Start
		}
		if a.End != b.End {
			return b.End - a.End
		}
		return strings.Compare(a.Family, b.Family)
	})
	return slices.Compact(found)
}
