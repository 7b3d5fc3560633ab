package intake

import (
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// openaiResponses reads the items of OpenAI's Responses interface: a response ({"output"}), a request ({"input"}), a
// list of items, and the saved state of a run of the agents library ({"$schemaVersion", "generated_items"}).
//
// Maps: function_call, mcp_call and custom_tool_call items → steps, calls of the interface's own tools (computer_call,
// shell_call, …) → steps of a tool of that name, their outputs → scripts, messages → messages, the
// tools of a response → tool specs. Of a saved run the original input and the generated items count; a call that waits
// for approval is a step like any other, and noted; arguments that a person changed at the approval are the ones that count.
//
// Dropped: reasoning, searches inside the tool catalogue, code of programs that call tools (their calls are items of
// their own), usage, guardrail results.
var openaiResponses = &Format{ID: "openai-responses", Name: "OpenAI responses", Detect: detectResponses, Import: importResponses}

// itemTypes are types of items that no other interface has.
var itemTypes = map[string]bool{"function_call": true, "function_call_output": true, "reasoning": true, "mcp_call": true,
	"custom_tool_call": true, "custom_tool_call_output": true}

func detectResponses(p *Piece) Score {
	v := p.Tree
	switch {
	case v.Has("$schemaVersion", "generated_items"):
		return Sure + 5
	case v.Str("object") == "response" && v.Has("output"):
		return Sure
	case anyItem(v.List()), anyItem(v.Get("output").List()), anyItem(v.Get("input").List()), anyItem([]*doc.Syntax{v}), anyItem(p.Rows):
		return Sure - 2
	}
	return No
}

func anyItem(list []*doc.Syntax) bool {
	for _, item := range list {
		if itemTypes[item.Str("type")] {
			return true
		}
	}
	return false
}

func importResponses(p *Piece, notes *Notes) (*Draft, *Refusal) {
	t := newTalk(p, notes)
	v := p.Tree
	switch {
	case v.Has("$schemaVersion", "generated_items"):
		t.runState(v)
	case v.Has("output") || v.Has("input"):
		t.items(v.Get("input"))
		t.items(v.Get("output"))
	case v.Is(doc.SyntaxList):
		t.items(v)
	case v.Is(doc.SyntaxObject):
		t.item(v)
	default:
		for _, row := range p.Rows {
			t.item(row)
		}
	}
	d := t.draft()
	d.Tools = append(toolSpecs(v.Get("tools"), notes), runSpecs(v, notes)...)
	return d, nil
}

// items reads a list of items, or a text of the user.
func (t *talkReader) items(v *doc.Syntax) {
	if v.Is(doc.SyntaxText) {
		t.talk.Messages = append(t.talk.Messages, Message{Role: RoleUser, Text: v.Text, At: v.Range})
	}
	for _, item := range v.List() {
		t.item(item)
	}
}

// item reads one item of a response.
func (t *talkReader) item(v *doc.Syntax) {
	switch kind := v.Str("type"); {
	case kind == "function_call" || kind == "mcp_call" || kind == "custom_tool_call":
		m := Message{Role: RoleAssistant, At: v.Range}
		if t.addCall(&m, v); len(m.Calls) > 0 {
			t.talk.Messages = append(t.talk.Messages, m)
		}
	case kind == "function_call_output" || strings.HasSuffix(kind, "_call_output"):
		t.result(v)
	case strings.HasSuffix(kind, "_call") && kind != "tool_search_call":
		t.builtIn(v, strings.TrimSuffix(kind, "_call"))
	case isMessage(v):
		t.message(v)
	default:
		t.drop("an item of type " + ticked(kind))
	}
}

// builtIn reads the call of a tool of the interface itself (computer, shell, apply_patch, web_search, code_interpreter):
// its arguments are what the item holds besides its state.
func (t *talkReader) builtIn(v *doc.Syntax, tool string) {
	use := ToolUse{ID: firstText(v, "call_id", "id"), Tool: tool, At: v.Range}
	if t.calls[use.ID] && use.ID != "" {
		return
	}
	t.calls[use.ID] = true
	args := value.Object{}
	for _, m := range v.Fields() {
		switch m.Key.Value {
		case "type", "id", "call_id", "status", "output", "outputs", "results", "result":
		default:
			args = append(args, value.Member{Key: m.Key.Value, Value: m.Value.Value()})
		}
	}
	use.Args = args
	t.talk.Messages = append(t.talk.Messages, Message{Role: RoleAssistant, Calls: []ToolUse{use}, At: v.Range})
}

// runState reads a saved run: what the user gave, then what was generated.
func (t *talkReader) runState(v *doc.Syntax) {
	t.items(v.Get("original_input"))
	seen := map[string]bool{} // a message that the history owns is generated and input
	for _, item := range v.Get("original_input").List() {
		seen[item.Str("id")] = true
	}
	for _, item := range v.Get("generated_items").List() {
		raw := item.Get("raw_item")
		if id := raw.Str("id"); id != "" && raw.Has("role") {
			if seen[id] {
				continue
			}
			seen[id] = true
		}
		t.item(raw)
	}
	for _, item := range v.At("current_step", "data").Get("interruptions").List() {
		t.interruption(item)
	}
}

// interruption reads a call that waits for approval. A person may have changed its arguments: then the changed ones are
// what will run.
func (t *talkReader) interruption(item *doc.Syntax) {
	raw := item.Get("raw_item")
	id := firstText(raw, "call_id", "id")
	t.notes.Read(item.Range, "the call of "+ticked(raw.Str("name"))+" waits for approval")
	for i := range t.talk.Messages {
		for j := range t.talk.Messages[i].Calls {
			use := &t.talk.Messages[i].Calls[j]
			if use.ID != id || id == "" {
				continue
			}
			args := t.arguments(argsOf(raw), use.Tool)
			if !value.Equal(args, use.Args) {
				t.notes.Read(item.Range, "the arguments of "+ticked(use.Tool)+" were changed at the approval; the changed ones count")
				use.Args, use.At = args, raw.Range
			}
			return
		}
	}
	t.item(raw)
}

// runSpecs reads the schemas of the tools that a saved run was about to call.
func runSpecs(v *doc.Syntax, notes *Notes) []doc.ToolSpec {
	var out []doc.ToolSpec
	for _, f := range v.At("last_processed_response", "functions").List() {
		tool := f.Get("tool")
		if tool.Has("name", "paramsJsonSchema") {
			out = append(out, schemaSpec(tool.Str("name"), tool.Str("description"), tool.Get("paramsJsonSchema"), tool, notes))
		}
	}
	return out
}
