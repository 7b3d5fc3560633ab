package intake

import (
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// This file is what a state does to the document: from the input to what its task gets, and from the result to the next
// state's input.

// effective is the input of a state behind its InputPath.
func (a *asl) effective(s *doc.Syntax, env *dataEnv) (*dataEnv, *Refusal) {
	in := *env
	if path := s.Get("InputPath"); path.Is(doc.SyntaxNull) {
		in.input = Lit{value.Object{}}
	} else if path != nil {
		var refused *Refusal
		if in.input, refused = a.expression(path, env); refused != nil {
			return nil, refused
		}
	}
	return &in, nil
}

// after puts a result where the state says. env is the state's input, in what its task had.
func (a *asl) after(s *doc.Syntax, env, in *dataEnv) (*dataEnv, *Refusal) {
	if a.jsonata {
		return a.assign(s, env, in, in.result)
	}
	result := in.result
	if selector := s.Get("ResultSelector"); selector != nil {
		on := *in
		on.input = in.result
		var refused *Refusal
		if result, refused = a.template(selector, &on, in.result); refused != nil {
			return nil, refused
		}
	}
	out := env.input
	switch path := s.Get("ResultPath"); {
	case path == nil:
		out = result
	case path.Is(doc.SyntaxNull):
	default:
		ref, ok := parseExpr(path.AsText(), jsDialect).(*exprRef)
		steps, plain := []value.Value(nil), false
		if ok {
			steps, plain = pathOf(ref.steps)
		}
		if !plain || ref.root != "$" {
			return nil, &Refusal{Construct: "path", At: path.Where(), Message: "a ResultPath that is no way to a field", Hint: "write it like $.field"}
		}
		out = withPart(env.input, steps, result)
	}
	return a.assign(s, env, in, out)
}

// assign follows Assign, Output and OutputPath; out is what the next state gets without them.
func (a *asl) assign(s *doc.Syntax, env, in *dataEnv, out Value) (*dataEnv, *Refusal) {
	next := &dataEnv{input: out, vars: env.vars, order: env.order, item: env.item}
	if vars := s.Get("Assign").Fields(); len(vars) > 0 {
		next.vars = map[string]Value{}
		for k, v := range env.vars {
			next.vars[k] = v
		}
		made, refused := a.template(s.Get("Assign"), in, in.input)
		if refused != nil {
			return nil, refused
		}
		for _, f := range made.(Object).Fields {
			if _, old := next.vars[f.Key]; !old {
				next.order = append(next.order[:len(next.order):len(next.order)], f.Key)
			}
			next.vars[f.Key] = f.Value
		}
	}
	if o := s.Get("Output"); o != nil {
		var refused *Refusal
		if next.input, refused = a.template(o, in, in.input); refused != nil {
			return nil, refused
		}
	}
	if path := s.Get("OutputPath"); path.Is(doc.SyntaxNull) {
		next.input = Lit{value.Object{}}
	} else if path != nil {
		on := *in
		on.input = out
		var refused *Refusal
		if next.input, refused = a.expression(path, &on); refused != nil {
			return nil, refused
		}
	}
	return next, nil
}

// template makes the value that a payload template describes; without one it is missing.
func (a *asl) template(v *doc.Syntax, env *dataEnv, missing Value) (Value, *Refusal) {
	switch {
	case v == nil:
		return missing, nil
	case v.Is(doc.SyntaxObject):
		out := Object{}
		for _, m := range v.Members {
			key, isPath := strings.CutSuffix(m.Key.Value, ".$")
			var made Value
			var refused *Refusal
			if isPath && !a.jsonata {
				made, refused = a.expression(m.Value, env)
			} else {
				key = m.Key.Value
				made, refused = a.template(m.Value, env, nil)
			}
			if refused != nil {
				return nil, refused
			}
			out.Fields = append(out.Fields, Field{key, made})
		}
		return out, nil
	case v.Is(doc.SyntaxList):
		out := List{}
		for _, item := range v.Items {
			made, refused := a.template(item, env, nil)
			if refused != nil {
				return nil, refused
			}
			out.Items = append(out.Items, made)
		}
		return out, nil
	case v.Is(doc.SyntaxText) && a.jsonata && strings.HasPrefix(v.Text, "{%"):
		return a.expression(v, env)
	}
	return Lit{v.Value()}, nil
}

// expression is the value of a path, an intrinsic function or a JSONata expression. What is more than that is computed
// by a helper from everything that it may look at.
func (a *asl) expression(v *doc.Syntax, env *dataEnv) (Value, *Refusal) {
	text, d := v.AsText(), jsDialect
	if a.jsonata {
		text, d = strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(text), "{%"), "%}")), jsonataDialect
	}
	e := parseExpr(text, d)
	if made, ok := valueOf(e, a.resolve(env)); ok {
		return placed(made, v.Where()), nil
	}
	return Computed{text, a.mentioned(text, env), v.Where()}, nil
}

