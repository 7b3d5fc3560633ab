//go:build !js

package openai_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"planproof/core/planner"
	"planproof/core/planner/openai"
)

var hello = []planner.Message{{Role: planner.System, Content: "be brief"}, {Role: planner.User, Content: "hello"}}

// serve starts an endpoint that answers with one handler after another, the
// last one again and again, and counts the requests.
func serve(t *testing.T, handlers ...http.HandlerFunc) (*openai.Client, *int) {
	t.Helper()
	n := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := handlers[min(n, len(handlers)-1)]
		n++
		h(w, r)
	}))
	t.Cleanup(s.Close)
	return &openai.Client{URL: s.URL + "/v1/", Model: "m", Key: "secret-key", Wait: time.Millisecond, HTTP: s.Client()}, &n
}

func text(s string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{"choices": []any{map[string]any{"message": map[string]string{"content": s}, "finish_reason": "stop"}}})
	}
}

func raw(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}
}

func stream(events ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for _, e := range events {
			fmt.Fprintf(w, "data: %s\n\n", e)
			w.(http.Flusher).Flush()
		}
	}
}

func delta(s, finish string) string {
	b, _ := json.Marshal(map[string]any{"choices": []any{map[string]any{"delta": map[string]string{"content": s}, "finish_reason": finish}}})
	return string(b)
}

func TestRequest(t *testing.T) {
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		want := `{"model":"m","messages":[{"role":"system","content":"be brief"},{"role":"user","content":"hello"}]}`
		if r.Method != http.MethodPost || r.URL.Path != "/v1/chat/completions" || r.Header.Get("Authorization") != "Bearer secret-key" || string(body) != want {
			t.Errorf("%s %s %v %s", r.Method, r.URL, r.Header, body)
		}
		text("a plan")(w, r)
	})
	if answer, err := c.Plan(t.Context(), hello); err != nil || answer != "a plan" {
		t.Errorf("%q %v", answer, err)
	}
}

func TestStream(t *testing.T) {
	c, _ := serve(t, stream(`{"choices":[]}`, delta("a ", ""), delta("plan", ""), delta("", "stop"), "[DONE]"))
	var pieces []string
	c.Stream = func(p string) { pieces = append(pieces, p) }
	if answer, err := c.Plan(t.Context(), hello); err != nil || answer != "a plan" || len(pieces) != 2 {
		t.Errorf("%q %v %v", answer, err, pieces)
	}
}

// TestFailures: what is tried again and what is not, and what the error says.
func TestFailures(t *testing.T) {
	for _, c := range []struct {
		name     string
		handlers []http.HandlerFunc
		stream   bool
		requests int
		want     string // in the error; "" is success
	}{
		{"busy, then fine", []http.HandlerFunc{raw(429, `{"error":{"message":"slow down"}}`), text("p")}, false, 2, ""},
		{"down, then fine", []http.HandlerFunc{raw(503, "gone"), raw(500, ""), text("p")}, false, 3, ""},
		{"down for good", []http.HandlerFunc{raw(502, "<html>")}, false, 3, "answers 502 Bad Gateway"},
		{"no such model", []http.HandlerFunc{raw(404, `{"error":{"message":"no model m"}}`)}, false, 1, "answers 404 Not Found: no model m"},
		{"wrong key", []http.HandlerFunc{raw(401, `{"error":{"message":"secret-key is wrong"}}`)}, false, 1, "… is wrong"},
		{"no JSON", []http.HandlerFunc{raw(200, "<html>")}, false, 1, "no JSON"},
		{"no choices", []http.HandlerFunc{raw(200, `{"choices":[]}`)}, false, 1, "no choices"},
		{"an error with status 200", []http.HandlerFunc{raw(200, `{"error":{"message":"overloaded"}}`)}, false, 1, "overloaded"},
		{"cut off", []http.HandlerFunc{raw(200, `{"choices":[{"message":{"content":"a pl"},"finish_reason":"length"}]}`)}, false, 1, "cut off"},
		{"stream breaks off, then fine", []http.HandlerFunc{stream(delta("a", "")), stream(delta("p", "stop"))}, true, 2, ""},
		{"stream with an error", []http.HandlerFunc{stream(`{"error":{"message":"overloaded"}}`)}, true, 1, "overloaded"},
		{"stream with rubbish", []http.HandlerFunc{stream("rubbish")}, true, 1, "no JSON"},
		{"stream cut off", []http.HandlerFunc{stream(delta("a", "length"), "[DONE]")}, true, 1, "cut off"},
	} {
		client, n := serve(t, c.handlers...)
		if c.stream {
			client.Stream = func(string) {}
		}
		answer, err := client.Plan(t.Context(), hello)
		if *n != c.requests {
			t.Errorf("%s: %d requests, want %d", c.name, *n, c.requests)
		}
		if c.want == "" && (err != nil || answer != "p") || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %q, %v", c.name, answer, err)
		}
		if err != nil && strings.Contains(err.Error(), "secret-key") {
			t.Errorf("%s: the error has the key: %v", c.name, err)
		}
	}
}

func TestTimeoutAndCancel(t *testing.T) {
	hang := func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // then the server notices that the client went away
		<-r.Context().Done()
	}
	c, n := serve(t, hang)
	c.Timeout, c.Retries = 20*time.Millisecond, 1
	if _, err := c.Plan(t.Context(), hello); !errors.Is(err, context.DeadlineExceeded) || *n != 2 {
		t.Errorf("%v after %d requests", err, *n)
	}
	ctx, cancel := context.WithCancel(t.Context())
	c, n = serve(t, func(w http.ResponseWriter, r *http.Request) {
		cancel()
		raw(503, "")(w, r)
	})
	if _, err := c.Plan(ctx, hello); err == nil || *n != 1 {
		t.Errorf("%v after %d requests", err, *n)
	}
}

func TestRetryAfterAndNoRetries(t *testing.T) {
	c, n := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", "3600") // too long to wait for: the own pause counts
		raw(429, "")(w, r)
	}, text("p"))
	if _, err := c.Plan(t.Context(), hello); err != nil || *n != 2 {
		t.Errorf("%v after %d requests", err, *n)
	}
	c, n = serve(t, raw(503, ""))
	c.Retries = -1
	var status *openai.StatusError
	if _, err := c.Plan(t.Context(), hello); !errors.As(err, &status) || status.Status != 503 || *n != 1 {
		t.Errorf("%v after %d requests", err, *n)
	}
}

func TestUnreachable(t *testing.T) {
	c, _ := serve(t, text("p"))
	c.URL = "http://127.0.0.1:1"
	if _, err := c.Plan(t.Context(), hello); err == nil {
		t.Error("reached")
	}
	c.URL = "::"
	if _, err := c.Plan(t.Context(), hello); err == nil {
		t.Error("reached")
	}
}

func TestFromEnv(t *testing.T) {
	env := map[string]string{openai.EnvURL: "http://localhost/v1", openai.EnvModel: "m", openai.EnvKey: "k"}
	c, err := openai.FromEnv(func(name string) string { return env[name] })
	if err != nil || c.URL != env[openai.EnvURL] || c.Model != "m" || c.Key != "k" {
		t.Errorf("%+v %v", c, err)
	}
	delete(env, openai.EnvModel)
	if _, err := openai.FromEnv(func(name string) string { return env[name] }); err == nil || !strings.Contains(err.Error(), openai.EnvModel) {
		t.Error(err)
	}
}
