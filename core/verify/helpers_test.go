package verify

import (
	"strings"
	"testing"

	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/ir"
)

// The plans of these tests are written one step a line, nested by
// indentation:
//
//	c = relay a b     a call with the references a and b, its result bound to c
//	each x in xs      a loop
//	if x == 'a'       a conditional
//	else              its other side
//
// parse turns them into workflow steps as JSON.
func parse(lines []string, indent int) (steps string, rest []string) {
	var out []string
	for len(lines) > 0 {
		line := lines[0]
		depth := len(line) - len(strings.TrimLeft(line, "\t"))
		text := strings.TrimSpace(line)
		if depth < indent || text == "else" {
			break
		}
		lines = lines[1:]
		var inner, other string
		switch {
		case strings.HasPrefix(text, "each "):
			words := strings.Fields(text)
			inner, lines = parse(lines, depth+1)
			out = append(out, `{"label":"`+text+`","loop":{"collection_ref":"`+words[3]+`","item_binding":"`+words[1]+`","body":`+inner+`}}`)
		case strings.HasPrefix(text, "if "):
			inner, lines = parse(lines, depth+1)
			other = "[]"
			if len(lines) > 0 && strings.TrimSpace(lines[0]) == "else" && strings.Count(lines[0], "\t") == depth {
				other, lines = parse(lines[1:], depth+1)
			}
			out = append(out, `{"label":"`+text+`","conditional":{"condition":"`+text[3:]+`","then_steps":`+inner+`,"else_steps":`+other+`}}`)
		default:
			out = append(out, callJSON(text))
		}
	}
	return "[" + strings.Join(out, ",") + "]", lines
}

func callJSON(text string) string {
	bind := ""
	call := text
	if before, after, ok := strings.Cut(text, " = "); ok {
		bind, call = `,"result_binding":"`+before+`"`, after
	}
	words := strings.Fields(call)
	var refs []string
	for _, name := range words[1:] {
		refs = append(refs, `{"ref":"`+name+`"}`)
	}
	arguments := `{}`
	if len(refs) > 0 {
		arguments = `{"data":[` + strings.Join(refs, ",") + `]}`
	}
	return `{"label":"` + text + `","tool_call":{"tool_name":"` + words[0] + `","arguments":` + arguments + bind + `}}`
}

// tools and rules of these tests: secret is a source, sink must not get its
// data unless clean cleaned it; steps counts calls of tick.
const testTools = `[{"name":"secret","source_labels":["secret"]},{"name":"fresh"},{"name":"tick"},
	{"name":"relay","params":[{"name":"data","type":"Any"}]},
	{"name":"clean","params":[{"name":"data","type":"Any"}]},
	{"name":"sink","params":[{"name":"data","type":"Any","is_taint_sink":true}]}]`

const testPolicy = `{"name":"p","allowed_tools":["secret","fresh","tick","relay","clean","sink"],
	"taint_rules":[{"name":"leak","source_tool":"secret","sink_tool":"sink","sink_param":"data","sanitizers":["clean"]}],
	"automata":[{"name":"ticks","states":[{"name":"0"},{"name":"1"},{"name":"2"},{"name":"3"},{"name":"4"},{"name":"5"}],"initial_state":"0",
		"transitions":[{"from_state":"0","to_state":"1","tool_name":"tick"},{"from_state":"1","to_state":"2","tool_name":"tick"},
		{"from_state":"2","to_state":"3","tool_name":"tick"},{"from_state":"3","to_state":"4","tool_name":"tick"},{"from_state":"4","to_state":"5","tool_name":"tick"}]}]}`

// program builds the plan with inputs xs (a list) and p.
func program(t testing.TB, plan string) *ir.Program {
	t.Helper()
	steps, rest := parse(strings.Split(strings.Trim(plan, "\n"), "\n"), 0)
	if len(rest) > 0 {
		t.Fatalf("lines left over: %q", rest)
	}
	workflow := `{"goal":"g","input_variables":["xs","p"],"steps":` + steps + `}`
	b, err := doc.ReadParts([]byte(workflow), []byte(testPolicy), []byte(testTools), doc.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := ir.Build(b)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// verdicts lists violations as "rule path".
func verdicts(r *finding.Report) []string {
	out := []string{}
	for _, f := range r.Violations {
		out = append(out, f.RuleName+" "+f.Path+" "+string(f.Certainty))
	}
	return out
}
