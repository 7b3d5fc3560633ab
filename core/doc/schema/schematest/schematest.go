// Package schematest validates JSON against the subset of JSON Schema (draft 2020-12) that this product's schemas use:
// type, properties, required, additionalProperties, items, minItems, minLength, enum, const, oneOf, $ref and $defs. It
// is for tests only. A keyword that it does not know is an error, so that no schema is believed to say more than is
// checked.
package schematest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Set is a set of schemas that may refer to each other by file name.
type Set map[string]any

// Load reads every *.json file of a file system.
func Load(files fs.FS) (Set, error) {
	names, err := fs.Glob(files, "*.json")
	if err != nil {
		return nil, err
	}
	s := Set{}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		if err := s.Add(name, text); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Add puts a schema into the set.
func (s Set) Add(name string, text []byte) error {
	v, err := decode(text)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	s[name] = v
	return checkKeywords(name, v)
}

func decode(text []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	err := d.Decode(&v)
	return v, err
}

// Validate returns what is wrong with a document by the schema at ref, which is a file name or a file name and a JSON
// pointer, as in "bundle.schema.json#/$defs/script". nil means that the document is valid.
func (s Set) Validate(ref string, document []byte) []string {
	v, err := decode(document)
	if err != nil {
		return []string{err.Error()}
	}
	c := checker{set: s}
	file, schema, err := s.resolve("", ref)
	if err != nil {
		return []string{err.Error()}
	}
	c.check(file, schema, "", v)
	return c.wrong
}

// resolve finds the schema that a $ref in a file means.
func (s Set) resolve(file, ref string) (string, any, error) {
	name, pointer, _ := strings.Cut(ref, "#")
	if name == "" {
		name = file
	}
	v, ok := s[name]
	if !ok {
		return "", nil, fmt.Errorf("no schema %q", name)
	}
	for _, key := range strings.Split(pointer, "/")[1:] {
		object, _ := v.(map[string]any)
		if v, ok = object[key]; !ok {
			return "", nil, fmt.Errorf("no schema %q", ref)
		}
	}
	return name, v, nil
}

type checker struct {
	set   Set
	wrong []string
}

func (c *checker) fail(path, format string, args ...any) {
	if path == "" {
		path = "/"
	}
	c.wrong = append(c.wrong, path+": "+fmt.Sprintf(format, args...))
}

func (c *checker) check(file string, schema any, path string, v any) {
	if b, ok := schema.(bool); ok {
		if !b {
			c.fail(path, "is not allowed")
		}
		return
	}
	s, _ := schema.(map[string]any)
	if ref, ok := s["$ref"].(string); ok {
		to, target, err := c.set.resolve(file, ref)
		if err != nil {
			c.fail(path, "%v", err)
			return
		}
		c.check(to, target, path, v)
	}
	c.checkValue(s, path, v)
	c.checkOneOf(file, s, path, v)
	switch v := v.(type) {
	case map[string]any:
		c.checkObject(file, s, path, v)
	case []any:
		c.checkArray(file, s, path, v)
	}
}

// checkValue checks the keywords that look at no part of v.
func (c *checker) checkValue(s map[string]any, path string, v any) {
	if want, ok := s["type"]; ok && !hasType(want, v) {
		c.fail(path, "is %s, want %v", typeOf(v), want)
	}
	if want, ok := s["const"]; ok && !reflect.DeepEqual(want, v) {
		c.fail(path, "is %v, want %v", v, want)
	}
	if enum, ok := s["enum"].([]any); ok && !slices.ContainsFunc(enum, func(e any) bool { return reflect.DeepEqual(e, v) }) {
		c.fail(path, "is %v, want one of %v", v, enum)
	}
	if least, ok := s["minLength"]; ok {
		if text, ok := v.(string); ok && utf8.RuneCountInString(text) < integer(least) {
			c.fail(path, "is shorter than %v", least)
		}
	}
}

func (c *checker) checkOneOf(file string, s map[string]any, path string, v any) {
	choices, ok := s["oneOf"].([]any)
	if !ok {
		return
	}
	var why []string
	fit := 0
	for _, choice := range choices {
		inner := checker{set: c.set}
		if inner.check(file, choice, path, v); inner.wrong == nil {
			fit++
		}
		why = append(why, inner.wrong...)
	}
	if fit != 1 {
		c.fail(path, "fits %d of %d choices (%s)", fit, len(choices), strings.Join(why, "; "))
	}
}

func (c *checker) checkObject(file string, s map[string]any, path string, v map[string]any) {
	properties, _ := s["properties"].(map[string]any)
	required, _ := s["required"].([]any)
	for _, key := range required {
		if _, ok := v[key.(string)]; !ok {
			c.fail(path, "has no %v", key)
		}
	}
	for _, key := range sortedKeys(v) {
		at := path + "/" + key
		if property, ok := properties[key]; ok {
			c.check(file, property, at, v[key])
		} else if rest, ok := s["additionalProperties"]; ok {
			c.check(file, rest, at, v[key])
		}
	}
}

func (c *checker) checkArray(file string, s map[string]any, path string, v []any) {
	if least, ok := s["minItems"]; ok && len(v) < integer(least) {
		c.fail(path, "has fewer than %v elements", least)
	}
	if items, ok := s["items"]; ok {
		for i, item := range v {
			c.check(file, items, path+"/"+strconv.Itoa(i), item)
		}
	}
}

func integer(v any) int {
	n, _ := strconv.Atoi(fmt.Sprint(v))
	return n
}

func hasType(want, v any) bool {
	if list, ok := want.([]any); ok {
		return slices.ContainsFunc(list, func(w any) bool { return hasType(w, v) })
	}
	have := typeOf(v)
	return want == have || want == "number" && have == "integer"
}

func typeOf(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case json.Number:
		if strings.ContainsAny(v.String(), ".eE") {
			return "number"
		}
		return "integer"
	case []any:
		return "array"
	}
	return "object"
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// keywords are the ones that may stand in a schema; the second kind only informs.
var keywords = map[string]bool{
	"type": true, "properties": true, "required": true, "additionalProperties": true, "items": true, "minItems": true,
	"minLength": true, "enum": true, "const": true, "oneOf": true, "$ref": true, "$defs": true,
	"$schema": true, "$id": true, "title": true, "description": true, "default": true,
}

// checkKeywords refuses a schema with a keyword that this package does not know.
func checkKeywords(at string, schema any) error {
	s, ok := schema.(map[string]any)
	if !ok {
		if _, ok := schema.(bool); ok {
			return nil
		}
		return fmt.Errorf("%s: a schema is an object or a boolean", at)
	}
	for _, key := range sortedKeys(s) {
		if !keywords[key] {
			return fmt.Errorf("%s: unknown keyword %q", at, key)
		}
		if err := checkInner(at+"/"+key, key, s[key]); err != nil {
			return err
		}
	}
	return nil
}

func checkInner(at, key string, v any) error {
	switch key {
	case "items", "additionalProperties":
		return checkKeywords(at, v)
	case "properties", "$defs":
		m, _ := v.(map[string]any)
		for _, name := range sortedKeys(m) {
			if err := checkKeywords(at+"/"+name, m[name]); err != nil {
				return err
			}
		}
	case "oneOf":
		list, _ := v.([]any)
		for i, choice := range list {
			if err := checkKeywords(at+"/"+strconv.Itoa(i), choice); err != nil {
				return err
			}
		}
	}
	return nil
}
