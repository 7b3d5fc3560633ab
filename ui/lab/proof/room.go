// Package proof is the Proof tab: the certificate of the plan, checked again in
// the page by the checker that is proved sound, and refused as soon as the
// reader tampers with it.
//
//	room.go   what is asked of the room; the check and its time
//	edit.go   tampering: one entry of the JSON is changed
//	view.go   the verdict; facts.go the certificate in words
//	claims.go what is tested and what it comes from in proofs/
//	trust.go  what is proved, trusted and outside, with the picture
package proof

import (
	"strings"
	"time"

	"planproof/core/cert"
	"planproof/core/cert/emit"
	"planproof/core/cert/export"
	"planproof/core/doc"
	"planproof/core/ir"
	"planproof/core/value"
	"planproof/core/verify"
	"planproof/ui/lab"
	"planproof/ui/lab/verified"
)

// Room is the Proof tab.
type Room struct {
	// Now is the clock that checks are timed with; nil is time.Now.
	Now func() time.Time
	// Cache is shared with the other rooms of a binary; nil is one of its own.
	Cache *verified.Cache

	docs    lab.Docs
	strict  bool
	program *ir.Program
	run     *verify.Converged
	own     *cert.Certificate // as the analysis made it
	text    string            // as it is shown, perhaps tampered with
	edits   int
	answer  answer
}

var _ lab.Room = (*Room)(nil)

// answer is what the checker says of the text.
type answer struct {
	unread    string // why it is no certificate of this plan
	verdict   cert.Verdict
	scope     cert.Scope
	doubted   []string // calls at which the solver does not confirm what is taken from it
	times     int
	took      time.Duration // of all times
	confirmed int           // obligations that were asked again
}

// ok tells that the certificate is accepted and what rests on the solver was
// confirmed.
func (a *answer) ok() bool { return a.unread == "" && a.verdict.Accepted && len(a.doubted) == 0 }

// Handle implements lab.Room.
func (r *Room) Handle(a lab.Ask) lab.Reply {
	if r.Cache == nil {
		r.Cache = &verified.Cache{}
	}
	s := r.Cache.Of(a.Context)
	if s.Err != nil || verified.Empty(a.Context) {
		r.docs, r.program = lab.Docs{}, nil
		return lab.Reply{HTML: nothing(s.Err)}
	}
	if r.docs != a.Docs || r.strict != a.Strict || r.program == nil {
		r.docs, r.strict = a.Docs, a.Strict
		if !r.make(s) {
			return lab.Reply{HTML: nothing(nil)}
		}
	}
	reply := lab.Reply{}
	switch a.Do {
	case "check":
		r.check(s)
		reply.Say = r.answer.words()
	case "flip":
		reply.Fresh = true
		r.tamper(s, func(v value.Value) value.Value { return flip(v, a.Arg) })
		reply.Say = r.answer.words()
	case "edit":
		r.take(s, a.Form.Get("certificate"))
		reply.Fresh, reply.Say = true, r.answer.words()
	case "restore":
		r.restore(s)
		reply.Fresh, reply.Say = true, "The certificate is the analysis's again."
	case "save", "save-coq", "save-dafny":
		reply.Effects = r.save(a)
	}
	reply.HTML = r.view(s)
	return reply
}

// make makes the certificate of the plan anew.
func (r *Room) make(s *verified.Case) bool {
	p, err := ir.Build(s.Bundle)
	if err != nil {
		r.program = nil
		return false
	}
	r.program = p
	r.run = verify.Converge(p, verify.Options{Strict: r.strict})
	r.own = emit.Certificate(p, r.run)
	r.restore(s)
	return true
}

func (r *Room) restore(s *verified.Case) {
	r.text, r.edits = string(cert.AppendJSON(nil, r.program, r.own)), 0
	r.check(s)
}

// take makes a text that the reader wrote the certificate.
func (r *Room) take(s *verified.Case, text string) {
	if text != r.text {
		r.edits++
	}
	r.text = text
	r.check(s)
}

func (r *Room) tamper(s *verified.Case, edit func(value.Value) value.Value) {
	v, err := doc.ReadValue("certificate", []byte(r.text), 0)
	if err != nil {
		return
	}
	r.take(s, string(value.AppendJSON(nil, edit(v))))
}

// atLeast is how long a check is repeated for its time: the clock of a worker
// is coarse.
const atLeast = 4 * time.Millisecond

const mostTimes = 200

// check reads the text and checks it, as often as its time needs. The scope is
// the whole policy for a plan that is accepted.
func (r *Room) check(s *verified.Case) {
	r.answer = answer{scope: cert.DataFlow}
	if s.Report.OK {
		r.answer.scope = cert.Everything
	}
	c, err := cert.ReadJSON([]byte(r.text), r.program)
	if err != nil {
		r.answer.unread = err.Error()
		return
	}
	now := r.Now
	if now == nil {
		now = time.Now
	}
	start := now()
	for r.answer.times == 0 || r.answer.took < atLeast && r.answer.times < mostTimes {
		r.answer.verdict = cert.Check(r.program, c, r.answer.scope)
		r.answer.times++
		r.answer.took = now().Sub(start)
	}
	if r.answer.verdict.Accepted {
		r.answer.doubted = emit.Replay(r.program, r.run, c)
		r.answer.confirmed = len(r.answer.verdict.Obligations)
	}
}

// save offers files. Those for the provers are about a certificate that is
// accepted, so they are made from the text as it is now only then.
func (r *Room) save(a lab.Ask) []lab.Effect {
	name := a.Example
	if name == "" {
		name = "plan"
	}
	if a.Do == "save" {
		return []lab.Effect{lab.Download(name+".cert.json", "application/json", r.text+"\n")}
	}
	c, err := cert.ReadJSON([]byte(r.text), r.program)
	if err != nil || !r.answer.verdict.Accepted {
		return nil
	}
	if a.Do == "save-coq" {
		return []lab.Effect{lab.Download(module(name)+".v", "text/plain", string(export.Coq(r.program, c)))}
	}
	return []lab.Effect{lab.Download(name+".dfy", "text/plain", string(export.Dafny(r.program, c)))}
}

// module is a name that Coq takes for a file.
func module(name string) string { return "Plan_" + strings.ReplaceAll(name, "-", "_") }
