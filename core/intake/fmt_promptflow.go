package intake

import (
	"strings"

	"planproof/core/doc"
)

// promptflowFormat reads flow.dag.yaml of Prompt flow: nodes that take what other nodes put out.
//
//	a node of type python   a call of the tool that its file is called
//	llm, prompt, custom     calls of llm and prompt with the template's file, and of the package's tool
//	${inputs.x}             an input variable; its default is the input's value
//	${node.output.a}        a reference to a part of what the node put out
//	activate when … is      a conditional; a node that is passed by puts out null, and is passed by as well when all
//	                        nodes that it takes from are
//	variants                the default one, with a note
//	outputs                 checked, and no steps
//
// Nodes only say what they need, so they are written in an order that gives each what it needs, as they stand in the file
// otherwise; a note says so. Nodes that need each other are a cycle and refused.
var promptflowFormat = &Format{ID: "promptflow", Name: "Prompt flow", Detect: detectPromptflow, Import: importPromptflow}

func detectPromptflow(p *Piece) Score {
	nodes := p.Tree.Get("nodes").List()
	if p.Tree.Get("entry").Is(doc.SyntaxText) && (strings.Contains(p.Tree.Str("$schema"), "promptflow") || strings.Contains(p.Tree.Str("entry"), ":")) {
		return Likely
	}
	if len(nodes) == 0 || !p.Tree.Get("inputs").Is(doc.SyntaxObject) && !p.Tree.Get("outputs").Is(doc.SyntaxObject) {
		return No
	}
	if strings.Contains(p.Tree.Str("$schema"), "promptflow") {
		return Sure
	}
	for _, n := range nodes {
		if !n.Has("name") || n.Get("source") == nil && n.Get("use_variants") == nil {
			return No
		}
	}
	return Sure - 5
}

// A promptflow is such a flow under way.
type promptflow struct {
	notes  *Notes
	names  Names
	inputs map[string]string
	nodes  map[string]*pfNode
	order  []string
}

// A pfNode is a node, or the default variant of one.
type pfNode struct {
	*doc.Syntax
	name  string
	at    doc.Range
	bind  string
	needs []string
	guard string // the condition under which it runs; "" is always
}

func importPromptflow(p *Piece, notes *Notes) (*Draft, *Refusal) {
	if entry := p.Tree.Get("entry"); entry != nil {
		return nil, &Refusal{Construct: "code", Names: []string{entry.AsText()}, At: entry.Where(), Message: "the flow is a function of Python, " + ticked(entry.AsText()) + ", which is not in the file",
			Hint: "paste a flow.dag.yaml, or the function itself"}
	}
	f := &promptflow{notes: notes, inputs: map[string]string{}, nodes: map[string]*pfNode{}}
	plan := &Plan{Title: p.Tree.Str("name"), Goal: p.Tree.Str("description"), At: p.Tree.Where()}
	for _, m := range p.Tree.Get("inputs").Fields() {
		in := Input{Name: f.names.Fresh(m.Key.Value), At: m.Key.Range}
		if d := m.Value.Get("default"); d != nil {
			in.Value = d.Value()
		}
		f.inputs[m.Key.Value] = in.Name
		plan.Inputs = append(plan.Inputs, in)
	}
	if refused := f.collect(p.Tree); refused != nil {
		return nil, refused
	}
	order, cycle := byNeeds(f.order, func(id string) []string { return f.nodes[id].needs })
	if cycle != nil {
		return nil, &Refusal{Construct: "cycle", Names: cycle, At: f.nodes[cycle[0]].at, Message: "nodes need each other: " + chain(append(cycle, cycle[0])), Hint: "let one of them start from the inputs"}
	}
	if refused := f.outputs(p.Tree); refused != nil {
		return nil, refused
	}
	for _, id := range order {
		steps, refused := f.node(f.nodes[id])
		if refused != nil {
			return nil, refused
		}
		plan.Steps = append(plan.Steps, steps...)
	}
	plan.Steps = prune(plan.Steps)
	if len(order) > 1 {
		notes.Guess(p.Tree.Get("nodes").Where(), "nodes run as soon as they have what they need; they are written one after the other here")
	}
	return &Draft{Plans: []*Plan{plan}}, nil
}

