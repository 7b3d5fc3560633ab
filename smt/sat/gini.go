//go:build !js

package sat

import (
	"github.com/go-air/gini"
	"github.com/go-air/gini/z"
)

// HasGini says whether this build has gini, the second opinion. The page's
// does not: it would be a tenth of what the page loads.
const HasGini = true

// Gini decides the clauses under assumptions with gini. The clauses without the
// assumptions must be satisfiable: gini v1.0.4 exits the process when Solve
// is called after a refutation of the clauses alone, so every instance is solved
// once and never reused, and its Try, GoSolve and Activate are not used at all.
// It has no conflict budget; callers bound the size instead.
func Gini(c *CNF, assume []Lit) Outcome {
	if c.HasEmpty() {
		return Outcome{Answer: Unsatisfiable}
	}
	g := gini.NewVc(c.NumVars()+1, c.Len()+1)
	for i := 0; i < c.Len(); i++ {
		for _, l := range c.Clause(i) {
			g.Add(giniLit(l))
		}
		g.Add(z.LitNull)
	}
	for _, l := range assume {
		if l == False {
			return Outcome{Answer: Unsatisfiable, Core: []Lit{False}}
		}
		if l != True {
			g.Assume(giniLit(l))
		}
	}
	switch g.Solve() {
	case 1:
		return giniModel(g, c.NumVars())
	case -1:
		return giniCore(g)
	}
	return Outcome{}
}

func giniLit(l Lit) z.Lit {
	m := z.Var(l.Var()).Pos()
	if l.Neg() {
		return m.Not()
	}
	return m
}

func giniModel(g *gini.Gini, vars int) Outcome {
	o := Outcome{Answer: Satisfiable, Value: make([]bool, vars)}
	o.Value[0] = true
	top := int(g.MaxVar())
	for v := 1; v < vars && v <= top; v++ {
		o.Value[v] = g.Value(z.Var(v).Pos())
	}
	return o
}

func giniCore(g *gini.Gini) Outcome {
	o := Outcome{Answer: Unsatisfiable}
	for _, m := range g.Why(nil) {
		l := Lit(2 * m.Var())
		if !m.IsPos() {
			l++
		}
		o.Core = append(o.Core, l)
	}
	return o
}
