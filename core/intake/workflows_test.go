package intake

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"planproof/core"
	"planproof/core/doc"
	"planproof/core/verify"
)

// workflowExamples are our own files of the formats of workflow tools, in examples/import.
var workflowExamples = map[string]string{
	"next-pointers": "next-pointers.json", "asl": "asl.json", "serverless-workflow": "serverless-workflow.yaml", "arazzo": "arazzo.yaml",
	"promptflow": "promptflow.dag.yaml", "langgraph": "langgraph.json", "n8n": "n8n.json", "dify": "dify.yml", "flowise": "flowise.json",
}

func workflowExample(t testing.TB, format string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "examples", "import", workflowExamples[format]))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestWorkflowFormats: the example of each format is detected as that alone, and its plan verifies under the policy that is
// drafted for it, unedited. TestExamples has what it becomes.
func TestWorkflowFormats(t *testing.T) {
	for _, f := range workflowFormats() {
		r := Read(workflowExample(t, f.ID), Options{})
		if len(r.Pieces) != 1 || r.Pieces[0].Format != f.ID || len(r.Pieces[0].Ties) > 0 {
			t.Errorf("%s: detected as %+v", f.ID, r.Pieces)
		}
		if r.Bundle == nil {
			t.Errorf("%s: refused: %v", f.ID, r.Refused)
			continue
		}
		report, err := core.Verify(r.Bundle, core.Options{Detail: verify.DetailNone})
		if err != nil || !report.OK {
			t.Errorf("%s: the plan is refused under its own draft: %v %v", f.ID, err, report.Violations)
		}
	}
}

