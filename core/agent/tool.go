package agent

import (
	"context"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// ToolOption declares more of a tool than its signature says.
type ToolOption func(*doc.ToolSpec)

// Labels are the taint labels of the tool's results.
func Labels(labels ...string) ToolOption {
	return func(t *doc.ToolSpec) { t.SourceLabels = append(t.SourceLabels, texts(labels)...) }
}

// Never are labels that the tool's sink parameters must never receive.
func Never(labels ...string) ToolOption {
	return func(t *doc.ToolSpec) { t.SinkLabels = append(t.SinkLabels, texts(labels)...) }
}

// Requires are preconditions: conditions over the parameters.
func Requires(conditions ...string) ToolOption {
	return func(t *doc.ToolSpec) { t.Preconditions = append(t.Preconditions, texts(conditions)...) }
}

// Ensures are postconditions: conditions over the parameters and result.
func Ensures(conditions ...string) ToolOption {
	return func(t *doc.ToolSpec) { t.Postconditions = append(t.Postconditions, texts(conditions)...) }
}

// Protects are frame conditions.
func Protects(conditions ...string) ToolOption {
	return func(t *doc.ToolSpec) { t.FrameConditions = append(t.FrameConditions, texts(conditions)...) }
}

// Tool registers a function as a tool that plans may call. Its parameters are
// the fields of In, a struct; struct{} is none. A field's tags:
//
//	plan:"name,sink"      the parameter's name (default: the field's, in
//	                      snake_case); sink marks a taint sink; optional says
//	                      that a call may leave it out; "-" hides the field
//	desc:"…"              what it is, for the planner
//	default:"…" enum:"…"  JSON; enum is a list
//	min:"…" max:"…"       numbers
//
// Types become declared types: string str, integers int, floats float, bool,
// slices list[…], maps and structs dict, pointers … | None, anything else Any.
// A mistake is reported by the first Plan or Run.
func Tool[In, Out any](a *Agent, name, description string, fn func(context.Context, In) (Out, error), options ...ToolOption) {
	in := reflect.TypeFor[In]()
	spec := doc.ToolSpec{Name: text(name), Description: description, ReturnType: typeName(reflect.TypeFor[Out](), maxNesting)}
	fields, err := parameters(in, &spec)
	if err != nil {
		a.fail("the tool %s: %w", name, err)
		return
	}
	for _, o := range options {
		o(&spec)
	}
	a.tools = append(a.tools, spec)
	a.policy.AllowedTools = append(a.policy.AllowedTools, text(name))
	a.funcs[name] = func(ctx context.Context, args value.Object) (value.Value, error) {
		var given In
		if err := fill(reflect.ValueOf(&given).Elem(), fields, args); err != nil {
			return nil, err
		}
		out, err := fn(ctx, given)
		if err != nil {
			return nil, err
		}
		return FromGo(out)
	}
}

// parameters reads the fields of a struct into a spec; it returns the index of
// each parameter's field by name.
func parameters(in reflect.Type, spec *doc.ToolSpec) (map[string]int, error) {
	if in.Kind() != reflect.Struct {
		return nil, fmt.Errorf("it takes %s; parameters are the fields of a struct", in)
	}
	fields := map[string]int{}
	for i := range in.NumField() {
		f := in.Field(i)
		tag := strings.Split(f.Tag.Get("plan"), ",")
		if tag[0] == "-" || !f.IsExported() {
			continue
		}
		p, err := parameter(f, tag)
		if err != nil {
			return nil, fmt.Errorf("the field %s: %w", f.Name, err)
		}
		fields[p.Name.Value] = i
		spec.Params = append(spec.Params, p)
	}
	return fields, nil
}

func parameter(f reflect.StructField, tag []string) (doc.Param, error) {
	p := doc.Param{Name: text(tag[0]), Type: text(typeName(f.Type, maxNesting)), Description: f.Tag.Get("desc")}
	if tag[0] == "" {
		p.Name = text(snake(f.Name))
	}
	for _, flag := range tag[1:] {
		switch flag {
		case "sink":
			p.IsTaintSink = true
		case "optional":
			optional := false
			p.Required = &optional
		default:
			return p, fmt.Errorf("the tag %q is neither sink nor optional", flag)
		}
	}
	return p, limits(&p, f.Tag)
}

// limits reads the tags that restrict values.
func limits(p *doc.Param, tag reflect.StructTag) error {
	if text, ok := tag.Lookup("default"); ok {
		v, err := parse(text)
		if err != nil {
			return fmt.Errorf("default: %w", err)
		}
		p.Default = v
	}
	if text, ok := tag.Lookup("enum"); ok {
		v, err := parse(text)
		list, isList := v.(value.List)
		if err != nil || !isList {
			return fmt.Errorf("enum: %s is no list", strconv.Quote(text))
		}
		p.Enum = list
	}
	for _, l := range []struct {
		name string
		into **value.Number
	}{{"min", &p.Min}, {"max", &p.Max}} {
		if text, ok := tag.Lookup(l.name); ok {
			n, err := value.ParseNumber(text)
			if err != nil {
				return fmt.Errorf("%s: %w", l.name, err)
			}
			*l.into = &n
		}
	}
	return nil
}

// parse reads JSON as documents do.
func parse(text string) (value.Value, error) {
	b, err := doc.ReadBundle([]byte(`{"workflow":{"goal":"","steps":[]},"policy":{"name":"-"},"tools":[],"inputs":{"v":`+text+`}}`), doc.ReadOptions{})
	if err != nil {
		return nil, fmt.Errorf("%s is no JSON", strconv.Quote(text))
	}
	return b.Inputs[0].Value, nil
}
