package intake

import (
	"slices"
	"strconv"

	"planproof/core/doc"
	"planproof/core/value"
)

// A shelf holds the tool specs of a paste: those that it declares, those drafted from calls, and the helpers.
type shelf struct {
	specs   []doc.ToolSpec
	index   map[string]int
	notes   *Notes
	drafted []string // tools whose spec was drafted
}

// declare adds specs of a piece. Of two specs of one name the first stays.
func (s *shelf) declare(specs []doc.ToolSpec) {
	for _, t := range specs {
		if t.Name.Value == "" {
			s.notes.Drop(t.Range, "a tool without a name was passed over")
			continue
		}
		t.Name.Value = safeTool(t.Name.Value)
		if i, double := s.index[t.Name.Value]; double {
			safe := safeParams(t, s.notes)
			if string(safe.AppendJSON(nil)) == string(s.specs[i].AppendJSON(nil)) {
				continue
			}
			s.notes.Drop(t.Range, "the tool "+ticked(t.Name.Value)+" is declared twice; the first declaration was kept")
			continue
		}
		s.put(safeParams(t, s.notes))
	}
}

func (s *shelf) put(t doc.ToolSpec) {
	if s.index == nil {
		s.index = map[string]int{}
	}
	s.index[t.Name.Value] = len(s.specs)
	s.specs = append(s.specs, t)
}

// reserved are names that a tool can not have.
var reserved = []string{doc.Any, "input", "literal", "unknown"}

// safeTool renames a tool whose name is reserved.
func safeTool(name string) string {
	if slices.Contains(reserved, name) {
		return "tool_" + name
	}
	return name
}

// resultParam is the name that a parameter can not have: contracts mean the result by it.
const resultParam = "result"

// safeParam renames a parameter whose name is reserved.
func safeParam(name string) string {
	if name == resultParam || name == "" {
		return name + "_"
	}
	return name
}

// safeParams renames reserved parameters, and drops a parameter that stands twice.
func safeParams(t doc.ToolSpec, notes *Notes) doc.ToolSpec {
	var params []doc.Param
	for _, p := range t.Params {
		p.Name.Value = safeParam(p.Name.Value)
		if slices.ContainsFunc(params, func(q doc.Param) bool { return q.Name.Value == p.Name.Value }) {
			notes.Drop(p.Name.Range, "the parameter "+ticked(p.Name.Value)+" of "+ticked(t.Name.Value)+" is declared twice; the first one was kept")
			continue
		}
		if p.Type.Value == "" {
			p.Type.Value = "Any"
		}
		params = append(params, p)
	}
	t.Params = params
	if t.ReturnType == "" {
		t.ReturnType = "Any"
	}
	return t
}

// draft adds specs for the tools that a workflow calls and nothing declares, made from the calls.
func (s *shelf) draft(w value.Value) {
	use := usage{tools: map[string]*toolUse{}}
	use.steps(w)
	for _, name := range use.order {
		if _, known := s.index[name]; known {
			continue
		}
		if slices.Contains(helperOrder, name) {
			s.put(helperSpec(name))
			continue
		}
		s.put(use.tools[name].spec(name))
		s.drafted = append(s.drafted, name)
	}
}

// usage is how a workflow calls its tools.
type usage struct {
	tools map[string]*toolUse
	order []string
}

// A toolUse is how one tool is called.
type toolUse struct {
	calls  int
	params []paramUse
}

// A paramUse is what one parameter is given.
type paramUse struct {
	name  string
	calls int
	types []string // of literals, distinct
}

// steps goes through the JSON of a workflow, at any depth.
func (u *usage) steps(v value.Value) {
	switch v := v.(type) {
	case value.List:
		for _, item := range v {
			u.steps(item)
		}
	case value.Object:
		if name, ok := v.Get("tool_name"); ok {
			args, _ := v.Get("arguments")
			u.call(string(name.(value.Text)), args)
			return
		}
		for _, m := range v {
			u.steps(m.Value)
		}
	}
}

func (u *usage) call(name string, args value.Value) {
	t := u.tools[name]
	if t == nil {
		t = &toolUse{}
		u.tools[name] = t
		u.order = append(u.order, name)
	}
	t.calls++
	o, _ := args.(value.Object)
	for _, m := range o {
		t.give(m.Key, m.Value)
	}
}

func (t *toolUse) give(name string, v value.Value) {
	i := slices.IndexFunc(t.params, func(p paramUse) bool { return p.name == name })
	if i < 0 {
		i = len(t.params)
		t.params = append(t.params, paramUse{name: name})
	}
	p := &t.params[i]
	p.calls++
	if kind := typeOf(v); !slices.Contains(p.types, kind) {
		p.types = append(p.types, kind)
	}
}

// typeOf is the type that a literal speaks for: "" for a reference and null.
func typeOf(v value.Value) string {
	switch v := v.(type) {
	case value.Bool:
		return "bool"
	case value.Number:
		return "number"
	case value.Text:
		return "str"
	case value.List:
		return "list"
	case value.Object:
		if _, ref := v.Get("ref"); !ref {
			return "dict"
		}
	case value.Null, value.Tuple:
	}
	return ""
}

// spec declares a tool as its calls have it. A parameter that only references were given, or literals of several
// types, accepts anything; one that a call left out is not required.
func (t *toolUse) spec(name string) doc.ToolSpec {
	out := doc.ToolSpec{Name: doc.Text{Value: name}, ReturnType: "Any",
		Description: "Guessed from " + plural(t.calls, "call") + " in the plan; replace it by the tool's own description."}
	for _, p := range t.params {
		typ := "Any"
		if len(p.types) == 1 && p.types[0] != "" {
			typ = p.types[0]
		}
		param := doc.Param{Name: doc.Text{Value: p.name}, Type: doc.Text{Value: typ}}
		if p.calls < t.calls {
			no := false
			param.Required = &no
		}
		out.Params = append(out.Params, param)
	}
	return out
}

// plural writes a number with its word: "1 call", "3 calls".
func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	if word[len(word)-1] == 'h' {
		word += "e"
	}
	return strconv.Itoa(n) + " " + word + "s"
}
