package guard

import (
	"strings"
	"unicode"

	"planproof/core/value"
)

const (
	cutMark    = "\n[…]"
	cutMarkLen = 4
)

// clip cuts a message to a number of characters: it keeps the beginning and
// the passages that read like instructions, whole or, when one is long, the
// windows of the text that still read so. A tool's output that carried
// instructions stays marked, whatever is left of it.
func (g *Guard) clip(m Message, most int) Message {
	if most <= 0 || value.RuneCount(m.Text) <= most {
		return m
	}
	m.Tainted = m.Tainted || g.flagged(m)
	rs := runesOf(m.Text)
	kept := strings.Join(keptPassages(m.Text, rs, most/2), "\n")
	if kept == "" || most <= cutMarkLen+1 {
		m.Text = textOf(rs[:max(0, most-cutMarkLen)]) + textOf(runesOf(cutMark)[:min(cutMarkLen, most)])
		return m
	}
	tail := runesOf(kept)
	tail = tail[:min(len(tail), most-cutMarkLen-1)]
	m.Text = textOf(rs[:most-cutMarkLen-1-len(tail)]) + cutMark + "\n" + textOf(tail)
	return m
}

// keptPassages are the flagged sentences of at most half characters, and for
// longer ones the flagged windows of that length, every half of it.
func keptPassages(text string, rs []rune, half int) []string {
	var out []string
	done := 0 // what lies before is kept or looked at
	for _, p := range Instructions(text) {
		if p.Start < done {
			continue
		}
		start, end := sentenceAround(rs, p.Start, p.End)
		done = end
		if end-start <= half {
			out = append(out, textOf(rs[start:end]))
			continue
		}
		out = append(out, flaggedWindows(rs, start, end, half)...)
	}
	return out
}

func flaggedWindows(rs []rune, start, end, size int) []string {
	var out []string
	stride := max(1, size/2)
	for at := max(0, start-size+1+stride) / stride * stride; at < end; at += stride {
		window := textOf(rs[at:min(len(rs), at+size)])
		if len(Instructions(window)) > 0 {
			out = append(out, window)
		}
	}
	return out
}

// sentenceAround widens a passage to its sentence: from the last . ! ? or line
// break to the next.
func sentenceAround(rs []rune, start, end int) (from, to int) {
	for from = start; from > 0; from-- {
		if isLineBreak(rs[from-1]) || unicode.IsSpace(rs[from-1]) && from > 1 && strings.ContainsRune(".!?", rs[from-2]) {
			break
		}
	}
	for to = end; to < len(rs); to++ {
		if isLineBreak(rs[to]) {
			break
		}
		if strings.ContainsRune(".!?", rs[to]) && (to+1 == len(rs) || unicode.IsSpace(rs[to+1])) {
			return from, to + 1
		}
	}
	return from, to
}

func isLineBreak(r rune) bool {
	return r == '\n' || r == '\r' || r == 0x2028 || r == 0x2029 || r == 0x85
}

// runesOf and textOf convert between a text and its code points, lone
// surrogates included.
func runesOf(s string) []rune {
	out := make([]rune, 0, len(s))
	for i := 0; i < len(s); {
		r, size := value.DecodeRune(s[i:])
		out = append(out, r)
		i += size
	}
	return out
}

func textOf(rs []rune) string {
	var out []byte
	for _, r := range rs {
		out = value.AppendRune(out, r)
	}
	return string(out)
}
