// Package run is the Run tab: it executes the plan of the page on scripted
// results or on those that the user types, call by call, and shows the witness
// of the open finding as a run.
//
// The executor knows no pause. A session keeps what was answered so far and
// runs the plan again from its beginning whenever something is added; a run
// depends on its answers alone, so it comes to the same place and one step on.
//
//	room.go     what is asked of the room
//	setup.go    inputs, script, budgets
//	session.go  one run under way
//	values.go   what the user typed as a value of the declared type
//	view.go     statement and setup; pending.go the call that waits;
//	            trace.go what happened; monitor.go automata, budget, names
//	replay.go   the open finding as a run; replayview.go how it is shown
package run

import (
	"strconv"

	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/verify"
	"planproof/ui/lab"
	"planproof/ui/lab/verified"
	"planproof/ui/viewmodel"
)

// Room is the Run tab.
type Room struct {
	// Cache is shared with the other rooms of a binary; nil is one of its own.
	Cache *verified.Cache

	docs    lab.Docs // that the setup and the session are about
	strict  bool
	example string // whose scripts were asked for
	setup   setup
	session *session
	chosen  int    // row of the trace, -1 for the one at the page's cursor
	wrong   string // what is wrong with the last answer
	replay  replay
	labels  func(names []string) []viewmodel.Label // of the page
}

var _ lab.Room = (*Room)(nil)

// Handle implements lab.Room.
func (r *Room) Handle(a lab.Ask) lab.Reply {
	if r.Cache == nil {
		r.Cache = &verified.Cache{}
	}
	fetch := r.follow(a)
	reply := lab.Reply{}
	switch a.Do {
	case "example":
		reply = r.fill(a)
	case "start":
		reply = r.start(a, false, false)
	case "step":
		reply = r.start(a, false, true)
	case "unverified":
		reply = r.start(a, true, false)
	case "answer", "anyway":
		reply = r.answer(a)
	case "on":
		reply = r.goOn()
	case "fail":
		reply = r.failed(a)
	case "allow", "deny":
		reply = r.decide(a.Do == "allow")
	case "reset":
		r.session, r.wrong = nil, ""
		reply.Say = "The run was cleared."
	case "made-up":
		reply = r.makeUp(a)
	case "row":
		reply = r.row(a)
	case "witness":
		reply = r.load(a)
	}
	if !reply.Same {
		reply.HTML = r.view(a)
	}
	if fetch != "" {
		reply.Effects = append(reply.Effects, lab.Fetch("examples/"+fetch+".json", "example"))
	}
	return reply
}

// follow forgets what was about other documents. It returns the example whose
// scripts are still to be fetched: the page keeps only the three documents of
// a bundle.
func (r *Room) follow(a lab.Ask) (fetch string) {
	if r.docs != a.Docs || r.strict != a.Strict {
		r.docs, r.strict = a.Docs, a.Strict
		r.session, r.wrong, r.chosen = nil, "", -1
		r.replay = replay{}
		r.setup.keepInputs(a)
	}
	if a.Example != r.example {
		r.example = a.Example
		r.setup.clear()
		if a.Example != "" && a.Do != "example" {
			return a.Example
		}
	}
	return ""
}

// fill takes the inputs and scripts of the example.
func (r *Room) fill(a lab.Ask) lab.Reply {
	if a.Form.Get("error") != "" {
		return lab.Reply{Same: true}
	}
	if a.Form != nil {
		r.setup.limits(a.Form) // ticked while the file was on its way
	}
	r.setup.example(a)
	r.replay = replay{}
	return lab.Reply{Fresh: true}
}

