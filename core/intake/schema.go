package intake

import (
	"slices"
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// A schemaReader makes parameters of a JSON Schema.
//
// Maps: type → type (a list of types and anyOf/oneOf of plain types → "a | b", an array → list[T]), properties →
// parameters, required, default, enum and const, minimum and maximum, $ref inside of the document, allOf and the
// variants of a top-level anyOf/oneOf (their properties together; required is what all require).
//
// Dropped: pattern, format, length and item counts, exclusive bounds, additionalProperties, and the properties of nested
// objects (a dict is a dict).
type schemaReader struct {
	root  *doc.Syntax // where #/… begins
	notes *Notes
	depth int
}

// mostRefs bounds how far $ref is followed.
const mostRefs = 16

// schemaSpec makes a tool spec of a name and the schema of its arguments; root holds the definitions.
func schemaSpec(name, description string, schema, root *doc.Syntax, notes *Notes) doc.ToolSpec {
	r := &schemaReader{root: root, notes: notes}
	t := doc.ToolSpec{Name: doc.Text{Value: name}, Description: description, ReturnType: "Any"}
	if schema != nil {
		t.Range = schema.Range
	}
	t.Params = r.params(schema)
	return t
}

// params reads the properties of an object schema, at most once for each name.
func (r *schemaReader) params(schema *doc.Syntax) []doc.Param {
	schema = r.resolve(schema)
	var out []doc.Param
	var required []string
	for _, v := range schema.Get("required").List() {
		required = append(required, v.AsText())
	}
	for _, m := range schema.Get("properties").Fields() {
		out = append(out, r.param(m.Key, m.Value, slices.Contains(required, m.Key.Value)))
	}
	if r.depth > mostRefs {
		return out
	}
	r.depth++
	defer func() { r.depth-- }()
	for _, part := range schema.Get("allOf").List() {
		out = merge(out, r.params(part), nil)
	}
	for _, key := range []string{"oneOf", "anyOf"} {
		out = merge(out, r.variants(schema.Get(key).List()), required)
	}
	return out
}

// variants reads the alternatives of an object: a parameter is required when all of them require it.
func (r *schemaReader) variants(list []*doc.Syntax) []doc.Param {
	var out []doc.Param
	count := map[string]int{}
	for _, v := range list {
		params := r.params(v)
		for _, p := range params {
			if p.IsRequired() {
				count[p.Name.Value]++
			}
		}
		out = merge(out, params, nil)
	}
	for i := range out {
		if count[out[i].Name.Value] < len(list) {
			no := false
			out[i].Required = &no
		}
	}
	return out
}

// merge adds parameters that are not there yet; those named in required are.
func merge(out, more []doc.Param, required []string) []doc.Param {
	for _, p := range more {
		if slices.Contains(required, p.Name.Value) {
			p.Required = nil
		}
		if !slices.ContainsFunc(out, func(q doc.Param) bool { return q.Name.Value == p.Name.Value }) {
			out = append(out, p)
		}
	}
	return out
}

// resolve follows "$ref": "#/a/b".
func (r *schemaReader) resolve(v *doc.Syntax) *doc.Syntax {
	for range mostRefs {
		path, ok := strings.CutPrefix(v.Str("$ref"), "#/")
		if !ok {
			return v
		}
		next := r.root
		for _, key := range strings.Split(path, "/") {
			next = next.Get(strings.ReplaceAll(strings.ReplaceAll(key, "~1", "/"), "~0", "~"))
		}
		if next == nil {
			r.notes.Drop(v.Range, "a reference to a schema that is not in the text; its values may be anything")
			return v
		}
		v = next
	}
	return v
}

// param reads one property.
func (r *schemaReader) param(key doc.Text, schema *doc.Syntax, required bool) doc.Param {
	schema = r.resolve(schema)
	p := doc.Param{Range: key.Range, Name: key, Type: doc.Text{Value: r.typeName(schema)}, Description: schema.Str("description")}
	if !required {
		no := false
		p.Required = &no
	}
	if d := schema.Get("default"); d != nil {
		p.Default = d.Value()
	}
	if c := schema.Get("const"); c != nil {
		p.Enum = []value.Value{c.Value()}
	}
	for _, v := range schema.Get("enum").List() {
		p.Enum = append(p.Enum, v.Value())
	}
	p.Min, p.Max = bound(schema.Get("minimum")), bound(schema.Get("maximum"))
	return p
}

// bound reads a limit.
func bound(v *doc.Syntax) *value.Number {
	if n, ok := v.Value().(value.Number); ok {
		return &n
	}
	return nil
}

// typeNames maps the types of JSON Schema, and the names that people write for them, to ours.
var typeNames = map[string]string{"string": "str", "str": "str", "text": "str", "integer": "int", "int": "int", "long": "int", "number": "number",
	"float": "number", "double": "number", "boolean": "bool", "bool": "bool", "array": "list", "list": "list", "tuple": "list",
	"object": "dict", "dict": "dict", "map": "dict", "json": "dict", "null": "None", "none": "None", "any": "Any", "date": "str", "file": "str",
	"image": "Any", "audio": "Any", "enum": "str"}

// typeName names the type of a schema; what it does not say is Any.
func (r *schemaReader) typeName(schema *doc.Syntax) string {
	schema = r.resolve(schema)
	if r.depth > mostRefs {
		return "Any"
	}
	r.depth++
	defer func() { r.depth-- }()
	switch t := schema.Get("type"); {
	case t.Is(doc.SyntaxText):
		return r.named(t.Text, schema)
	case t.Is(doc.SyntaxList):
		var parts []string
		for _, item := range t.Items {
			parts = append(parts, r.named(item.AsText(), schema))
		}
		return union(parts)
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		if list := schema.Get(key).List(); len(list) > 0 {
			var parts []string
			for _, v := range list {
				parts = append(parts, r.typeName(v))
			}
			return union(parts)
		}
	}
	switch {
	case schema.Has("properties"):
		return "dict"
	case schema.Has("items"):
		return r.named("array", schema)
	case schema.Has("enum"):
		return enumType(schema.Get("enum").List())
	}
	return "Any"
}

func (r *schemaReader) named(name string, schema *doc.Syntax) string {
	out := typeNames[strings.ToLower(name)]
	if out == "" {
		out = "Any"
	}
	if items := schema.Get("items"); out == "list" && items != nil {
		if of := r.typeName(items); of != "Any" {
			return "list[" + of + "]"
		}
	}
	return out
}

// union writes alternatives, each once.
func union(parts []string) string {
	var out []string
	for _, p := range parts {
		if p == "Any" {
			return "Any"
		}
		if !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	if len(out) == 0 {
		return "Any"
	}
	return strings.Join(out, " | ")
}

// enumType is the type of all values of an enumeration.
func enumType(list []*doc.Syntax) string {
	var parts []string
	for _, v := range list {
		switch v.Kind {
		case doc.SyntaxText:
			parts = append(parts, "str")
		case doc.SyntaxNumber:
			parts = append(parts, "number")
		case doc.SyntaxTrue, doc.SyntaxFalse:
			parts = append(parts, "bool")
		case doc.SyntaxNull:
			parts = append(parts, "None")
		case doc.SyntaxList, doc.SyntaxObject:
			parts = append(parts, "Any")
		}
	}
	return union(parts)
}

// writtenType reads types as lists of tools write them in one text: "array<string>", "string|null", "enum(r,rw)".
func writtenType(text string) (string, []value.Value) {
	text = strings.TrimSpace(text)
	if inner, ok := inside(text, "enum(", ")"); ok {
		var enum []value.Value
		for _, item := range strings.Split(inner, ",") {
			enum = append(enum, value.Text(strings.Trim(strings.TrimSpace(item), `"'`)))
		}
		return "str", enum
	}
	var parts []string
	for _, part := range splitOutside(text, '|') {
		part = strings.TrimSpace(part)
		inner, ok := inside(part, "array<", ">")
		if !ok {
			inner, ok = inside(part, "list[", "]")
		}
		if ok {
			of, _ := writtenType(inner)
			part = "list[" + of + "]"
			if of == "Any" {
				part = "list"
			}
		} else if part = typeNames[strings.ToLower(part)]; part == "" {
			part = "Any"
		}
		parts = append(parts, part)
	}
	return union(parts), nil
}

// inside returns what stands between a start and an end.
func inside(s, start, end string) (string, bool) {
	if !strings.HasPrefix(s, start) || !strings.HasSuffix(s, end) || len(s) < len(start)+len(end) {
		return "", false
	}
	return s[len(start) : len(s)-len(end)], true
}

// splitOutside splits at a byte that is in no brackets.
func splitOutside(s string, at byte) []string {
	var out []string
	depth, start := 0, 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '<', '[', '(':
			depth++
		case '>', ']', ')':
			depth--
		case at:
			if depth == 0 {
				out = append(out, s[start:i])
				start = i + 1
			}
		}
	}
	return append(out, s[start:])
}
