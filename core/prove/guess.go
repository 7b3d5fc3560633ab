package prove

import (
	"strings"

	"planproof/core/cond"
	"planproof/core/types"
	"planproof/core/value"
)

// guesser makes assignments from the constants of a question. It is deterministic.
type guesser struct {
	u          *unknowns
	candidates [][]value.Value // of every variable
}

// hints are the constants that a question mentions.
type hints struct {
	texts   []string
	numbers []value.Number
	lengths bool // some condition measures a length: numbers may be lengths

	// made are the values of types that were asked for, by name and depth.
	made map[madeKey][]value.Value
}

type madeKey struct {
	name  string
	depth int
}

// maxHints bounds how many constants are taken up, maxCandidates how many values of one variable are tried.
const (
	maxHints      = 24
	maxCandidates = 64
)

func newGuesser(q *Question, u *unknowns) *guesser {
	h := &hints{}
	h.fromExpr(q.Cond)
	for _, n := range q.Names {
		h.fromSym(n.Sym)
	}
	for i := range q.Facts {
		h.fromExpr(q.Facts[i].Cond)
		for _, n := range q.Facts[i].Names {
			h.fromSym(n.Sym)
		}
	}
	g := &guesser{u: u}
	for _, v := range u.vars {
		g.candidates = append(g.candidates, admitted(v, append(h.withParts(v, u.parts), h.candidates(v)...)))
	}
	return g
}

func (h *hints) fromExpr(e *cond.Expr) {
	cond.Walk(e.Root(), func(n cond.Node) {
		switch n := n.(type) {
		case *cond.Lit:
			h.add(n.Value)
		case *cond.Call:
			h.lengths = h.lengths || n.Fn == cond.Len
		}
	})
}

func (h *hints) fromSym(s Sym) {
	switch s := s.(type) {
	case Known:
		h.add(s.Value)
	case *Var:
		if s.Min != nil {
			h.add(*s.Min)
		}
		if s.Max != nil {
			h.add(*s.Max)
		}
	case *Part:
		h.fromSym(s.declared())
	case *SymList:
		for _, item := range s.Items {
			h.fromSym(item)
		}
	case *SymObject:
		for _, m := range s.Members {
			h.fromSym(m.Sym)
		}
	}
}

func (h *hints) add(v value.Value) {
	switch v := v.(type) {
	case value.Text:
		if len(h.texts) < maxHints && len(v) < 4096 {
			h.texts = append(h.texts, string(v))
		}
	case value.Number:
		if len(h.numbers) < maxHints {
			h.numbers = append(h.numbers, v)
		}
	case value.List:
		for _, item := range v {
			h.add(item)
		}
	case value.Object:
		for _, m := range v {
			h.add(m.Value)
		}
	case value.Null, value.Bool, value.Tuple:
	}
}

// candidates are values that the variable admits, likely ones first, each once.
func (h *hints) candidates(v *Var) []value.Value {
	if v.Enum != nil {
		return admitted(v, v.Enum)
	}
	return admitted(v, h.ofType(v.Type, 2))
}

func admitted(v *Var, from []value.Value) []value.Value {
	var out []value.Value
	for _, x := range from {
		if len(out) < maxCandidates && v.admits(x) && !inEnum(out, x) {
			out = append(out, x)
		}
	}
	return out
}

// ofType makes values for the kinds of a type, one of each kind in turn, so that the first few are different. depth
// bounds lists of lists.
func (h *hints) ofType(t types.Type, depth int) []value.Value {
	key := madeKey{t.String(), depth}
	if made, ok := h.made[key]; ok {
		return made
	}
	if h.made == nil {
		h.made = map[madeKey][]value.Value{}
	}
	made := h.makeOfType(t, depth)
	h.made[key] = made
	return made
}

func (h *hints) makeOfType(t types.Type, depth int) []value.Value {
	ks := t.Kinds()
	var rows [][]value.Value
	if ks.Meets(value.TextKind) {
		rows = append(rows, h.textValues())
	}
	if ks.Meets(value.NumberKind) {
		rows = append(rows, h.numberValues(ks.Has(value.FractionKind)))
	}
	if ks.Has(value.BoolKind) {
		rows = append(rows, []value.Value{value.Bool(true), value.Bool(false)})
	}
	if ks.Has(value.NullKind) {
		rows = append(rows, []value.Value{value.Null{}})
	}
	if ks.Has(value.ListKind) {
		rows = append(rows, h.listValues(t.Elems(), depth))
	}
	if ks.Has(value.ObjectKind) {
		rows = append(rows, h.objectValues(t.Values(), depth))
	}
	var out []value.Value
	for i, more := 0, true; more; i++ {
		more = false
		for _, row := range rows {
			if i < len(row) {
				out, more = append(out, row[i]), true
			}
		}
	}
	return out
}

