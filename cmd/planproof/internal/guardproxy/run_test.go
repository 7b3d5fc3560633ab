//go:build unix

package guardproxy

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestAllowDenyEscalate(t *testing.T) {
	answers := []*mcp.ElicitResult{
		{Action: "accept", Content: map[string]any{"approve": true}},
		{Action: "accept", Content: map[string]any{"approve": false}},
		{Action: "decline"},
	}
	var asked []string
	w := newWorld(t, setup{server: "sdk", elicit: func(message string) *mcp.ElicitResult {
		asked = append(asked, message)
		return answers[len(asked)-1]
	}})
	tools, err := w.client.ListTools(t.Context(), nil)
	if err != nil || len(tools.Tools) != 6 {
		t.Errorf("%v, %v", tools, err)
	}
	w.want("echo", map[string]any{"text": "hello"}, false, "hello")
	w.want("echo", map[string]any{"text": "my secret"}, true, "No secrets.")
	w.want("echo", map[string]any{"text": "hello", "x": 1}, true, "arguments_valid")
	w.want("nothing", nil, true, "known_tool")
	w.want("fail", nil, true, "it does not work")
	long := map[string]any{"text": "a rather long text to echo"}
	w.want("echo", long, false, "a rather long text")
	w.want("echo", long, true, "rejected by")
	w.want("echo", long, true, "rejected by")
	if len(asked) != 3 || !strings.Contains(asked[0], "A person looks at long texts.") || !strings.Contains(asked[0], "a rather long text to echo") {
		t.Errorf("asked %q", asked)
	}
	w.end()
	e := w.entries()
	if len(e) != 8 || e[5].Resolution == nil || !e[5].Resolution.Made.Executed || e[6].Resolution == nil || e[6].Resolution.Made.Executed {
		t.Errorf("recorded %+v", e)
	}
}

func TestEscalationWithoutForms(t *testing.T) {
	w := newWorld(t, setup{server: "sdk"})
	w.want("echo", map[string]any{"text": "a rather long text to echo"}, true, "escalated to a person")
	w.end()
}

// The upstream is killed while a call is under way, and before the next.
func TestUpstreamKilled(t *testing.T) {
	w := newWorld(t, setup{server: "sdk"})
	r, err := w.call("pid", nil)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(words(r))
	if err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(200*time.Millisecond, func() { signal9(pid) })
	if _, err := w.call("hang", nil); err == nil || !strings.Contains(err.Error(), "may have been made") {
		t.Errorf("a call whose server is killed: %v", err)
	}
	if _, err := w.call("echo", map[string]any{"text": "x"}); err == nil || !strings.Contains(err.Error(), "killed") {
		t.Errorf("a call of a dead server: %v", err)
	}
	if log := w.end(); !strings.Contains(log, "the upstream is gone") {
		t.Errorf("the log is %q", log)
	}
	e := w.entries()
	if len(e) != 3 || !e[1].Decision.Made.Executed || !strings.Contains(e[1].Decision.Made.Error, "not known") {
		t.Errorf("recorded %+v", e)
	}
}

// Words of the upstream between its messages are passed over; half a message is an answer that can not be read.
func TestUpstreamGarbage(t *testing.T) {
	w := newWorld(t, setup{server: "sdk", timeout: time.Second})
	if _, err := w.call("garbage", map[string]any{"text": `{"jsonrpc":"2.0","id":`}); err == nil || !strings.Contains(err.Error(), "can not be read") {
		t.Errorf("half a message: %v", err)
	}
	w.want("echo", map[string]any{"text": "next"}, false, "next")
	start := time.Now()
	if _, err := w.call("garbage", map[string]any{"text": "just words"}); err == nil || !strings.Contains(err.Error(), "no answer within 1s") {
		t.Errorf("just words: %v", err)
	}
	if waited := time.Since(start); waited > 10*time.Second {
		t.Errorf("gave up after %s", waited)
	}
	w.want("echo", map[string]any{"text": "next"}, false, "next")
	w.end()
}

