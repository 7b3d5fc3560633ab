package intake

import (
	"planproof/core/doc"
	"planproof/core/value"
)

// This file is the data of state machines: a state reads parts of a document, its input, and puts its result somewhere
// into it. What the document is at a state is known symbolically.

// A dataFlow gives names to what is known on several ways.
type dataFlow struct{ names Names }

// An overlay is a value with some fields set otherwise.
type overlay struct {
	base   Value
	fields []Field
}

func (overlay) isValue() {}

// plainValue makes a value that arguments can have of one with overlays in it.
func plainValue(v Value, at doc.Range) Value {
	switch v := v.(type) {
	case overlay:
		return Merged{[]Value{plainValue(v.base, at), plainValue(Object{v.fields}, at)}, at}
	case Object:
		out := Object{}
		for _, f := range v.Fields {
			out.Fields = append(out.Fields, Field{f.Key, plainValue(f.Value, at)})
		}
		return out
	case List:
		return List{plainValues(v.Items, at)}
	}
	return v
}

func plainValues(vs []Value, at doc.Range) []Value {
	out := make([]Value, len(vs))
	for i, v := range vs {
		out[i] = plainValue(v, at)
	}
	return out
}

// partOf goes one step into a value; ok is false when there is no such part, or it can not be told.
func partOf(v Value, key value.Value) (Value, bool) {
	switch v := v.(type) {
	case Ref:
		return Ref{v.Name, append(v.Path[:len(v.Path):len(v.Path)], key), v.At}, true
	case overlay:
		if f, ok := fieldOf(v.fields, key); ok {
			return f, true
		}
		return partOf(v.base, key)
	case Object:
		return fieldOf(v.Fields, key)
	case List:
		if n, ok := key.(value.Number); ok {
			if i, small := n.Int64(); small && i >= 0 && i < int64(len(v.Items)) {
				return v.Items[i], true
			}
		}
	case Lit:
		return litPart(v.Value, key)
	case Joined, Computed, Merged:
	}
	return nil, false
}

func fieldOf(fields []Field, key value.Value) (Value, bool) {
	for _, f := range fields {
		if value.Text(f.Key) == key {
			return f.Value, true
		}
	}
	return nil, false
}

func litPart(v, key value.Value) (Value, bool) {
	step := value.Step{}
	switch key := key.(type) {
	case value.Text:
		step = value.AtField(string(key))
	case value.Number:
		i, _ := key.Int64()
		step = value.AtIndex(int(i))
	default:
		return nil, false
	}
	part, _, ok := value.Path{step}.In(v)
	return Lit{part}, ok
}

// withPart is a value with a part set, as ResultPath sets it: objects on the way are made.
func withPart(v Value, path []value.Value, part Value) Value {
	if len(path) == 0 {
		return part
	}
	key, ok := path[0].(value.Text)
	if !ok {
		return v
	}
	inner, ok := partOf(v, key)
	if !ok {
		inner = Object{}
	}
	f := Field{string(key), withPart(inner, path[1:], part)}
	switch v := v.(type) {
	case Object:
		return Object{withField(v.Fields, f)}
	case overlay:
		return overlay{v.base, withField(v.fields, f)}
	}
	return overlay{v, []Field{f}}
}

func withField(fields []Field, f Field) []Field {
	out := append([]Field{}, fields...)
	for i := range out {
		if out[i].Key == f.Key {
			out[i] = f
			return out
		}
	}
	return append(out, f)
}

// sameValue compares values under construction.
func sameValue(a, b Value) bool { return valueKey(a) == valueKey(b) }

