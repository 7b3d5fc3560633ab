package ground

import (
	"strings"
	"unicode"

	"planproof/core/value"
)

// Locale decides which marks group thousands and which mark the fraction.
type Locale string

// The locales. Without one, what means different numbers in different places
// ("1,500") is no number.
const (
	NoLocale Locale = ""
	English  Locale = "en"
	German   Locale = "de"
	Swiss    Locale = "ch"
	French   Locale = "fr"
)

// Locales are all locales by name.
var Locales = []Locale{NoLocale, English, German, Swiss, French}

// marks are the characters of a locale.
type marks struct {
	thousands string
	decimal   rune
}

func marksOf(o Options) marks {
	m := marks{",'", '.'}
	switch o.Locale {
	case German:
		m = marks{".'", ','}
	case Swiss:
		m = marks{"'", '.'}
	case French:
		m = marks{"'", ','}
	case NoLocale, English:
	}
	if o.Matcher == Spaced {
		m.thousands += " "
	}
	return m
}

// findNumber finds the number tokens whose value is exactly n.
func (t *Text) findNumber(n value.Number, o Options) []Span {
	var out []Span
	m := marksOf(o)
	for i := 0; i < len(t.runes); {
		token, ok := m.token(t.runes, i)
		if !ok {
			i++
			continue
		}
		if token.stands(t.runes) && !token.ambiguous(o.Locale) {
			if v, err := value.ParseNumber(token.text); err == nil && v.Cmp(n) == 0 {
				out = append(out, t.span(token.start, token.end))
			}
		}
		i = token.end
	}
	return out
}

// number is a maximal number token: runes start to end, and its value as JSON
// writes it.
type number struct {
	start, end int
	text       string
	groups     int  // groups of thousands
	mark       rune // the first thousands mark
	fraction   int  // digits of the fraction; -1 when there is none
	decimal    rune
	whole      int // digits before the first thousands mark or the fraction
	leading    rune
}

// token reads the number token that begins at i.
func (m marks) token(rs []rune, i int) (number, bool) {
	n := number{start: i, fraction: -1, decimal: m.decimal}
	var text strings.Builder
	if (rs[i] == '-' || rs[i] == 0x2212) && i+1 < len(rs) && unicode.IsDigit(rs[i+1]) {
		text.WriteByte('-')
		i++
	}
	first := digits(rs, i)
	if first == 0 {
		return n, false
	}
	whole := append([]rune{}, rs[i:i+first]...)
	n.whole, n.leading = first, rs[i]
	i += first
	for first <= 3 && m.group(rs, i) {
		if n.groups++; n.groups == 1 {
			n.mark = rs[i]
		}
		whole = append(whole, rs[i+1:i+4]...)
		i += 4
	}
	text.WriteString(strings.TrimLeft(ascii(whole[:len(whole)-1]), "0") + ascii(whole[len(whole)-1:]))
	if i < len(rs) && rs[i] == m.decimal {
		if k := digits(rs, i+1); k > 0 {
			text.WriteString("." + ascii(rs[i+1:i+1+k]))
			n.fraction = k
			i += 1 + k
		}
	}
	n.end, n.text = i, text.String()
	return n, true
}

// group reports whether a thousands mark and exactly three digits are at i.
func (m marks) group(rs []rune, i int) bool {
	return i < len(rs) && strings.ContainsRune(m.thousands, rs[i]) && digits(rs, i+1) == 3
}

// digits counts the decimal digits from i on.
func digits(rs []rune, i int) int {
	n := 0
	for i+n < len(rs) && unicode.IsDigit(rs[i+n]) {
		n++
	}
	return n
}

// ascii writes decimal digits of any script as 0 to 9. Unicode has them in
// runs of ten.
func ascii(rs []rune) string {
	out := make([]byte, len(rs))
	for i, r := range rs {
		out[i] = byte('0' + digitValue(r))
	}
	return string(out)
}

func digitValue(r rune) rune {
	for _, run := range unicode.Nd.R16 {
		if rune(run.Lo) <= r && r <= rune(run.Hi) {
			return (r - rune(run.Lo)) % 10
		}
	}
	for _, run := range unicode.Nd.R32 {
		if rune(run.Lo) <= r && r <= rune(run.Hi) {
			return (r - rune(run.Lo)) % 10
		}
	}
	return 0
}

// stands reports that the token is a number of its own: not in a word, no
// part of a longer number, no percentage or angle, not glued.
func (n *number) stands(rs []rune) bool {
	if n.start > 0 {
		if before := rs[n.start-1]; isWord(before) || before == '.' || before == ',' {
			return false
		}
	}
	if n.end < len(rs) {
		switch after := rs[n.end]; {
		case isWord(after), after == '%', after == 0x2030, after == 0xB0:
			return false
		case (after == '.' || after == ',') && digits(rs, n.end+1) > 0:
			return false
		}
	}
	return !glued(rs, n.start, n.end)
}

// ambiguous reports a token that one writer means as thousands and another as
// a fraction: up to three digits, a comma or point, three digits. A leading
// zero makes the point a decimal one, but not the comma.
func (n *number) ambiguous(l Locale) bool {
	if l != NoLocale || n.whole > 3 {
		return false
	}
	comma := n.groups == 1 && n.mark == ',' && n.fraction < 0
	point := n.groups == 0 && n.fraction == 3 && n.decimal == '.' && digitValue(n.leading) != 0
	return comma || point
}
