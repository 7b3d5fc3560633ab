package guard

import (
	"fmt"
	"strings"

	"planproof/core/guard/pattern"
	"planproof/core/value"
)

// schema is a compiled JSON schema, as far as arguments are checked with one.
// Keywords that are not here are ignored, as the lax validation has it.
type schema struct {
	types    []string // empty: any type
	enum     value.List
	any      []*schema // anyOf, oneOf: the first that fits
	all      []*schema
	props    []property
	extra    *schema // additional properties; nil: refused
	open     bool    // an object whose members are not looked at
	items    *schema
	min, max *bound
	least    [3]*int64 // minLength, minItems, minProperties
	most     [3]*int64
	pattern  *pattern.Pattern
}

type property struct {
	name     string
	schema   *schema
	required bool
	fallback value.Value // the default; nil: none
}

type bound struct {
	at        value.Number
	exclusive bool
}

// Indexes of least and most.
const (
	ofText = iota
	ofList
	ofObject
)

// schemaReader compiles a schema and follows references into its root.
type schemaReader struct {
	root  value.Object
	open  []string // the references that are being followed
	depth int
}

// compileSchema reads the schema of a tool's arguments. The error says why it
// can not be read.
func compileSchema(root value.Object) (*schema, error) {
	r := &schemaReader{root: root}
	s, err := r.read(root)
	if err != nil {
		return nil, err
	}
	if len(s.types) > 0 && !contains(s.types, "object") {
		return nil, fmt.Errorf("arguments are an object, and the schema's type is %s", strings.Join(s.types, ", "))
	}
	for _, p := range s.props {
		if strings.HasPrefix(p.name, "_") {
			return nil, fmt.Errorf("the name of the argument %s begins with an underscore", p.name)
		}
	}
	s.types = []string{"object"}
	return s, nil
}

const maxSchemaDepth = 64

func (r *schemaReader) read(v value.Value) (*schema, error) {
	if b, ok := v.(value.Bool); ok {
		if b {
			return &schema{open: true}, nil
		}
		return &schema{enum: value.List{}, types: []string{"nothing"}}, nil
	}
	o, ok := v.(value.Object)
	if !ok {
		return nil, fmt.Errorf("a schema is an object, not %s", value.KindName(v))
	}
	if r.depth++; r.depth > maxSchemaDepth {
		return nil, fmt.Errorf("the schema nests deeper than %d levels", maxSchemaDepth)
	}
	defer func() { r.depth-- }()
	if ref, ok := o.Get("$ref"); ok {
		return r.follow(ref)
	}
	return r.object(o)
}

// follow reads what a reference names. Inside itself it is any object.
func (r *schemaReader) follow(v value.Value) (*schema, error) {
	t, _ := v.(value.Text)
	ref := string(t)
	if contains(r.open, ref) {
		return &schema{types: []string{"object"}, open: true}, nil
	}
	var at value.Value = r.root
	path, ok := strings.CutPrefix(ref, "#")
	if !ok {
		return nil, fmt.Errorf("the reference %q leads out of the schema", ref)
	}
	for _, step := range strings.Split(path, "/")[1:] {
		o, _ := at.(value.Object)
		step = strings.ReplaceAll(strings.ReplaceAll(step, "~1", "/"), "~0", "~")
		if at, ok = o.Get(step); !ok {
			return nil, fmt.Errorf("the reference %q leads nowhere", ref)
		}
	}
	r.open = append(r.open, ref)
	defer func() { r.open = r.open[:len(r.open)-1] }()
	return r.read(at)
}

func (r *schemaReader) object(o value.Object) (*schema, error) {
	s := &schema{}
	for _, part := range []func(value.Object, *schema) error{r.types, r.values, r.options, r.members, r.elements, r.bounds, r.sizes} {
		if err := part(o, s); err != nil {
			return nil, err
		}
	}
	return s, nil
}

var schemaTypes = []string{"string", "number", "integer", "boolean", "array", "object", "null"}

