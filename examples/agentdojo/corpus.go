package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
)

// Suites in the order of the table.
var suites = []string{"workspace", "travel", "banking", "slack"}

// task is a user task or an injected one with the calls that solve it.
type task struct {
	Suite, ID   string
	Prompt      string // of a user task
	Goal        string // of an injected one
	GroundTruth []call `json:"ground_truth"`
}

// call is one call of a solution. Sources say, for each leaf of the arguments,
// where its value is written: user (in the request), tool:i (in the output of
// call i), both, neither.
type call struct {
	Function string
	Args     map[string]any
	Sources  map[string]string `json:"arg_sources"`
}

// tool is a declaration of a suite.
type tool struct {
	Name, Returns string
	Params        []struct {
		Name, Type string
		Required   bool
	}
}

// corpus is the part of AgentDojo that is used.
type corpus struct {
	tools   map[string][]tool
	users   []task
	attacks []task
}

// readCorpus reads the files of a directory.
func readCorpus(dir string) (*corpus, error) {
	c := &corpus{tools: map[string][]tool{}}
	var declared map[string]struct{ Tools []tool }
	for _, f := range []struct {
		name string
		into any
	}{{"tools.json", &declared}, {"user_tasks.json", &c.users}, {"injection_tasks.json", &c.attacks}} {
		text, err := os.ReadFile(filepath.Join(dir, f.name))
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(text, f.into); err != nil {
			return nil, err
		}
	}
	for suite, d := range declared {
		c.tools[suite] = d.Tools
	}
	return c, nil
}

// of are the tasks of a suite that have calls, and how many have none.
func of(all []task, suite string) (with []task, without int) {
	for _, t := range all {
		switch {
		case t.Suite != suite:
		case len(t.GroundTruth) == 0 && t.Prompt == "":
			without++
		default:
			with = append(with, t)
		}
	}
	return with, without
}

// trusted are tools whose results nobody but the user or the bank writes; the
// results of all other reading tools carry the label data.
var trusted = map[string]bool{"get_current_day": true, "get_iban": true, "get_balance": true}

func reads(name string) bool {
	for _, prefix := range []string{"get_", "search_", "read_", "list_", "check_"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// object is a JSON object under construction.
type object = map[string]any

// specs are the tool specs of a suite, with the two tools of the agent itself:
// a model that reads but calls nothing, and the person.
func (c *corpus) specs(suite string) []any {
	out := []any{
		object{"name": "ask_assistant", "description": "a model without tools answers a question about some values", "return_type": "Any", "source_labels": []string{"model"},
			"params": []any{object{"name": "question"}, object{"name": "about", "type": "list"}}},
		object{"name": "confirm", "description": "shows the person a value and asks whether it may be used", "return_type": "Any",
			"params": []any{object{"name": "what"}, object{"name": "value", "type": "Any"}}},
	}
	for _, t := range c.tools[suite] {
		spec := object{"name": t.Name, "return_type": "Any"}
		if reads(t.Name) && !trusted[t.Name] {
			spec["source_labels"] = []string{"data"}
		}
		var params []any
		for _, p := range t.Params {
			params = append(params, object{"name": p.Name, "type": typeOf(p.Type), "required": p.Required})
		}
		spec["params"] = params
		out = append(out, spec)
	}
	return out
}

// typeOf translates a type of the corpus.
func typeOf(t string) string {
	switch strings.TrimSuffix(t, "|null") {
	case "array<string>":
		t = strings.Replace(t, "array<string>", "list[str]", 1)
	case "array<object>":
		t = strings.Replace(t, "array<object>", "list[dict]", 1)
	case "enum(r,rw)":
		t = "str"
	}
	return strings.Replace(t, "|null", " | None", 1)
}
