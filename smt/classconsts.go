package smt

import "math/bits"

// dom is the function that the dom-terms of this group apply.
func (e *classes) dom(c string) string {
	if e.lower {
		return lowerText(c)
	}
	return domTotal(c, e.p.b.bad)
}

// isLow reports whether c can be the value of a dom-term.
func (e *classes) isLow(c string) bool { return lowerText(c) == c && (e.lower || !hasAt(c)) }

// isClean reports whether c can be the domain of an address.
func (e *classes) isClean(c string) bool { return c != "" && domOK("x@"+c, e.p.b.bad) && e.isLow(c) }

// closeConstants closes the set under dom and the rules S1, S2, and checks H.
func (e *classes) closeConstants(set map[string]bool) string {
	set[""] = true
	if e.nd == 0 {
		return ""
	}
	if !e.lower && !broken("a-at") {
		set["@"] = true
	}
	for _, c := range sortedTexts(set) {
		set[e.dom(c)] = true
	}
	e.w = bits.Len(uint(e.nd))
	one := 0
	for c := range set {
		if len(c) == 1 && isLowerLetter(rune(c[0])) {
			one++
		}
	}
	if e.nd > 26-one && !broken("a-s1") {
		e.s1 = true
		for r := 'a'; r <= 'z'; r++ {
			set[string(r)], set[string(upperRune(r))] = true, true
		}
	}
	inside := map[string]int{} // constants by their lower case
	for c := range set {
		inside[lowerText(c)]++
	}
	for _, c := range sortedTexts(set) {
		if e.isLow(c) {
			e.saturate(set, c, inside[c])
		}
	}
	return e.hall(set)
}

// saturate applies S2: when fewer than nd case variants of c are left outside C,
// all of them become constants.
func (e *classes) saturate(set map[string]bool, c string, inside int) {
	letters := 0
	for i := 0; i < len(c); i++ {
		if isLowerLetter(rune(c[i])) {
			letters++
		}
	}
	if letters > 30 || 1<<letters-inside >= e.nd || broken("a-saturate") {
		return
	}
	e.varC[c] = caseVariants(c)
	for _, v := range e.varC[c] {
		set[v] = true
	}
}

// caseVariants returns all strings with lower case c; c is lower case.
func caseVariants(c string) []string {
	out := []string{c}
	for i := 0; i < len(c); i++ {
		if !isLowerLetter(rune(c[i])) {
			continue
		}
		for _, v := range out[:len(out):len(out)] {
			w := []byte(v)
			w[i] -= 'a' - 'A'
			out = append(out, string(w))
		}
	}
	return out
}

// hall checks rule H: enough words of 2..w letters for the lower classes that
// need all their letters for case variants.
func (e *classes) hall(set map[string]bool) string {
	power := 26
	for l := 2; l <= e.w; l++ {
		power *= 26
		used := 0
		for c := range set {
			if len(c) == l && allLetters(c) {
				used++
			}
		}
		if e.nd>>(l-1) > power-used {
			return "too many short constants"
		}
	}
	return ""
}

func allLetters(c string) bool {
	for i := 0; i < len(c); i++ {
		if !isLowerLetter(rune(c[i])) {
			return false
		}
	}
	return true
}

func (e *classes) setConstants(set map[string]bool) {
	e.consts = sortedTexts(set)
	for i, c := range e.consts {
		e.index[c] = i
	}
}
