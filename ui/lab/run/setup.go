package run

import (
	"strconv"
	"strings"

	"planproof/core/doc"
	exec "planproof/core/run"
	"planproof/core/value"
	"planproof/ui/lab"
	"planproof/ui/lab/verified"
)

// setup is what a run starts with, as the user edits it.
type setup struct {
	inputs        []lab.Field // name, text of a JSON value
	script        string
	calls, rounds string // budgets; "" without a limit
	ask           bool
	origin        string // where the values are from
	wrong         string
}

// take reads the form.
func (s *setup) take(f lab.Fields) {
	if f == nil {
		return
	}
	for i := range s.inputs {
		s.inputs[i].Value = f.Get("input-" + s.inputs[i].Name)
	}
	s.script = f.Get("script")
	s.limits(f)
	s.wrong = ""
}

// limits reads what of the form belongs to no example: approval and budgets.
func (s *setup) limits(f lab.Fields) {
	s.calls, s.rounds = strings.TrimSpace(f.Get("calls")), strings.TrimSpace(f.Get("rounds"))
	s.ask = f.Get("ask") != ""
}

// clear forgets the values of another example.
func (s *setup) clear() {
	for i := range s.inputs {
		s.inputs[i].Value = ""
	}
	s.script, s.origin, s.wrong = "", "", ""
}

// keepInputs has a field for each input variable of the plan; a value stays
// with its name.
func (s *setup) keepInputs(a lab.Ask) {
	s.wrong = ""
	b, err := verified.Read(a.Context)
	if err != nil {
		return
	}
	old := lab.Fields(s.inputs)
	s.inputs = nil
	for _, in := range b.Workflow.Inputs {
		s.inputs = append(s.inputs, lab.Field{Name: in.Value, Value: old.Get(in.Value)})
	}
}

// example takes the inputs and scripts of the example's bundle.
func (s *setup) example(a lab.Ask) {
	b, err := doc.ReadBundle([]byte(a.Arg), doc.ReadOptions{Lenient: true})
	if err != nil {
		return
	}
	for i := range s.inputs {
		for _, in := range b.Inputs {
			if in.Name.Value == s.inputs[i].Name {
				s.inputs[i].Value = string(value.AppendJSON(nil, in.Value))
			}
		}
	}
	if len(b.Scripts) > 0 {
		s.script, s.origin = scriptText(b.Scripts), "the example's"
	}
}

// madeUp fills in what is missing, from the declared types and the conditions.
func (s *setup) madeUp(c lab.Context) {
	b, err := verified.Read(c)
	if err != nil {
		s.wrong = problemWords(err)
		return
	}
	made, err := exec.Rehearse(b)
	if err != nil {
		s.wrong = problemWords(err)
		return
	}
	s.set(made.Inputs, made.Scripts(), "made up")
}

// set replaces the values.
func (s *setup) set(inputs []value.Member, scripts []doc.Script, origin string) {
	for i := range s.inputs {
		for _, in := range inputs {
			if in.Key == s.inputs[i].Name {
				s.inputs[i].Value = string(value.AppendJSON(nil, in.Value))
			}
		}
	}
	s.script, s.origin, s.wrong = scriptText(scripts), origin, ""
}

// scriptText writes a script with one answer a line.
func scriptText(scripts []doc.Script) string {
	if len(scripts) == 0 {
		return ""
	}
	var b []byte
	b = append(b, '[')
	for i := range scripts {
		if i > 0 {
			b = append(b, ","...)
		}
		b = value.AppendQuoted(append(b, "\n  {\"tool\": "...), scripts[i].Tool.Value)
		if e := scripts[i].Error; e != nil {
			b = value.AppendQuoted(append(b, ", \"error\": "...), *e)
		} else {
			b = value.AppendJSON(append(b, ", \"result\": "...), scripts[i].Result)
		}
		b = append(b, '}')
	}
	return string(append(b, "\n]"...))
}

// session reads the setup into a session that has not begun; problem says what
// can not be read.
func (s *setup) session(c lab.Context) (out *session, problem string) {
	b, err := verified.Read(c)
	if err != nil {
		return nil, problemWords(err)
	}
	out = &session{bundle: b, ask: s.ask, budget: map[string]int{}}
	b.Inputs, b.Scripts = nil, nil
	if strings.TrimSpace(s.script) != "" {
		scripts, inputs, err := exec.ReadScripts([]byte(s.script))
		if err != nil {
			return nil, "Script: " + problemWords(err)
		}
		b.Scripts, b.Inputs = scripts, inputs
	}
	for _, in := range s.inputs {
		if problem := s.input(b, in); problem != "" {
			return nil, problem
		}
	}
	for _, limit := range []struct{ name, text, word string }{{exec.BudgetToolCall, s.calls, "calls"}, {exec.BudgetLoopIter, s.rounds, "rounds"}} {
		if limit.text == "" {
			continue
		}
		n, wrong := strconv.Atoi(limit.text)
		if wrong != nil || n < 0 {
			return nil, "The budget of " + limit.word + " is a whole number from 0 on, or empty for none."
		}
		out.budget[limit.name] = n
	}
	return out, ""
}

// input adds the value of one field; what is written there counts before what
// the script has.
func (s *setup) input(b *doc.Bundle, in lab.Field) string {
	if strings.TrimSpace(in.Value) == "" {
		return ""
	}
	v, err := doc.ReadValue("input "+in.Name, []byte(in.Value), 0)
	if err != nil {
		return "Input " + in.Name + ": " + err.Message + "; an input is JSON, a text stands in quotes."
	}
	for i := range b.Inputs {
		if b.Inputs[i].Name.Value == in.Name {
			b.Inputs[i].Value = v
			return ""
		}
	}
	b.Inputs = append(b.Inputs, doc.NamedValue{Name: doc.Text{Value: in.Name}, Value: v})
	return ""
}
