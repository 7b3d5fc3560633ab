package schema

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"planproof/core/doc"
	"planproof/core/doc/schema/schematest"
	"planproof/core/finding"
	"planproof/core/wire"
)

// shapes pairs every object of the schemas with the type that is written.
var shapes = []struct {
	file, def string
	typ       any
	// ordered are fields that the type's own encoder writes as an object.
	ordered []string
}{
	{Report, "report", finding.Report{}, []string{"taint_order"}},
	{Report, "finding", finding.Finding{}, nil},
	{Report, "span", doc.Span{}, nil},
	{Report, "pos", doc.Pos{}, nil},
	{Report, "witness", finding.Witness{}, nil},
	{Report, "hop", finding.Hop{}, nil},
	{Report, "obligation", finding.Obligation{}, nil},
	{Report, "stats", finding.Stats{}, nil},
	{Report, "fix", finding.Fix{}, nil},
	{Report, "edit", finding.Edit{}, nil},
	{Trace, "trace", finding.Trace{}, nil},
	{Trace, "loop_summary", finding.LoopSummary{}, nil},
	{Trace, "event", finding.Event{}, nil},
	{Trace, "value", finding.AbstractValue{}, nil},
	{Trace, "delta", finding.Delta{}, nil},
	{Trace, "binding_delta", finding.BindingDelta{}, nil},
	{Trace, "automaton_delta", finding.AutomatonDelta{}, nil},
	{Trace, "arg", finding.ArgEvent{}, nil},
	{Trace, "rule", finding.RuleEvent{}, nil},
	{Trace, "contract", finding.ContractEvent{}, nil},
	{Trace, "guard", finding.GuardEvent{}, nil},
	{Trace, "transition", finding.TransitionEvent{}, nil},
	{Trace, "bind", finding.BindEvent{}, nil},
	{Trace, "branch", finding.BranchEvent{}, nil},
	{Trace, "join", finding.JoinEvent{}, nil},
	{Trace, "lost", finding.Lost{}, nil},
	{Trace, "loop", finding.LoopEvent{}, nil},
}

type node struct {
	Type       string
	Ref        string `json:"$ref"`
	Properties map[string]node
	Required   []string
	Items      *node
	Defs       map[string]json.RawMessage `json:"$defs"`
}

func defsOf(t *testing.T, file string) map[string]json.RawMessage {
	t.Helper()
	var n node
	if err := json.Unmarshal([]byte(Text(file)), &n); err != nil {
		t.Fatal(err)
	}
	return n.Defs
}

// Every field of every type is in its schema with the right shape, and the
// other way around.
func TestSchemasMatchTypes(t *testing.T) {
	named := map[reflect.Type]string{}
	for _, s := range shapes {
		named[reflect.TypeOf(s.typ)] = s.file + "#/$defs/" + s.def
	}
	named[reflect.TypeFor[finding.Trace]()] = Trace
	named[reflect.TypeFor[wire.Raw]()] = Certificate // as it is written into a report
	named[reflect.TypeFor[finding.Category]()] = Report + "#/$defs/category"
	named[reflect.TypeFor[finding.Status]()] = Report + "#/$defs/status"
	for _, s := range shapes {
		var n struct {
			node
			AdditionalProperties *bool
		}
		if err := json.Unmarshal(defsOf(t, s.file)[s.def], &n); err != nil {
			t.Fatalf("%s %s: %v", s.file, s.def, err)
		}
		if n.AdditionalProperties == nil || *n.AdditionalProperties {
			t.Errorf("%s %s is open", s.file, s.def)
		}
		fields, required := fieldsOf(reflect.TypeOf(s.typ), s.ordered)
		for name, typ := range fields {
			p, ok := n.Properties[name]
			if !ok {
				t.Errorf("%s %s has no %s", s.file, s.def, name)
				continue
			}
			checkShape(t, s.file+" "+s.def+" "+name, s.file, typ, p, named)
		}
		for name := range n.Properties {
			if _, ok := fields[name]; !ok {
				t.Errorf("%s %s has %s, and the type does not", s.file, s.def, name)
			}
		}
		if slices.Sort(n.Required); !slices.Equal(n.Required, required) {
			t.Errorf("%s %s requires %v, want %v", s.file, s.def, n.Required, required)
		}
	}
}

// fieldsOf lists the encoded fields of a struct type.
func fieldsOf(t reflect.Type, ordered []string) (fields map[string]reflect.Type, required []string) {
	fields = map[string]reflect.Type{}
	for i := range t.NumField() {
		name, rest, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		if name == "" {
			continue
		}
		fields[name] = t.Field(i).Type
		if rest != "omitempty" {
			required = append(required, name)
		}
	}
	for _, name := range ordered {
		fields[name], required = reflect.TypeFor[wire.Object](), append(required, name)
	}
	slices.Sort(required)
	return fields, required
}

func checkShape(t *testing.T, at, file string, typ reflect.Type, p node, named map[reflect.Type]string) {
	t.Helper()
	if typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	if ref, ok := named[typ]; ok {
		if p.Ref != ref && file+p.Ref != ref {
			t.Errorf("%s refers to %q, want %q", at, p.Ref, ref)
		}
		return
	}
	switch {
	case typ == reflect.TypeFor[wire.Object]():
		want(t, at, p.Type, "object")
	case typ.Kind() == reflect.Slice && p.Ref != "":
		checkNames(t, at, typ, p.Ref)
	case typ.Kind() == reflect.Slice:
		want(t, at, p.Type, "array")
		if p.Items != nil {
			checkShape(t, at+" items", file, typ.Elem(), *p.Items, named)
		}
	case p.Type == "": // an enum or a const
	case typ.Kind() == reflect.String:
		want(t, at, p.Type, "string")
	case typ.Kind() == reflect.Bool:
		want(t, at, p.Type, "boolean")
	default:
		want(t, at, p.Type, "integer")
	}
}

func checkNames(t *testing.T, at string, typ reflect.Type, ref string) {
	t.Helper()
	switch typ.Elem().Kind() {
	case reflect.String:
		want(t, at, ref, "#/$defs/names")
	default:
		want(t, at, ref, "#/$defs/iterations")
	}
}

func want(t *testing.T, at, have, want string) {
	t.Helper()
	if have != want {
		t.Errorf("%s is %q, want %q", at, have, want)
	}
}

// The sample trace and the sample report are valid, and one wrong field is not.
func TestSamplesAreValid(t *testing.T) {
	set, err := schematest.Load(Files)
	if err != nil {
		t.Fatal(err)
	}
	for file, schema := range map[string]string{"../../finding/testdata/trace.json": Trace, "../testdata/mail.report.json": Report} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, wrong := range set.Validate(schema, text) {
			t.Errorf("%s: %s", file, wrong)
		}
		if set.Validate(schema, []byte(strings.Replace(string(text), "{", `{"unknown":1,`, 1))) == nil {
			t.Errorf("%s with an unknown field is valid", file)
		}
	}
}