// refusals are workflows that have no structured form, and what the refusal names.
var refusals = []struct{ name, text, construct, names string }{
	{"asl: polling", `{"StartAt":"a","States":{"a":{"Type":"Task","Resource":"r","Next":"b"},"b":{"Type":"Choice","Choices":[{"Variable":"$.x","BooleanEquals":true,"Next":"c"}],"Default":"a"},"c":{"Type":"Succeed"}}}`, "cycle", "a b"},
	{"asl: parallel", `{"StartAt":"p","States":{"p":{"Type":"Parallel","Branches":[{"StartAt":"x","States":{"x":{"Type":"Pass","End":true}}},{"StartAt":"y","States":{"y":{"Type":"Pass","End":true}}}],"End":true}}}`, "parallel join", "p x y"},
	{"asl: no such state", `{"StartAt":"a","States":{"a":{"Type":"Pass","Next":"gone"}}}`, "pointer to nowhere", "gone"},
	{"asl: a cycle in a map", `{"StartAt":"m","States":{"m":{"Type":"Map","Iterator":{"StartAt":"i","States":{"i":{"Type":"Task","Resource":"r","Next":"j"},"j":{"Type":"Pass","Next":"i"}}},"End":true}}}`, "cycle", "i j"},
	{"serverless: fork", "document: {dsl: '1.0.0'}\ndo:\n- f:\n    fork:\n      branches:\n      - a: {set: {x: 1}}\n      - b: {set: {x: 2}}\n", "parallel join", "f a b"},
	{"serverless: while", "document: {dsl: '1.0.0'}\ndo:\n- f:\n    for: {in: .x}\n    while: .more\n    do:\n    - a: {call: tool}\n", "while", "f"},
	{"serverless: a jump back", "document: {dsl: '1.0.0'}\ndo:\n- a: {call: tool}\n- b: {call: tool, then: a}\n", "cycle", "a b"},
	{"serverless: a jump out", "document: {dsl: '1.0.0'}\ndo:\n- a:\n    do:\n    - b: {call: tool, then: end}\n- c: {call: tool}\n", "jump", "b"},
	{"serverless: a jump into", "document: {dsl: '1.0.0'}\ndo:\n- a: {call: tool, then: c}\n- b:\n    do:\n    - c: {call: tool}\n", "jump", "a c"},
	{"serverless: the version before", `{"specVersion":"0.8","id":"x","states":[{"name":"a","type":"operation"}]}`, "version", "0.8"},
	{"serverless: errors of several tasks", "document: {dsl: '1.0.0'}\ndo:\n- t:\n    try:\n    - a: {call: tool}\n    - b: {call: tool}\n    catch: {do: [{c: {call: tool}}]}\n", "try", "t a b"},
	{"arazzo: back", "arazzo: 1.0.0\nworkflows:\n- workflowId: w\n  steps:\n  - {stepId: a, operationId: x}\n  - {stepId: b, operationId: y, onSuccess: [{name: again, type: goto, stepId: a, criteria: [{condition: $statusCode == 202}]}]}\n", "cycle", "a b"},
	{"arazzo: into another workflow", "arazzo: 1.0.0\nworkflows:\n- workflowId: w\n  steps:\n  - {stepId: a, operationId: x, onSuccess: [{name: on, type: goto, workflowId: other}]}\n", "jump", "a other"},
	{"promptflow: a cycle", "inputs: {q: {type: string}}\noutputs: {}\nnodes:\n- {name: a, type: python, source: {type: code, path: a.py}, inputs: {x: '${b.output}'}}\n- {name: b, type: python, source: {type: code, path: b.py}, inputs: {x: '${a.output}'}}\n", "cycle", "b a"},
	{"promptflow: from nowhere", "inputs: {q: {type: string}}\noutputs: {}\nnodes:\n- {name: a, type: python, source: {type: code, path: a.py}, inputs: {x: '${gone.output}'}}\n", "reference to nowhere", "gone"},
	{"langgraph: an agent", `{"nodes":[{"id":"__start__"},{"id":"agent"},{"id":"tools"},{"id":"__end__"}],"edges":[{"source":"__start__","target":"agent"},{"source":"agent","target":"tools","conditional":true},{"source":"agent","target":"__end__","conditional":true},{"source":"tools","target":"agent"}]}`, "cycle", "agent tools"},
	{"langgraph: at once", `{"nodes":[{"id":"__start__"},{"id":"a"},{"id":"b"},{"id":"c"}],"edges":[{"source":"__start__","target":"a"},{"source":"__start__","target":"b"},{"source":"a","target":"c"},{"source":"b","target":"c"}]}`, "parallel join", "__start__ a b"},
	{"n8n: a merge", `{"nodes":[{"name":"t","type":"n8n-nodes-base.webhook","typeVersion":1,"position":[0,0]},{"name":"a","type":"n8n-nodes-base.x","position":[1,0]},{"name":"b","type":"n8n-nodes-base.x","position":[1,1]},{"name":"m","type":"n8n-nodes-base.merge","position":[2,0]}],"connections":{"t":{"main":[[{"node":"a"},{"node":"b"}]]},"a":{"main":[[{"node":"m"}]]},"b":{"main":[[{"node":"m"}]]}}}`, "parallel join", "t a b"},
	{"n8n: back", `{"nodes":[{"name":"t","type":"n8n-nodes-base.webhook","typeVersion":1,"position":[0,0]},{"name":"a","type":"n8n-nodes-base.x","position":[1,0]},{"name":"i","type":"n8n-nodes-base.if","position":[1,1],"parameters":{}}],"connections":{"t":{"main":[[{"node":"a"}]]},"a":{"main":[[{"node":"i"}]]},"i":{"main":[[{"node":"a"}],[]]}}}`, "cycle", "a i"},
	{"n8n: loops in each other", `{"nodes":[{"name":"t","type":"n8n-nodes-base.webhook","typeVersion":1,"position":[0,0]},{"name":"a","type":"n8n-nodes-base.splitInBatches","typeVersion":3,"position":[1,0]},{"name":"b","type":"n8n-nodes-base.splitInBatches","typeVersion":3,"position":[1,1]}],"connections":{"t":{"main":[[{"node":"a"}]]},"a":{"main":[[],[{"node":"b"}]]},"b":{"main":[[],[{"node":"a"}]]}}}`, "cycle", "a b"},
	{"dify: at once", "kind: app\napp: {name: x, mode: workflow}\nworkflow:\n  graph:\n    nodes:\n    - {id: '1', data: {type: start, title: S}}\n    - {id: '2', data: {type: llm, title: A}}\n    - {id: '3', data: {type: llm, title: B}}\n    edges:\n    - {source: '1', target: '2'}\n    - {source: '1', target: '3'}\n", "parallel join", "S A B"},
	{"dify: rounds", "kind: app\napp: {name: x, mode: workflow}\nworkflow:\n  graph:\n    nodes:\n    - {id: '1', data: {type: start, title: S}}\n    - {id: '2', data: {type: loop, title: Again}}\n    edges:\n    - {source: '1', target: '2'}\n", "while", "Again"},
	{"dify: an agent app", "kind: app\napp: {name: x, mode: agent-chat}\nmodel_config: {}\n", "no graph", ""},
	{"dify: an iteration inside of itself", "kind: app\napp: {name: x, mode: workflow}\nworkflow:\n  graph:\n    nodes:\n    - {id: '1', data: {type: start, title: S}}\n    - {id: '2', parentId: '2', data: {type: iteration, title: I, start_node_id: '2', iterator_selector: ['1', x]}}\n    edges:\n    - {source: '1', target: '2'}\n", "cycle", "I"},
	{"flowise: a loop", `{"nodes":[{"id":"s","type":"agentFlow","data":{"name":"startAgentflow","label":"S","category":"Agent Flows","inputs":{}}},{"id":"a","type":"agentFlow","data":{"name":"llmAgentflow","label":"A","category":"Agent Flows","inputs":{}}},{"id":"l","type":"agentFlow","data":{"name":"loopAgentflow","label":"L","category":"Agent Flows","inputs":{"loopBackToNode":"a-A"}}}],"edges":[{"source":"s","target":"a"},{"source":"a","target":"l"}]}`, "cycle", "A L"},
	{"flowise: a supervisor", `{"nodes":[{"id":"s","data":{"name":"supervisor","label":"Boss","category":"Multi Agents","inputs":{}}},{"id":"w","data":{"name":"worker","label":"Hand","category":"Multi Agents","inputs":{}}}],"edges":[{"source":"s","target":"w"}]}`, "agents", "Boss Hand"},
	{"graph: back", `{"steps":[{"name":"a","tool":"t","next":"b"},{"name":"b","tool":"t","next":"a"}]}`, "cycle", "a b"},
	{"graph: out of a loop", `{"start":"l","steps":[{"name":"l","foreach":"xs","as":"x","body":"a","next":"b"},{"name":"a","tool":"t","next":"b"},{"name":"b","tool":"t","next":null}],"inputs":["xs"]}`, "jump", "l"},
	{"graph: loops in each other", `{"start":"l","steps":[{"name":"l","foreach":"xs","as":"x","body":"m","next":"t"},{"name":"m","foreach":"xs","as":"y","body":"l","next":null},{"name":"t","tool":"t","next":null}]}`, "cycle", "m"},
	{"graph: nowhere", `{"steps":[{"name":"a","tool":"t","next":"gone"}]}`, "pointer to nowhere", "gone"},
}

