// Package card draws a verdict as a small picture, for pages that can only show pictures.
package card

import (
	"fmt"
	"strings"

	"planproof/core"
	"planproof/core/finding"
	"planproof/core/report"
	"planproof/core/value"
	"planproof/ui/markup"
)

// What the verdict looks like. Shape and word say it too, not the color alone.
type look struct{ color, mark string }

var (
	good    = look{"#1a7f37", "■"}
	bad     = look{"#b42318", "◆"}
	unknown = look{"#6e7781", "◇"}
)

// lettersOfLine is how many letters fit on a line; a picture can not measure its text.
const lettersOfLine = 58

// Draw draws the verdict on a plan with a goal: the word, the goal, what was found first.
func Draw(goal string, r *finding.Report) []byte {
	word, why, _ := strings.Cut(report.Verdict(r), ". ")
	l := bad
	switch {
	case r.OK:
		l = good
	case word != "Rejected":
		l = unknown
	}
	lines := []string{why}
	if len(r.Violations) > 0 {
		lines = append(lines, r.Violations[0].Message)
	}
	return svg(l, word, goal, lines)
}

// Unreadable says that there is no verdict, and why.
func Unreadable(why string) []byte {
	return svg(unknown, "Not read", "There is no verdict.", []string{why})
}

const head = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="136" viewBox="0 0 480 136" role="img" aria-labelledby="t d">
<title id="t">%s</title>
<desc id="d">%s</desc>
<style>text{font:14px system-ui,sans-serif;fill:#1f2328}.box{fill:#fff;stroke:#d0d7de}.word{font-size:18px;font-weight:600}.dim{fill:#59636e}
@media (prefers-color-scheme:dark){text{fill:#e6edf3}.box{fill:#0d1117;stroke:#3d444d}.dim{fill:#9198a1}}</style>
<rect class="box" x=".5" y=".5" width="479" height="135" rx="6"/>
<rect width="6" height="136" rx="3" fill="%s"/>
`

func svg(l look, word, goal string, lines []string) []byte {
	var b strings.Builder
	title := markup.Escape(clean(word + ": " + goal))
	fmt.Fprintf(&b, head, title, markup.Escape(clean(strings.Join(lines, " "))), l.color)
	fmt.Fprintf(&b, "<text class=\"word\" x=\"20\" y=\"32\"><tspan style=\"fill:%s\">%s</tspan> %s</text>\n", l.color, l.mark, markup.Escape(clean(word)))
	row := func(y int, class, text string) {
		fmt.Fprintf(&b, "<text%s x=\"20\" y=\"%d\">%s</text>\n", class, y, markup.Escape(fit(text)))
	}
	row(56, "", goal)
	for i, line := range lines {
		row(80+20*i, ` class="dim"`, line)
	}
	row(124, ` class="dim"`, "planproof "+core.Version)
	b.WriteString("</svg>\n")
	return []byte(b.String())
}

// fit cuts a text to a line.
func fit(s string) string {
	s = clean(s)
	if r := []rune(s); len(r) > lettersOfLine {
		return strings.TrimRight(string(r[:lettersOfLine-1]), " ") + "…"
	}
	return s
}

// clean leaves out what XML can not hold, and makes one line of several.
func clean(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := value.DecodeRune(s[i:])
		i += size
		switch {
		case r == '\n' || r == '\t' || r == '\r':
			b.WriteByte(' ')
		case r < ' ' || value.IsSurrogate(r) || r == 0xFFFE || r == 0xFFFF || r >= 0x7F && r < 0xA0:
			b.WriteRune('\uFFFD')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
