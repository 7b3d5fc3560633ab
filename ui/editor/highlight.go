// Package editor computes what stands behind the text of a document: colors
// of the tokens, underlines of findings, the gutter. The text itself stays in
// a textarea, so that typing never waits for anything.
package editor

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"planproof/core/doc"
	"planproof/ui/markup"
)

// MaxLines is the longest text that is colored; a longer one is plain.
const MaxLines = 3000

// Mark is a finding in the text.
type Mark struct {
	Start, End int // bytes
	Lint       string
	Class      string
	Symbol     string
	Title      string
	Text       string
}

// token classes, also indexes into classNames.
const (
	plain uint8 = iota
	key
	str
	punc
	num
	tool
	cond
	name
	ref
)

var classNames = [...]string{"", "cm-key", "cm-str", "cm-punc", "cm-num", "cm-str cm-tool", "cm-str cm-cond", "cm-str cm-name", "cm-str cm-ref"}

// valueClass sets apart the strings that matter most in a plan or policy.
var valueClass = map[string]uint8{
	"tool_name": tool, "source_tool": tool, "sink_tool": tool, "condition": cond,
	"result_binding": name, "item_binding": name, "collection_ref": name, "ref": ref,
}

// View is the colored text.
type View struct {
	Lines  []string // HTML of every line
	Gutter []string // HTML of every line's gutter
	Cols   int      // UTF-16 units of the longest line
	Plain  bool     // too long to color; Lines and Gutter are empty
	Count  int      // of lines
}

// Render colors a text and marks its findings.
func Render(text string, marks []Mark) View {
	v := View{Count: strings.Count(text, "\n") + 1}
	if v.Count > MaxLines {
		v.Plain = true
		return v
	}
	classes := tokens(text)
	lint := make([]int16, len(text)) // index of the mark from 1
	for i := len(marks) - 1; i >= 0; i-- {
		m := marks[i]
		for k := max(m.Start, 0); k < min(m.End, len(text)); k++ {
			lint[k] = int16(i + 1)
		}
	}
	start := 0
	for n := 0; start <= len(text); n++ {
		end := len(text)
		if i := strings.IndexByte(text[start:], '\n'); i >= 0 {
			end = start + i
		}
		v.line(text, start, end, classes, lint, marks)
		start = end + 1
	}
	return v
}

func (v *View) line(text string, start, end int, classes []uint8, lint []int16, marks []Mark) {
	h := markup.New()
	for i := start; i < end; {
		k := i + 1
		for k < end && classes[k] == classes[i] && lint[k] == lint[i] {
			k++
		}
		class := classNames[classes[i]]
		if l := lint[i]; l > 0 {
			class = strings.TrimSpace(class + " cm-lintRange-" + marks[l-1].Lint)
		}
		if class == "" {
			h.Text(text[i:k])
		} else {
			h.El("span", class, text[i:k])
		}
		i = k
	}
	g := markup.New()
	symbol := ""
	for i := range marks {
		if m := &marks[i]; m.Start >= start && m.Start <= end && m.End >= start {
			h.Open("span", "class", "pp-inline").Open("span", "class", m.Class).Mark(m.Symbol).Text(" " + m.Title).Close("span").Text(" ").Rich(m.Text).Close("span")
			if symbol == "" {
				symbol = m.Class
				g.Open("span", "class", "gm "+m.Class, "title", m.Title).Mark(m.Symbol).Close("span")
			}
		}
	}
	g.Text(strconv.Itoa(len(v.Lines) + 1))
	v.Lines = append(v.Lines, h.String())
	v.Gutter = append(v.Gutter, g.String())
	v.Cols = max(v.Cols, UTF16Len(text[start:end]))
}

// tokens classifies every byte of a JSON text; anything else is plain.
func tokens(text string) []uint8 {
	c := make([]uint8, len(text))
	class := str
	for i := 0; i < len(text); {
		switch ch := text[i]; {
		case ch == '"':
			end := stringEnd(text, i)
			kind := class
			if isKey(text, end) {
				kind, class = key, str
				if v, ok := valueClass[text[i+1:max(end-1, i+1)]]; ok {
					class = v
				}
			}
			fill(c[i:end], kind)
			i = end
		case ch == ',' || ch == '{' || ch == '}' || ch == '[' || ch == ']' || ch == ':':
			c[i] = punc
			if ch == ',' || ch == '{' || ch == '}' {
				class = str
			}
			i++
		case ch == '-' || ch >= '0' && ch <= '9' || ch >= 'a' && ch <= 'z':
			k := i
			for k < len(text) && (text[k] == '-' || text[k] == '+' || text[k] == '.' || text[k] >= '0' && text[k] <= '9' || text[k]|32 >= 'a' && text[k]|32 <= 'z') {
				k++
			}
			fill(c[i:k], num)
			i = k
		default:
			i++
		}
	}
	return c
}

func fill(c []uint8, v uint8) {
	for i := range c {
		c[i] = v
	}
}

// stringEnd is the byte after a string's closing quote, or the line's end.
func stringEnd(text string, i int) int {
	for k := i + 1; k < len(text); k++ {
		switch text[k] {
		case '\\':
			k++
		case '"':
			return k + 1
		case '\n':
			return k
		}
	}
	return len(text)
}

func isKey(text string, i int) bool {
	for ; i < len(text); i++ {
		switch text[i] {
		case ' ', '\t', '\n', '\r':
		default:
			return text[i] == ':'
		}
	}
	return false
}

// UTF16Len is the length of a text as JavaScript counts it.
func UTF16Len(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r >= 0x10000 {
			n++
		}
	}
	return n
}

// UTF16Offset turns a byte offset into JavaScript's.
func UTF16Offset(s string, offset int) int { return UTF16Len(s[:max(0, min(offset, len(s)))]) }

// ByteOffset turns JavaScript's offset into bytes.
func ByteOffset(s string, units int) int {
	for i, r := range s {
		if units <= 0 {
			return i
		}
		units--
		if r >= 0x10000 {
			units--
		}
	}
	return len(s)
}

// LineOf counts the lines before a byte, from 0.
func LineOf(s string, offset int) int { return strings.Count(s[:max(0, min(offset, len(s)))], "\n") }

// Position is line and column of a byte, both from 1, columns in code points.
func Position(s string, offset int) doc.Pos {
	offset = max(0, min(offset, len(s)))
	start := strings.LastIndexByte(s[:offset], '\n') + 1
	return doc.Pos{Line: LineOf(s, offset) + 1, Column: utf8.RuneCountInString(s[start:offset]) + 1, Offset: offset}
}

// LineStart is the first byte of a line counted from 0.
func LineStart(s string, line int) int {
	at := 0
	for ; line > 0; line-- {
		i := strings.IndexByte(s[at:], '\n')
		if i < 0 {
			return len(s)
		}
		at += i + 1
	}
	return at
}