func TestWorkflowRefusals(t *testing.T) {
	for _, c := range refusals {
		r := Read(c.text, Options{})
		switch {
		case r.Refused == nil:
			t.Errorf("%s: imported:\n%s", c.name, r.Bundle.Workflow.Print())
		case r.Refused.Construct != c.construct || strings.Join(r.Refused.Names, " ") != c.names || r.Refused.Hint == "" || r.Refused.Message == "":
			t.Errorf("%s: refused for %q of %q: %s; %s", c.name, r.Refused.Construct, r.Refused.Names, r.Refused.Message, r.Refused.Hint)
		}
	}
}

// checkImport holds for any text: a bundle or a refusal, and the bundle is one.
func checkImport(t *testing.T, text, format string) {
	r := Read(text, Options{From: format})
	if (r.Bundle == nil) == (r.Refused == nil) {
		t.Fatalf("a bundle is %v and a refusal %v", r.Bundle != nil, r.Refused)
	}
	if r.Refused != nil && r.Refused.Construct == "not a bundle" {
		t.Fatalf("what was built is no bundle: %s", r.Refused.Message)
	}
	if again := Read(text, Options{From: format}); string(again.AppendJSON(nil)) != string(r.AppendJSON(nil)) {
		t.Fatal("two imports differ")
	}
	if r.Bundle == nil {
		return
	}
	if _, err := doc.ReadBundle(r.Bundle.AppendJSON(nil), doc.ReadOptions{}); err != nil {
		t.Fatal(err)
	}
}

