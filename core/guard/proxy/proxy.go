package proxy

import (
	"bytes"
	"fmt"

	"planproof/core/guard"
	"planproof/core/guard/store"
	"planproof/core/value"
	"planproof/core/wire"
)

// Options are what a proxy is made of.
type Options struct {
	Guard *guard.Guard
	// Facts are given with every call.
	Facts value.Object
	// Limits cap the outputs that the proxy remembers; see DefaultLimits.
	Limits guard.Limits
	// Elicit asks the user about escalated calls when the client can; otherwise they are refused.
	Elicit bool
	// Plan is what the static verifier says of a call; nil: there is no plan.
	Plan func(guard.Call) *guard.Plan
	// Log keeps the decisions; nil keeps none.
	Log store.Log
	// Version is the proxy's own version for the client.
	Version string
}

// DefaultLimits are the caps of a proxy that is not told others.
var DefaultLimits = guard.Limits{Messages: 50, Chars: 100_000}

// A Side is who a line is for.
type Side string

// The sides. Lines for the Operator are no messages but words for the log.
const (
	Client   Side = "client"
	Upstream Side = "upstream"
	Operator Side = "operator"
)

// A Line is one line to write, without its end.
type Line struct {
	To   Side
	Text []byte
}

// A Proxy stands between one client and one upstream. It is not safe for concurrent use.
type Proxy struct {
	o       Options
	session *guard.Session
	next    int64 // the last id of our own requests
	waiting *exchange
	queue   []*message
	out     []Line
	gone    string // why there is no upstream any more

	ready    bool // the upstream is initialized
	greeting wire.Raw
	client   string // the client's name
	elicit   bool
	offered  map[string]bool // tools that were listed; nil before the first listing
	hidden   map[string]string
	adopted  map[string]bool
}

// An exchange is a request of ours that is not answered.
type exchange struct {
	to   Side
	id   value.Value
	of   value.Value // the id of the client's request that it is for
	then func(reply)
}

// A reply is what came of a request of ours.
type reply struct {
	result value.Value
	err    *rpcError
	lost   string // why there is no answer
}

// New makes a proxy.
func New(o Options) *Proxy {
	return &Proxy{
		o: o, session: o.Guard.Session(nil, o.Facts, o.Limits),
		hidden: map[string]string{}, adopted: map[string]bool{},
	}
}

// Client takes a line of the client.
func (p *Proxy) Client(line []byte) []Line {
	if len(bytes.TrimSpace(line)) > 0 {
		p.fromClient(line)
	}
	return p.flush()
}

// Upstream takes a line of the upstream.
func (p *Proxy) Upstream(line []byte) []Line {
	if len(bytes.TrimSpace(line)) > 0 {
		p.fromUpstream(line)
	}
	return p.flush()
}

// UpstreamGone says that the upstream has ended. Calls are answered with an error from now on.
func (p *Proxy) UpstreamGone(why string) []Line {
	if p.gone == "" {
		p.gone = why
		p.operator("the upstream is gone: %s", why)
	}
	if p.waiting != nil && p.waiting.to == Upstream {
		p.lose(why)
	}
	return p.flush()
}

// Waiting says who is being waited for, if anyone.
func (p *Proxy) Waiting() (Side, bool) {
	if p.waiting == nil {
		return "", false
	}
	return p.waiting.to, true
}

// GiveUp ends the waiting: the answer counts as lost.
func (p *Proxy) GiveUp(why string) []Line {
	if p.waiting != nil {
		p.lose(why)
	}
	return p.flush()
}

// flush serves what can be served and hands out the lines.
func (p *Proxy) flush() []Line {
	for p.waiting == nil && len(p.queue) > 0 {
		m := p.queue[0]
		p.queue = p.queue[1:]
		p.serve(m)
	}
	out := p.out
	p.out = nil
	return out
}

func (p *Proxy) send(to Side, line []byte) { p.out = append(p.out, Line{to, line}) }

func (p *Proxy) operator(format string, args ...any) {
	p.send(Operator, fmt.Appendf(nil, format, args...))
}

func (p *Proxy) answer(id value.Value, result wire.Raw) { p.send(Client, response(id, result)) }