// textValues has the constants and what is near them: addresses at them, malformed ones, longer texts, the empty one.
func (h *hints) textValues() []value.Value {
	var out []value.Value
	add := func(s string) { out = append(out, value.Text(s)) }
	for _, s := range h.texts {
		add(s)
	}
	for i, s := range h.texts {
		if i < 6 && value.RuneCount(s) < 64 {
			add("user@" + s)
		}
	}
	for _, s := range []string{"", "a", "a@b@c", "x", "user@example.com", "A"} {
		add(s)
	}
	for i, s := range h.texts {
		if i < 6 && value.RuneCount(s) < 64 {
			add(s + "x")
			add("x" + s)
			add(flipCase(s))
		}
	}
	for i := 0; i < min(36, len(h.texts)*len(h.texts)); i++ { // what + completes
		s, t := h.texts[i/min(6, len(h.texts))%len(h.texts)], h.texts[i%min(6, len(h.texts))]
		if rest, ok := strings.CutSuffix(s, t); ok {
			add(rest)
		}
		if rest, ok := strings.CutPrefix(s, t); ok {
			add(rest)
		}
	}
	for _, n := range h.numbers {
		if length, ok := n.Int64(); ok && h.lengths && length > 0 && length < 20_000 {
			add(repeated("a", int(length)))
			add(repeated("b", int(length)+1))
		}
	}
	return out
}

func repeated(s string, n int) string {
	out := make([]byte, 0, n*len(s))
	for ; n > 0; n-- {
		out = append(out, s...)
	}
	return string(out)
}

// flipCase changes the case of the first ASCII letter.
func flipCase(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c|0x20 >= 'a' && c|0x20 <= 'z' {
			b[i] = c ^ 0x20
			break
		}
	}
	return string(b)
}

func (h *hints) numberValues(fractions bool) []value.Value {
	var out []value.Value
	one, half := value.Int(1), mustNumber("0.5")
	for _, n := range h.numbers {
		out = append(out, n)
	}
	for _, n := range append([]value.Number{value.Int(0)}, h.numbers...) {
		for _, step := range []value.Number{one, half} {
			if !fractions && step.Cmp(half) == 0 {
				continue
			}
			if m, err := n.Add(step); err == nil {
				out = append(out, m)
			}
			if m, err := n.Sub(step); err == nil {
				out = append(out, m)
			}
		}
	}
	return append(out, value.Int(0), value.Int(2), value.Int(1000000))
}

func mustNumber(s string) value.Number {
	n, err := value.ParseNumber(s)
	if err != nil {
		panic(err)
	}
	return n
}

func (h *hints) listValues(elems []types.Type, depth int) []value.Value {
	out := []value.Value{value.List{}}
	if depth == 0 {
		return out
	}
	for _, e := range elems {
		items := h.ofType(e, depth-1)
		for i, x := range items {
			if i == 12 {
				break
			}
			out = append(out, value.List{x}, value.List{x, items[(i+1)%len(items)]})
		}
		if len(items) > 1 {
			out = append(out, value.List{items[0], items[1], items[len(items)-1]})
		}
	}
	return out
}

func (h *hints) objectValues(values []types.Type, depth int) []value.Value {
	out := []value.Value{value.Object{}}
	if depth == 0 {
		return out
	}
	for _, t := range values {
		items := h.ofType(t, depth-1)
		keys := append(append([]string{}, h.texts[:min(4, len(h.texts))]...), "key")
		for i, key := range keys {
			if len(items) > 0 {
				out = append(out, value.Object{{Key: key, Value: items[i%len(items)]}})
			}
		}
	}
	return out
}

// each visits up to n assignments: all combinations when there are so few, else a fixed sequence of mixtures that
// begins with the first candidates of every variable. visit returns false to stop.
func (g *guesser) each(n int, visit func(*assignment) bool) {
	a := &assignment{u: g.u, values: make([]value.Value, len(g.u.vars))}
	total := 1
	for _, c := range g.candidates {
		if len(c) == 0 {
			return
		}
		total = min(total*len(c), n+1)
	}
	state := uint64(1)
	for i := 0; i < min(n, total); i++ {
		code := i
		for v, c := range g.candidates {
			pick := code % len(c)
			if code /= len(c); total > n && i >= 1 {
				state = state*6364136223846793005 + 1442695040888963407 // Knuth's MMIX generator
				pick = int(state>>33) % len(c)
				if i < 16 { // the likely ones first
					pick = int(state>>33) % min(len(c), 4)
				}
			}
			a.values[v] = c[pick]
		}
		if !visit(a) {
			return
		}
	}
}
