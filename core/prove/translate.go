package prove

import (
	"errors"
	"math/big"
	"strconv"

	"planproof/core/cond"
	"planproof/core/types"
	"planproof/core/value"
	"planproof/smt"
)

// translator turns a question into terms: every Boolean node of a condition gets two rails, T ("evaluates, truthy")
// and F ("evaluates, falsy"), every other node its definedness and its alternatives. What no theory covers becomes a
// fresh unknown, the same for the same operands; a refutation stays right, a model is then no answer.
type translator struct {
	b       *smt.Builder
	q       *Question
	u       *unknowns
	vars    []symVar // by position in u.vars
	parts   []sval   // by position in u.parts
	memo    map[string]smt.Term
	count   int
	assumed []assertion // facts, and what is true of parts of values
	asked   []assertion // what was asked last
	rails   rails       // of the condition

	readable map[int]string // names of variables in a written question; nil: by ID

	objects []*object     // the open ones
	numbers []*big.Rat    // the constants
	opaque  []opaqueConst // values that stand for themselves among opaque ones

	asksTruth bool // the truth value of an opaque value was asked for
	asksList  bool // it was asked whether an opaque value is a list

	names  []Named         // of the condition in translation
	values map[string]sval // of those names
	work   int             // operations on alternatives made

	partTypes map[string]types.Type // see partNames
	loose     bool                  // see madeUp
}

// maxWork bounds the operations on alternatives in one question: lists in lists are compared pair by pair.
const maxWork = 1 << 19

func newTranslator(q *Question, u *unknowns) *translator { return newNamedTranslator(q, u, nil) }

func newNamedTranslator(q *Question, u *unknowns, readable map[int]string) *translator {
	t := &translator{b: smt.NewBuilderWith(smt.Options{Bad: value.IsBadInAddress}), q: q, u: u, memo: map[string]smt.Term{}, readable: readable}
	t.partTypes = t.partNames(u.parts)
	for _, v := range u.vars {
		t.vars = append(t.vars, t.newVar(v))
	}
	for _, p := range u.parts {
		t.parts = append(t.parts, t.newPart(p))
	}
	for i := range q.Facts {
		f := &q.Facts[i]
		r := t.condition(f.Cond, f.Names)
		holds := r.f
		if f.Holds {
			holds = r.t
		}
		t.assumed = append(t.assumed, assertion{holds, &Premise{Fact: i}})
	}
	t.rails = t.condition(q.Cond, q.Names)
	return t
}

func (t *translator) condition(c *cond.Expr, names []Named) rails {
	t.names, t.values = names, map[string]sval{}
	return t.boolean(c.Root())
}

// solve asks for one outcome under the assumptions; for none, whether these can hold together.
func (t *translator) solve(o cond.Outcome, budget smt.Budget) smt.Result {
	if t.work > maxWork {
		return smt.Result{Reason: errTooMany.Error()}
	}
	t.ask(o)
	return t.b.Solve(t.terms(), budget)
}

var errTooMany = errors.New("the condition compares too many values")

// ask collects the assertions of a question; the goal comes last.
func (t *translator) ask(o cond.Outcome) {
	all := append(t.assumed[:len(t.assumed):len(t.assumed)], unnamed(t.opaqueFacts())...)
	for i := range t.vars {
		all = append(all, t.vars[i].facts...)
	}
	for _, o := range t.objects {
		all = append(all, unnamed(t.sizes(o))...)
	}
	t.asked = append(all, assertion{term: t.goal(o)})
}

// goal says that one of the outcomes happens; for none it says nothing.
func (t *translator) goal(o cond.Outcome) smt.Term {
	b := t.b
	if o == 0 {
		return smt.True // the assumptions alone
	}
	var parts []smt.Term
	if o.Has(cond.CanTrue) {
		parts = append(parts, t.rails.t)
	}
	switch {
	case o.Has(cond.CanFalse | cond.CanError): // the rails exclude each other
		parts = append(parts, b.Not(t.rails.t))
	case o.Has(cond.CanFalse):
		parts = append(parts, t.rails.f)
	case o.Has(cond.CanError):
		parts = append(parts, b.And(b.Not(t.rails.t), b.Not(t.rails.f)))
	}
	return b.Or(parts...)
}

