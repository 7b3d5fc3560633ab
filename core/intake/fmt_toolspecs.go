package intake

import (
	"planproof/core/doc"
	"planproof/core/value"
)

// toolList reads lists of tools as agent libraries write them: OpenAI function schemas (with and without the wrapper
// "function"), Anthropic's input_schema, Gemini's functionDeclarations, LangChain's args, smolagents' inputs, plain lists
// of {"name","description","params"}, and objects whose members are such lists.
//
// Maps: name, description and the schema of the arguments, see schemaReader; a type as text like "array<string>|null".
// Dropped: strict, examples, cache settings. A tool says nothing of its contract: pre- and postconditions are empty.
var toolList = &Format{ID: "tool-specs", Name: "tool specs", Detect: detectToolList, Import: importToolList}

// paramKeys are where a tool's arguments are declared.
var paramKeys = []string{"parameters", "input_schema", "inputSchema", "params", "parameters_json_schema", "args_schema", "args", "inputs",
	"query_parameters", "path_parameters"}

// isTool reports whether v declares a tool.
func isTool(v *doc.Syntax) bool {
	if v.Get("function").Is(doc.SyntaxObject) {
		v = v.Get("function")
	}
	if v.Str("name") == "" {
		return false
	}
	for _, key := range paramKeys {
		if p := v.Get(key); p.Is(doc.SyntaxObject) && (key != "args" && key != "parameters" || v.Has("description") || schemaLike(p)) || p.Is(doc.SyntaxList) && v.Has("description") {
			return true
		}
	}
	return false
}

// schemaLike reports whether an object declares values instead of giving them.
func schemaLike(v *doc.Syntax) bool { return v.Has("properties") || v.Str("type") == "object" }

func isToolList(v *doc.Syntax) bool {
	items := v.List()
	return len(items) > 0 && isTool(items[0]) && isTool(items[len(items)-1])
}

func detectToolList(p *Piece) Score {
	v := p.Tree
	switch {
	case p.Syntax == Lines:
		return rowsScore(p.Rows, isTool, Likely)
	case isToolList(v), isToolList(v.Get("tools")), isToolList(v.Get("functions")), isToolList(v.Get("functionDeclarations")):
		return Likely
	case isTool(v):
		return Likely
	}
	for _, m := range v.Fields() {
		if isToolList(m.Value.Get("tools")) {
			return Likely
		}
	}
	return No
}

func importToolList(p *Piece, notes *Notes) (*Draft, *Refusal) {
	d := &Draft{}
	switch v := p.Tree; {
	case p.Syntax == Lines:
		for _, row := range p.Rows {
			d.Tools = append(d.Tools, toolSpec(row, notes)...)
		}
	case v.Is(doc.SyntaxList):
		d.Tools = toolSpecs(v, notes)
	case isTool(v):
		d.Tools = toolSpec(v, notes)
	default:
		for _, key := range []string{"tools", "functions", "functionDeclarations"} {
			d.Tools = append(d.Tools, toolSpecs(v.Get(key), notes)...)
		}
		for _, m := range v.Fields() {
			d.Tools = append(d.Tools, toolSpecs(m.Value.Get("tools"), notes)...)
		}
	}
	if len(d.Tools) == 0 {
		return nil, &Refusal{Construct: "no tools", At: p.Range, Message: "there is no tool with a name and parameters here", Hint: "paste the list of tools"}
	}
	return d, nil
}

// toolSpecs reads a list of tools; what is none (a built-in tool of an interface) is dropped with a note.
func toolSpecs(v *doc.Syntax, notes *Notes) []doc.ToolSpec {
	var out []doc.ToolSpec
	for _, item := range v.List() {
		if list := item.Get("functionDeclarations"); list != nil {
			out = append(out, toolSpecs(list, notes)...)
			continue
		}
		specs := toolSpec(item, notes)
		if len(specs) == 0 {
			notes.Drop(item.Range, "a tool without a name or parameters was passed over")
		}
		out = append(out, specs...)
	}
	return out
}

