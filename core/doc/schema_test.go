package doc

import (
	"encoding/json"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"planproof/core/doc/schema"
	"planproof/core/doc/schema/schematest"
	"planproof/core/value"
)

// schemaFile says which file describes the object of a table.
var schemaFile = map[string]string{
	"workflow": schema.Workflow, "step": schema.Workflow, "tool_call": schema.Workflow, "conditional": schema.Workflow, "loop": schema.Workflow,
	"policy": schema.Policy, "taint_rule": schema.Policy, "automaton": schema.Policy, "state": schema.Policy,
	"transition": schema.Policy, "grounding": schema.Policy,
	"tools": schema.Tools, "tool": schema.Tools, "param": schema.Tools,
	"bundle": schema.Bundle, "options": schema.Bundle, "script": schema.Bundle,
}

// handWritten are the definitions that no table stands for.
var handWritten = map[string]bool{"constant": true}

// TestSchemasMatchTables compares every definition of the schemas with the table that the reader uses.
func TestSchemasMatchTables(t *testing.T) {
	checked := map[string]bool{}
	matchTable(t, checked, workflowTable)
	matchTable(t, checked, stepTable)
	matchTable(t, checked, toolCallTable)
	matchTable(t, checked, conditionalTable)
	matchTable(t, checked, loopTable)
	matchTable(t, checked, policyTable)
	matchTable(t, checked, taintTable)
	matchTable(t, checked, automatonTable)
	matchTable(t, checked, stateTable)
	matchTable(t, checked, transitionTable)
	matchTable(t, checked, groundingTable)
	matchTable(t, checked, toolsTable)
	matchTable(t, checked, toolTable)
	matchTable(t, checked, paramTable)
	matchTable(t, checked, bundleTable)
	matchTable(t, checked, optionsTable)
	matchTable(t, checked, scriptTable)
	for _, file := range []string{schema.Workflow, schema.Policy, schema.Tools, schema.Bundle} {
		for name := range definitions(t, file) {
			if !checked[name] && !handWritten[name] {
				t.Errorf("%s: no table for %s", file, name)
			}
		}
	}
}

func definitions(t *testing.T, file string) map[string]any {
	var s struct {
		Defs map[string]any `json:"$defs"`
	}
	if err := json.Unmarshal([]byte(schema.Text(file)), &s); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return s.Defs
}

func matchTable[T any](t *testing.T, checked map[string]bool, tb *table[T]) {
	checked[tb.def] = true
	file := schemaFile[tb.def]
	def, ok := definitions(t, file)[tb.def].(map[string]any)
	if !ok {
		t.Errorf("no schema for %s", tb.def)
		return
	}
	if def["type"] != "object" || def["additionalProperties"] != false {
		t.Errorf("%s: not a closed object", tb.def)
	}
	properties := def["properties"].(map[string]any)
	var required []any
	for i := range tb.fields {
		f := &tb.fields[i]
		if f.required {
			required = append(required, f.name)
		}
		matchField(t, tb.def+"."+f.name, file, f.shape, f.required, f.def, properties[f.name])
		delete(properties, f.name)
	}
	if len(properties) > 0 {
		t.Errorf("%s: the schema has more fields: %v", tb.def, properties)
	}
	if given, _ := def["required"].([]any); !reflect.DeepEqual(given, required) {
		t.Errorf("%s: required %v, want %v", tb.def, given, required)
	}
}

func matchField(t *testing.T, at, file string, s shape, required bool, def value.Value, have any) {
	property, ok := have.(map[string]any)
	if !ok {
		t.Errorf("%s: not in the schema", at)
		return
	}
	if given, ok := property["default"]; ok {
		text, _ := json.Marshal(given)
		if !value.Equal(mustValue(t, text), def) {
			t.Errorf("%s: default %s, want %v", at, text, def)
		}
	}
	text, _ := json.Marshal(fragment(file, s, !required))
	var want any
	json.Unmarshal(text, &want)
	if got := withoutProse(property); !reflect.DeepEqual(got, want) {
		t.Errorf("%s: schema %v, want %v", at, got, want)
	}
}

// withoutProse drops what only informs.
func withoutProse(v any) any {
	m, ok := v.(map[string]any)
	if !ok {
		return v
	}
	out := map[string]any{}
	for k, inner := range m {
		if k != "description" && k != "default" {
			out[k] = withoutProse(inner)
		}
	}
	return out
}

// fragment is the schema of a field.
func fragment(file string, s shape, optional bool) map[string]any {
	switch s.form {
	case textForm:
		return map[string]any{"type": typeName("string", optional)}
	case nameForm:
		return map[string]any{"type": typeName("string", optional), "minLength": 1}
	case boolForm:
		return map[string]any{"type": typeName("boolean", optional)}
	case numberForm:
		return map[string]any{"type": typeName("number", optional)}
	case enumForm:
		return enumFragment(s, optional)
	case listForm:
		out := map[string]any{"type": typeName("array", optional), "items": fragment(file, *s.of, false)}
		if s.nonEmpty {
			out["minItems"] = 1
		}
		return out
	case objectForm:
		return refFragment(file, s, optional)
	case mapForm:
		return map[string]any{"type": typeName("object", optional), "additionalProperties": fragment(file, *s.of, false)}
	case scalarsForm:
		return map[string]any{"$ref": "#/$defs/constant"}
	}
	return map[string]any{}
}

func enumFragment(s shape, optional bool) map[string]any {
	var names []any
	for _, e := range s.enum {
		names = append(names, e)
	}
	if optional {
		names = append(names, nil)
	}
	return map[string]any{"enum": names}
}

func refFragment(file string, s shape, optional bool) map[string]any {
	ref := "#/$defs/" + s.def
	if to := schemaFile[s.def]; to != file {
		ref = to + ref
	}
	if optional {
		return map[string]any{"oneOf": []any{map[string]any{"$ref": ref}, map[string]any{"type": "null"}}}
	}
	return map[string]any{"$ref": ref}
}

func typeName(name string, optional bool) any {
	if optional {
		return []any{name, "null"}
	}
	return name
}

func loadSchemas(t *testing.T) schematest.Set {
	set, err := schematest.Load(schema.Files)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// TestSchemaAgreesWithReader: on the vectors, schema and reader accept the same workflows.
func TestSchemaAgreesWithReader(t *testing.T) {
	set := loadSchemas(t)
	for i, c := range loadCases(t, filepath.Join("testdata", "parse_extra.json")) {
		wrong := set.Validate(schema.Workflow, c.Input)
		if (wrong == nil) != (c.Right == "accept") {
			t.Errorf("%d: %s: want %s, the schema says %v", i, c.Input, c.Right, wrong)
		}
	}
}

// TestSchemaOfPrinted: what is printed in full fits the schema, and a misspelled field does not.
func TestSchemaOfPrinted(t *testing.T) {
	set := loadSchemas(t)
	b := fullBundle(t)
	for name, text := range map[string][]byte{
		schema.Bundle: b.AppendJSON(nil), schema.Workflow: b.Workflow.Print(), schema.Policy: b.Policy.Print(),
		schema.Tools: PrintTools(b.Tools), schema.Tools + "#/$defs/tool": b.Tools[0].AppendJSON(nil),
	} {
		if wrong := set.Validate(name, text); wrong != nil {
			t.Errorf("%s: %v", name, wrong)
		}
	}
	text := strings.Replace(string(b.Print()), `"sanitizers"`, `"sanitizer"`, 1)
	if wrong := set.Validate(schema.Bundle, []byte(text)); wrong == nil {
		t.Error("the schema accepts a misspelled field")
	}
}
