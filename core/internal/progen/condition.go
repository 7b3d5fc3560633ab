package progen

import "strings"

// constants of the generated automata: each automaton may define any of them,
// always with these values.
var constants = []member{{"KS", `"x.com"`}, {"KL", `["a","u@x.com"]`}, {"KN", "4"}}

// condition is a random condition over typed names; a broken one does not
// parse or names something that is not there.
func (g *generator) condition(names []variable, broken bool) string {
	if broken {
		return pick(g, []string{"nosuch == 1", "s0 ==", "[x for x in s0]", "True or nosuch"})
	}
	if len(names) == 0 {
		return pick(g, []string{"True", "1 == 1", "1 < 0"})
	}
	c := g.atom(pick(g, names))
	switch g.IntN(8) {
	case 0:
		return "not (" + c + ")"
	case 1:
		return c + " and " + g.atom(pick(g, names))
	case 2:
		return c + " or " + g.atom(pick(g, names))
	}
	return c
}

var atoms = map[kind][]string{
	str:  {"$ == 'a'", "$ != 'b'", "$ in ['a', 'u@x.com']", "'@' in $", "len($) > 1", "$ != ''", "startswith($, 'u@')", "$"},
	num:  {"$ > 5", "$ <= 10", "0 <= $ <= 5", "$ == 3", "$ != 0", "$ + 1 > 2", "$ % 2 == 0"},
	flag: {"$", "not $", "$ is True", "$ == False"},
	list: {"len($) <= 2", "'a' in $", "$ == []", "len($) > 0", "'w@evil.org' not in $"},
	dict: {"$ == 'a'", "$ != 1"},
	free: {"$ == 'a'", "$ != 3", "$ is None", "$"},
}

// partial atoms have no value for some values of their kind.
var partial = map[kind][]string{
	str:  {"domain_of($) == 'x.com'", "domain_of($) in ['x.com']", "$[0] == 'u'"},
	num:  {"10 // $ > 2"},
	flag: {"$"},
	list: {"$[0] == 'a'"},
	dict: {"$.k == 'a'"},
	free: {"$ > 3", "len($) > 1", "$.k == 'a'"},
}

// withConstants are atoms over an automaton's constants.
var withConstants = map[kind][]string{
	str:  {"$ in KL", "$ in KS", "$ != KS"},
	num:  {"$ > KN", "$ <= KN"},
	list: {"$ in KL"},
}

func (g *generator) atom(v variable) string {
	forms := atoms[v.kind]
	if g.one(10) || g.wild && g.one(4) {
		forms = partial[v.kind]
	}
	return strings.ReplaceAll(pick(g, forms), "$", v.name)
}

// constantAtom is an atom over a constant, "" when the kind has none.
func (g *generator) constantAtom(v variable) string {
	forms := withConstants[v.kind]
	if len(forms) == 0 {
		return ""
	}
	return strings.ReplaceAll(pick(g, forms), "$", v.name)
}
