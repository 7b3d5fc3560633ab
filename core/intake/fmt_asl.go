package intake

import (
	"strings"

	"planproof/core/doc"
)

// aslFormat reads state machines in the Amazon States Language, with JSONPath and with JSONata.
//
//	Task          a call: the tool is the service's action ("s3:deleteObjects") or the function ("lambda:Name"); the
//	              arguments are Parameters (Arguments); a task token is an argument like any other
//	Pass          no step: it rearranges the document that states hand on
//	Choice        a conditional; rules that conditions can not express are asked of the helper decide
//	Map           a loop; when its result is used, the helper append_item collects it
//	Succeed, Fail the end of their way
//	Wait          dropped, with a note
//	Catch         the helper decide is asked whether the task failed, then its way follows; Retry is dropped, with a note
//	InputPath, Parameters, ResultSelector, ResultPath, OutputPath, Assign, Output
//	              followed symbolically: a path into what a task returned becomes a reference to that part
//	States.Format joined text; other intrinsic functions are asked of the helper compute_value
//	$$.…          an input variable, context; $$.Map.Item.Value is the loop's item
//
// Parallel is refused: a plan has one thing after the other, and which order is right is not said. So is a machine that
// goes round (polling, retrying by hand) and a Map that is read from a store.
var aslFormat = &Format{ID: "asl", Name: "Amazon States Language", Detect: detectASL, Import: importASL}

var aslTypes = []string{"Task", "Pass", "Choice", "Map", "Parallel", "Wait", "Succeed", "Fail"}

func detectASL(p *Piece) Score {
	states := p.Tree.Get("States").Fields()
	if !p.Tree.Get("StartAt").Is(doc.SyntaxText) || len(states) == 0 {
		return No
	}
	for _, t := range aslTypes {
		if states[0].Value.Str("Type") == t {
			return Sure
		}
	}
	return Likely
}

// An asl is a machine under way.
type asl struct {
	dataFlow
	notes       *Notes
	inputName   string
	contextName string
	jsonata     bool
	retries     int
	waits       int
	first       map[string]doc.Range // where something was dropped first
}

func importASL(p *Piece, notes *Notes) (*Draft, *Refusal) {
	a := &asl{notes: notes, first: map[string]doc.Range{}}
	a.inputName, a.contextName = a.names.Fresh("input"), a.names.Fresh("context")
	if p.Tree.Get("States") == nil || p.Tree.Get("StartAt") == nil {
		return nil, notOf(p, "a state machine has StartAt and States")
	}
	steps, _, refused := a.machine(p.Tree, &dataEnv{input: Ref{Name: a.inputName}, vars: map[string]Value{}}, false)
	if refused != nil {
		return nil, refused
	}
	steps = prune(steps)
	plan := &Plan{Goal: p.Tree.Str("Comment"), Steps: steps, At: p.Tree.Where()}
	used := usedNames(steps)
	for _, name := range []string{a.inputName, a.contextName} {
		if used[name] {
			plan.Inputs = append(plan.Inputs, Input{Name: name, At: p.Tree.Where()})
		}
	}
	a.dropped("Retry", a.retries, "what is retried is written once: a call may be made again when it fails")
	a.dropped("Wait", a.waits, "waiting is no step of a plan")
	return &Draft{Plans: []*Plan{plan}}, nil
}

// notOf refuses a piece that is not of the format that --from names.
func notOf(p *Piece, is string) *Refusal {
	at := p.Range
	if p.Tree != nil {
		at = doc.Range{Start: p.Tree.Where().Start, End: p.Tree.Where().Start + 1}
	}
	return &Refusal{Construct: "another format", Message: is + ", and this has not", Hint: "leave out --from", At: at}
}

func (a *asl) dropped(what string, n int, why string) {
	if n > 0 {
		a.notes.Drop(a.first[what], plural(n, "use")+" of "+ticked(what)+" left out: "+why)
	}
}

func (a *asl) count(n *int, what string, at doc.Range) {
	if *n++; *n == 1 {
		a.first[what] = at
	}
}

// machine writes the states of a machine, of a Map's too.
func (a *asl) machine(m *doc.Syntax, env *dataEnv, ends bool) ([]Step, *dataEnv, *Refusal) {
	outer := a.jsonata
	defer func() { a.jsonata = outer }()
	if language := m.Str("QueryLanguage"); language != "" {
		a.jsonata = language == "JSONata"
	}
	states := m.Get("States")
	if refused := tooMany(len(states.Fields()), states.Where()); refused != nil {
		return nil, env, refused
	}
	if refused := aslTargets(m, states); refused != nil {
		return nil, env, refused
	}
	chart := &flowChart[*dataEnv]{ends: ends, notes: a.notes,
		next:  func(id string) []string { return aslNext(states.Get(id)) },
		visit: func(id string, env *dataEnv) (visited[*dataEnv], *Refusal) { return a.state(id, states.Get(id), env) },
		join:  a.join,
		name:  func(id string) string { return id },
		at:    func(id string) doc.Range { return states.Get(id).Where() },
	}
	return chart.run(m.Str("StartAt"), "", env)
}

