package plan

import (
	"encoding/json"
	"strings"
	"testing"

	"planproof/core/planner"
	"planproof/ui/lab"
	"planproof/ui/lab/labtest"
)

// dialog talks to the room; fields that are not given keep what was typed.
type dialog struct {
	t     *testing.T
	room  Room
	ask   lab.Ask
	reply lab.Reply
}

func openAt(t *testing.T, id string) *dialog {
	d := &dialog{t: t}
	d.ask.Context = labtest.Example(t, id)
	d.do("look", "")
	return d
}

func (d *dialog) do(do, arg string, form ...lab.Field) {
	d.ask.Do, d.ask.Arg = do, arg
	d.ask.Form = lab.Fields{{Name: "goal", Value: d.room.goal}, {Name: "inputs", Value: d.room.inputs}}
	for _, f := range form {
		d.ask.Form = append(lab.Fields{f}, d.ask.Form...)
	}
	d.reply = d.room.Handle(d.ask)
}

func (d *dialog) wants(texts ...string) {
	d.t.Helper()
	for _, text := range texts {
		if !strings.Contains(d.reply.HTML, text) {
			d.t.Errorf("no %q in\n%s", text, d.reply.HTML)
		}
	}
}

func answer(text string) lab.Field { return lab.Field{Name: "answer", Value: text} }

func workflow(t *testing.T, id string) string { return labtest.Example(t, id).Workflow }

// Prose, a refused plan, an accepted one: each goes back with what is wrong
// with it, and the accepted one is loaded.
func TestByHand(t *testing.T) {
	d := openAt(t, "email-safe")
	d.wants("Fetch the inbox and summarize it", `data-testid="plan-prompt"`)
	d.do("prompt", "")
	if len(d.reply.Effects) != 1 || d.reply.Effects[0].Do != "copy" || !strings.Contains(d.reply.Effects[0].With.Get("text"), "The goal: Fetch the inbox and summarize it") {
		t.Fatal(d.reply.Effects)
	}
	d.do("read", "", answer("I can not do that."))
	d.wants(`data-state="unreadable"`, "Answer 2")
	d.do("read", "", answer("Here it is:\n```json\n"+workflow(t, "email-malicious")+"\n```"))
	d.wants(`data-state="refused"`, "3 violations", "no_exfiltration")
	d.do("feedback", "")
	if f := d.reply.Effects[0].With.Get("text"); !strings.Contains(f, "no_exfiltration") {
		t.Error(f)
	}
	d.do("read", "", answer(workflow(t, "email-safe")))
	d.wants(`data-state="accepted"`, "Use this plan")
	if strings.Contains(d.reply.HTML, "plan-answer") {
		t.Error("it goes on after the accepted plan")
	}
	d.do("use", "2")
	if len(d.reply.Effects) != 2 || d.reply.Effects[1].Do != "load" {
		t.Fatal(d.reply.Effects)
	}
	with := d.reply.Effects[1].With
	if !strings.Contains(with.Get("workflow"), "summarize_emails") || with.Get("policy") != d.ask.Policy || with.Get("tools") != d.ask.Tools {
		t.Error(with)
	}
	d.do("again", "")
	d.wants("Answer 1")
}

// The model gets the conversation with all that was said; its failures are
// said and nothing is counted.
func TestModel(t *testing.T) {
	d := openAt(t, "email-safe")
	d.do("ask", "")
	e := d.reply.Effects[0]
	if e.Do != "model" || e.With.Get("then") != "answered" {
		t.Fatal(e)
	}
	d.wants("data-lab-stream")
	d.ask.Form = lab.Fields{{Name: "error", Value: "429 slow down"}}
	d.ask.Do, d.ask.Arg = "answered", ""
	d.reply = d.room.Handle(d.ask)
	d.wants("429 slow down", "Answer 1")
	d.do("ask", "")
	d.do("answered", workflow(t, "email-malicious"))
	d.wants(`data-state="refused"`, "ask again")
	d.do("ask", "")
	var said []planner.Message
	if err := json.Unmarshal([]byte(d.reply.Effects[0].With.Get("messages")), &said); err != nil || len(said) != 4 || said[2].Role != "assistant" || !strings.Contains(said[3].Content, "no_exfiltration") {
		t.Fatal(err, said)
	}
	d.do("answered", workflow(t, "email-safe"))
	d.wants(`data-state="accepted"`)
	d.do("answered", workflow(t, "email-malicious")) // nobody asked
	if len(d.room.out.Attempts) != 2 {
		t.Error("an answer that nobody asked for counts")
	}
}

func TestProblems(t *testing.T) {
	d := openAt(t, "email-safe")
	d.do("read", "", answer(" "))
	d.wants("There is no answer yet")
	d.do("again", "")
	d.do("prompt", "", lab.Field{Name: "inputs", Value: "[1]"})
	d.wants("Inputs are a JSON object")
	d.do("prompt", "", lab.Field{Name: "inputs", Value: ""}, lab.Field{Name: "goal", Value: " "})
	d.wants("There is no goal yet")
	d.ask.Policy = "{"
	d.do("prompt", "", lab.Field{Name: "goal", Value: "x"})
	d.wants("A plan is made for tools")
	for _, do := range []string{"use", "feedback", "answered", "read"} {
		d.do(do, "7")
	}
	d.ask.Policy = `{"name":"p","automata":[{"name":"a","states":[{"name":"s"}],"initial_state":"s","constants":{"to":["x"]},"transitions":[{"from_state":"s","to_state":"s","tool_name":"send_email","condition":"to in to"}]}]}`
	d.do("read", "", answer(workflow(t, "email-safe")), lab.Field{Name: "goal", Value: "x"})
	d.wants("no plan can mend that")
}

// Another policy begins anew; another plan in the page does not.
func TestFollows(t *testing.T) {
	d := openAt(t, "email-safe")
	d.do("read", "", answer(workflow(t, "email-malicious")))
	d.ask.Workflow = workflow(t, "email-malicious")
	d.do("look", "")
	d.wants(`data-state="refused"`)
	d.ask.Policy += " "
	d.do("look", "")
	if strings.Contains(d.reply.HTML, "plan-attempt") {
		t.Error("an attempt for another policy is still there")
	}
}

func TestEscaped(t *testing.T) {
	d := openAt(t, "email-safe")
	d.do("prompt", "", lab.Field{Name: "goal", Value: "<script>x</script>"})
	d.do("read", "", answer("<img src=x>"))
	if strings.Contains(d.reply.HTML, "<script") || strings.Contains(d.reply.HTML, "<img") {
		t.Error(d.reply.HTML)
	}
}
