package verify

import (
	"planproof/core/check"
	"planproof/core/finding"
	"planproof/core/flow"
	"planproof/core/ir"
)

// Converged is a finished verification: what a certificate is made from.
type Converged struct {
	Report  *finding.Report
	Context *check.Context
	// Sites has each call as the last pass saw it, by the call's Index: that is
	// the pass over the converged heads. Heads has the state at the head of each
	// loop, by the loop's Index.
	Sites []*check.Site
	Heads map[int]flow.State
}

// Converge verifies a program like Run and keeps what the analysis ended on.
func Converge(p *ir.Program, o Options) *Converged {
	c := &Converged{}
	visit := o.Visit
	o.Visit = func(ctx *check.Context, s *check.Site) {
		for len(c.Sites) <= s.Call.Index {
			c.Sites = append(c.Sites, nil)
		}
		c.Sites[s.Call.Index] = s
		if visit != nil {
			visit(ctx, s)
		}
	}
	w := newWalker(p, o)
	c.Report = w.run()
	c.Context, c.Heads = w.ctx, w.heads
	return c
}
