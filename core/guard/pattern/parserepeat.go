package pattern

import (
	"strconv"
	"strings"
)

func (p *parser) quantified(n node) (node, error) {
	for {
		low, high, ok, err := p.count()
		if err != nil || !ok {
			return n, err
		}
		n = repeat{n, low, high, p.accept("?")}
	}
}

func (p *parser) count() (low, high int, ok bool, err error) {
	switch p.peek() {
	case '*':
		p.at++
		return 0, -1, true, nil
	case '+':
		p.at++
		return 1, -1, true, nil
	case '?':
		p.at++
		return 0, 1, true, nil
	case '{':
		return p.braces()
	}
	return 0, 0, false, nil
}

// braces reads {m}, {m,}, {,n} or {m,n}; anything else in braces is text.
func (p *parser) braces() (low, high int, ok bool, err error) {
	end := p.at + 1
	for end < len(p.text) && (p.text[end] >= '0' && p.text[end] <= '9' || p.text[end] == ',') {
		end++
	}
	if end >= len(p.text) || p.text[end] != '}' || end == p.at+1 {
		return 0, 0, false, nil
	}
	first, second, two := strings.Cut(string(p.text[p.at+1:end]), ",")
	low, high = number(first, 0), number(second, -1)
	if !two {
		high = low
	}
	if low < 0 || low > MaxRepeat || high > MaxRepeat || high >= 0 && high < low {
		return 0, 0, false, p.fail("a count in braces is out of range")
	}
	p.at = end + 1
	return low, high, true, nil
}

func number(s string, empty int) int {
	if s == "" {
		return empty
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		return MaxRepeat + 1
	}
	return n
}
