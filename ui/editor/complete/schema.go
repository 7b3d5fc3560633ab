package complete

import (
	"strings"
	"sync"

	"planproof/core/doc"
	"planproof/core/doc/schema"
)

var schemas = sync.OnceValue(func() map[string]*node {
	return map[string]*node{
		doc.DocWorkflow: scan(schema.Text(schema.Workflow)),
		doc.DocPolicy:   scan(schema.Text(schema.Policy)),
		doc.DocTools:    scan(schema.Text(schema.Tools)),
	}
})

// shape is what a schema says about a place.
type shape struct{ root, node *node }

// shapeAt follows a way through the schema of a document. Node is nil where
// the schema says nothing.
func shapeAt(name string, path []step) shape {
	root := schemas()[name]
	s := shape{root, root}.follow(false)
	for i, st := range path {
		if s.node == nil {
			return s
		}
		asList := st.in.kind == array
		if i == 0 {
			s = shape{root, root}.follow(asList)
		}
		if asList {
			s.node = s.node.get("items")
		} else {
			s.node = s.node.get("properties").get(st.key)
		}
		s = s.follow(i+1 < len(path) && path[i+1].in.kind == array)
	}
	return s
}

// follow resolves references and picks the alternative that is a list or not.
func (s shape) follow(list bool) shape {
	for range 8 {
		if s.node == nil {
			return s
		}
		if ref := s.node.str("$ref"); ref != "" {
			s.node = s.root.get("$defs").get(strings.TrimPrefix(ref, "#/$defs/"))
			continue
		}
		options := s.node.list("oneOf")
		if len(options) == 0 || s.node.get("properties") != nil {
			return s
		}
		s.node = options[0]
		for _, o := range options {
			if (o.str("type") == "array") == list {
				s.node = o
				break
			}
		}
	}
	return s
}

// field is one key that an object may have.
type field struct {
	name, about string
	required    bool
	schema      *node
}

// fields are the keys of an object in the order of its schema.
func (s shape) fields() []field {
	var out []field
	need := map[string]bool{}
	for _, r := range s.node.texts("required") {
		need[r] = true
	}
	props := s.node.get("properties")
	if props == nil {
		return nil
	}
	for _, m := range props.members {
		out = append(out, field{m.key.text, m.value.str("description"), need[m.key.text], m.value})
	}
	return out
}

// typeOf is what a schema calls the type of a value, without null.
func (s shape) typeOf(n *node) string {
	r := shape{s.root, n}.follow(false)
	if t := r.node.str("type"); t != "" {
		return t
	}
	for _, t := range r.node.texts("type") {
		if t != "null" {
			return t
		}
	}
	return ""
}

// skeleton is what is written for a value of a type, with places to fill in.
func (s shape) skeleton(n *node) string {
	switch s.typeOf(n) {
	case "object":
		return "{${}}"
	case "array":
		return "[${}]"
	case "boolean":
		return "${true}"
	case "number", "integer":
		return "${0}"
	case "string":
		return `"${}"`
	}
	if n.get("enum") != nil {
		return `"${}"`
	}
	return "${}"
}
