package intake

import (
	"strings"

	"planproof/core/doc"
)

// arazzoFormat reads Arazzo descriptions: workflows over the operations of APIs. Each workflow is a plan.
//
//	a step                    a call: the tool is the operation's ID, or the method and path of operationPath; the call of
//	                          another workflow is a call of workflow:ID
//	parameters, requestBody   the arguments, the body as one
//	the result                {statusCode, header, body}; $response.body#/a/0 is a reference to a part of it
//	$steps.s.outputs.x        what the output of that step refers to
//	$inputs.x#/a              an input variable, or a part of it
//	onSuccess, onFailure      goto and end with their criteria are conditionals; without a match the next step follows
//	successCriteria           a run ends where they do not hold, which the plan does not say: dropped, with a note
//	retry, dependsOn          dropped, with a note
//
// Criteria that are no simple conditions (regex, jsonpath, xpath) are asked of the helper decide. A goto back to a step
// before is a cycle and refused, and so is a goto to another workflow.
var arazzoFormat = &Format{ID: "arazzo", Name: "Arazzo", Detect: detectArazzo, Import: importArazzo}

func detectArazzo(p *Piece) Score {
	if p.Tree.Get("arazzo") != nil && p.Tree.Get("workflows").Is(doc.SyntaxList) {
		return Sure
	}
	return No
}

func importArazzo(p *Piece, notes *Notes) (*Draft, *Refusal) {
	flows := p.Tree.Get("workflows")
	if len(flows.List()) == 0 {
		return nil, notOf(p, "an Arazzo description has a list of workflows")
	}
	d := &Draft{}
	for _, w := range flows.List() {
		z := &arazzo{notes: notes, tree: p.Tree, flow: w, inputs: map[string]string{}, steps: map[string]*azStep{}}
		plan := &Plan{Title: w.Str("workflowId"), Goal: or(w.Str("summary"), w.Str("description")), At: w.Where()}
		if plan.Steps, plan.Refused = z.read(); plan.Refused == nil {
			plan.Inputs = z.given
		} else {
			plan.Steps = nil
		}
		z.leftOut()
		d.Plans = append(d.Plans, plan)
	}
	return d, nil
}

// An arazzo is one workflow under way.
type arazzo struct {
	notes  *Notes
	tree   *doc.Syntax
	flow   *doc.Syntax
	names  Names
	inputs map[string]string // an input's name → that of the plan
	given  []Input
	order  []string
	steps  map[string]*azStep

	criteria, retries int
	first, retried    doc.Range
}

// An azStep is a step with the name of its result.
type azStep struct {
	*doc.Syntax
	bind string
	next string
}

func (z *arazzo) read() ([]Step, *Refusal) {
	if refused := tooMany(len(z.flow.Get("steps").List()), z.flow.Where()); refused != nil {
		return nil, refused
	}
	z.declare()
	for _, s := range z.flow.Get("steps").List() {
		id := s.Str("stepId")
		if id == "" || z.steps[id] != nil {
			return nil, &Refusal{Construct: "step without a name", Names: []string{id}, At: s.Where(), Message: "every step has a stepId of its own", Hint: "give it one"}
		}
		z.steps[id] = &azStep{Syntax: s, bind: z.names.Fresh(id)}
		if z.order = append(z.order, id); len(z.order) > 1 {
			z.steps[z.order[len(z.order)-2]].next = id
		}
	}
	if len(z.order) == 0 {
		return nil, nil
	}
	for _, id := range z.order {
		if refused := z.targets(z.steps[id]); refused != nil {
			return nil, refused
		}
	}
	chart := &flowChart[bool]{next: z.next, visit: z.visit, join: sameEnv[bool], notes: z.notes,
		name: func(id string) string { return id }, at: func(id string) doc.Range { return z.steps[id].Where() }}
	steps, _, refused := chart.run(z.order[0], "", false)
	return steps, refused
}

// declare makes inputs of the properties of the schema of the inputs.
func (z *arazzo) declare() {
	schema := z.flow.Get("inputs")
	if ref := schema.Str("$ref"); ref != "" {
		schema = z.tree.At(strings.Split(strings.TrimPrefix(ref, "#/"), "/")...)
	}
	for _, m := range schema.Get("properties").Fields() {
		z.input(m.Key.Value, m.Key.Range)
	}
}

