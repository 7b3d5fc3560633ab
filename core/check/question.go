package check

import (
	"strconv"
	"strings"

	"planproof/core/cond"
	"planproof/core/prove"
	"planproof/core/types"
	"planproof/core/value"
	"planproof/smt"
)

// questions remembers what the prover answered. Questions that differ only in
// which variables they are about are one: a plan asks the same of many calls.
type questions struct {
	answers map[string]prove.Answer
	exprs   map[*cond.Expr]int
	printed map[string]int
	spent   int // see maxQuestions
}

func newQuestions() questions {
	return questions{answers: map[string]prove.Answer{}, exprs: map[*cond.Expr]int{}, printed: map[string]int{}}
}

// decide asks the prover, or remembers.
func (m *questions) decide(q prove.Question, budget smt.Budget) prove.Answer {
	n := &renamer{m: m, vars: map[int]*prove.Var{}}
	asked := n.question(q)
	key := n.key.String()
	a, ok := m.answers[key]
	if !ok {
		if m.spent += questionWork + len(q.Facts); m.spent > maxQuestions {
			unasked := prove.Outcome{Reason: "the verification has asked too many different questions"}
			return prove.Answer{True: unasked, False: unasked, Error: unasked}
		}
		a = prove.Decide(asked, cond.CanTrue|cond.CanFalse|cond.CanError, budget)
		m.answers[key] = a
	}
	a.True, a.False, a.Error = n.back(a.True), n.back(a.False), n.back(a.Error)
	return a
}

// expr numbers expressions; those that print the same are the same.
func (m *questions) expr(e *cond.Expr) int {
	id, ok := m.exprs[e]
	if ok {
		return id
	}
	text := e.String()
	if id, ok = m.printed[text]; !ok {
		id = len(m.printed)
		m.printed[text] = id
	}
	m.exprs[e] = id
	return id
}

// renamer numbers the variables of one question in the order in which they
// appear, and writes the question's key.
type renamer struct {
	m     *questions
	key   strings.Builder
	vars  map[int]*prove.Var
	names []string // the variables' real names, by new number
}

func (n *renamer) question(q prove.Question) prove.Question {
	out := prove.Question{Cond: q.Cond, Names: n.condition(q.Cond, q.Names)}
	for _, f := range q.Facts {
		n.key.WriteString(map[bool]string{true: "|+", false: "|-"}[f.Holds])
		out.Facts = append(out.Facts, prove.Fact{Cond: f.Cond, Holds: f.Holds, Names: n.condition(f.Cond, f.Names)})
	}
	return out
}

func (n *renamer) condition(e *cond.Expr, names []prove.Named) []prove.Named {
	n.key.WriteString(strconv.Itoa(n.m.expr(e)))
	out := make([]prove.Named, len(names))
	for i, name := range names {
		n.key.WriteByte(';')
		n.key.WriteString(name.Name)
		n.key.WriteByte('=')
		out[i] = prove.Named{Name: name.Name, Sym: n.sym(name.Sym)}
	}
	return out
}

func (n *renamer) sym(s prove.Sym) prove.Sym {
	switch s := s.(type) {
	case *prove.Var:
		return n.variable(s)
	case *prove.Part:
		out := *s
		out.Of = n.variable(s.Of)
		n.key.WriteString(s.Path.String())
		n.declared(s.Type, s.Enum, s.Min, s.Max)
		return &out
	case *prove.SymList:
		n.key.WriteByte('[')
		out := &prove.SymList{Items: make([]prove.Sym, len(s.Items))}
		for i, item := range s.Items {
			out.Items[i] = n.sym(item)
			n.key.WriteByte(',')
		}
		n.key.WriteByte(']')
		return out
	case *prove.SymObject:
		n.key.WriteByte('{')
		out := &prove.SymObject{Members: make([]prove.SymMember, len(s.Members))}
		for i, m := range s.Members {
			n.key.Write(value.AppendJSON(nil, value.Text(m.Key)))
			n.key.WriteByte(':')
			out.Members[i] = prove.SymMember{Key: m.Key, Sym: n.sym(m.Sym)}
			n.key.WriteByte(',')
		}
		n.key.WriteByte('}')
		return out
	default:
		prove.AppendSymKey(&n.key, s)
		return s
	}
}

// variable renames a variable; at its first appearance the key gets what is
// known of it.
func (n *renamer) variable(v *prove.Var) *prove.Var {
	if x, ok := n.vars[v.ID]; ok {
		n.key.WriteByte('$')
		n.key.WriteString(x.Name)
		return x
	}
	x := *v
	x.ID, x.Name = len(n.names)+1, strconv.Itoa(len(n.names))
	n.vars[v.ID] = &x
	n.names = append(n.names, v.Name)
	n.key.WriteString("$" + x.Name)
	n.declared(v.Type, v.Enum, v.Min, v.Max)
	return &x
}

// declared writes what is known of a variable or part.
func (n *renamer) declared(t types.Type, enum []value.Value, low, high *value.Number) {
	n.key.WriteString(":" + t.String())
	if enum != nil {
		n.key.Write(value.AppendJSON(nil, value.List(enum)))
	}
	for _, limit := range []*value.Number{low, high} {
		if n.key.WriteByte('~'); limit != nil {
			n.key.WriteString(limit.String())
		}
	}
}

// back gives a witness and a core the real names.
func (n *renamer) back(o prove.Outcome) prove.Outcome {
	o.Core = append([]prove.Premise(nil), o.Core...)
	for i, p := range o.Core {
		if number, err := strconv.Atoi(p.Var); err == nil && p.Fact < 0 {
			o.Core[i].Var = n.names[number]
		}
	}
	if len(o.Witness) == 0 {
		return o
	}
	witness := make([]prove.NamedValue, len(o.Witness))
	for i, w := range o.Witness {
		number, _ := strconv.Atoi(w.Name)
		witness[i] = prove.NamedValue{Name: n.names[number], Value: w.Value}
	}
	o.Witness = witness
	return o
}
