package layouttest

import (
	"math/rand"
	"strconv"
	"strings"

	"planproof/ui/layout"
)

// RandomPlan is a plan of up to n steps with branches and loops in each
// other, long and short names, many references, and some labels.
func RandomPlan(r *rand.Rand, n int) *layout.Plan {
	g := &planGen{r: r, left: n}
	p := &layout.Plan{}
	for range r.Intn(4) {
		name := g.name()
		g.names = append(g.names, name)
		p.Inputs = append(p.Inputs, layout.Input{Name: name, Strands: g.strands()})
	}
	p.Steps = g.steps("/workflow/steps", 0)
	return p
}

type planGen struct {
	r     *rand.Rand
	left  int
	names []string
}

var words = []string{"a", "x1", "mail", "summary", "customer_record", "very_long_name_of_a_value_that_someone_chose", "Überschrift", "値", "draft"}

func (g *planGen) name() string { return words[g.r.Intn(len(words))] + strconv.Itoa(g.r.Intn(5)) }

func (g *planGen) known() string {
	if len(g.names) == 0 {
		return "nothing"
	}
	return g.names[g.r.Intn(len(g.names))]
}

func (g *planGen) strands() []layout.Strand {
	var out []layout.Strand
	for i := range 6 {
		if g.r.Intn(4) == 0 {
			out = append(out, layout.Strand{Label: i})
		}
	}
	return out
}

func (g *planGen) steps(at string, depth int) []*layout.Step {
	var out []*layout.Step
	for i := 0; g.left > 0 && i < 1+g.r.Intn(6); i++ {
		g.left--
		path := at + "/" + strconv.Itoa(i)
		switch k := g.r.Intn(6); {
		case k == 0 && depth < 4:
			out = append(out, g.branch(path, depth))
		case k == 1 && depth < 4:
			out = append(out, g.loop(path, depth))
		default:
			out = append(out, g.call(path))
		}
	}
	return out
}

func (g *planGen) call(path string) *layout.Step {
	s := &layout.Step{Path: path, Label: "label " + g.name(), Tool: "tool_" + g.name(), Strands: g.strands(), Marks: g.r.Intn(7) - 2}
	for range g.r.Intn(5) {
		name := g.known()
		s.Args = append(s.Args, layout.Arg{Param: g.name(), Text: name + strings.Repeat("!", g.r.Intn(60)), Refs: []string{name}})
	}
	if g.r.Intn(3) > 0 {
		s.Binding = g.name()
		g.names = append(g.names, s.Binding)
	}
	s.Marks = max(s.Marks, 0)
	return s
}

func (g *planGen) branch(path string, depth int) *layout.Step {
	name := g.known()
	s := &layout.Step{Path: path, Kind: layout.Branch, Label: "if", Head: name + " > 0 and " + strings.Repeat("len(x) < 3 or ", g.r.Intn(12)) + "True",
		HeadRefs: []string{name, g.known()}, Note: "undecided: both branches", Lost: g.r.Intn(2) == 0}
	s.Then = g.steps(path+"/conditional/then_steps", depth+1)
	s.Else = g.steps(path+"/conditional/else_steps", depth+1)
	return s
}

func (g *planGen) loop(path string, depth int) *layout.Step {
	name := g.known()
	s := &layout.Step{Path: path, Kind: layout.Loop, Label: "loop", Head: name, HeadRefs: []string{name}, Item: g.name(), Strands: g.strands()}
	g.names = append(g.names, s.Item)
	s.Then = g.steps(path+"/loop/body", depth+1)
	return s
}

// RandomSets are label sets over n labels, without repetition.
func RandomSets(r *rand.Rand, n int) []layout.SetNode {
	seen := map[layout.LabelSet]bool{}
	var out []layout.SetNode
	for range 1 + r.Intn(14) {
		s := layout.LabelSet(r.Int63n(1 << n))
		if seen[s] {
			continue
		}
		seen[s] = true
		var names []string
		for range r.Intn(5) {
			names = append(names, words[r.Intn(len(words))])
		}
		out = append(out, layout.SetNode{Set: s, Names: names})
	}
	return out
}

// RandomAutomaton has up to 7 states and 14 transitions.
func RandomAutomaton(r *rand.Rand) *layout.Automaton {
	a := &layout.Automaton{}
	for i := range 1 + r.Intn(7) {
		a.States = append(a.States, layout.State{Name: words[r.Intn(len(words))] + strconv.Itoa(i), Error: r.Intn(3) == 0})
	}
	a.Initial = r.Intn(len(a.States))
	for range r.Intn(15) {
		a.Edges = append(a.Edges, layout.Edge{From: r.Intn(len(a.States)), To: r.Intn(len(a.States)), Words: words[r.Intn(len(words))] + " == " + words[r.Intn(len(words))]})
	}
	return a
}
