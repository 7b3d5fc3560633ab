package intake

import (
	"slices"
	"strconv"
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// A NoteKind says what a Note is about.
type NoteKind string

// The kinds of notes.
const (
	// NoteRead: something was read otherwise than it is written (a comment passed over, "@x" taken as a reference).
	NoteRead NoteKind = "read"
	// NoteDropped: something has no place in a bundle and is gone (a retry, a layout, a description).
	NoteDropped NoteKind = "dropped"
	// NoteGuessed: something is not in the text and was chosen; look at it.
	NoteGuessed NoteKind = "guessed"
)

// A Note says one thing about an import, and where.
type Note struct {
	Kind    NoteKind
	Message string
	Span    doc.Span
}

// AppendJSON appends {"kind","message","span"}.
func (n Note) AppendJSON(dst []byte) []byte {
	dst = value.AppendQuoted(append(dst, `{"kind":`...), string(n.Kind))
	dst = value.AppendQuoted(append(dst, `,"message":`...), n.Message)
	return append(n.Span.AppendJSON(append(dst, `,"span":`...)), '}')
}

// mostNotes bounds the notes of one paste; beyond it they are counted.
const mostNotes = 200

// Notes collects what an importer has to say, in the order in which it says it. What is said again, with the same words,
// is one note with its first place and a count.
type Notes struct {
	src   *doc.Source
	list  []Note
	times []int
	index map[Note]int // without the place
	exact map[Note]bool
	more  int

	link bool // Options.Link, for conversations
	// written counts the nodes of graphs that were written as steps, see flowChart.
	written int
}

// Read notes what was read otherwise than it is written.
func (n *Notes) Read(at doc.Range, message string) { n.addSpan(NoteRead, n.src.Span(at), message) }

// Drop notes what has no place in a bundle.
func (n *Notes) Drop(at doc.Range, message string) { n.addSpan(NoteDropped, n.src.Span(at), message) }

// Guess notes what was chosen and should be looked at.
func (n *Notes) Guess(at doc.Range, message string) {
	n.addSpan(NoteGuessed, n.src.Span(at), message)
}

func (n *Notes) addSpan(kind NoteKind, span doc.Span, message string) {
	key := Note{Kind: kind, Message: message}
	exact := Note{kind, message, span}
	if n.exact[exact] {
		return
	}
	if n.exact == nil {
		n.exact, n.index = map[Note]bool{}, map[Note]int{}
	}
	n.exact[exact] = true
	if i, again := n.index[key]; again {
		n.times[i]++
		return
	}
	if len(n.list) == mostNotes {
		n.more++
		return
	}
	n.index[key] = len(n.list)
	n.list = append(n.list, Note{kind, discreet(n.src, span, message), span})
	n.times = append(n.times, 1)
}

// finish returns the notes with their counts.
func (n *Notes) finish() []Note {
	out := slices.Clone(n.list)
	for i := range out {
		if n.times[i] > 1 {
			out[i].Message += " (" + strconv.Itoa(n.times[i]) + " times)"
		}
	}
	if n.more > 0 {
		out = append(out, Note{Kind: NoteRead, Message: plural(n.more, "more note") + " " + isAre(n.more) + " not listed"})
	}
	return out
}

// A Refusal says why a piece of a known format could not be imported.
type Refusal struct {
	// Construct names what there is no structured form for: "cycle", "parallel join", "jump", "while".
	Construct string
	// Names are the nodes, states, steps or variables involved, in the order of the text.
	Names []string
	// Message is one sentence that says what is wrong; it quotes names only, not values.
	Message string
	// Hint says what to do about it.
	Hint string
	// At is where the construct is.
	At doc.Range
}

// A Refused is a refusal with its place.
type Refused struct {
	Construct     string
	Names         []string
	Message, Hint string
	Span          doc.Span
}

// placed gives a refusal its place, and takes out what must not be repeated elsewhere.
func (r *Refusal) placed(src *doc.Source) *Refused {
	span := src.Span(r.At)
	out := &Refused{r.Construct, nil, discreet(src, span, r.Message), discreet(src, span, r.Hint), span}
	for _, name := range r.Names {
		out.Names = append(out.Names, discreet(src, span, shorten(name, 60)))
	}
	return out
}

// Error returns one line: place, message and hint.
func (r *Refused) Error() string {
	e := doc.Error{Message: r.Message, Hint: r.Hint, Span: &r.Span}
	return e.Error()
}

// AppendJSON appends {"construct","names","message","hint","span"}.
func (r *Refused) AppendJSON(dst []byte) []byte {
	dst = value.AppendQuoted(append(dst, `{"construct":`...), r.Construct)
	dst = append(dst, `,"names":[`...)
	for i, name := range r.Names {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = value.AppendQuoted(dst, name)
	}
	dst = value.AppendQuoted(append(dst, `],"message":`...), r.Message)
	dst = value.AppendQuoted(append(dst, `,"hint":`...), r.Hint)
	return append(r.Span.AppendJSON(append(dst, `,"span":`...)), '}')
}

// discreet takes words that look like secrets or files of somebody's disk out of a message, unless they stand on the
// lines that the message is about: pastes hold keys and paths, and messages are shown, logged and sent.
func discreet(src *doc.Source, span doc.Span, message string) string {
	var lines string
	words := strings.FieldsFunc(message, func(r rune) bool { return strings.ContainsRune(" \n\t`'\",;()", r) })
	for _, w := range words {
		w = strings.TrimSuffix(strings.Trim(w, ".:"), "…")
		if !looksSecret(w) {
			continue
		}
		if lines == "" {
			lines = linesOf(src.Text(), span)
		}
		if !strings.Contains(lines, w) {
			message = strings.ReplaceAll(message, w, "…")
		}
	}
	return message
}

// linesOf returns the lines that a span touches.
func linesOf(text string, span doc.Span) string {
	start, end := min(span.Start.Offset, len(text)), min(span.End.Offset, len(text))
	start = strings.LastIndexByte(text[:start], '\n') + 1
	return text[start : end+lineLen(text[end:])]
}

// secretStarts are how keys of well-known services begin.
var secretStarts = []string{"sk-", "sk_", "pk_", "ghp_", "gho_", "github_pat_", "xox", "AKIA", "ASIA", "AIza", "eyJ", "glpat-", "hf_", "Bearer"}

// looksSecret reports whether a word may be a key or the path of a file.
func looksSecret(w string) bool {
	for _, start := range secretStarts {
		if strings.HasPrefix(w, start) && len(w) >= len(start)+8 {
			return true
		}
	}
	if (strings.HasPrefix(w, "/") || strings.HasPrefix(w, "~/")) && strings.Count(w, "/") >= 2 || len(w) > 3 && w[1] == ':' && w[2] == '\\' {
		return true
	}
	return len(w) >= 24 && mixed(w) && !isUUID(w)
}

// mixed reports whether a word has digits and both kinds of letters, as a key has and a name seldom.
func mixed(w string) bool {
	digit, upper, lower := false, false, false
	for i := 0; i < len(w); i++ {
		digit = digit || w[i] >= '0' && w[i] <= '9'
		upper = upper || w[i] >= 'A' && w[i] <= 'Z'
		lower = lower || w[i] >= 'a' && w[i] <= 'z'
	}
	return digit && lower && upper || digit && lower && len(w) >= 32 && !strings.ContainsAny(w, "_-. /")
}

// isUUID reports whether a word is the kind of number that tools give to nodes.
func isUUID(w string) bool { return len(w) == 36 && strings.Count(w, "-") == 4 }