// valueKey is equal for equal values.
func valueKey(v Value) string {
	keys := func(vs []Value) string {
		out := ""
		for _, v := range vs {
			out += valueKey(v) + ","
		}
		return out
	}
	fields := func(fs []Field) string {
		out := ""
		for _, f := range fs {
			out += string(value.AppendQuoted(nil, f.Key)) + ":" + valueKey(f.Value) + ","
		}
		return out
	}
	switch v := v.(type) {
	case Lit:
		return string(value.AppendJSON(nil, v.Value))
	case Ref:
		return "@" + v.Name + string(value.AppendJSON(nil, value.List(v.Path)))
	case List:
		return "l[" + keys(v.Items) + "]"
	case Object:
		return "o{" + fields(v.Fields) + "}"
	case overlay:
		return valueKey(v.base) + "+{" + fields(v.fields) + "}"
	case Joined:
		return "j(" + keys(v.Parts) + ")"
	case Merged:
		return "m(" + keys(v.Parts) + ")"
	case Computed:
		return "c(" + string(value.AppendQuoted(nil, v.Expression)) + keys(v.About) + ")"
	}
	return "?"
}

// dataEnv is what is known at a state.
type dataEnv struct {
	input  Value            // the state's input
	result Value            // of the task at hand
	vars   map[string]Value // what Assign assigned
	order  []string         // of vars
	dead   bool             // the machine has failed
	item   Value            // of the Map around, for $$.Map.Item.Value
}

// join puts together what the ways to a state know. What differs gets a name of its own on each of them.
func (a *dataFlow) join(ways []*flowWay[*dataEnv], at doc.Range) *dataEnv {
	var alive []*flowWay[*dataEnv]
	for _, w := range ways {
		if !w.env.dead {
			alive = append(alive, w)
		}
	}
	if len(alive) == 0 {
		return ways[0].env
	}
	out := &dataEnv{item: alive[0].env.item, vars: map[string]Value{}}
	var inputs []Value
	for _, w := range alive {
		inputs = append(inputs, w.env.input)
	}
	out.input = a.phi(alive, inputs, "state", at)
	for _, name := range alive[0].env.order {
		var values []Value
		for _, w := range alive {
			if v := w.env.vars[name]; v != nil {
				values = append(values, v)
			}
		}
		if len(values) == len(alive) {
			out.order = append(out.order, name)
			out.vars[name] = a.phi(alive, values, name, at)
		}
	}
	return out
}

// phi is the one value of which each way has its own.
func (a *dataFlow) phi(ways []*flowWay[*dataEnv], values []Value, wanted string, at doc.Range) Value {
	same := true
	for _, v := range values {
		same = same && sameValue(v, values[0])
	}
	if same {
		return values[0]
	}
	if merged, ok := a.phiFields(ways, values, at); ok {
		return merged
	}
	name := a.names.Fresh(wanted)
	for i, w := range ways {
		w.steps = append(w.steps, &Call{Label: "Take " + name, Tool: PickTool, Bind: name, At: at, Args: []Arg{{"value", plainValue(values[i], at), at}}})
	}
	return Ref{Name: name}
}

// phiFields joins values that differ in fields that were set only.
func (a *dataFlow) phiFields(ways []*flowWay[*dataEnv], values []Value, at doc.Range) (Value, bool) {
	var base Value
	var keys []string
	seen := map[string]bool{}
	for _, v := range values {
		o, isOverlay := v.(overlay)
		b := v
		if isOverlay {
			b = o.base
		}
		if base != nil && !sameValue(b, base) {
			return nil, false
		}
		base = b
		for _, f := range o.fields {
			if !seen[f.Key] {
				seen[f.Key] = true
				keys = append(keys, f.Key)
			}
		}
	}
	out := overlay{base: base}
	for _, v := range values {
		if o, _ := v.(overlay); len(o.fields) < len(keys) {
			return nil, false // one way did not set them all: there they may be missing, or be what they were
		}
	}
	for _, key := range keys {
		var parts []Value
		for _, v := range values {
			if o, ok := v.(overlay); ok {
				if f, set := fieldOf(o.fields, value.Text(key)); set {
					parts = append(parts, f)
				}
			}
		}
		out.fields = append(out.fields, Field{key, a.phi(ways, parts, key, at)})
	}
	return out, true
}
