package intake

import (
	"strings"
	"testing"
	"time"
)

// TestLargePastes: texts that are made to be slow take time linear in their size.
func TestLargePastes(t *testing.T) {
	const size = 100_000
	for name, unit := range map[string]string{
		"brackets": "[", "braces": "{", "objects": `{"a":`, "fences": "```\n", "numbered calls": "1. f($1\n", "tool lines": "Tool: f({\n", "classes": "AIMessage(",
		"class lines": "AIMessage(content='\n", "fields": "content='x' id='y'\n", "headings": "==== Ai Message ====\n", "tasks": "Task: x\n<code>\n", "code": "<code>\nf(\n</code>\n",
		"actions": "Thought:\nObservation:\nAction:\n{\n", "frames": "╭─ New run\n", "constructors": "Workflow(steps=[", "assignments": "x = f(x)\n", "quotes": "'", "lines": "a: b\n",
		"rows": "{}\n", "calls": `{"name":"f","arguments":{}}` + "\n", "questions": "Question: x\n1. f(1)\n", "calling": "Calling tool: 'x' with arguments: {\n",
		"inputs": "Tool Used: f\nTool Input: {\n", "nested ifs": "if f():\n", "prose": "word (word) [1] {x} ", "dollars": "1. f(\"$$$\")\n",
	} {
		start := time.Now()
		r := Read(strings.Repeat(unit, size/len(unit)), Options{Link: true})
		if d := time.Since(start); d > 8*time.Second {
			t.Errorf("%s: %v (%s)", name, d, r.Summary)
		} else if testing.Verbose() {
			t.Logf("%s: %v %.60s", name, d, r.Summary)
		}
	}
}
