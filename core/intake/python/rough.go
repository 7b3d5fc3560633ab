package python

import (
	"planproof/core/doc"
	"planproof/core/value"
)

// rough finds what an expression that has no node of its own reads and calls: the names in it that it does not bind
// itself, and the functions and methods that it calls. That is enough to know where its value comes from.
func (p *parser) rough(tokens []token) ([]Expr, *doc.Error) {
	bound := boundNames(tokens)
	var out []Expr
	for i, t := range tokens {
		if t.kind == text {
			more, err := p.roughText(t, bound)
			if err != nil {
				return nil, err
			}
			out = append(out, more...)
		}
		if t.kind != name || reserved[t.word] {
			continue
		}
		at := rng(t.start, t.end)
		follows := func(word string) bool { return i+1 < len(tokens) && tokens[i+1].word == word }
		switch method := i > 0 && tokens[i-1].word == "." && tokens[i-1].kind == operator; {
		case method && follows("("):
			out = append(out, &Call{Range: at, Fn: &Attr{at, &Const{at, value.Null{}}, t.word}})
		case method, follows("="):
		case follows("("):
			out = append(out, &Call{Range: at, Fn: &Name{at, t.word}})
		case !bound[t.word]:
			out = append(out, &Name{at, t.word})
		}
	}
	return out, nil
}

// roughText looks into the holes of an f-string.
func (p *parser) roughText(t token, bound map[string]bool) ([]Expr, *doc.Error) {
	l := p.openLiteral(t)
	var out []Expr
	for i := l.start; l.form && i < l.end; i++ {
		if p.text[i] != '{' {
			continue
		}
		if i+1 < l.end && p.text[i+1] == '{' {
			i++
			continue
		}
		stop, end := p.holeEnd(i+1, l.end)
		if end < 0 {
			return nil, p.failAt(i, "a brace in a formatted text that is not closed", "write `{{` for a brace")
		}
		if err := p.deeper(); err != nil {
			return nil, err
		}
		tokens, err := lex(p.src, i+1, stop, false)
		if err != nil {
			return nil, err
		}
		parts, err := p.rough(tokens[:len(tokens)-1])
		p.depth--
		if err != nil {
			return nil, err
		}
		for _, x := range parts {
			if n, ok := x.(*Name); !ok || !bound[n.ID] {
				out = append(out, x)
			}
		}
		i = end
	}
	return out, nil
}

// boundNames are the targets of comprehensions and the parameters of lambdas.
func boundNames(tokens []token) map[string]bool {
	out := map[string]bool{}
	for i := 0; i < len(tokens); i++ {
		stop := ""
		switch {
		case tokens[i].kind == name && tokens[i].word == "for":
			stop = "in"
		case tokens[i].kind == name && tokens[i].word == "lambda":
			stop = ":"
		}
		for i++; stop != "" && i < len(tokens) && tokens[i].word != stop; i++ {
			if tokens[i].kind == name {
				out[tokens[i].word] = true
			}
		}
		i--
	}
	return out
}