// collect takes the nodes and what each needs.
func (f *promptflow) collect(tree *doc.Syntax) *Refusal {
	if refused := tooMany(len(tree.Get("nodes").List()), tree.Where()); refused != nil {
		return refused
	}
	for _, s := range tree.Get("nodes").List() {
		n := &pfNode{Syntax: s, name: s.Str("name"), at: s.Where()}
		if n.name == "" || f.nodes[n.name] != nil {
			return &Refusal{Construct: "name given twice", Names: []string{n.name}, At: s.Where(), Message: "every node has a name of its own", Hint: "give it one"}
		}
		if s.Get("use_variants").AsBool() {
			v := tree.At("node_variants", n.name)
			id := v.Str("default_variant_id")
			if n.Syntax = v.At("variants", id, "node"); n.Syntax == nil {
				return &Refusal{Construct: "variant", Names: []string{n.name}, At: s.Where(), Message: "the node " + ticked(n.name) + " has no default variant", Hint: "name one in node_variants"}
			}
			f.notes.Read(s.Where(), "of the variants of "+ticked(n.name)+" the default one, "+ticked(id)+", is read")
			n.name = s.Str("name")
		}
		n.bind = f.names.Fresh(n.name)
		f.nodes[n.name] = n
		f.order = append(f.order, n.name)
	}
	for _, id := range f.order {
		n := f.nodes[id]
		var refused *Refusal
		eachText(n.Get("inputs"), func(t *doc.Syntax) {
			if r := f.need(n, t); refused == nil {
				refused = r
			}
		})
		if when := n.At("activate", "when"); refused == nil && when != nil {
			refused = f.need(n, when)
		}
		if refused != nil {
			return refused
		}
	}
	return nil
}

// eachText visits the texts in a value.
func eachText(v *doc.Syntax, visit func(*doc.Syntax)) {
	if v.Is(doc.SyntaxText) {
		visit(v)
	}
	for _, item := range v.List() {
		eachText(item, visit)
	}
	for _, m := range v.Fields() {
		eachText(m.Value, visit)
	}
}

// pfWay reads ${a.b.c}; ok is false for any other text.
func pfWay(text string) (parts []string, ok bool) {
	inner, open := strings.CutPrefix(strings.TrimSpace(text), "${")
	inner, closed := strings.CutSuffix(inner, "}")
	if !open || !closed || strings.ContainsAny(inner, "{}") {
		return nil, false
	}
	return strings.Split(strings.TrimSpace(inner), "."), true
}

// need notes what a text takes from another node.
func (f *promptflow) need(n *pfNode, t *doc.Syntax) *Refusal {
	parts, ok := pfWay(t.Text)
	if !ok {
		return nil
	}
	if parts[0] == "inputs" || parts[0] == "flow" {
		if len(parts) < 2 || f.inputs[parts[1]] == "" {
			return f.nowhere(t, strings.Join(parts, "."))
		}
		return nil
	}
	if f.nodes[parts[0]] == nil {
		return f.nowhere(t, parts[0])
	}
	n.needs = append(n.needs, parts[0])
	return nil
}

func (f *promptflow) nowhere(t *doc.Syntax, name string) *Refusal {
	return &Refusal{Construct: "reference to nowhere", Names: []string{name}, At: t.Where(), Message: "there is no node or input " + ticked(name), Hint: "correct the reference, or add what it refers to"}
}

// outputs checks that what the flow puts out is there.
func (f *promptflow) outputs(tree *doc.Syntax) *Refusal {
	for _, m := range tree.Get("outputs").Fields() {
		ref := m.Value.Get("reference")
		parts, ok := pfWay(ref.AsText())
		if ref == nil || !ok && ref.AsText() != "" {
			continue // a literal
		}
		if !ok {
			return &Refusal{Construct: "reference to nowhere", Names: []string{m.Key.Value}, At: ref.Where(), Message: "the output " + ticked(m.Key.Value) + " refers to nothing", Hint: "refer to a node: ${node.output}"}
		}
		if refused := f.need(&pfNode{}, ref); refused != nil {
			return f.nowhere(ref, strings.Join(parts, "."))
		}
	}
	return nil
}
