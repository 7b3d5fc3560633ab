package cert

import (
	"math/rand/v2"
	"slices"

	"planproof/core/lattice"
)

// gen draws random worlds and certificates.
type gen struct {
	r     *rand.Rand
	w     *world
	calls int
	loops int
}

const genTools, genVars, genParams, genLabels, genLits, genStates = 6, 6, 3, 3, 4, 4

func (g *gen) n(k int) int           { return g.r.IntN(k) }
func (g *gen) chance(p float64) bool { return g.r.Float64() < p }
func (g *gen) some(max, k int) []int {
	r := []int{}
	for range g.n(max + 1) {
		r = append(r, g.n(k))
	}
	return r
}

func (g *gen) anyOr(p float64, k int) int {
	if g.chance(p) {
		return Any
	}
	return g.n(k)
}

// draw makes the world of a seed.
func draw(seed, number uint64) *gen {
	g := &gen{r: rand.New(rand.NewPCG(seed, number)), w: &world{tools: genTools, attrs: map[[2]int]int{}}}
	g.policy()
	var bound []int
	for _, in := range g.w.Inputs {
		bound = append(bound, in.Var)
	}
	g.w.Workflow, _ = g.steps(3, 4, bound)
	g.w.Calls, g.w.Loops = g.calls, g.loops
	g.w.index(genTools, lattice.UpTo(genTools))
	return g
}

func (g *gen) guard(depth int) Guard {
	if g.chance(0.4) {
		return Always
	}
	g.w.guards = append(g.w.guards, g.gexpr(depth))
	return Guard(len(g.w.guards) - 1)
}

func (g *gen) gexpr(depth int) *gexpr {
	if depth > 0 && g.chance(0.3) {
		switch g.n(3) {
		case 0:
			return &gexpr{kind: gNot, sub: []*gexpr{g.gexpr(depth - 1)}}
		case 1:
			return &gexpr{kind: gAnd, sub: []*gexpr{g.gexpr(depth - 1), g.gexpr(depth - 1)}}
		default:
			return &gexpr{kind: gOr, sub: []*gexpr{g.gexpr(depth - 1), g.gexpr(depth - 1)}}
		}
	}
	if g.chance(0.2) {
		return &gexpr{kind: gOpaque, id: g.n(3)}
	}
	return &gexpr{kind: gIn, attr: g.n(3), param: g.n(genParams), lits: g.some(3, genLits)}
}

func (g *gen) policy() {
	w := g.w
	w.Track = g.chance(0.4)
	for range g.n(5) {
		w.Marks = append(w.Marks, Mark{g.n(genTools), g.n(genParams)})
	}
	for t := range genTools {
		if g.chance(0.97) {
			w.Allowed = w.Allowed.With(t)
		}
	}
	for range g.n(4) {
		w.Intro = append(w.Intro, Intro{g.n(genTools), g.n(genLabels)})
	}
	for range g.n(4) {
		w.Rules = append(w.Rules, Rule{AnySource: g.chance(0.2), Source: g.anyOr(0.7, genLabels), Sources: lattice.SetOf(g.some(1, genLabels)...), Sink: g.anyOr(0.25, genTools),
			Param: g.anyOr(0.3, genParams), Guard: g.guard(1), Sanitizers: lattice.SetOf(g.some(2, genTools)...), Deny: g.chance(0.25)})
	}
	if g.chance(0.25) {
		w.Pre = append(w.Pre, Pre{g.n(genTools), g.guard(2)})
	}
	for range g.n(3) {
		w.Automata = append(w.Automata, g.automaton())
	}
	for range 1 + g.n(3) {
		w.Inputs = append(w.Inputs, Input{g.n(genVars), lattice.SetOf(g.some(1, genLabels)...)})
	}
	for range g.n(6) {
		key := [2]int{1 + g.n(2), g.n(genLits)}
		if _, ok := w.attrs[key]; !ok {
			w.order = append(w.order, key)
		}
		w.attrs[key] = g.n(genLits)
	}
}

