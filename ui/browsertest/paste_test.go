//go:build browser

package browsertest

import (
	"strings"
	"testing"
)

const conversation = `[{"role": "user", "content": "Send Ann the notes"},
 {"role": "assistant", "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "find_notes", "arguments": "{\"about\": \"launch\"}"}}]},
 {"role": "tool", "tool_call_id": "c1", "content": "notes-7.md"},
 {"role": "assistant", "tool_calls": [{"id": "c2", "type": "function", "function": {"name": "send", "arguments": "{\"to\": \"ann@company.com\", \"file\": \"notes-7.md\"}"}}]}]`

// A conversation of another program, pasted into the page: what was understood
// is said before it is used, and the plan gets a verdict.
func TestPasteConversation(t *testing.T) {
	b := open(t, address(t), 1440, 900)
	b.waitState("done")
	js[bool](b, `(() => { const d = new DataTransfer(); d.setData("text/plain", `+quote(conversation)+`); document.querySelector("#pane").dispatchEvent(new ClipboardEvent("paste", {clipboardData: d, bubbles: true, cancelable: true})); return true })()`)
	b.wait("document.querySelector('[data-testid=paste-notes]') && document.querySelector('[data-testid=paste-notes]').innerText.includes('OpenAI')")
	b.shot("paste-conversation-1440x900-light")
	if got := js[string](b, "document.querySelector('[data-testid=paste]').value"); got != conversation {
		t.Errorf("the box has %q", got)
	}
	b.press(`[name="link"]`)
	b.wait("document.querySelector('[data-testid=paste-notes]').innerText.includes('1 reference')")
	b.press(id("paste-sort"))
	b.wait("document.querySelector('[data-testid=editor-workflow]').value.includes('find_notes')")
	b.wait(fresh)
	if notes := b.text("#pane " + id("paste-notes")); !strings.Contains(notes, "OpenAI") {
		t.Errorf("the verdict stands beside the notes %q", notes)
	}
	b.shot("pasted-conversation-1440x900-light")
}

// Text that nobody knows is refused with its place, and nothing is replaced.
func TestPasteUnknown(t *testing.T) {
	b := open(t, address(t), 390, 844)
	b.waitState("done")
	was := js[string](b, textOf)
	js[bool](b, "(planproof.lab.dialog('paste'), true)")
	b.wait("document.querySelector('[data-testid=paste]')")
	b.set(id("paste"), "dear all,\nplease send money")
	b.wait("document.querySelector('[data-testid=paste-asis]')")
	b.shot("paste-unknown-390x844-light")
	b.press(id("paste-sort"))
	if js[string](b, textOf) != was {
		t.Error("the documents changed")
	}
}
