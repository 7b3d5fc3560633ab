package layout

import (
	"slices"
	"sort"
)

// siteKind says which part of a step a value comes from or goes to.
type siteKind uint8

const (
	atCall siteKind = iota // a call's box
	atHead                 // the head of a block
	atItem                 // the item of a loop
	atJoin                 // the ⊔ of a branch
	atInput
)

var kindWords = [...]string{"call", "head", "item", "join", "input"}

// Key names a definition: a call's result ("call"), a loop's item ("item"), a
// branch's join ("join") or an input ("input", with an empty path).
func Key(path, kind, name string) string { return path + "#" + kind + ":" + name }

// def is one definition of a name.
type def struct {
	id      int
	kind    siteKind
	step    *Step // nil for inputs
	name    string
	strands []Strand
	home    *block // the block around it, nil for the plan
	order   int
}

// use is one place that reads a value.
type use struct {
	kind  siteKind
	step  *Step
	join  *def // the join that is fed
	home  *block
	order int
}

type flow struct {
	def *def
	use use
}

// block is a branch or loop with the channel at its right; the plan itself is
// the block without a parent.
type block struct {
	parent *block
	step   *Step
	depth  int
	order  int
	lanes  channel
	joins  []*def
}

// flowFinder walks the plan as the analysis does: branches on copies of the
// environment, loops until the environment at their head is stable.
type flowFinder struct {
	defs   map[string]*def
	flows  map[[2]string]*flow
	order  map[*Step]int
	blocks map[*Step]*block
	list   []*flow
	root   *block
}

// env maps a name to its possible definitions, by id, ascending.
type env map[string][]*def

// nestedPasses bounds the work on loops in loops; deeper ones are walked once
// and may miss wires that go around more than one loop.
const nestedPasses = 4

func findFlows(p *Plan) *flowFinder {
	f := &flowFinder{
		defs: map[string]*def{}, flows: map[[2]string]*flow{}, order: map[*Step]int{},
		blocks: map[*Step]*block{}, root: &block{},
	}
	f.number(p.Steps, f.root, 1)
	e := env{}
	for _, in := range p.Inputs {
		e[in.Name] = []*def{f.def(atInput, nil, in.Name, in.Strands, f.root)}
	}
	f.walk(p.Steps, e, f.root)
	f.prune()
	return f
}

// number gives every step its place in reading order; a branch takes one more
// for the join between its sides.
func (f *flowFinder) number(steps []*Step, home *block, next int) int {
	for _, s := range steps {
		f.order[s] = next
		next++
		if s.Kind == Call {
			continue
		}
		b := &block{parent: home, step: s, depth: home.depth + 1}
		f.blocks[s] = b
		next = f.number(s.Then, b, next)
		b.order = next
		next = f.number(s.Else, b, next+1)
	}
	return next
}

func (f *flowFinder) def(kind siteKind, s *Step, name string, strands []Strand, home *block) *def {
	key, order := Key("", kindWords[kind], name), 0
	if s != nil {
		key, order = Key(s.Path, kindWords[kind], name), f.order[s]
	}
	if kind == atJoin {
		order = home.order
	}
	d := f.defs[key]
	if d == nil {
		d = &def{len(f.defs), kind, s, name, nil, home, order}
		f.defs[key] = d
	}
	d.strands = mergeStrands(d.strands, strands)
	return d
}

func (f *flowFinder) use(defs []*def, u use) {
	for _, d := range defs {
		key := [2]string{d.key(), u.key()}
		if f.flows[key] == nil {
			fl := &flow{d, u}
			f.flows[key] = fl
			f.list = append(f.list, fl)
		}
	}
}

func (d *def) key() string { return Key(d.path(), kindWords[d.kind], d.name) }

func (d *def) path() string {
	if d.step == nil {
		return ""
	}
	return d.step.Path
}

func (u use) key() string {
	if u.kind == atJoin {
		return "join:" + u.join.key()
	}
	return Key(u.step.Path, kindWords[u.kind], "")
}

func (f *flowFinder) walk(steps []*Step, e env, home *block) env {
	for _, s := range steps {
		switch s.Kind {
		case Call:
			for _, a := range s.Args {
				for _, name := range a.Refs {
					f.use(e[name], use{atCall, s, nil, home, f.order[s]})
				}
			}
			if s.Binding != "" {
				e[s.Binding] = []*def{f.def(atCall, s, s.Binding, s.Strands, home)}
			}
		case Branch:
			e = f.branch(s, e, home)
		case Loop:
			e = f.loop(s, e, home)
		}
	}
	return e
}

