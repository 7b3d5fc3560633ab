package types

import (
	"strings"

	"planproof/core/value"
)

// maxDepth bounds how deep list[list[…]] is read; anything deeper is opaque.
const maxDepth = 32

// Parse reads a type name. It never fails: what it can not read is opaque.
func Parse(text string) Type {
	p := parser{rest: text}
	t, ok := p.union(0)
	if p.blanks(); !ok || p.rest != "" {
		return opaque(text)
	}
	return t
}

func opaque(name string) Type {
	return Type{kinds: value.JSONKind, opaque: true, text: strings.TrimSpace(name)}
}

// simple maps the lower-cased names to the kinds they admit and the name they print as.
var simple = map[string]Type{
	"str": scalar("str", value.TextKind), "string": scalar("str", value.TextKind), "text": scalar("str", value.TextKind),
	"int": scalar("int", value.IntKind), "integer": scalar("int", value.IntKind),
	"float": scalar("float", value.NumberKind), "number": scalar("float", value.NumberKind),
	"double": scalar("float", value.NumberKind), "decimal": scalar("float", value.NumberKind),
	"bool": scalar("bool", value.BoolKind), "boolean": scalar("bool", value.BoolKind),
	"none": scalar("None", value.NullKind), "null": scalar("None", value.NullKind), "nonetype": scalar("None", value.NullKind),
	"any":  Any,
	"list": scalar("list", value.ListKind), "array": scalar("list", value.ListKind), "sequence": scalar("list", value.ListKind),
	"dict": scalar("dict", value.ObjectKind), "object": scalar("dict", value.ObjectKind),
	"map": scalar("dict", value.ObjectKind), "mapping": scalar("dict", value.ObjectKind),
}

func scalar(name string, kinds value.KindSet) Type { return Type{kinds: kinds, text: name} }

// parser reads   union = postfix {"|" postfix} ;  postfix = name ["[" union {"," union} "]"] {"[" "]"} | "(" union ")".
type parser struct{ rest string }

func (p *parser) blanks() { p.rest = strings.TrimLeft(p.rest, " \t\r\n\f\v") }

func (p *parser) take(c byte) bool {
	p.blanks()
	if p.rest == "" || p.rest[0] != c {
		return false
	}
	p.rest = p.rest[1:]
	return true
}

func (p *parser) union(depth int) (Type, bool) {
	if depth > maxDepth {
		return Type{}, false
	}
	first, ok := p.postfix(depth)
	if !ok || !p.take('|') {
		return first, ok
	}
	ts := []Type{first}
	for {
		t, ok := p.postfix(depth)
		if !ok {
			return Type{}, false
		}
		ts = append(ts, t)
		if !p.take('|') {
			return Union(ts...), true
		}
	}
}

func (p *parser) postfix(depth int) (Type, bool) {
	t, ok := p.primary(depth)
	for ok && p.take('[') { // T[], as TypeScript writes lists
		if ok = p.take(']'); ok {
			t = listOf(t)
		}
	}
	return t, ok
}

func (p *parser) primary(depth int) (Type, bool) {
	if p.take('(') {
		t, ok := p.union(depth + 1)
		return t, ok && p.take(')')
	}
	name := p.name()
	if name == "" {
		return Type{}, false
	}
	if p.blanks(); !strings.HasPrefix(p.rest, "[") || strings.HasPrefix(strings.TrimLeft(p.rest[1:], " "), "]") {
		return named(name), true
	}
	p.rest = p.rest[1:]
	if strings.EqualFold(base(name), "literal") { // the alternatives are values, not types
		return Type{}, false
	}
	args, ok := p.arguments(depth + 1)
	if !ok {
		return Type{}, false
	}
	return generic(name, args), true
}

func (p *parser) arguments(depth int) ([]Type, bool) {
	var args []Type
	for {
		t, ok := p.union(depth)
		if !ok {
			return nil, false
		}
		args = append(args, t)
		if !p.take(',') {
			return args, p.take(']')
		}
	}
}

func (p *parser) name() string {
	p.blanks()
	i := 0
	for i < len(p.rest) && strings.IndexByte("[](),| \t\r\n\f\v", p.rest[i]) < 0 {
		i++
	}
	name := p.rest[:i]
	p.rest = p.rest[i:]
	return name
}

// base strips a module: typing.Optional is Optional.
func base(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

func named(name string) Type {
	if t, ok := simple[strings.ToLower(base(name))]; ok {
		return t
	}
	return opaque(name)
}

func generic(name string, args []Type) Type {
	last := args[len(args)-1]
	switch strings.ToLower(base(name)) {
	case "optional":
		return Union(append(args, simple["none"])...)
	case "union":
		return Union(args...)
	case "list", "array", "sequence":
		if len(args) == 1 {
			return listOf(last)
		}
	case "dict", "mapping", "map":
		if len(args) == 2 {
			return Type{kinds: value.ObjectKind, values: []Type{last}, text: "dict[" + args[0].text + ", " + last.text + "]"}
		}
	}
	return opaque(name)
}

func listOf(t Type) Type {
	return Type{kinds: value.ListKind, elems: []Type{t}, text: "list[" + t.text + "]"}
}