// toolSpec reads one tool; none when v declares no tool.
func toolSpec(v *doc.Syntax, notes *Notes) []doc.ToolSpec {
	root := v
	if f := v.Get("function"); f.Is(doc.SyntaxObject) {
		v = f
	}
	name := v.Str("name")
	if name == "" {
		return nil
	}
	spec := doc.ToolSpec{Name: doc.Text{Value: name, Range: v.Get("name").Range}, Description: or(v.Str("description"), v.Str("title")), ReturnType: "Any", Range: v.Range}
	for _, key := range paramKeys {
		p := v.Get(key)
		switch {
		case p == nil:
		case p.Is(doc.SyntaxList):
			spec.Params = append(spec.Params, listParams(p, notes)...)
		case schemaLike(p) || p.Has("oneOf") || p.Has("anyOf") || p.Has("$ref") || p.Has("allOf"):
			spec.Params = append(spec.Params, schemaSpec(name, "", p, or2(root, p), notes).Params...)
		default:
			spec.Params = append(spec.Params, namedParams(p, notes)...)
		}
	}
	spec.ReturnType = returnType(v, notes)
	return []doc.ToolSpec{spec}
}

// or2 is where the definitions of a schema stand: in the schema, else around it.
func or2(root, schema *doc.Syntax) *doc.Syntax {
	if schema.Has("$defs") || schema.Has("definitions") {
		return schema
	}
	return root
}

// returnType reads what a tool says of its result.
func returnType(v *doc.Syntax, notes *Notes) string {
	r := &schemaReader{root: v, notes: notes}
	for _, key := range []string{"outputSchema", "output_schema"} {
		if s := v.Get(key); s != nil {
			return r.typeName(s)
		}
	}
	for _, key := range []string{"returns", "return_type", "output_type"} {
		switch s := v.Get(key); {
		case s.Is(doc.SyntaxText):
			name, _ := writtenType(s.Text)
			return name
		case s.Has("type"):
			return r.typeName(s)
		}
	}
	if v.Get("output_parameters").Is(doc.SyntaxObject) {
		return "dict"
	}
	return "Any"
}

// listParams reads parameters that are a list of {"name", "type", …}.
func listParams(v *doc.Syntax, notes *Notes) []doc.Param {
	var out []doc.Param
	for _, item := range v.Items {
		name := item.Str("name")
		if name == "" {
			notes.Drop(item.Range, "a parameter without a name was passed over")
			continue
		}
		out = append(out, writtenParam(doc.Text{Value: name, Range: item.Get("name").Range}, item, notes))
	}
	return out
}

// namedParams reads parameters that are an object of names, each with a schema or a type.
func namedParams(v *doc.Syntax, notes *Notes) []doc.Param {
	var out []doc.Param
	for _, m := range v.Fields() {
		out = append(out, writtenParam(m.Key, m.Value, notes))
	}
	return out
}

// writtenParam reads a parameter that says itself whether it is required. One that does not is.
func writtenParam(name doc.Text, v *doc.Syntax, notes *Notes) doc.Param {
	required := v.Get("required")
	optional := required.Is(doc.SyntaxFalse) || v.Get("nullable").AsBool() || v.Get("optional").AsBool()
	r := &schemaReader{root: v, notes: notes}
	p := r.param(name, v, !optional)
	switch t := v.Get("type"); {
	case v.Is(doc.SyntaxText):
		p.Type.Value, p.Enum = writtenType(v.Text)
	case t.Is(doc.SyntaxText) && typeNames[t.Text] == "":
		var enum []value.Value
		if p.Type.Value, enum = writtenType(t.Text); enum != nil {
			p.Enum = enum
		}
	}
	if optional && p.Default != nil && !required.Is(doc.SyntaxFalse) {
		p.Required = nil
	}
	return p
}
