package intake

import (
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// kind writes a task by its kind. It sets in.result, the task's output; tasks with tasks inside answer what is known
// behind them.
func (s *serverless) kind(t *swTask, in *dataEnv) ([]Step, *dataEnv, *Refusal) {
	for _, m := range t.body.Members {
		switch m.Key.Value {
		case "call":
			return s.call(t, m.Value, in)
		case "do":
			if t.body.Get("for") != nil {
				continue
			}
			return s.block(m.Value, in, false)
		case "for":
			return s.loop(t, in)
		case "set":
			in.result = s.transform(m.Value, in, nil)
			return nil, nil, nil
		case "listen", "emit", "run":
			return s.action(t, m.Key.Value, m.Value, in)
		case "wait":
			if s.waits++; s.waits == 1 {
				s.first = m.Key.Range
			}
			return nil, nil, nil
		case "raise":
			in.dead = true
			return nil, nil, nil
		case "try":
			return s.try(t, in)
		case "fork":
			return nil, nil, s.fork(t, m.Value)
		}
	}
	return nil, nil, &Refusal{Construct: "task", Names: []string{t.name}, At: t.at, Message: "the task " + ticked(t.name) + " is of no kind that is known", Hint: "give it call, do, for, switch, set, listen, emit, run, try, raise or wait"}
}

func (s *serverless) fork(t *swTask, fork *doc.Syntax) *Refusal {
	names := []string{t.name}
	for _, b := range fork.Get("branches").List() {
		for _, m := range b.Fields() {
			names = append(names, m.Key.Value)
		}
	}
	what := " runs several tasks at once"
	if fork.Get("compete").AsBool() {
		what = " takes the first of several tasks that ends"
	}
	return &Refusal{Construct: "parallel join", Names: names, At: fork.Where(), Message: ticked(t.name) + what + ", and a plan has one thing after the other",
		Hint: "write the tasks one after the other, in the order that is right"}
}

// call writes a call of a service.
func (s *serverless) call(t *swTask, what *doc.Syntax, in *dataEnv) ([]Step, *dataEnv, *Refusal) {
	with := t.body.Get("with")
	c := &Call{Label: t.name, Tool: what.AsText(), Bind: s.names.Fresh(t.name), At: t.at}
	switch what.AsText() {
	case "http":
		c.Tool = strings.ToLower(or(with.Str("method"), "get")) + "_http"
		c.Args = s.args(with, in, "method", "output", "redirect")
	case "openapi":
		c.Tool = or(with.Str("operationId"), "openapi")
		c.Args = s.args(with.Get("parameters"), in)
	case "grpc":
		c.Tool = "grpc:" + with.At("service", "name").AsText() + "." + with.Str("method")
		c.Args = s.args(with.Get("arguments"), in)
	case "mcp":
		c.Tool = or(with.At("parameters", "name").AsText(), "mcp:"+with.Str("method"))
		c.Args = s.args(with.At("parameters", "arguments"), in)
	case "asyncapi":
		c.Tool = "asyncapi:" + or(with.Str("operation"), with.Str("channel"))
		c.Args = s.args(with, in, "document", "operation", "channel", "authentication")
		return s.subscribe(t, c, with.Get("subscription"), in)
	default:
		c.Args = s.args(with, in)
	}
	in.result = Ref{Name: c.Bind, At: t.at}
	return []Step{c}, nil, nil
}

// args makes arguments of the fields of an object, without some. The places in the path of an address, {id}, are fields
// of the input.
func (s *serverless) args(with *doc.Syntax, in *dataEnv, without ...string) []Arg {
	var out []Arg
	for _, m := range with.Fields() {
		skip := false
		for _, key := range without {
			skip = skip || m.Key.Value == key
		}
		if skip {
			continue
		}
		v := s.value(m.Value, in)
		if m.Key.Value == "endpoint" {
			v = s.endpoint(m.Value, in)
		}
		out = append(out, Arg{m.Key.Value, plainValue(v, m.Value.Where()), m.Key.Range})
	}
	return out
}

func (s *serverless) endpoint(v *doc.Syntax, in *dataEnv) Value {
	uri := v
	if v.Is(doc.SyntaxObject) {
		uri = v.Get("uri")
	}
	if !uri.Is(doc.SyntaxText) || strings.HasPrefix(strings.TrimSpace(uri.Text), "${") {
		return s.value(uri, in)
	}
	return holes(uri, []hole{{"{", "}"}}, func(inner string) (Value, bool) {
		return partOf(in.input, value.Text(inner))
	})
}

// subscribe writes a subscription: what it gets is a list, over which its tasks may go.
func (s *serverless) subscribe(t *swTask, c *Call, sub *doc.Syntax, in *dataEnv) ([]Step, *dataEnv, *Refusal) {
	for _, key := range []string{"while", "until"} {
		if end := sub.At("consume", key); end != nil {
			return nil, nil, swWhile(t, end)
		}
	}
	in.result = Ref{Name: c.Bind, At: t.at}
	over := sub.Get("foreach")
	if over == nil {
		return []Step{c}, nil, nil
	}
	steps, refused := s.each(t, in.result, or(over.Str("item"), "item"), over.Get("do"), in)
	return append([]Step{c}, steps...), nil, refused
}

func swWhile(t *swTask, at *doc.Syntax) *Refusal {
	return &Refusal{Construct: "while", Names: []string{t.name}, At: at.Where(), Message: "the rounds of " + ticked(t.name) + " end when a condition says so",
		Hint: "a plan can repeat steps for every element of a list only: give a list, or a number of events to take"}
}

// loop writes a for.
func (s *serverless) loop(t *swTask, in *dataEnv) ([]Step, *dataEnv, *Refusal) {
	if end := t.body.Get("while"); end != nil {
		return nil, nil, swWhile(t, end)
	}
	f := t.body.Get("for")
	over := s.transform(f.Get("in"), in, in.input)
	steps, refused := s.each(t, plainValue(over, f.Where()), or(f.Str("each"), "item"), t.body.Get("do"), in)
	return steps, nil, refused
}

// each writes a loop. In the body the variable is the item; a round reads what the one before handed on, and the first
// what the loop gets: that has a name, which is bound again at the end of every round.
func (s *serverless) each(t *swTask, over Value, item string, body *doc.Syntax, in *dataEnv) ([]Step, *Refusal) {
	each := &Each{Label: t.name, Over: over, Item: s.names.Fresh(item), At: t.at}
	state := s.names.Fresh(t.name + "_state")
	inner := *in
	inner.input = Ref{Name: state}
	inner.vars = map[string]Value{}
	for k, v := range in.vars {
		inner.vars[k] = v
	}
	inner.vars[item] = Ref{Name: each.Item}
	inner.order = append(in.order[:len(in.order):len(in.order)], item)
	var out *dataEnv
	var refused *Refusal
	if each.Body, out, refused = s.block(body, &inner, false); refused != nil {
		return nil, refused
	}
	if c := out.vars["context"]; c != nil && (in.vars["context"] == nil || !sameValue(c, in.vars["context"])) {
		return nil, &Refusal{Construct: "accumulating loop", Names: []string{t.name}, At: t.at, Message: "the rounds of " + ticked(t.name) + " export something to each other",
			Hint: "export behind the loop"}
	}
	take := func(v Value) *Call {
		return &Call{Label: "Take " + state, Tool: PickTool, Bind: state, At: t.at, Args: []Arg{{"value", plainValue(v, t.at), t.at}}}
	}
	each.Body = append(each.Body, take(out.input))
	before := take(in.input)
	in.result = Ref{Name: state}
	return []Step{before, each}, nil
}

// action writes listen, emit and run.
func (s *serverless) action(t *swTask, kind string, v *doc.Syntax, in *dataEnv) ([]Step, *dataEnv, *Refusal) {
	c := &Call{Label: t.name, Tool: kind, Bind: s.names.Fresh(t.name), At: t.at}
	switch kind {
	case "emit":
		c.Tool, c.Args = "emit_event", s.args(v.At("event", "with"), in)
	case "run":
		for _, m := range v.Fields() {
			if m.Value.Is(doc.SyntaxObject) {
				c.Tool, c.Args = "run:"+m.Key.Value, s.args(m.Value, in)
				break
			}
		}
	default:
		c.Args = s.args(v, in, "foreach", "read")
	}
	in.result = Ref{Name: c.Bind, At: t.at}
	if kind == "emit" {
		c.Bind, in.result = "", in.input
	}
	over := v.Get("foreach")
	if over == nil || kind != "listen" {
		return []Step{c}, nil, nil
	}
	steps, refused := s.each(t, in.result, or(over.Str("item"), "item"), over.Get("do"), in)
	return append([]Step{c}, steps...), nil, refused
}

// try writes a task that may fail, and what is done then.
func (s *serverless) try(t *swTask, in *dataEnv) ([]Step, *dataEnv, *Refusal) {
	tries, catch := t.body.Get("try"), t.body.Get("catch")
	do := catch.Get("do")
	if len(tries.List()) > 1 && do != nil {
		names := []string{t.name}
		for _, item := range tries.List() {
			for _, m := range item.Fields() {
				names = append(names, m.Key.Value)
			}
		}
		return nil, nil, &Refusal{Construct: "try", Names: names, At: tries.Where(), Message: ticked(t.name) + " catches errors of several tasks, each of which may be the last one that runs",
			Hint: "catch the errors of one task"}
	}
	steps, out, refused := s.block(tries, in, false)
	if refused != nil || do == nil {
		return steps, out, refused
	}
	bind := s.names.Fresh(t.name + "_outcome")
	steps = append(steps, Decide("How did "+t.name+" end?", "did "+t.name+" fail?", nil, []string{"failed", "well"}, bind, catch.Where()))
	handled := *out
	as := or(catch.Str("as"), "error")
	handled.vars = map[string]Value{as: Computed{"the error of " + t.name, []Value{plainValue(in.input, catch.Where())}, catch.Where()}}
	for k, v := range out.vars {
		handled.vars[k] = v
	}
	handled.order = append(out.order[:len(out.order):len(out.order)], as)
	other, after, refused := s.block(do, &handled, false)
	if refused != nil {
		return nil, nil, refused
	}
	ways := []*flowWay[*dataEnv]{{other, after}, {nil, out}}
	out = s.join(ways, t.at)
	s.notes.Guess(catch.Where(), "the tasks that catch errors of "+ticked(t.name)+" are a way of a decision: whoever runs the plan says whether it failed")
	return append(steps, decision(ways, []string{CondRef(Ref{Name: bind}) + " == 'failed'", ""}, t.name+" failed?", t.at)...), out, nil
}
