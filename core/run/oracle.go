package run

import (
	"context"
	"math/rand/v2"
	"strconv"

	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/ir"
	"planproof/core/value"
)

// stage is what all replays of a program share.
type stage struct {
	p      *ir.Program
	shapes []shape
	pool   *pool
	hints  *hints
	nested map[ir.Slot][]ir.Slot // collection → items of the loops over it
	calls  map[string]*ir.Call   // by path
	// anyType lets arguments pass that are not what their parameter declares:
	// a plan may hand a list to a text, and what it does with it is asked all
	// the same.
	anyType bool
}

func newStage(p *ir.Program) *stage {
	s := &stage{p: p, shapes: shapesOf(p), pool: newPool(p), nested: map[ir.Slot][]ir.Slot{}, calls: map[string]*ir.Call{}}
	s.hints = newHints(p, s.shapes)
	s.visit(p.Body)
	return s
}

// oracle chooses the inputs and answers the calls of replays, so that they
// come to one finding's step and break its rule there.
type oracle struct {
	*stage
	hints *hints // toward the step
	// wishes are the witness's values: of names, of the results of calls that
	// bind nothing (by number), of the result of the finding's own call.
	wishes  map[string]value.Value
	target  string
	seed    uint64
	rng     *rand.Rand
	tryNo   int
	at      string // the path of the call that is being made
	inputs  []value.Member
	answers []Answer
}

func (s *stage) oracle(f *finding.Finding) *oracle {
	o := &oracle{stage: s, wishes: map[string]value.Value{}, target: stepOf(f.Path)}
	o.hints = s.hints.toward(o.target)
	o.seed, _ = strconv.ParseUint(f.Fingerprint, 16, 64)
	if f.Witness != nil {
		for _, m := range f.Witness.Bindings {
			if v, ok := parseValue(string(m.Value)); ok {
				o.wishes[m.Key] = v
			}
		}
	}
	return o
}

// visit notes which items loops draw from which collections.
func (o *stage) visit(steps []ir.Step) {
	for _, s := range steps {
		switch s := s.(type) {
		case *ir.Call:
			o.calls[s.Path] = s
		case *ir.Branch:
			o.visit(s.Then)
			o.visit(s.Else)
		case *ir.Loop:
			if len(s.Node.Path) == 0 {
				o.nested[s.Collection] = append(o.nested[s.Collection], s.Item)
			}
			o.visit(s.Body)
		}
	}
}

// parseValue reads a value of a witness as the documents are read.
func parseValue(text string) (value.Value, bool) {
	b, err := doc.ReadBundle([]byte(`{"workflow":{"goal":"","steps":[]},"policy":{"name":"-"},"tools":[],"inputs":{"v":`+text+`}}`), doc.ReadOptions{})
	if err != nil {
		return nil, false
	}
	return b.Inputs[0].Value, true
}

// try begins a try: it chooses the inputs.
func (o *oracle) try(n int) {
	o.tryNo, o.rng = n, rand.New(rand.NewPCG(o.seed, uint64(n)))
	o.inputs, o.answers = nil, nil
	for _, slot := range o.p.Inputs {
		o.inputs = append(o.inputs, value.Member{Key: o.p.Names[slot], Value: o.choose(slot)})
	}
}

// faithful reports whether this try keeps to the witness: the first half of
// each kind do, the others half of the time.
func (o *oracle) faithful() bool {
	return o.tryNo%triesStrict < triesStrict/2 || o.rng.IntN(2) == 0
}

// maxNesting bounds how deep collections of collections are made; a loop may
// go over its own item.
const maxNesting = 3

// choose is a value for a name.
func (o *oracle) choose(slot ir.Slot) value.Value { return o.chooseAt(slot, maxNesting) }

func (o *oracle) chooseAt(slot ir.Slot, depth int) value.Value {
	if v, ok := o.wishes[o.p.Names[slot]]; ok && o.faithful() {
		return v
	}
	if items := o.nested[slot]; depth > 0 && len(items) > 0 && (o.tryNo == 0 || o.rng.IntN(4) > 0) {
		return o.chooseList(items, depth-1)
	}
	return o.complete(&o.shapes[slot], o.fitting(&o.shapes[slot], o.hints.names[slot]), depth)
}

// complete gives a value the parts that the plan takes of it, mostly.
func (o *oracle) complete(s *shape, v value.Value, depth int) value.Value {
	if depth == 0 || o.tryNo > 0 && o.rng.IntN(4) == 0 {
		return v
	}
	for i := range s.parts {
		p := &s.parts[i]
		if _, _, has := p.path.In(v); has {
			continue
		}
		part := o.fitting(&p.shape, nil)
		if p.items != nil {
			part = o.chooseList(p.items, depth-1)
		}
		if made, ok := p.path.Put(v, part); ok && s.admits(made) {
			v = made
		}
	}
	return v
}

// lengths of the collections of loops, by try: some rules break in a later
// round only.
var lengths = [...]int{1, 3, 2, 5, 1, 0, 8}

// chooseList is a collection for loops whose items have these names.
func (o *oracle) chooseList(items []ir.Slot, depth int) value.Value {
	out := value.List{}
	for i := range lengths[o.tryNo%len(lengths)] {
		out = append(out, o.chooseAt(items[i%len(items)], depth))
	}
	return out
}

// fitting is a hint, or a value of the pool that fits the shape.
func (o *oracle) fitting(s *shape, hinted []value.Value) value.Value {
	if len(hinted) > 0 && (o.tryNo == 0 || o.rng.IntN(3) > 0) {
		if o.tryNo == 0 {
			return hinted[0]
		}
		return hinted[o.rng.IntN(len(hinted))]
	}
	for range 40 {
		if v := o.pool.draw(o.rng, s.typ, 3); s.admits(v) {
			return v
		}
	}
	return s.any()
}

// Call answers the call that the run is about to make; watch knows its step.
func (o *oracle) Call(_ context.Context, tool string, _ value.Object) (value.Value, error) {
	v := o.answer(o.calls[o.at], tool)
	o.answers = append(o.answers, Answer{tool, v})
	return v, nil
}

func (o *oracle) answer(c *ir.Call, tool string) value.Value {
	for _, name := range []string{"result_" + strconv.Itoa(c.Index+1), "result." + tool} {
		if v, ok := o.wishes[name]; ok && o.faithful() {
			return v
		}
	}
	if v, ok := o.wishes["result"]; ok && c.Path == o.target && o.faithful() {
		return v
	}
	if c.Bind == ir.None {
		s := shape{typ: c.Tool.Return}
		return o.fitting(&s, o.hints.results[c.Index])
	}
	if _, wished := o.wishes[o.p.Names[c.Bind]]; !wished && len(o.nested[c.Bind]) == 0 && len(o.hints.results[c.Index]) > 0 {
		s := shape{typ: c.Tool.Return}
		return o.complete(&o.shapes[c.Bind], o.fitting(&s, append(o.hints.results[c.Index], o.hints.names[c.Bind]...)), maxNesting)
	}
	return o.choose(c.Bind)
}

func (o *oracle) watch(m *Moment) {
	if m.Kind == MomentCalls {
		o.at = m.Path
	}
}

// scriptFor are the bundle's own answers of a tool.
func scriptFor(b *doc.Bundle, tool string) []value.Value {
	var out []value.Value
	for i := range b.Scripts {
		if s := &b.Scripts[i]; s.Tool.Value == tool && s.Error == nil && s.Result != nil {
			out = append(out, s.Result)
		}
	}
	return out
}
