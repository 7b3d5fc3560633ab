package smt

// Frame conditions ("forall f: not matches(f, p) implies protected(f)") need no
// quantifier here. A claim about every name is refuted by one name, so the caller
// asks about a single string variable f; a set of names before or after calls is
// one Bool per set for that f, and an effect "these names are deleted" is a
// definition of the new Bool from the old one, Glob(f, p) and Eq(f, name). By the
// small-model theorem for one string the answer is complete (Theorem G). Inclusion
// and disjointness of patterns are questions about one f as well. What remains is
// vacuity, which is a property of the pattern alone:

// MatchesAll reports whether the pattern matches every text.
func (p Pattern) MatchesAll() bool {
	c := p.canonical()
	return len(c) == 1 && c[0].Kind == ItemAnyStar
}

// MatchesNames reports whether the pattern matches every text but perhaps the
// empty one: every name, when names are not empty. A literal or a class misses
// some letter and two single wildcards miss texts of one letter, so the pattern
// must be stars and at most one single wildcard.
func (p Pattern) MatchesNames() bool {
	c := p.canonical()
	switch len(c) {
	case 1:
		return c[0].Kind == ItemAnyStar
	case 2:
		return c[0].Kind == ItemAnyOne && c[1].Kind == ItemAnyStar
	}
	return false
}

// MatchesNone reports whether the pattern matches no text: it contains a class
// without letters.
func (p Pattern) MatchesNone() bool {
	for _, it := range p {
		if it.Kind != ItemClass {
			continue
		}
		s := it.simplify()
		if s.Kind == ItemClass && !s.Negated && len(s.Ranges) == 0 {
			return true
		}
		if s.Negated && len(s.Ranges) == 1 && s.Ranges[0][0] <= 0 && s.Ranges[0][1] >= maxRune {
			return true
		}
	}
	return false
}

// MatchesOnlyEmpty reports whether the pattern matches the empty text and nothing
// else.
func (p Pattern) MatchesOnlyEmpty() bool { return len(p) == 0 }