func (g *gen) automaton() Automaton {
	a := Automaton{Init: g.n(genStates - 1), Err: lattice.SetOf(genStates - 1)}
	if g.chance(0.02) {
		a.Init = genStates - 1
	}
	for range g.n(6) {
		to := g.n(genStates)
		if to == genStates-1 && g.chance(0.5) {
			to = g.n(genStates - 1)
		}
		a.Trans = append(a.Trans, Trans{g.n(genStates), g.anyOr(0.1, genTools), g.guard(1), to})
	}
	return a
}

func (g *gen) pick(bound []int) int {
	if len(bound) > 0 && g.chance(0.97) {
		return bound[g.n(len(bound))]
	}
	return g.n(genVars)
}

// steps returns a sequence and the variables surely bound after it.
func (g *gen) steps(depth, max int, bound []int) ([]Step, []int) {
	out, b := []Step{}, slices.Clone(bound)
	for range g.n(max + 1) {
		switch {
		case depth > 0 && g.chance(0.2):
			var c *Cond
			c, b = g.cond(depth, max, b)
			out = append(out, c)
		case depth > 0 && g.chance(0.25):
			l := &Loop{ID: g.loops, Coll: g.pick(b), Item: g.n(genVars)}
			g.loops++
			l.Body, _ = g.steps(depth-1, max, append(slices.Clone(b), l.Item))
			out = append(out, l)
		case len(g.w.Rules) > 0 && g.chance(0.15):
			var chain []Step
			chain, b = g.chain(b)
			out = append(out, chain...)
		default:
			c := g.call(b)
			if c.Bind != None {
				b = append(b, c.Bind)
			}
			out = append(out, c)
		}
	}
	return out, b
}

func (g *gen) cond(depth, max int, b []int) (*Cond, []int) {
	c := &Cond{Reads: []int{}}
	for range g.n(3) {
		c.Reads = append(c.Reads, g.pick(b))
	}
	var then, otherwise []int
	c.Then, then = g.steps(depth-1, max, b)
	c.Else, otherwise = g.steps(depth-1, max, b)
	for _, x := range otherwise {
		if slices.Contains(then, x) {
			b = append(b, x)
		}
	}
	return c, b
}

func (g *gen) call(b []int) *Call {
	c := &Call{ID: g.calls, Tool: g.n(genTools), Bind: g.anyOr(0.25, genVars)}
	g.calls++
	for range g.n(3) {
		c.Args = append(c.Args, g.arg(b))
	}
	return c
}

func (g *gen) arg(b []int) Arg {
	a := Arg{Param: g.n(genParams)}
	switch {
	case g.chance(0.35):
		a.Lit = g.n(genLits)
	case g.chance(0.2):
		a.Mix, a.Refs = true, []int{g.pick(b), g.pick(b)}
	default:
		a.Refs = []int{g.pick(b)}
	}
	return a
}

// chain is a way that data of a rule takes: a source, then sanitizers of the
// rule and other tools in any number and order, then a sink.
func (g *gen) chain(b []int) ([]Step, []int) {
	r := &g.w.Rules[g.n(len(g.w.Rules))]
	var out []Step
	x := g.n(genVars)
	next := func(tool, bind int, args ...Arg) {
		out = append(out, &Call{ID: g.calls, Tool: tool, Bind: bind, Args: args})
		g.calls++
		if bind != None {
			b = append(b, bind)
		}
	}
	source := g.n(genTools)
	for _, i := range g.w.Intro {
		if r.srcMatch(i.Label) {
			source = i.Tool
		}
	}
	next(source, x)
	for range g.n(4) {
		tool, bind := g.n(genTools), g.n(genVars)
		if g.chance(0.4) && !r.Sanitizers.Empty() {
			tool = r.Sanitizers.Min()
		}
		next(tool, bind, Arg{Param: g.n(genParams), Refs: []int{x}})
		x = bind
	}
	sink, param := r.Sink, r.Param
	if sink == Any {
		sink = g.n(genTools)
	}
	if param == Any {
		param = g.n(genParams)
	}
	next(sink, None, Arg{Param: param, Refs: []int{x}})
	return out, b
}
