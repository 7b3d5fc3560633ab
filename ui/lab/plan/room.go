// Package plan is the Plan dialog: a plan is made for a goal by whoever the
// user likes to ask, read and verified, and what is wrong with it goes back,
// until a plan is accepted.
//
// The page speaks to no model by itself. The prompt and the feedback are
// copied, the answers pasted; where the page's own server forwards to a model
// (build serve -llm-url), one button does both.
//
//	room.go  what is asked of the room
//	view.go  what is shown
package plan

import (
	"encoding/json"
	"strconv"
	"strings"

	"planproof/core/doc"
	"planproof/core/planner"
	"planproof/core/value"
	"planproof/ui/lab"
)

// Room is the Plan dialog.
type Room struct {
	goal, inputs string
	from         string // the goal of the page's plan, as it was taken over
	docs         lab.Docs
	task         *planner.Task
	out          *planner.Outcome
	accepted     bool
	wrong        string // what is to be mended before anything can be asked
	asking       bool
}

var _ lab.Room = (*Room)(nil)

// Handle implements lab.Room.
func (r *Room) Handle(a lab.Ask) lab.Reply {
	r.follow(a)
	reply := lab.Reply{Title: "Have a plan made"}
	if a.Do != lab.Look && a.Do != "answered" {
		r.take(a.Form)
	}
	switch a.Do {
	case "prompt":
		if r.begin(a) {
			reply.Effects = append(reply.Effects, lab.Copy(r.prompt()))
		}
	case "read":
		r.read(a, a.Form.Get("answer"))
		reply.Fresh, reply.Say = r.wrong == "", r.words()
	case "feedback":
		if f := r.feedback(); f != "" {
			reply.Effects = append(reply.Effects, lab.Copy(f))
		}
	case "ask":
		if r.begin(a) && !r.asking && !r.accepted {
			r.asking = true
			reply.Effects = append(reply.Effects, lab.Model(conversation(r.out.Conversation), "answered"))
		}
	case "answered":
		r.answered(a)
		reply.Fresh, reply.Say = true, r.words()
	case "again":
		r.task, r.out, r.accepted, r.asking, r.wrong = nil, nil, false, false, ""
		reply.Fresh = true
	case "use":
		reply.Effects = r.use(a)
	}
	reply.HTML = r.view(a)
	return reply
}

// follow takes over the goal of the page's plan until the user writes another
// one, and begins anew when policy or tools changed.
func (r *Room) follow(a lab.Ask) {
	if r.docs.Policy != a.Policy || r.docs.Tools != a.Tools {
		r.task, r.out, r.accepted, r.wrong = nil, nil, false, ""
	}
	if r.docs == a.Docs {
		return
	}
	r.docs = a.Docs
	w, _, err := doc.ReadWorkflow([]byte(a.Workflow), doc.ReadOptions{Lenient: true})
	if err != nil || r.goal != r.from || r.out != nil {
		return
	}
	r.goal, r.from = w.Goal.Value, w.Goal.Value
	var inputs value.Object
	for _, in := range w.Inputs {
		inputs = append(inputs, value.Member{Key: in.Value, Value: value.Null{}})
	}
	r.inputs = ""
	if inputs != nil {
		r.inputs = string(value.AppendJSON(nil, inputs))
	}
}

// take reads the form; once a conversation has begun its goal stays.
func (r *Room) take(f lab.Fields) {
	if r.out == nil && len(f) > 0 {
		r.goal, r.inputs = strings.TrimSpace(f.Get("goal")), f.Get("inputs")
	}
}

// begin has a task and its conversation.
func (r *Room) begin(a lab.Ask) bool {
	if r.out != nil {
		return true
	}
	r.wrong = ""
	if r.goal == "" {
		r.wrong = "There is no goal yet: say what the plan is to do."
		return false
	}
	t, err := planner.NewTask(r.goal, []byte(a.Policy), []byte(a.Tools))
	if err != nil {
		r.wrong = "A plan is made for tools and verified against a policy: " + err.Message + "."
		return false
	}
	t.Strict = a.Strict
	if strings.TrimSpace(r.inputs) != "" {
		v, err := doc.ReadValue("inputs", []byte(r.inputs), 0)
		o, isObject := v.(value.Object)
		if err != nil || !isObject {
			r.wrong = `Inputs are a JSON object with their values, such as {"address": "ann@company.com"}; only the names are shown to the planner.`
			return false
		}
		t.Inputs = o
	}
	r.task, r.out = t, planner.Begin(t)
	return true
}

// prompt is the beginning of the conversation as one text.
func (r *Room) prompt() string {
	var parts []string
	for _, m := range planner.Prompt(r.task) {
		parts = append(parts, m.Content)
	}
	return strings.Join(parts, "\n\n")
}

// read takes one answer.
func (r *Room) read(a lab.Ask, answer string) {
	if !r.begin(a) || r.accepted {
		return
	}
	r.wrong = ""
	if strings.TrimSpace(answer) == "" {
		r.wrong = "There is no answer yet: paste what the planner said."
		return
	}
	done, err := r.out.Take(r.task, answer)
	r.accepted = done
	if err != nil {
		r.wrong = "The policy contradicts itself, and no plan can mend that: " + err.Error() + "."
	}
}

func (r *Room) answered(a lab.Ask) {
	if !r.asking {
		return
	}
	r.asking = false
	if why := a.Form.Get("error"); why != "" {
		r.wrong = "The model did not answer: " + why
		return
	}
	r.read(a, a.Arg)
}

// feedback is what the planner is told about its last answer.
func (r *Room) feedback() string {
	if r.out == nil || len(r.out.Attempts) == 0 {
		return ""
	}
	return r.out.Attempts[len(r.out.Attempts)-1].Feedback
}

// use loads the plan of an attempt into the page, beside the policy and the
// tools as they are.
func (r *Room) use(a lab.Ask) []lab.Effect {
	n, err := strconv.Atoi(a.Arg)
	if err != nil || r.out == nil || n < 0 || n >= len(r.out.Attempts) {
		return nil
	}
	b, problem := r.task.Read(r.out.Attempts[n].Answer)
	if problem != nil {
		return nil
	}
	docs := lab.Docs{Workflow: string(b.Workflow.Print()), Policy: a.Policy, Tools: a.Tools}
	return []lab.Effect{lab.Close(), lab.Load(lab.Opening{Docs: docs, Title: "A plan that was made", Strict: a.Strict})}
}

// conversation is messages as JSON.
func conversation(messages []planner.Message) string {
	text, err := json.Marshal(messages)
	if err != nil {
		return "[]" // strings always encode
	}
	return string(text)
}