// placed gives references their place.
func placed(v Value, at doc.Range) Value {
	switch v := v.(type) {
	case Ref:
		v.At = at
		return v
	case Joined:
		v.At = at
		return v
	case Computed:
		v.At = at
		return v
	}
	return v
}

// mentioned are the values that an expression which is not understood may look at: the input, the result, and the
// variables whose names stand in it.
func (a *asl) mentioned(text string, env *dataEnv) []Value {
	about := []Value{plainValue(env.input, doc.Range{})}
	if env.result != nil {
		about = append(about, plainValue(env.result, doc.Range{}))
	}
	for _, name := range env.order {
		if strings.Contains(text, "$"+name) {
			about = append(about, plainValue(env.vars[name], doc.Range{}))
		}
	}
	if strings.Contains(text, "$$") || strings.Contains(text, "$states.context") {
		about = append(about, Ref{Name: a.contextName})
	}
	return about
}

// loop writes a Map.
func (a *asl) loop(id string, s *doc.Syntax, env *dataEnv) (v visited[*dataEnv], refused *Refusal) {
	v.label = "Did " + id + " fail?"
	if reader := s.Get("ItemReader"); reader != nil {
		return v, &Refusal{Construct: "item reader", Names: []string{id}, At: reader.Where(),
			Message: "the Map " + ticked(id) + " reads its items from a store", Hint: "read them with a Task before it, and give ItemsPath"}
	}
	if batcher := s.Get("ItemBatcher"); batcher != nil {
		return v, &Refusal{Construct: "item batcher", Names: []string{id}, At: batcher.Where(),
			Message: "the Map " + ticked(id) + " takes its items in batches", Hint: "take them one by one"}
	}
	in, refused := a.effective(s, env)
	if refused != nil {
		return v, refused
	}
	items := in.input
	if from := firstOf(s, "ItemsPath", "Items"); from != nil {
		if items, refused = a.items(from, in); refused != nil {
			return v, refused
		}
	}
	each := &Each{Label: id, Over: plainValue(items, s.Where()), Item: a.names.Fresh(id + "_item"), At: s.Where()}
	body := &dataEnv{vars: env.vars, order: env.order, item: Ref{Name: each.Item}}
	selector := firstOf(s, "ItemSelector", "Parameters")
	inner := *in
	inner.item = body.item
	if body.input, refused = a.template(selector, &inner, body.item); refused != nil {
		return v, refused
	}
	steps, out, refused := a.machine(firstOf(s, "ItemProcessor", "Iterator"), body, true)
	if refused != nil {
		return v, refused
	}
	each.Body = steps
	v.steps, in.result = a.collect(id, each, out)
	if v.env, refused = a.after(s, env, in); refused == nil {
		refused = a.catch(id, s, env, &v)
	}
	return v, refused
}

func (a *asl) items(from *doc.Syntax, in *dataEnv) (Value, *Refusal) {
	if from.Is(doc.SyntaxText) {
		return a.expression(from, in)
	}
	return a.template(from, in, nil)
}

// collect gathers the results of a loop's rounds.
func (a *asl) collect(id string, each *Each, out *dataEnv) ([]Step, Value) {
	all := a.names.Fresh(id)
	each.Body = append(each.Body, &Call{Label: "Collect", Tool: AppendTool, Bind: all, At: each.At, Args: []Arg{
		{"list", Ref{Name: all}, each.At}, {"item", plainValue(out.input, each.At), each.At}}})
	start := &Call{Label: "Begin a list", Tool: PickTool, Bind: all, At: each.At, Args: []Arg{{"value", Lit{value.List{}}, each.At}}}
	return []Step{start, each}, Ref{Name: all}
}