func (z *arazzo) input(name string, at doc.Range) string {
	if _, ok := z.inputs[name]; !ok {
		z.inputs[name] = z.names.Fresh(name)
		z.given = append(z.given, Input{Name: z.inputs[name], At: at})
	}
	return z.inputs[name]
}

// actions are those of a step, or the workflow's own; references to components are followed.
func (z *arazzo) actions(s *azStep, key, shared string) []*doc.Syntax {
	list := s.Get(key)
	if list == nil {
		list = z.flow.Get(shared)
	}
	var out []*doc.Syntax
	for _, a := range list.List() {
		out = append(out, z.component(a))
	}
	return out
}

// component follows a reference to a reusable object: $components.parameters.page.
func (z *arazzo) component(v *doc.Syntax) *doc.Syntax {
	ref, ok := strings.CutPrefix(v.Str("reference"), "$components.")
	if !ok {
		return v
	}
	if c := z.tree.At(append([]string{"components"}, strings.Split(ref, ".")...)...); c != nil {
		return c
	}
	return v
}

// An azWay is a way out of a step: its condition and the step that it leads to.
type azWay struct {
	action *doc.Syntax
	failed bool
	to     string
}

// ways are those of the actions that lead anywhere but to the next step, in order: what is done on failure first.
func (z *arazzo) ways(s *azStep) []azWay {
	var out []azWay
	for _, a := range z.actions(s, "onFailure", "failureActions") {
		if a.Str("type") == "goto" {
			out = append(out, azWay{a, true, a.Str("stepId")})
		}
	}
	for _, a := range z.actions(s, "onSuccess", "successActions") {
		switch a.Str("type") {
		case "goto":
			out = append(out, azWay{a, false, a.Str("stepId")})
		case "end":
			out = append(out, azWay{a, false, ""})
		}
	}
	return out
}

func (z *arazzo) targets(s *azStep) *Refusal {
	for _, w := range z.ways(s) {
		switch {
		case w.action.Str("workflowId") != "":
			return &Refusal{Construct: "jump", Names: []string{s.Str("stepId"), w.action.Str("workflowId")}, At: w.action.Where(), Message: ticked(s.Str("stepId")) + " goes on in another workflow", Hint: "call the workflow in a step"}
		case w.to != "" && z.steps[w.to] == nil:
			return &Refusal{Construct: "pointer to nowhere", Names: []string{w.to}, At: w.action.Where(), Message: "there is no step " + ticked(w.to), Hint: "correct the name, or add the step"}
		}
	}
	return nil
}

func (z *arazzo) next(id string) []string {
	s := z.steps[id]
	var out []string
	for _, w := range z.ways(s) {
		out = append(out, w.to)
		if z.always(w) {
			return out
		}
	}
	if len(out) == 0 && s.next == "" {
		return nil
	}
	return append(out, s.next)
}

// always tells a way that is taken whenever it is come to.
func (z *arazzo) always(w azWay) bool { return !w.failed && len(w.action.Get("criteria").List()) == 0 }

func (z *arazzo) visit(id string, _ bool) (visited[bool], *Refusal) {
	s := z.steps[id]
	v := visited[bool]{label: "After " + id}
	call := &Call{Label: or(s.Str("description"), id), Tool: z.tool(s), Args: z.args(s), Bind: s.bind, At: s.Where()}
	if len(call.Label) > 80 || strings.Contains(call.Label, "\n") {
		call.Label = id
	}
	v.steps = []Step{call}
	for _, w := range z.ways(s) {
		text := "True"
		criteria := w.action.Get("criteria").List()
		if w.failed {
			text = "not (" + z.criteriaOf(s, s.Get("successCriteria").List(), &v) + ")"
		}
		if len(criteria) > 0 {
			own := z.criteriaOf(s, criteria, &v)
			if text = own; w.failed {
				text = "not (" + z.criteriaOf(s, s.Get("successCriteria").List(), &v) + ") and (" + own + ")"
			}
		}
		if z.always(w) {
			text = ""
		}
		v.conds = append(v.conds, text)
	}
	if len(v.conds) > 0 && v.conds[len(v.conds)-1] != "" {
		v.conds = append(v.conds, "")
	}
	return v, nil
}
