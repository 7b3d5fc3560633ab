package site

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

const secret = "sk-very-secret"

// upstream is an endpoint that speaks the protocol.
func upstream(t *testing.T, answer http.HandlerFunc) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(answer)
	t.Cleanup(s.Close)
	return s
}

func door(t *testing.T, url string) *httptest.Server {
	t.Helper()
	files := []File{{"index.html", MIME(".html"), []byte("<html><head></head></html>")}}
	l := &LLM{URL: url, Model: "mo<del", Key: secret}
	s := httptest.NewServer(l.With(Handler(l.Announce(files), 1)))
	t.Cleanup(s.Close)
	return s
}

func post(t *testing.T, s *httptest.Server, body string, change func(*http.Request)) (int, string, http.Header) {
	t.Helper()
	req, err := http.NewRequest(http.MethodPost, s.URL+"/llm", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Origin", s.URL)
	if change != nil {
		change(req)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, _ := io.ReadAll(res.Body)
	return res.StatusCode, string(text), res.Header
}

const conversation = `{"messages":[{"role":"user","content":"plan it"}]}`

// The stream comes through as it is sent, and the endpoint gets the model, the
// key and the messages, and nothing else.
func TestForwards(t *testing.T) {
	sent := make(chan bool)
	up := upstream(t, func(w http.ResponseWriter, r *http.Request) {
		var got map[string]any
		if err := json.NewDecoder(r.Body).Decode(&got); err != nil {
			t.Error(err)
		}
		if r.URL.Path != "/v1/chat/completions" || r.Header.Get("Authorization") != "Bearer "+secret || got["model"] != "mo<del" || got["stream"] != true || len(got) != 3 || r.Header.Get("Origin") != "" {
			t.Error(r.URL.Path, r.Header, got)
		}
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n")
		w.(http.Flusher).Flush()
		<-sent // the first piece arrives before the second is written
		fmt.Fprint(w, "data: [DONE]\n\n")
	})
	s := door(t, up.URL+"/v1/")
	req, _ := http.NewRequest(http.MethodPost, s.URL+"/llm", strings.NewReader(conversation))
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Origin", s.URL)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	first := make([]byte, 64)
	n, _ := res.Body.Read(first)
	if !strings.Contains(string(first[:n]), `"content":"a"`) {
		t.Errorf("%q", first[:n])
	}
	close(sent)
	rest, _ := io.ReadAll(res.Body)
	if !strings.Contains(string(rest), "[DONE]") || res.Header.Get("Content-Type") != "text/event-stream" {
		t.Errorf("%q %v", rest, res.Header)
	}
}

// What is not the page's own question is refused before anything is forwarded.
func TestRefusesOthers(t *testing.T) {
	up := upstream(t, func(http.ResponseWriter, *http.Request) { t.Error("forwarded") })
	s := door(t, up.URL)
	set := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	for name, c := range map[string]struct {
		body   string
		change func(*http.Request)
		status int
	}{
		"another site":      {conversation, set("Origin", "https://evil.example"), 403},
		"no origin":         {conversation, func(r *http.Request) { r.Header.Del("Origin") }, 403},
		"across sites":      {conversation, set("Sec-Fetch-Site", "cross-site"), 403},
		"a name made up":    {conversation, func(r *http.Request) { r.Host = "evil.example"; r.Header.Set("Origin", "http://evil.example") }, 403},
		"a form":            {conversation, set("Content-Type", "text/plain"), 403},
		"get":               {conversation, func(r *http.Request) { r.Method = http.MethodGet }, 405},
		"put":               {conversation, func(r *http.Request) { r.Method = http.MethodPut }, 405},
		"no conversation":   {`{}`, nil, 400},
		"no JSON":           {`hello`, nil, 400},
		"another model":     {`{"model":"dear","messages":[{"role":"user","content":"x"}]}`, nil, 400},
		"a role of no kind": {`{"messages":[{"role":"tool","content":"x"}]}`, nil, 400},
		"too long":          {`{"messages":[{"role":"user","content":"` + strings.Repeat("x", maxQuestion) + `"}]}`, nil, 413},
	} {
		if status, text, _ := post(t, s, c.body, c.change); status != c.status || strings.TrimSpace(text) == "" {
			t.Errorf("%s: %d %s, want %d", name, status, text, c.status)
		}
	}
}

// What goes wrong at the endpoint is said, without the key.
func TestEndpointFails(t *testing.T) {
	for want, answer := range map[string]http.HandlerFunc{
		"429 Too Many Requests. slow down": func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(429)
			fmt.Fprintf(w, `{"error":{"message":"slow down %s"}}`, secret)
		},
		"answers with text/html": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, "<h1>welcome</h1>")
		},
		"answers 302": func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "https://evil.example/", 302) },
	} {
		status, text, _ := post(t, door(t, upstream(t, answer).URL), conversation, nil)
		if status != http.StatusBadGateway || !strings.Contains(text, want) || strings.Contains(text, secret) {
			t.Errorf("%d %s, want %s", status, text, want)
		}
	}
	gone := upstream(t, nil)
	gone.Close()
	if status, text, _ := post(t, door(t, gone.URL), conversation, nil); status != http.StatusBadGateway || !strings.Contains(text, "was not reached") {
		t.Error(status, text)
	}
}

// The page is told of the model, the rest of the site is as before, and
// without forwarding there is no such door.
func TestAnnounces(t *testing.T) {
	s := door(t, "http://127.0.0.1:1")
	res, err := http.Get(s.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, _ := io.ReadAll(res.Body)
	if !strings.Contains(string(text), `<meta name="planproof-llm" content="mo&lt;del">`) || res.Header.Get("Content-Security-Policy") != Policy+EmbedPolicy {
		t.Errorf("%s %v", text, res.Header)
	}
	plain := httptest.NewServer(Handler([]File{{"index.html", MIME(".html"), []byte("<head></head>")}}, 1))
	defer plain.Close()
	if status, _, _ := post(t, plain, conversation, nil); status != http.StatusNotFound {
		t.Error("there is a door without -llm-url: ", status)
	}
}

// A visitor who goes away ends the request at the endpoint.
func TestGoesAway(t *testing.T) {
	ended := make(chan bool, 1)
	up := upstream(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
		ended <- true
	})
	s := door(t, up.URL)
	req, _ := http.NewRequest(http.MethodPost, s.URL+"/llm", strings.NewReader(conversation))
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Origin", s.URL)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		t.Error("the endpoint goes on")
	}
}

// FuzzQuestion: what is forwarded is a conversation with this model, whatever
// was posted.
func FuzzQuestion(f *testing.F) {
	for _, s := range []string{conversation, `{"messages":[]}`, `{"Messages":[{"role":"user"}],"messages":null}`, `{"messages":[{"role":"user","content":"\ud800"}]}`} {
		f.Add(s)
	}
	l := &LLM{Model: "m", Key: secret}
	f.Fuzz(func(t *testing.T, text string) {
		r := httptest.NewRequest(http.MethodPost, "/llm", strings.NewReader(text))
		body, status, err := l.question(httptest.NewRecorder(), r)
		if err != nil {
			if status < 400 || status > 499 {
				t.Errorf("%q: %d", text, status)
			}
			return
		}
		var got chat
		d := json.NewDecoder(strings.NewReader(string(body)))
		d.DisallowUnknownFields()
		if err := d.Decode(&got); err != nil || got.Model != "m" || !got.Stream || len(got.Messages) == 0 {
			t.Errorf("%q: %s %v", text, body, err)
		}
	})
}