// start begins a run with the values of the form: from its beginning to its
// end, or call by call.
func (r *Room) start(a lab.Ask, unverified, steps bool) lab.Reply {
	if r.session != nil && steps {
		return r.goOne()
	}
	r.session, r.wrong, r.chosen = nil, "", -1
	r.setup.take(a.Form)
	s, problem := r.setup.session(a.Context)
	if problem != "" {
		r.setup.wrong = problem
		return lab.Reply{Say: problem}
	}
	s.unverified, s.steps = unverified, steps
	if err := s.begin(verify.Options{Strict: a.Strict}); err != nil {
		r.setup.wrong = problemWords(err)
		return lab.Reply{Say: r.setup.wrong}
	}
	r.session = s
	return r.played()
}

// played says how far the run came and moves the page's cursor there.
func (r *Room) played() lab.Reply {
	r.session.play()
	r.chosen, r.wrong = -1, ""
	reply := lab.Reply{Say: r.session.words()}
	if n := len(r.session.rows); n > 0 {
		r.chosen = n - 1
		reply.Effects = append(reply.Effects, lab.At(r.session.rows[n-1].cursor()))
	}
	return reply
}

func (r *Room) goOn() lab.Reply {
	if r.session == nil {
		return lab.Reply{Same: true}
	}
	r.session.steps = false
	return r.played()
}

func (r *Room) goOne() lab.Reply {
	s := r.session
	if s.pending == nil || s.asking {
		return lab.Reply{Same: true}
	}
	if s.pending.suggested == nil {
		r.wrong = "The script has no answer for this call: give one."
		return lab.Reply{Say: r.wrong}
	}
	s.given = append(s.given, *s.pending.suggested)
	return r.played()
}

// answer takes the result of the waiting call.
func (r *Room) answer(a lab.Ask) lab.Reply {
	if r.session == nil || r.session.pending == nil {
		return lab.Reply{Same: true}
	}
	p := r.session.pending
	v, why, misfit := readResult(p.spec, a.Form.Get(p.field()))
	if why != "" && !(misfit && a.Do == "anyway") {
		r.wrong, p.misfit = why, misfit
		return lab.Reply{Say: why}
	}
	r.session.given = append(r.session.given, given{result: v})
	return r.played()
}

// failed lets the waiting call fail.
func (r *Room) failed(a lab.Ask) lab.Reply {
	if r.session == nil || r.session.pending == nil {
		return lab.Reply{Same: true}
	}
	message := a.Form.Get("failure")
	if message == "" {
		message = "the tool is not there"
	}
	r.session.given = append(r.session.given, given{failed: message})
	return r.played()
}

func (r *Room) decide(allow bool) lab.Reply {
	if r.session == nil || !r.session.asking {
		return lab.Reply{Same: true}
	}
	r.session.allowed = append(r.session.allowed, allow)
	return r.played()
}

// makeUp fills inputs and script with values that lead through the plan.
func (r *Room) makeUp(a lab.Ask) lab.Reply {
	r.setup.take(a.Form)
	r.setup.madeUp(a.Context)
	return lab.Reply{Fresh: true, Say: "Inputs and results were made up from the declared types."}
}

// row moves the page to the step of a row.
func (r *Room) row(a lab.Ask) lab.Reply {
	n, err := strconv.Atoi(a.Arg)
	if err != nil || r.session == nil || n < 0 || n >= len(r.session.rows) {
		return lab.Reply{Same: true}
	}
	r.chosen = n
	return lab.Reply{Effects: []lab.Effect{lab.At(r.session.rows[n].cursor())}}
}

// problemWords says what is wrong with a document, and where.
func problemWords(err *doc.Error) string {
	text := err.Message
	if err.Span != nil {
		text += " (" + err.Span.Doc + " " + strconv.Itoa(err.Span.Start.Line) + ":" + strconv.Itoa(err.Span.Start.Column) + ")"
	}
	if err.Hint != "" {
		text += "; " + err.Hint
	}
	return text + "."
}

// stepOf is the pointer of the step that a cursor of the page is at, and the
// rounds of the loops around it.
func stepOf(cursor string) (string, []int) {
	c := finding.ParseCursor(cursor)
	return c.Path, c.Iter
}
