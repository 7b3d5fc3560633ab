package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"planproof/core/doc"
	"planproof/core/guard"
	"planproof/core/value"
)

// corpus is AgentDojo as recorded: what the tools take, what the tasks' calls
// are, and the runs.
type corpus struct {
	tools   value.Value // suite → {tools: [{name, description, params}]}
	users   value.List
	attacks value.List
	runs    []run
}

// run is one recorded conversation.
type run struct {
	name, suite string
	user        value.List // the calls of the user's task
	injected    value.List // the calls of the injected task
	messages    value.List
	planted     []string // what the attacker wrote, letters and digits alone
}

func readCorpus(dir string) (*corpus, error) {
	c := &corpus{}
	for _, f := range []struct {
		name string
		into func(value.Value)
	}{
		{"tools.json", func(v value.Value) { c.tools = v }},
		{"user_tasks.json", func(v value.Value) { c.users, _ = v.(value.List) }},
		{"injection_tasks.json", func(v value.Value) { c.attacks, _ = v.(value.List) }},
	} {
		v, err := readJSON(filepath.Join(dir, f.name))
		if err != nil {
			return nil, err
		}
		f.into(v)
	}
	names, err := filepath.Glob(filepath.Join(dir, "runs", "*.json"))
	if err != nil || len(names) == 0 {
		return nil, fmt.Errorf("there are no runs in %s", dir)
	}
	slices.Sort(names)
	for _, name := range names {
		v, err := readJSON(name)
		if err != nil {
			return nil, err
		}
		c.runs = append(c.runs, c.run(strings.TrimSuffix(filepath.Base(name), ".json"), v))
	}
	return c, nil
}

func readJSON(name string) (value.Value, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	v, bad := doc.ReadValue(filepath.Base(name), text, 1<<30)
	if bad != nil {
		return nil, bad
	}
	return v, nil
}

func (c *corpus) run(name string, v value.Value) run {
	r := run{name: name, suite: text(get(v, "suite"))}
	r.user = solution(c.users, r.suite, text(get(v, "user_task")))
	r.injected = solution(c.attacks, r.suite, text(get(v, "injection_task")))
	r.messages, _ = get(v, "messages").(value.List)
	injections, _ := get(v, "injections").(value.Object)
	for _, m := range injections {
		if s := squeeze(text(m.Value)); s != "" {
			r.planted = append(r.planted, s[:min(len(s), plantedLength)])
		}
	}
	return r
}

// plantedLength is how much of an injection is looked for in outputs, which
// wrap and quote it in their own ways.
const plantedLength = 60

func squeeze(s string) string {
	s = strings.NewReplacer(`\n`, " ", `\r`, " ", `\t`, " ").Replace(s)
	return strings.Map(func(r rune) rune {
		if r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// seen is the first message after which the agent has read what the attacker
// wrote.
func (r *run) seen() int {
	for i, m := range r.messages {
		said := squeeze(text(get(m, "content")))
		if text(get(m, "role")) == "tool" && slices.ContainsFunc(r.planted, func(p string) bool { return strings.Contains(said, p) }) {
			return i
		}
	}
	return len(r.messages)
}

func solution(tasks value.List, suite, id string) value.List {
	for _, t := range tasks {
		if text(get(t, "suite")) == suite && text(get(t, "id")) == id && id != "" {
			calls, _ := get(t, "ground_truth").(value.List)
			return calls
		}
	}
	return nil
}

// newGuard compiles the configuration of a suite in a mode, with the schemas
// of the corpus.
func (c *corpus) newGuard(dir, suite string, mode guard.Mode) (*guard.Guard, error) {
	v, err := readJSON(filepath.Join(dir, suite+".guard.json"))
	if err != nil {
		return nil, err
	}
	config, err := guard.ConfigOf(v)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", suite, err)
	}
	config.Mode = mode
	g, err := guard.New(config)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", suite, err)
	}
	tools, _ := get(get(c.tools, suite), "tools").(value.List)
	for _, t := range tools {
		if err := g.Adopt(text(get(t, "name")), schemaOf(t), text(get(t, "description"))); err != nil {
			return nil, fmt.Errorf("%s: %w", suite, err)
		}
	}
	return g, nil
}

// schemaOf is the JSON schema of a tool of the corpus.
func schemaOf(tool value.Value) value.Object {
	props, required := value.Object{}, value.List{}
	params, _ := get(tool, "params").(value.List)
	for _, p := range params {
		name := text(get(p, "name"))
		typ, nullable := strings.CutSuffix(text(get(p, "type")), "|null")
		schema := typeSchema(typ)
		if nullable {
			schema = value.Object{{Key: "anyOf", Value: value.List{schema, typeSchema("null")}}}
		}
		props = append(props, value.Member{Key: name, Value: schema})
		if get(p, "required") == value.Bool(true) {
			required = append(required, value.Text(name))
		}
	}
	return value.Object{{Key: "type", Value: value.Text("object")}, {Key: "properties", Value: props}, {Key: "required", Value: required}}
}

func typeSchema(typ string) value.Object {
	if inner, ok := strings.CutPrefix(typ, "array<"); ok {
		return value.Object{{Key: "type", Value: value.Text("array")}, {Key: "items", Value: typeSchema(strings.TrimSuffix(inner, ">"))}}
	}
	if list, ok := strings.CutPrefix(typ, "enum("); ok {
		values := value.List{}
		for _, v := range strings.Split(strings.TrimSuffix(list, ")"), ",") {
			values = append(values, value.Text(v))
		}
		return value.Object{{Key: "enum", Value: values}}
	}
	return value.Object{{Key: "type", Value: value.Text(typ)}}
}

func get(v value.Value, key string) value.Value {
	o, _ := v.(value.Object)
	x, _ := o.Get(key)
	return x
}

func text(v value.Value) string {
	t, _ := v.(value.Text)
	return string(t)
}