func (r *schemaReader) types(o value.Object, s *schema) error {
	v, ok := o.Get("type")
	if !ok {
		if _, ok := o.Get("properties"); ok {
			s.types = []string{"object"}
		}
		return nil
	}
	names, ok := v.(value.List)
	if !ok {
		names = value.List{v}
	}
	for _, n := range names {
		t, _ := n.(value.Text)
		if !contains(schemaTypes, string(t)) {
			return fmt.Errorf("%s is no type of JSON schema", value.AppendJSON(nil, n))
		}
		s.types = append(s.types, string(t))
	}
	return nil
}

func (r *schemaReader) values(o value.Object, s *schema) error {
	if v, ok := o.Get("enum"); ok {
		list, ok := v.(value.List)
		if !ok {
			return fmt.Errorf("enum is a list")
		}
		s.enum = list
	}
	if v, ok := o.Get("const"); ok {
		s.enum = value.List{v}
	}
	return nil
}

func (r *schemaReader) options(o value.Object, s *schema) error {
	for _, key := range []string{"anyOf", "oneOf", "allOf"} {
		v, ok := o.Get(key)
		if !ok {
			continue
		}
		list, ok := v.(value.List)
		if !ok || len(list) == 0 {
			return fmt.Errorf("%s is a list of schemas", key)
		}
		for _, item := range list {
			option, err := r.read(item)
			if err != nil {
				return err
			}
			if key == "allOf" {
				s.all = append(s.all, option)
			} else {
				s.any = append(s.any, option)
			}
		}
	}
	return nil
}

func (r *schemaReader) members(o value.Object, s *schema) error {
	v, has := o.Get("properties")
	props, ok := v.(value.Object)
	if has && !ok {
		return fmt.Errorf("properties is an object")
	}
	required, _ := firstOf(o, "required")
	names, _ := required.(value.List)
	for _, m := range props {
		sub, err := r.read(m.Value)
		if err != nil {
			return fmt.Errorf("%s: %w", m.Key, err)
		}
		p := property{name: m.Key, schema: sub, required: hasText(names, m.Key)}
		if spec, ok := m.Value.(value.Object); ok {
			p.fallback, _ = spec.Get("default")
		}
		s.props = append(s.props, p)
	}
	extra, given := o.Get("additionalProperties")
	switch {
	case !given && !has && r.depth > 1:
		s.open = true
	case given && extra != value.Bool(false):
		sub, err := r.read(extra)
		s.extra = sub
		return err
	}
	return nil
}

func hasText(list value.List, text string) bool {
	for _, item := range list {
		if item == value.Text(text) {
			return true
		}
	}
	return false
}

func (r *schemaReader) elements(o value.Object, s *schema) error {
	v, ok := firstOf(o, "items")
	if !ok {
		return nil
	}
	if _, tuple := v.(value.List); tuple {
		return nil
	}
	items, err := r.read(v)
	s.items = items
	return err
}

func (r *schemaReader) bounds(o value.Object, s *schema) error {
	for _, b := range []struct {
		key       string
		exclusive bool
		into      **bound
	}{{"minimum", false, &s.min}, {"exclusiveMinimum", true, &s.min}, {"maximum", false, &s.max}, {"exclusiveMaximum", true, &s.max}} {
		if v, ok := o.Get(b.key); ok {
			n, isNumber := v.(value.Number)
			if !isNumber {
				return fmt.Errorf("%s is a number", b.key)
			}
			*b.into = &bound{n, b.exclusive}
		}
	}
	if v, ok := o.Get("pattern"); ok {
		t, _ := v.(value.Text)
		p, err := pattern.Compile(string(t), false)
		s.pattern = p
		return err
	}
	return nil
}

func (r *schemaReader) sizes(o value.Object, s *schema) error {
	for _, b := range []struct {
		key  string
		into **int64
	}{
		{"minLength", &s.least[ofText]}, {"maxLength", &s.most[ofText]},
		{"minItems", &s.least[ofList]}, {"maxItems", &s.most[ofList]},
		{"minProperties", &s.least[ofObject]}, {"maxProperties", &s.most[ofObject]},
	} {
		v, ok := o.Get(b.key)
		if !ok {
			continue
		}
		n, _ := v.(value.Number)
		count, isInt := n.Int64()
		if !isInt || count < 0 {
			return fmt.Errorf("%s is a whole number", b.key)
		}
		*b.into = &count
	}
	return nil
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
