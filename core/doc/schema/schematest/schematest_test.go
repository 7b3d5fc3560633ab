package schematest

import (
	"strings"
	"testing"
)

const sample = `{
  "$ref": "#/$defs/top",
  "$defs": {
    "top": {"type": "object", "required": ["a"], "additionalProperties": false, "properties": {
      "a": {"type": ["string", "null"], "minLength": 2},
      "b": {"type": "array", "minItems": 1, "items": {"enum": [1, "x", null]}},
      "c": {"const": "k"},
      "d": {"oneOf": [{"type": "integer"}, {"type": "boolean"}]},
      "e": {"type": "object", "additionalProperties": {"type": "number"}},
      "f": {"$ref": "other.json#/$defs/leaf"},
      "g": {"oneOf": [{"type": "number"}, {"type": "integer"}]}
    }}
  }
}`

func TestValidate(t *testing.T) {
	s := Set{}
	for name, text := range map[string]string{"sample.json": sample, "other.json": `{"$defs":{"leaf":{"type":"boolean"}}}`} {
		if err := s.Add(name, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	cases := []struct{ document, wrong string }{
		{`{"a":"xy"}`, ""}, {`{"a":null}`, ""}, {`{"a":"é😀"}`, ""},
		{`{}`, "/: has no a"}, {`5`, "is integer"}, {`{"a":"x"}`, "/a: is shorter"}, {`{"a":5}`, "/a: is integer"},
		{`{"a":null,"z":1}`, "/z: is not allowed"},
		{`{"a":null,"b":[]}`, "fewer than 1"}, {`{"a":null,"b":[1,null,"x"]}`, ""}, {`{"a":null,"b":[1,2]}`, "/b/1: is 2"},
		{`{"a":null,"c":"k"}`, ""}, {`{"a":null,"c":"l"}`, "want k"},
		{`{"a":null,"d":1}`, ""}, {`{"a":null,"d":true}`, ""}, {`{"a":null,"d":1.5}`, "fits 0 of 2"}, {`{"a":null,"g":1}`, "fits 2 of 2"},
		{`{"a":null,"e":{"x":1,"y":1.5}}`, ""}, {`{"a":null,"e":{"x":"1"}}`, "/e/x: is string"},
		{`{"a":null,"f":true}`, ""}, {`{"a":null,"f":1}`, "/f: is integer"}, {`{`, "unexpected"},
	}
	for _, c := range cases {
		wrong := strings.Join(s.Validate("sample.json", []byte(c.document)), "; ")
		if (wrong == "") != (c.wrong == "") || !strings.Contains(wrong, c.wrong) {
			t.Errorf("%s: %q, want %q", c.document, wrong, c.wrong)
		}
	}
}

func TestBadSchemas(t *testing.T) {
	for _, text := range []string{`{"pattern":"x"}`, `{"properties":{"a":{"maximum":1}}}`, `{"items":[{}]}`, `{"oneOf":[5]}`, `[]`, `{`} {
		if err := (Set{}).Add("x.json", []byte(text)); err == nil {
			t.Errorf("%s: accepted", text)
		}
	}
	s := Set{}
	if err := s.Add("x.json", []byte(`{"$ref":"#/$defs/none"}`)); err != nil {
		t.Fatal(err)
	}
	if wrong := s.Validate("x.json", []byte("1")); wrong == nil {
		t.Error("a reference to nothing passes")
	}
	if wrong := s.Validate("y.json", []byte("1")); wrong == nil {
		t.Error("no schema passes")
	}
}