func (f *flowFinder) branch(s *Step, e env, home *block) env {
	for _, name := range s.HeadRefs {
		f.use(e[name], use{atHead, s, nil, home, f.order[s]})
	}
	b := f.blocks[s]
	yes := f.walk(s.Then, e.clone(), b)
	no := f.walk(s.Else, e.clone(), b)
	out := env{}
	for _, name := range yes.names() {
		other, ok := no[name]
		switch {
		case !ok:
		case sameDefs(yes[name], other):
			out[name] = other
		case b.owns(yes[name]) && b.owns(other):
			out[name] = []*def{f.join(s, b, name, union(yes[name], other))}
		default:
			out[name] = union(yes[name], other)
		}
	}
	return out
}

func (f *flowFinder) join(s *Step, b *block, name string, in []*def) *def {
	d := f.def(atJoin, s, name, nil, b)
	for _, i := range in {
		d.strands = mergeStrands(d.strands, i.strands)
	}
	f.use(in, use{atJoin, s, d, b, b.order})
	return d
}

func (f *flowFinder) loop(s *Step, entry env, home *block) env {
	for _, name := range s.HeadRefs {
		f.use(entry[name], use{atHead, s, nil, home, f.order[s]})
	}
	b := f.blocks[s]
	head := entry.clone()
	for pass := 0; pass < 4; pass++ {
		body := head.clone()
		body[s.Item] = []*def{f.def(atItem, s, s.Item, s.Strands, b)}
		out := f.walk(s.Then, body, b)
		stable := true
		for name := range entry {
			if name == s.Item || out[name] == nil {
				continue
			}
			if merged := union(head[name], out[name]); !sameDefs(merged, head[name]) {
				head[name] = merged
				stable = false
			}
		}
		if stable || b.depth > nestedPasses {
			break
		}
	}
	return head
}

// prune drops joins that nobody reads, and the wires of inputs that are only
// the first value of a name which the loop rebinds: they would say little and
// cross everything.
func (f *flowFinder) prune() {
	for {
		uses, others := map[*def]int{}, map[string]int{}
		for _, fl := range f.list {
			uses[fl.def]++
			if fl.def.kind != atInput {
				others[fl.use.key()+" "+fl.def.name]++
			}
		}
		kept := f.list[:0]
		for _, fl := range f.list {
			deadJoin := fl.use.kind == atJoin && uses[fl.use.join] == 0
			firstOnly := fl.def.kind == atInput && others[fl.use.key()+" "+fl.def.name] > 0
			if !deadJoin && !firstOnly {
				kept = append(kept, fl)
			}
		}
		if len(kept) == len(f.list) {
			break
		}
		f.list = kept
	}
	sort.SliceStable(f.list, func(i, j int) bool {
		a, b := f.list[i], f.list[j]
		if a.def != b.def {
			return a.def.id < b.def.id
		}
		return a.use.order < b.use.order
	})
	seen := map[*def]bool{}
	for _, fl := range f.list {
		if fl.use.kind == atJoin && !seen[fl.use.join] {
			seen[fl.use.join] = true
			fl.use.home.joins = append(fl.use.home.joins, fl.use.join)
		}
	}
}

func (e env) clone() env {
	c := make(env, len(e)+1)
	for k, v := range e {
		c[k] = v
	}
	return c
}

func (e env) names() []string {
	names := make([]string, 0, len(e))
	for n := range e {
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}

func (b *block) owns(defs []*def) bool {
	for _, d := range defs {
		h := d.home
		for h != nil && h != b {
			h = h.parent
		}
		if h == nil {
			return false
		}
	}
	return true
}

func sameDefs(a, b []*def) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func union(a, b []*def) []*def {
	out := append([]*def(nil), a...)
next:
	for _, d := range b {
		for _, o := range a {
			if o == d {
				continue next
			}
		}
		out = append(out, d)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].id < out[j].id })
	return out
}

// mergeStrands keeps one strand a label.
func mergeStrands(a, b []Strand) []Strand {
	out := append([]Strand(nil), a...)
	for _, s := range b {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Label < out[j].Label })
	return out
}