func fuzzWorkflow(f *testing.F, format string) {
	f.Add(workflowExample(f, format))
	prefix, _, _ := strings.Cut(format, "-")
	for _, c := range refusals {
		if strings.HasPrefix(c.name, prefix) || format == "next-pointers" && strings.HasPrefix(c.name, "graph") {
			f.Add(c.text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) { checkImport(t, text, format) })
}

func FuzzNextPointers(f *testing.F) { fuzzWorkflow(f, "next-pointers") }
func FuzzASL(f *testing.F)          { fuzzWorkflow(f, "asl") }
func FuzzServerless(f *testing.F)   { fuzzWorkflow(f, "serverless-workflow") }
func FuzzArazzo(f *testing.F)       { fuzzWorkflow(f, "arazzo") }
func FuzzPromptflow(f *testing.F)   { fuzzWorkflow(f, "promptflow") }
func FuzzLanggraph(f *testing.F)    { fuzzWorkflow(f, "langgraph") }
func FuzzN8N(f *testing.F)          { fuzzWorkflow(f, "n8n") }
func FuzzDify(f *testing.F)         { fuzzWorkflow(f, "dify") }
func FuzzFlowise(f *testing.F)      { fuzzWorkflow(f, "flowise") }

// FuzzExpr: an expression that is read is one in the same words, and writing it as a condition gives one.
func FuzzExpr(f *testing.F) {
	for _, s := range []string{`$json.a["b c"][0] == 'x' && !(.y > 3)`, `"a" + $x.first().json`, `$('N').item.json.z`, "[1, 'a']", "not a in [1]", `a = "b" & c`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, d := range []dialect{jsDialect, jsonataDialect} {
			e := parseExpr(s, d)
			if e == nil {
				continue
			}
			known := func(r *exprRef) (Value, bool) {
				path, ok := pathOf(r.steps)
				return Ref{Name: Ident(r.root), Path: path}, ok
			}
			text, ok := condition(e, known)
			if !ok {
				continue
			}
			b := &builder{notes: &Notes{src: doc.NewSource("t", "")}}
			if _, refused := b.branch(nil, &If{Cond: text}, ""); refused != nil && !strings.Contains(refused.Message, "deep") {
				t.Errorf("%q becomes %q: %s", s, text, refused.Message)
			}
		}
	})
}

// mutated changes a text in a few places: bytes, cuts, pieces that stand somewhere else too.
func mutated(rng *rand.Rand, text string) string {
	b := []byte(text)
	for range 1 + rng.IntN(4) {
		if len(b) == 0 {
			return "x"
		}
		i, j := rng.IntN(len(b)), rng.IntN(len(b))
		switch rng.IntN(4) {
		case 0:
			b[i] = byte(rng.IntN(256))
		case 1:
			b = append(b[:i], b[min(len(b), i+1+rng.IntN(20)):]...)
		case 2:
			piece := append([]byte{}, b[j:min(len(b), j+rng.IntN(60))]...)
			b = append(b[:i:i], append(piece, b[i:]...)...)
		case 3:
			b[i] = "{}[]\"':, \n"[rng.IntN(10)]
		}
	}
	return string(b)
}

// TestMutatedWorkflows: broken workflow files are imported or refused, each at once; the examples, and the files of
// the corpus when it is there.
func TestMutatedWorkflows(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	for _, f := range workflowFormats() {
		mutate(t, rng, f.ID, workflowExample(t, f.ID), 150)
	}
	dir := filepath.Join(corpusDir(t), "formats")
	table, err := os.ReadFile(workflowTable)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(table), "\n")[1:] {
		if cells := strings.Split(line, "\t"); len(cells) > 1 {
			text, err := os.ReadFile(filepath.Join(dir, cells[0]))
			if err != nil {
				t.Fatal(err)
			}
			mutate(t, rng, cells[1], string(text), mutations)
		}
	}
}

// mutations is how many times a file of the corpus is broken.
const mutations = 12

func mutate(t *testing.T, rng *rand.Rand, format, text string, n int) {
	for range n {
		broken := mutated(rng, text)
		start := time.Now()
		checkImport(t, broken, format)
		if took := time.Since(start); took > 5*time.Second {
			t.Fatalf("%s took %v:\n%s", format, took, broken)
		}
	}
}

// TestDraftsOfTheCorpus: of every format there is a file of somebody else's whose plan verifies under the policy that is
// drafted for it, unedited.
func TestDraftsOfTheCorpus(t *testing.T) {
	dir := filepath.Join(corpusDir(t), "formats")
	table, err := os.ReadFile(workflowTable)
	if err != nil {
		t.Fatal(err)
	}
	accepted, plans := map[string]int{}, 0
	for _, line := range strings.Split(string(table), "\n")[1:] {
		cells := strings.Split(line, "\t")
		if len(cells) < 2 {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, cells[0]))
		if err != nil {
			t.Fatal(err)
		}
		r := Read(string(text), Options{})
		if r.Bundle == nil || r.Plan < 0 {
			continue
		}
		plans++
		report, err := core.Verify(r.Bundle, core.Options{})
		if err != nil {
			t.Errorf("%s: %v", cells[0], err)
		} else if report.OK {
			accepted[cells[1]]++
		}
	}
	for _, f := range workflowFormats() {
		if f.ID != "next-pointers" && accepted[f.ID] == 0 {
			t.Errorf("no plan of %s verifies under its draft", f.ID)
		}
	}
	t.Logf("%d plans, accepted under their drafts: %v", plans, accepted)
}
