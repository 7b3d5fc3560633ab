package intake

import (
	"strings"

	"planproof/core/doc"
)

// openAPI reads descriptions of HTTP interfaces, OpenAPI 3 and Swagger 2: every operation is a tool.
//
// Maps: operationId → the tool's name (else the method and the path); parameters in path, query, header and cookie, the
// properties of a JSON body and of a form → parameters (a body that is no object → the parameter `body`); summary or
// description → description; the method → a hint for the policy draft.
//
// Dropped: servers, security, responses but for the type of the success, other media types. References into other files
// are not followed; a note says so.
var openAPI = &Format{ID: "openapi", Name: "OpenAPI", Detect: detectOpenAPI, Import: importOpenAPI}

func detectOpenAPI(p *Piece) Score {
	switch v := p.Tree; {
	case v.Has("openapi", "paths"), v.Has("swagger", "paths"):
		return Sure + 5
	case v.Get("paths").Is(doc.SyntaxObject) && len(v.Get("paths").Members) > 0 && strings.HasPrefix(v.Get("paths").Members[0].Key.Value, "/"):
		return Likely
	}
	return No
}

// httpMethods are the keys of a path that are operations.
var httpMethods = map[string]bool{"get": true, "put": true, "post": true, "delete": true, "patch": true, "head": true, "options": true, "trace": true}

// methodClasses says what a method does, as HTTP defines it.
var methodClasses = map[string]class{"get": source, "head": source, "options": source, "trace": source, "put": sink, "post": sink, "patch": sink, "delete": irreversible}

func importOpenAPI(p *Piece, notes *Notes) (*Draft, *Refusal) {
	d := &Draft{}
	r := &schemaReader{root: p.Tree, notes: notes}
	for _, path := range p.Tree.Get("paths").Fields() {
		for _, m := range path.Value.Fields() {
			if httpMethods[strings.ToLower(m.Key.Value)] {
				t := r.operation(path.Key.Value, m, path.Value.Get("parameters"))
				d.Tools = append(d.Tools, t)
				d.hints = append(d.hints, hint{t.Name.Value, methodClasses[strings.ToLower(m.Key.Value)]})
			}
		}
	}
	if len(d.Tools) == 0 {
		return nil, &Refusal{Construct: "no operations", At: p.Range, Message: "the description has no operations", Hint: "paste one with `paths`"}
	}
	return d, nil
}

// operation makes a tool of one method of a path.
func (r *schemaReader) operation(path string, m doc.SyntaxMember, shared *doc.Syntax) doc.ToolSpec {
	op := m.Value
	name := op.Str("operationId")
	if name == "" {
		name = Ident(strings.ToLower(m.Key.Value) + " " + path)
	}
	t := doc.ToolSpec{Range: m.Key.Range, Name: doc.Text{Value: name, Range: m.Key.Range}, ReturnType: "Any",
		Description: or(op.Str("summary"), or(op.Str("description"), strings.ToUpper(m.Key.Value)+" "+path))}
	for _, list := range [][]*doc.Syntax{op.Get("parameters").List(), shared.List()} {
		for _, v := range list {
			t.Params = r.parameter(t.Params, r.resolve(v))
		}
	}
	for _, media := range r.resolve(op.Get("requestBody")).Get("content").Fields() {
		if strings.Contains(media.Key.Value, "json") || strings.Contains(media.Key.Value, "form") {
			t.Params = r.body(t.Params, media.Value.Get("schema"))
			break
		}
	}
	for _, code := range op.Get("responses").Fields() {
		if media := r.resolve(code.Value).Get("content").Fields(); strings.HasPrefix(code.Key.Value, "2") && len(media) > 0 {
			t.ReturnType = r.typeName(media[0].Value.Get("schema"))
			break
		}
	}
	return t
}

// parameter adds one declared parameter; a Swagger 2 body is one too.
func (r *schemaReader) parameter(params []doc.Param, v *doc.Syntax) []doc.Param {
	name := v.Get("name")
	if name.AsText() == "" {
		return params
	}
	schema := v.Get("schema")
	if v.Str("in") == "body" {
		return r.body(params, schema)
	}
	if schema == nil {
		schema = v
	}
	p := r.param(doc.Text{Value: name.Text, Range: name.Range}, schema, v.Get("required").AsBool() || v.Str("in") == "path")
	p.Description = or(v.Str("description"), p.Description)
	return merge(params, []doc.Param{p}, nil)
}

// body adds the properties of a body, or the body itself when it is no object.
func (r *schemaReader) body(params []doc.Param, schema *doc.Syntax) []doc.Param {
	if more := r.params(schema); len(more) > 0 {
		return merge(params, more, nil)
	}
	if schema == nil {
		return params
	}
	return merge(params, []doc.Param{r.param(doc.Text{Value: "body", Range: schema.Range}, schema, true)}, nil)
}