// A client writes what is no message: it is told so, and goes on.
func TestClientGarbage(t *testing.T) {
	s := startWorld(t, setup{server: "sdk", config: everything})
	w := s.world
	lines := make(chan string, 10)
	go func() {
		eachLine(s.out, 64<<20, func(line []byte) bool {
			lines <- string(line)
			return true
		})
	}()
	ask := func(line string, want ...string) {
		t.Helper()
		io.WriteString(s.in, line+"\n")
		select {
		case got := <-lines:
			for _, part := range want {
				if !strings.Contains(got, part) {
					t.Errorf("%.60s is answered with %.300s, which has no %s", line, got, part)
				}
			}
		case <-time.After(20 * time.Second):
			t.Fatalf("%.60s is not answered", line)
		}
	}
	ask(`{"jsonrpc":`, `"id":null`, "-32700")
	ask("\xff\xfe", "-32700")
	ask(`{"jsonrpc":"2.0","id":7,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`, `"id":7`, "test upstream")
	ask(strings.Repeat("[", 10_000), "-32600")
	ask(`{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"echo","arguments":{"text":"`+strings.Repeat("x", 9<<20)+`"}}}`, "-32600")
	ask(`{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"echo","arguments":{"text":"after all that"}}}`, `"id":9`, "after all that")
	w.close = func() { s.in.Close() }
	w.end()
}

func TestTenMegabytes(t *testing.T) {
	w := newWorld(t, setup{server: "sdk"})
	r, err := w.call("big", map[string]any{"bytes": 10 << 20})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(words(r)); n != 10<<20/10*10 {
		t.Errorf("%d bytes", n)
	}
	w.want("echo", map[string]any{"text": "next"}, false, "next")
	w.end()
	if in := w.entries()[1].Decision.Input; len(in.Conversation) > 200_000 {
		t.Errorf("the record of the next call holds %d bytes", len(in.Conversation))
	}
}

// A thousand calls, many at a time, each with its own answer.
func TestThousandCalls(t *testing.T) {
	n := 1_000
	if testing.Short() {
		n = 50
	}
	w := newWorld(t, setup{server: "sdk"})
	var wg sync.WaitGroup
	next := make(chan int)
	for range 16 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range next {
				text := fmt.Sprintf("call %d", i)
				r, err := w.call("echo", map[string]any{"text": text})
				if err != nil {
					t.Errorf("call %d: %v", i, err)
				} else if words(r) != text {
					t.Errorf("call %d: %s", i, words(r))
				}
			}
		}()
	}
	start := time.Now()
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
	t.Logf("%d calls in %s", n, time.Since(start).Round(time.Millisecond))
	w.end()
	if e := w.entries(); len(e) != n {
		t.Errorf("%d decisions are recorded", len(e))
	}
}

// A server that neither reads nor answers, and one that does not end: the proxy ends all the same.
func TestUpstreamThatDoesNothing(t *testing.T) {
	s := startWorld(t, setup{server: "deaf", config: everything, timeout: 500 * time.Millisecond})
	lines := make(chan string, 10)
	go eachLine(s.out, 1<<20, func(line []byte) bool {
		lines <- string(line)
		return true
	})
	io.WriteString(s.in, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`+"\n")
	select {
	case got := <-lines:
		if !strings.Contains(got, "-32603") || !strings.Contains(got, "no answer within") {
			t.Errorf("answered with %s", got)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("not answered")
	}
	s.world.close = func() { s.in.Close() }
	s.world.end()
	w := newWorld(t, setup{server: "stubborn"})
	w.want("echo", map[string]any{"text": "x"}, false, "x")
	w.end()
}

// The client leaves while a call is under way.
func TestClientLeaves(t *testing.T) {
	w := newWorld(t, setup{server: "sdk"})
	go w.call("hang", nil)
	time.Sleep(300 * time.Millisecond)
	w.close = func() { w.input.Close() }
	w.end()
	if e := w.entries(); len(e) != 1 || !e[0].Decision.Made.Executed {
		t.Errorf("recorded %+v", e)
	}
}

func TestEachLine(t *testing.T) {
	var got []string
	err := eachLine(bytes.NewReader([]byte("one\r\n\ntwo long line\n"+strings.Repeat("x", 200_000)+"\nlast")), 10, func(line []byte) bool {
		got = append(got, string(line))
		return true
	})
	if want := "one|two long l|xxxxxxxxxx|last"; err != nil || strings.Join(got, "|") != want {
		t.Errorf("%q, %v", got, err)
	}
}