// terms are the assertions of the question without their names.
func (t *translator) terms() []smt.Term {
	out := make([]smt.Term, len(t.asked))
	for i, a := range t.asked {
		out[i] = a.term
	}
	return out
}

// unnamed are assertions that need no mention in a core.
func unnamed(ts []smt.Term) []assertion {
	out := make([]assertion, len(ts))
	for i, term := range ts {
		out[i].term = term
	}
	return out
}

// nameOf is the name of a variable's terms, another for every variable.
func (t *translator) nameOf(v *Var) string {
	if name, ok := t.readable[v.ID]; ok {
		return name
	}
	return "v" + strconv.Itoa(v.ID)
}

// fresh is an unknown of the given sort, the same for the same key.
func (t *translator) fresh(key string, s smt.Sort, reason string) smt.Term {
	key = s.String() + "|" + key
	if f, ok := t.memo[key]; ok {
		return f
	}
	f := t.b.FreshOf(s, reason)
	t.memo[key] = f
	return f
}

// unique is a key that is like no other.
func (t *translator) unique(what string) string {
	t.count++
	return what + "#" + strconv.Itoa(t.count)
}

// boolean translates a node for its truth value alone.
func (t *translator) boolean(n cond.Node) rails {
	switch n := n.(type) {
	case *cond.Not:
		r := t.boolean(n.X)
		return rails{r.f, r.t}
	case *cond.Bool:
		return t.junction(n)
	case *cond.Compare:
		return t.chain(n)
	case *cond.Lit, *cond.Name, *cond.ListLit, *cond.TupleLit, *cond.Neg, *cond.Arith, *cond.Call, *cond.Index, *cond.Field:
	}
	return t.railsOf(t.value(n))
}

// junction: a and b is T(a)∧T(b), F(a)∨(T(a)∧F(b)); or with the rails swapped.
func (t *translator) junction(n *cond.Bool) rails {
	b := t.b
	r := t.boolean(n.Args[len(n.Args)-1])
	for i := len(n.Args) - 2; i >= 0; i-- {
		first := t.boolean(n.Args[i])
		if n.Op == cond.And {
			r = rails{b.And(first.t, r.t), b.Or(first.f, b.And(first.t, r.f))}
		} else {
			r = rails{b.Or(first.t, b.And(first.f, r.t)), b.And(first.f, r.f)}
		}
	}
	return r
}

// chain: D = D(t0) ∧ X1, Xi = D(ti) ∧ typeok_i ∧ (¬r_i ∨ X(i+1)); T = D ∧ ⋀ r_i, F = D ∧ ¬⋀ r_i.
func (t *translator) chain(n *cond.Compare) rails {
	b := t.b
	operands := make([]sval, len(n.Rest)+1)
	operands[0] = t.value(n.First)
	for i, c := range n.Rest {
		operands[i+1] = t.value(c.Node)
	}
	def, all := smt.True, smt.True
	for i := len(n.Rest) - 1; i >= 0; i-- {
		r := t.compare(n.Rest[i].Op, operands[i], operands[i+1])
		def = b.And(operands[i+1].def, r.def, b.Or(b.Not(r.holds), def))
		all = b.And(r.holds, all)
	}
	def = b.And(operands[0].def, def)
	return rails{b.And(def, all), b.And(def, b.Not(all))}
}

