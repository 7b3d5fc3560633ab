package pattern

import "unicode"

// class is a set of characters: ranges and named sets.
type class struct {
	ranges [][2]rune
	named  []rune // w W d D s S, and . for all but a line break
}

func (c class) has(r rune) bool {
	for _, p := range c.ranges {
		if p[0] <= r && r <= p[1] {
			return true
		}
	}
	for _, name := range c.named {
		if inNamed(name, r) {
			return true
		}
	}
	return false
}

func inNamed(name, r rune) bool {
	switch name {
	case 'w':
		return isWord(r)
	case 'W':
		return !isWord(r)
	case 'd':
		return unicode.IsDigit(r)
	case 'D':
		return !unicode.IsDigit(r)
	case 's':
		return unicode.IsSpace(r)
	case 'S':
		return !unicode.IsSpace(r)
	case '.':
		return r != '\n'
	}
	return false
}

func isWord(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r)
}