// aslTargets checks that every name of a state is one.
func aslTargets(m, states *doc.Syntax) *Refusal {
	check := func(name string, at *doc.Syntax) *Refusal {
		if states.Get(name).Is(doc.SyntaxObject) {
			return nil
		}
		return &Refusal{Construct: "pointer to nowhere", Names: []string{name}, At: at.Where(), Message: "there is no state " + ticked(name), Hint: "correct the name, or add the state"}
	}
	if refused := check(m.Str("StartAt"), m); refused != nil {
		return refused
	}
	for _, s := range states.Fields() {
		for _, to := range aslNext(s.Value) {
			if to == "" {
				continue
			}
			if refused := check(to, s.Value); refused != nil {
				return refused
			}
		}
	}
	return nil
}

// aslNext are the states that may follow one: those of the rules and the default of a Choice, those of the catchers and
// the next one of others.
func aslNext(s *doc.Syntax) []string {
	var out []string
	if s.Str("Type") == "Choice" {
		for _, rule := range s.Get("Choices").List() {
			out = append(out, rule.Str("Next"))
		}
		return append(out, s.Str("Default"))
	}
	for _, c := range s.Get("Catch").List() {
		out = append(out, c.Str("Next"))
	}
	if next := s.Str("Next"); next != "" {
		return append(out, next)
	}
	if len(out) > 0 {
		return append(out, "")
	}
	return nil
}

// state writes one state.
func (a *asl) state(id string, s *doc.Syntax, env *dataEnv) (v visited[*dataEnv], refused *Refusal) {
	outer := a.jsonata
	defer func() { a.jsonata = outer }()
	if language := s.Str("QueryLanguage"); language != "" {
		a.jsonata = language == "JSONata"
	}
	if len(s.Get("Retry").List()) > 0 {
		a.count(&a.retries, "Retry", s.Get("Retry").Where())
	}
	switch s.Str("Type") {
	case "Task":
		return a.task(id, s, env)
	case "Pass":
		return a.pass(s, env)
	case "Choice":
		return a.choice(id, s, env)
	case "Map":
		return a.loop(id, s, env)
	case "Wait":
		a.count(&a.waits, "Wait", s.Where())
		return a.passOn(s, env)
	case "Succeed":
		return a.passOn(s, env)
	case "Fail":
		out := *env
		out.dead = true
		return visited[*dataEnv]{env: &out}, nil
	case "Parallel":
		return v, a.parallel(id, s)
	}
	return v, &Refusal{Construct: "state", Names: []string{id}, At: s.Where(), Message: "the state " + ticked(id) + " has no type that is known", Hint: "give it one of " + strings.Join(aslTypes, ", ")}
}

func (a *asl) parallel(id string, s *doc.Syntax) *Refusal {
	names := []string{id}
	for _, b := range s.Get("Branches").List() {
		names = append(names, b.Str("StartAt"))
	}
	return &Refusal{Construct: "parallel join", Names: names, At: s.Where(),
		Message: ticked(id) + " runs several branches at once, and a plan has one thing after the other",
		Hint:    "write the branches one after the other, in the order that is right"}
}

// pass hands on its result, or what its parameters make of the input.
func (a *asl) pass(s *doc.Syntax, env *dataEnv) (visited[*dataEnv], *Refusal) {
	in, refused := a.effective(s, env)
	if refused != nil {
		return visited[*dataEnv]{}, refused
	}
	in.result = in.input
	if r := s.Get("Result"); r != nil {
		in.result = Lit{r.Value()}
	} else if in.result, refused = a.template(s.Get("Parameters"), in, in.input); refused != nil {
		return visited[*dataEnv]{}, refused
	}
	out, refused := a.after(s, env, in)
	return visited[*dataEnv]{env: out}, refused
}

func (a *asl) passOn(s *doc.Syntax, env *dataEnv) (visited[*dataEnv], *Refusal) {
	in, refused := a.effective(s, env)
	if refused != nil {
		return visited[*dataEnv]{}, refused
	}
	out, refused := a.assign(s, env, in, in.input)
	return visited[*dataEnv]{env: out}, refused
}