// value translates a node to its alternatives.
func (t *translator) value(n cond.Node) sval {
	switch n := n.(type) {
	case *cond.Lit:
		return t.constant(n.Value)
	case *cond.Name:
		return t.name(n.Name)
	case *cond.ListLit:
		return t.sequence(n.Items, false)
	case *cond.TupleLit:
		return t.sequence(n.Items, true)
	case *cond.Not, *cond.Compare:
		return t.fromRails(t.boolean(n))
	case *cond.Bool:
		return t.limited(t.junctionValue(n))
	case *cond.Neg:
		return t.neg(t.value(n.X))
	case *cond.Arith:
		return t.limited(t.arith(n.Op, t.value(n.X), t.value(n.Y)))
	case *cond.Call:
		return t.limited(t.call(n))
	case *cond.Index:
		return t.limited(t.index(t.value(n.X), t.value(n.I)))
	case *cond.Field:
		return t.limited(t.field(t.value(n.X), n.Name))
	}
	return nothing
}

// name is the value of a name; lists are translated once.
func (t *translator) name(name string) sval {
	if v, ok := t.values[name]; ok {
		return v
	}
	v := nothing
	if s, ok := lookup(t.names, name); ok {
		v = t.symbol(s)
	}
	t.values[name] = v
	return v
}

func (t *translator) sequence(nodes []cond.Node, tuple bool) sval {
	items := make([]sval, len(nodes))
	def := make([]smt.Term, len(nodes))
	for i, n := range nodes {
		items[i] = t.value(n)
		def[i] = items[i].def
	}
	v := one(alt{shape: shSeq, items: items, tuple: tuple})
	v.def = t.b.And(def...)
	return v
}

// junctionValue is the operand that decides: D = D_a ∧ (stop ∨ D_b), and the alternatives of either under their guard.
func (t *translator) junctionValue(n *cond.Bool) sval {
	b := t.b
	v := t.value(n.Args[len(n.Args)-1])
	for i := len(n.Args) - 2; i >= 0; i-- {
		first := t.value(n.Args[i])
		stop := t.truth(first)
		if n.Op == cond.And {
			stop = b.Not(stop)
		}
		v = sval{
			def:  b.And(first.def, b.Or(stop, v.def)),
			alts: append(t.under(stop, first), t.under(b.Not(stop), v)...),
		}
	}
	return v
}

// constant is a known value.
func (t *translator) constant(v value.Value) sval {
	switch v := v.(type) {
	case value.Null:
		return one(alt{shape: shNull})
	case value.Bool:
		return one(alt{shape: shBool, term: t.b.Bool(bool(v))})
	case value.Number:
		t.numbers = append(t.numbers, v.Rat())
		return one(alt{shape: shNumber, term: t.b.Num(ratOf(v))})
	case value.Text:
		return one(alt{shape: shText, term: t.b.Str(string(v))})
	case value.List:
		return one(alt{shape: shSeq, items: t.constants(v)})
	case value.Tuple:
		return one(alt{shape: shSeq, items: t.constants(v), tuple: true})
	case value.Object:
		o := &object{}
		for _, m := range v {
			o.fields = append(o.fields, field{m.Key, smt.True, t.constant(m.Value)})
		}
		return one(alt{shape: shObject, obj: o})
	}
	return nothing
}

func (t *translator) constants(vs []value.Value) []sval {
	out := make([]sval, len(vs))
	for i, v := range vs {
		out[i] = t.constant(v)
	}
	return out
}

func ratOf(n value.Number) smt.Rat {
	if i, ok := n.Int64(); ok {
		return smt.RatInt(i)
	}
	return smt.RatBig(n.Rat())
}

// symbol is the value of a name.
func (t *translator) symbol(s Sym) sval {
	switch s := s.(type) {
	case Known:
		return t.constant(s.Value)
	case *Var:
		return t.vars[t.u.index[s.ID]].val
	case *Part:
		return t.parts[t.u.partAt[s.key()]]
	case *SymList:
		items := make([]sval, len(s.Items))
		for i, item := range s.Items {
			items[i] = t.symbol(item)
		}
		return one(alt{shape: shSeq, items: items})
	case *SymObject:
		o := &object{}
		for _, m := range s.Members {
			o.fields = append(o.fields, field{m.Key, smt.True, t.symbol(m.Sym)})
		}
		return one(alt{shape: shObject, obj: o})
	}
	return nothing
}
