package cert

import (
	"planproof/core/ir"
	"planproof/core/lattice"
	"planproof/core/wire"
)

// WireVersion is the version of the JSON form.
const WireVersion = 1

// The JSON form names everything as the documents do; the schema is
// schema/certificate.schema.json.
type certWire struct {
	Version int        `json:"version"`
	Loops   []loopWire `json:"loops"`
	Calls   []callWire `json:"calls"`
}

type loopWire struct {
	Path     string       `json:"path"`
	Names    []knownWire  `json:"names"`
	Automata []statesWire `json:"automata"`
}

type knownWire struct {
	Name   string   `json:"name"`
	Rules  []string `json:"rules"`
	Labels []string `json:"labels,omitempty"`
}

type statesWire struct {
	Automaton string   `json:"automaton"`
	States    []string `json:"states"`
}

type callWire struct {
	Path     string         `json:"path"`
	Next     []nextWire     `json:"next,omitempty"`
	Excluded []excludedWire `json:"excluded,omitempty"`
	Holds    []holdsWire    `json:"holds,omitempty"`
}

type nextWire struct {
	Automaton string   `json:"automaton"`
	State     string   `json:"state"`
	Fires     []int    `json:"fires"`
	Stays     bool     `json:"stays"`
	By        string   `json:"by"`
	Facts     []string `json:"facts,omitempty"`
}

type excludedWire struct {
	Rule  string   `json:"rule"`
	By    string   `json:"by"`
	Facts []string `json:"facts,omitempty"`
}

type holdsWire struct {
	Kind      string   `json:"kind"`
	Index     int      `json:"index"`
	Condition string   `json:"condition"`
	By        string   `json:"by"`
	Facts     []string `json:"facts,omitempty"`
}

// What an exclusion rests on, and the two kinds of conditions that hold.
const (
	byEvaluation     = "evaluation"
	bySolver         = "solver"
	kindPrecondition = "precondition"
	kindInvariant    = "invariant"
)

// AppendJSON appends a certificate of the program as JSON.
func AppendJSON(dst []byte, p *ir.Program, c *Certificate) []byte {
	n := modelOf(p, Everything)
	w := certWire{Version: WireVersion, Loops: []loopWire{}, Calls: []callWire{}}
	for i, h := range c.Heads {
		if h != nil {
			w.Loops = append(w.Loops, n.loopWire(i, h))
		}
	}
	calls := make([]callWire, len(n.calls))
	for _, e := range c.Next {
		a := p.Automata[e.Automaton]
		calls[e.Call].Next = append(calls[e.Call].Next, nextWire{a.Name, a.States[e.State], e.Fires, e.Stays, e.Why.by(), e.Why.Facts})
	}
	for _, e := range c.NoRule {
		calls[e.Call].Excluded = append(calls[e.Call].Excluded, excludedWire{n.rules[e.Rule], e.Why.by(), e.Why.Facts})
	}
	for _, e := range c.Holds {
		calls[e.Call].Holds = append(calls[e.Call].Holds, n.holdsWire(e))
	}
	for i := range calls {
		if calls[i].Next != nil || calls[i].Excluded != nil || calls[i].Holds != nil {
			calls[i].Path = n.paths[i]
			w.Calls = append(w.Calls, calls[i])
		}
	}
	return wire.Append(dst, w)
}

func (r Reason) by() string {
	if r.Solver {
		return bySolver
	}
	return byEvaluation
}

func (n *names) holdsWire(e Holds) holdsWire {
	h := n.heldBy[e.Pre]
	w := holdsWire{Kind: kindPrecondition, Index: h.index, Condition: n.conditions[n.Pre[e.Pre].Guard].Written(), By: e.Why.by(), Facts: e.Why.Facts}
	if h.invariant {
		w.Kind = kindInvariant
	}
	return w
}

func (n *names) loopWire(i int, h *Head) loopWire {
	w := loopWire{Path: n.loopPaths[i], Names: []knownWire{}, Automata: []statesWire{}}
	for _, k := range h.Known {
		w.Names = append(w.Names, n.knownWire(k))
	}
	for j, states := range h.Automata {
		a := n.p.Automata[j]
		s := statesWire{Automaton: a.Name, States: []string{}}
		for q := range states.All() {
			s.States = append(s.States, a.States[q])
		}
		w.Automata = append(w.Automata, s)
	}
	return w
}

// knownWire writes the rules that stand for labels as labels, each once.
func (n *names) knownWire(k Known) knownWire {
	w := knownWire{Name: n.vars[k.Var], Rules: []string{}}
	var labels lattice.Set
	for r := range k.Raw.All() {
		switch {
		case r < len(n.p.Rules):
			w.Rules = append(w.Rules, n.rules[r])
		case r < len(n.Rules):
			labels = labels.With(n.Rules[r].Source)
		}
	}
	for l := range labels.All() {
		w.Labels = append(w.Labels, n.labels[l])
	}
	return w
}

// Settle marks every reason that evaluation alone confirms as such: what is
// left to the solver is then what it was needed for.
func Settle(p *ir.Program, c *Certificate) {
	n := modelOf(p, Everything)
	k := newChecker(&n.Model, c)
	k.names = n
	for i := range c.Next {
		c.Next[i].Why = k.settled(c.Next[i].Why, func() bool { return k.nextJustified(&c.Next[i]) })
	}
	for i := range c.NoRule {
		c.NoRule[i].Why = k.settled(c.NoRule[i].Why, func() bool { return k.ruleJustified(&c.NoRule[i]) })
	}
	for i := range c.Holds {
		c.Holds[i].Why = k.settled(c.Holds[i].Why, func() bool { return k.holdsJustified(&c.Holds[i]) })
	}
}

// settled is the reason without the solver when checking adds no obligation.
func (k *checker) settled(why Reason, check func() bool) Reason {
	before := len(k.verdict.Obligations)
	if check() && len(k.verdict.Obligations) == before {
		return Reason{}
	}
	return why
}