func (p *Proxy) refuse(id value.Value, code int, format string, args ...any) {
	p.send(Client, failure(id, &rpcError{code, fmt.Sprintf(format, args...)}))
}

// ask sends a request of ours and goes on when it is answered. Without an upstream it is lost at once.
func (p *Proxy) ask(to Side, of value.Value, method string, params wire.Raw, then func(reply)) {
	if to == Upstream && p.gone != "" {
		then(reply{lost: p.gone})
		return
	}
	p.next++
	var id value.Value = value.Int(p.next)
	if to == Client {
		id = value.Text(fmt.Sprintf("guard-%d", p.next)) // never a number that the client itself uses
	}
	p.waiting = &exchange{to, id, of, then}
	p.send(to, request(id, method, params))
}

// settle ends the exchange that a response answers; a response to anything else is passed over.
func (p *Proxy) settle(from Side, m message) {
	w := p.waiting
	if w == nil || w.to != from || m.id == nil || !value.Equal(w.id, m.id) || value.KindName(w.id) != value.KindName(m.id) {
		return
	}
	p.waiting = nil
	w.then(reply{result: m.result, err: m.err})
}

func (p *Proxy) lose(why string) {
	w := p.waiting
	p.waiting = nil
	w.then(reply{lost: why})
}

func (p *Proxy) fromClient(line []byte) {
	m, problem := readMessage(line, MaxClientMessage)
	switch {
	case problem != nil:
		p.send(Client, failure(m.id, problem))
	case m.method == "":
		p.settle(Client, m)
	case m.id == nil:
		if m.method == "notifications/cancelled" {
			p.canceled(m.params)
		}
	case m.method == "ping":
		p.answer(m.id, "{}")
	case p.waiting != nil && p.waiting.to == Client:
		p.refuse(m.id, codeBusy, "a person is being asked about a call; send the request again when that is answered")
	case m.method != "initialize" && m.method != "tools/list" && m.method != "tools/call":
		p.refuse(m.id, codeMethod, "there is no method %s; this server has tools only", m.method)
	case len(p.queue) >= MaxQueue:
		p.refuse(m.id, codeInternal, "%d requests are waiting already", MaxQueue)
	default:
		p.queue = append(p.queue, &m)
	}
}

func (p *Proxy) fromUpstream(line []byte) {
	m, problem := readMessage(line, MaxUpstreamMessage)
	switch {
	case problem != nil:
		p.unreadable(line, problem)
	case m.method == "":
		p.settle(Upstream, m)
	case m.id == nil: // notifications change nothing: what the client sees stays as it was listed
	case m.method == "ping":
		p.send(Upstream, response(m.id, "{}"))
	default:
		p.send(Upstream, failure(m.id, &rpcError{codeMethod, "the guard answers no requests of a server"}))
	}
}

// unreadable takes a line of the upstream that is no message. Servers print words; but what begins as a message is the
// answer, and nothing else will come.
func (p *Proxy) unreadable(line []byte, problem *rpcError) {
	p.operator("the upstream wrote a line that can not be read: %s", problem.Message)
	if p.waiting != nil && p.waiting.to == Upstream && bytes.HasPrefix(bytes.TrimSpace(line), []byte("{")) {
		p.lose("the answer can not be read: " + problem.Message)
	}
}

// canceled drops a request of the client: one that waits is not served, one that is under way has an unknown end.
func (p *Proxy) canceled(params value.Object) {
	id, _ := params.Get("requestId")
	if id == nil {
		return
	}
	for i, m := range p.queue {
		if value.Equal(m.id, id) {
			p.queue = append(p.queue[:i:i], p.queue[i+1:]...)
			return
		}
	}
	w := p.waiting
	if w == nil || w.of == nil || !value.Equal(w.of, id) {
		return
	}
	p.send(w.to, notification("notifications/cancelled", object(wire.Member{Key: "requestId", Value: raw(w.id)})))
	p.lose("the client canceled the request")
}

func (p *Proxy) serve(m *message) {
	switch {
	case m.method == "initialize":
		p.initialize(m)
	case !p.ready:
		p.refuse(m.id, codeInvalid, "initialize first")
	case m.method == "tools/list":
		p.listTools(m.id)
	case m.method == "tools/call":
		p.callTool(m)
	}
}
