package check

import (
	"planproof/core/cond"
	"planproof/core/finding"
	"planproof/core/prove"
	"planproof/core/value"
)

// What the facts of the path say of a symbolic pattern. Whether a pattern covers
// every name depends on its letters, so two questions are decided exactly: which
// values it can have when the facts leave only some, and whether it can begin
// and end with a wildcard or a class, as a pattern that covers every name does. In all
// other cases a pattern from outside may be "*".

var (
	amongThem = mustParse("value in them")
	isIt      = mustParse("value == it")
	covering  = mustParse(`(startswith(value, "*") or startswith(value, "?") or startswith(value, "[")) and ` +
		`(endswith(value, "*") or endswith(value, "?") or endswith(value, "]"))`)
)

// mustParse reads a condition of this package.
func mustParse(text string) *cond.Expr {
	e, err := cond.Parse(text)
	if err != nil {
		panic(err.Message)
	}
	return e
}

// theUnknown is the one symbolic name of a pattern; ok is false when there are
// more, or a part of a value.
func theUnknown(q *prove.Question) (name string, x *prove.Var, ok bool) {
	for _, n := range q.Names {
		switch sym := n.Sym.(type) {
		case prove.Known:
		case *prove.Var:
			if x != nil {
				return "", nil, false
			}
			name, x = n.Name, sym
		default:
			return "", nil, false
		}
	}
	return name, x, x != nil
}

// patternsByFacts lists the values of the pattern when the facts leave only
// texts that they mention; all is false when they leave more.
func (c *Context) patternsByFacts(q *prove.Question, d *frameDecision) (patterns []value.Value, all bool) {
	name, x, ok := theUnknown(q)
	them := textsOf(q.Facts)
	if !ok || len(them) == 0 {
		return nil, false
	}
	a := c.askOf(q, amongThem, x, "them", them)
	if a.False.Possible != no || a.Error.Possible != no {
		return nil, false
	}
	d.falseCore, d.errorCore = a.False.Core, a.Error.Core
	for _, v := range them {
		if c.askOf(q, isIt, x, "it", v).True.Possible == no {
			continue
		}
		p, err := q.Cond.Eval(withValue{knownEnv{q}, name, v})
		if err != nil {
			return nil, false
		}
		patterns = append(patterns, p)
	}
	return patterns, true
}

// neverCovers: the facts exclude that the pattern covers every name.
func (c *Context) neverCovers(q *prove.Question, d *frameDecision) bool {
	name, ok := q.Cond.Root().(*cond.Name)
	if !ok || len(q.Facts) == 0 {
		return false
	}
	x, ok := knownEnv{q}.sym(name.Name).(*prove.Var)
	if !ok {
		return false
	}
	a := c.askOf(q, covering, x, "", nil)
	d.trueCore = nil
	if a.True.Possible != no {
		return false
	}
	d.falseCore = a.True.Core
	return true
}

// coveringWitness is a pattern that covers every name and fits the facts, nil
// when none was found.
func (c *Context) coveringWitness(q *prove.Question) *finding.Witness {
	_, x, ok := theUnknown(q)
	for _, p := range []value.Text{"*", "**", "?*", "*?", "***"} {
		if !ok || len(q.Facts) == 0 || c.askOf(q, isIt, x, "it", p).True.Possible == yes {
			return frameWitness(q, p)
		}
	}
	return nil
}

// askOf asks a condition about a value under the facts of a question.
func (c *Context) askOf(q *prove.Question, e *cond.Expr, x *prove.Var, other string, v value.Value) prove.Answer {
	c.queries++
	ask := prove.Question{Cond: e, Facts: q.Facts}
	ask.Add("value", x)
	if v != nil {
		ask.Add(other, prove.Known{Value: v})
	}
	return c.questions.decide(ask, c.Budget)
}

// maxTexts bounds how many texts of facts are tried as patterns.
const maxTexts = 32

// textsOf are the texts that facts mention, in their order, each once.
func textsOf(facts []prove.Fact) value.List {
	var out value.List
	seen := map[value.Text]bool{}
	for _, f := range facts {
		cond.Walk(f.Cond.Root(), func(n cond.Node) {
			if l, ok := n.(*cond.Lit); ok {
				if t, ok := l.Value.(value.Text); ok && !seen[t] && len(out) < maxTexts {
					seen[t] = true
					out = append(out, t)
				}
			}
		})
	}
	return out
}

// withValue is an environment with one more value.
type withValue struct {
	knownEnv
	name  string
	value value.Value
}

// Lookup returns the value of a name.
func (e withValue) Lookup(name string) (value.Value, bool) {
	if name == e.name {
		return e.value, true
	}
	return e.knownEnv.Lookup(name)
}
