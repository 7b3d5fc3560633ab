package proxy_test

import (
	"errors"
	"strings"
	"testing"

	"planproof/core/guard"
	"planproof/core/guard/proxy"
	"planproof/core/guard/store"
	"planproof/core/value"
)

// A person answers in another place while the client's user is asked: the call is not made a second time.
func TestAnsweredElsewhere(t *testing.T) {
	for _, approve := range []bool{true, false} {
		w := newWorld(t, setup{config: ask, capabilities: form})
		id := w.begin("write", `{"path":"/a"}`)
		asked := w.asked()
		if _, err := store.Resolve(w.log, w.decisions()[0].Record.ID, store.Answer{Approve: approve, Reviewer: "maria"}); err != nil {
			t.Fatal(err)
		}
		w.reply(asked, `"result":{"action":"accept","content":{"approve":true}}`)
		w.want(object(w.answerTo(id), "result"), "deny", "already answered")
		w.wantForwarded()
		w.verify()
	}
}

// A client that leaves its user without an answer leaves the escalation open.
func TestNobodyAnswers(t *testing.T) {
	w := newWorld(t, setup{config: ask, capabilities: form})
	id := w.begin("write", `{"path":"/a"}`)
	w.run(w.p.GiveUp("the client has gone"))
	w.want(object(w.answerTo(id), "result"), "escalate", "a person")
	if e := w.decisions()[0]; e.Resolution != nil {
		t.Errorf("answered by %+v", e.Resolution)
	}
	if _, err := store.Resolve(w.log, w.decisions()[0].Record.ID, store.Answer{Approve: true, Reviewer: "maria"}); err != nil {
		t.Error(err)
	}
}

// A full disk is a log that takes some records and no more.
type fullDisk struct {
	*store.Memory
	left int
}

func (f *fullDisk) Append(b store.Body) (store.Record, error) {
	if f.left == 0 {
		return store.Record{}, errors.New("no space left")
	}
	f.left--
	return f.Memory.Append(b)
}

// A call that can not be recorded is not made; a refusal stays one.
func TestFullDisk(t *testing.T) {
	for left := range 6 {
		w := rawWorld(t, setup{config: open, capabilities: form})
		disk := &fullDisk{w.log, left}
		w.p = proxyWith(t, open, disk)
		w.ask("initialize", `{"protocolVersion":"2025-06-18","capabilities":{"elicitation":{}},"clientInfo":{"name":"x","version":"1"}}`)
		w.ask("tools/list", "{}") // two adoptions
		r := w.ask("tools/call", `{"name":"read","arguments":{"path":"/a"}}`)
		if made := len(w.forwarded()) == 1; made != (left >= 3) || made != (code(r) == 0) {
			t.Errorf("with room for %d records: forwarded %v, answered %v", left, w.forwarded(), r)
		}
		w.want(w.call("nothing", "{}"), "deny", "known_tool")
		if log := strings.Join(w.operator, "\n"); left < 5 && !strings.Contains(log, "no space left") {
			t.Errorf("with room for %d records the log says %q", left, log)
		}
		w.verify()
	}
}

func proxyWith(t *testing.T, config string, log store.Log) *proxy.Proxy {
	t.Helper()
	c, err := guard.ReadConfig([]byte(config))
	if err != nil {
		t.Fatal(err)
	}
	g, err := guard.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return proxy.New(proxy.Options{Guard: g, Facts: value.Object{}, Limits: proxy.DefaultLimits, Elicit: true, Log: log})
}

// In full mode a tool that changes something escalates once an output was read that nobody vouches for; a plan that was
// verified with that step lets it pass, and one that was refused denies all.
func TestFullMode(t *testing.T) {
	const config = `{"tools":{"read":{},"write":{}}}`
	w := newWorld(t, setup{config: config})
	w.want(w.call("read", `{"path":"/a"}`), "allow")
	w.want(w.call("write", `{"path":"/b"}`), "escalate")
	for verdict, want := range map[string]string{"rejected": "deny", "valid": "allow"} {
		p := newWorld(t, setup{config: config, plan: func(c guard.Call) *guard.Plan { return &guard.Plan{Verdict: verdict, Step: "/workflow/steps/0"} }})
		p.want(p.call("read", `{"path":"/a"}`), want)
		if got := p.decisions()[0].Decision.Input.Plan; !strings.Contains(string(value.AppendJSON(nil, got)), verdict) {
			t.Errorf("the record has the plan %v", got)
		}
		replay, err := store.ReplayOne(p.log, p.decisions()[0].Record.ID, func() (*guard.Guard, error) {
			c, err := guard.ReadConfig([]byte(config))
			if err != nil {
				return nil, err
			}
			return guard.New(c)
		})
		if err != nil || !replay.OK() || replay.Now != want {
			t.Errorf("%s: the replay is %+v, %v", verdict, replay, err)
		}
	}
}

// Results say everything that an agent reads in them, once.
func TestResultText(t *testing.T) {
	for result, want := range map[string]string{
		`"content":[{"type":"text","text":"hello"}],"structuredContent":{"content":"hello"}`:                                         "hello\n{\"content\":\"…\"}",
		`"content":[{"type":"text","text":"{\"a\": 1.0}"}],"structuredContent":{"a":1}`:                                              `{"a": 1.0}`,
		`"content":[],"structuredContent":{"b":["x",{"c":null}]}`:                                                                    `{"b":["x",{"c":null}]}`,
		`"content":[{"type":"image","data":"AAAA","mimeType":"image/png"},{"type":"resource","resource":{"uri":"f:a","text":"in"}}]`: "{\"mimeType\":\"image/png\",\"type\":\"image\"}\nf:a\nin",
		`"content":[{"type":"resource","resource":{"uri":"f:a","blob":"AAAA"}},{"type":"odd","data":"read me"}]`:                     "{\"resource\":{\"uri\":\"f:a\"},\"type\":\"resource\"}\n{\"data\":\"read me\",\"type\":\"odd\"}",
		`"content":"just text"`:                  "just text",
		`"content":["x"],"toolResult":{"a":"b"}`: "x\n{\"toolResult\":{\"a\":\"b\"}}",
	} {
		up := files()
		up.call = func(string, value.Object) string { return `"result":{` + result + `}` }
		w := newWorld(t, setup{config: open, upstream: up})
		w.call("read", `{"path":"/a"}`)
		w.call("read", `{"path":"/a"}`)
		if got := w.decisions()[1].Decision.Input.Conversation; got != "[tool] read: "+want {
			t.Errorf("%s is remembered as %q, want %q", result, got, want)
		}
	}
}
