package words

import (
	"fmt"
	"strconv"
	"strings"
)

// Rules are compiled rules, ready to be matched in one pass: each knows the
// words that it can begin with.
type Rules struct {
	rules []rule
	heads map[string][]int // word → the rules that begin with it
	stems []int            // rules that begin with something else
}

type rule struct {
	family string
	items  []item
}

type itemKind uint8

const (
	wordItem   itemKind = iota // one of words or stems
	gapItem                    // up to n words
	startItem                  // here a sentence begins
	openItem                   // here a sentence begins, or a colon or "and" stands before
	numberItem                 // a token with a digit
	urlItem                    // a web address begins here
)

type item struct {
	kind     itemKind
	words    map[string]bool
	stems    []string
	caps     bool // written in capitals
	optional bool
	many     bool // any number of times
	n        int
}

// ParseRules reads rules as data, a line each:
//
//	class NAME = word word …
//	FAMILY: item item …
//
// An item is a word, alternatives with | between them, a @class, a stem* (any
// word that begins so), ~n (a gap of at most n words), ^ (a sentence begins),
// ^: (a sentence begins, or a colon or "and" stands before), #num, #url.
// A ! before a word wants it in capitals; ? and + behind an item make it
// optional, or optional and repeatable (at most six times). Lines with # at their start are
// comments. #num and #url may stand among alternatives too. It panics on a mistake: rules are part of the program.
func ParseRules(text string) *Rules {
	p := ruleParser{classes: map[string][]string{}, out: &Rules{heads: map[string][]int{}}}
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if err := p.line(line); err != nil {
			panic(fmt.Sprintf("rules, line %d: %v", n+1, err))
		}
	}
	return p.out
}

type ruleParser struct {
	classes map[string][]string
	out     *Rules
}

func (p *ruleParser) line(line string) error {
	if rest, ok := strings.CutPrefix(line, "class "); ok {
		name, list, ok := strings.Cut(rest, " = ")
		if !ok {
			return fmt.Errorf("a class is written NAME = words")
		}
		p.classes[name] = append(p.classes[name], p.expand(strings.Fields(list))...)
		return nil
	}
	family, list, ok := strings.Cut(line, ": ")
	if !ok {
		return fmt.Errorf("a rule is written FAMILY: items")
	}
	r := rule{family: family}
	for _, f := range strings.Fields(list) {
		it, err := p.item(f)
		if err != nil {
			return err
		}
		r.items = append(r.items, it)
	}
	p.add(r)
	return nil
}

func (p *ruleParser) expand(fields []string) []string {
	var out []string
	for _, f := range fields {
		if name, ok := strings.CutPrefix(f, "@"); ok {
			out = append(out, p.classes[name]...)
			continue
		}
		out = append(out, Inflect(f)...)
	}
	return out
}

// Inflect lists the words of a notation such as delete/s/d/~ing: the word
// itself, and with each ending; ~ drops the last letter first.
func Inflect(notation string) []string {
	if len(notation) < 2 {
		return []string{notation}
	}
	parts := strings.Split(notation, "/")
	out := []string{parts[0]}
	for _, end := range parts[1:] {
		base := parts[0]
		if rest, ok := strings.CutPrefix(end, "~"); ok {
			rs := []rune(base)
			base, end = string(rs[:len(rs)-1]), rest
		}
		out = append(out, base+end)
	}
	return out
}

func (p *ruleParser) item(f string) (item, error) {
	it := item{}
	if len(f) > 1 && strings.HasSuffix(f, "?") {
		it.optional, f = true, f[:len(f)-1]
	} else if len(f) > 1 && strings.HasSuffix(f, "+") {
		it.optional, it.many, f = true, true, f[:len(f)-1]
	}
	switch {
	case f == "^":
		it.kind = startItem
	case f == "^:":
		it.kind = openItem
	case f == "#num":
		it.kind = numberItem
	case f == "#url":
		it.kind = urlItem
	case len(f) > 1 && f[0] == '~':
		n, err := strconv.Atoi(f[1:])
		it.kind, it.n = gapItem, n
		return it, err
	default:
		return p.wordItem(it, f)
	}
	return it, nil
}

func (p *ruleParser) wordItem(it item, f string) (item, error) {
	if rest, ok := strings.CutPrefix(f, "!"); ok && rest != "" {
		it.caps, f = true, rest
	}
	it.words = map[string]bool{}
	for _, w := range p.expand(strings.Split(f, "|")) {
		if stem, ok := strings.CutSuffix(w, "*"); ok && stem != "" {
			it.stems = append(it.stems, stem)
			continue
		}
		it.words[w] = true
	}
	if len(it.words)+len(it.stems) == 0 {
		return it, fmt.Errorf("%q has no words", f)
	}
	return it, nil
}

// add indexes a rule by the words of its first item that must be there.
func (p *ruleParser) add(r rule) {
	n := len(p.out.rules)
	p.out.rules = append(p.out.rules, r)
	for _, it := range r.items {
		switch {
		case it.kind == startItem || it.kind == openItem:
			continue
		case it.kind != wordItem || len(it.stems) > 0 || it.words["#num"] || it.words["#url"]:
			p.out.stems = append(p.out.stems, n)
			return
		}
		for w := range it.words {
			p.out.heads[w] = append(p.out.heads[w], n)
		}
		if !it.optional {
			return
		}
	}
}
