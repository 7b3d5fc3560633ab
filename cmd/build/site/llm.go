package site

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"html"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// LLM forwards /llm to a chat endpoint that speaks the OpenAI protocol, so that
// the page can ask a model without a policy that lets it speak to others. The
// key stays here. Only the page's own requests are taken: another site can not
// spend the key through a visitor's browser.
type LLM struct {
	URL   string // base of the API, such as https://host/v1
	Model string
	Key   string // sent as a bearer token; never in an answer
	// Client makes the requests; nil is one with a limit of five minutes.
	Client *http.Client
}

// Limits of a question and of an answer, in bytes, and of the time for both.
const (
	maxQuestion = 1 << 20
	maxAnswer   = 8 << 20
	answerTime  = 5 * time.Minute
)

// chat is what is forwarded: nothing of a request but its messages.
type chat struct {
	Model    string    `json:"model"`
	Messages []message `json:"messages"`
	Stream   bool      `json:"stream"`
}

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// With is a site with the forwarding.
func (l *LLM) With(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/llm" {
			l.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// Announce tells the page that there is a model: files whose index.html names
// it. The static page has no such element and asks nobody.
func (l *LLM) Announce(files []File) []File {
	out := append([]File(nil), files...)
	for i, f := range out {
		if f.Name == "index.html" {
			meta := `<meta name="planproof-llm" content="` + html.EscapeString(l.Model) + `">` + "\n</head>"
			out[i].Data = bytes.Replace(f.Data, []byte("</head>"), []byte(meta), 1)
		}
	}
	return out
}

// ServeHTTP forwards one question and passes the answer through as it comes.
func (l *LLM) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		http.Error(w, "post a conversation", http.StatusMethodNotAllowed)
		return
	}
	if why := notOurs(r); why != "" {
		http.Error(w, why, http.StatusForbidden)
		return
	}
	body, status, err := l.question(w, r)
	if err != nil {
		http.Error(w, err.Error(), status)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), answerTime)
	defer cancel()
	res, err := l.ask(ctx, body)
	if err != nil {
		http.Error(w, "The model's endpoint was not reached: "+l.hide(err.Error()), http.StatusBadGateway)
		return
	}
	defer res.Body.Close()
	l.pass(w, res)
}

// notOurs says why a request is not one of the page itself.
func notOurs(r *http.Request) string {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" {
		return "only this page may ask"
	}
	origin, err := url.Parse(r.Header.Get("Origin"))
	if err != nil || origin.Host == "" || origin.Host != r.Host {
		return "only this page may ask"
	}
	// A name that somebody made point here is not this machine's.
	host, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		host = r.Host
	}
	if host != "localhost" && net.ParseIP(strings.Trim(host, "[]")) == nil {
		return "open the page by its address, such as 127.0.0.1"
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return "a conversation is application/json"
	}
	return ""
}

// question reads the conversation and writes what is forwarded.
func (l *LLM) question(w http.ResponseWriter, r *http.Request) (body []byte, status int, err error) {
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxQuestion))
	if err != nil {
		return nil, http.StatusRequestEntityTooLarge, errors.New("the conversation is longer than 1 MiB")
	}
	var q struct{ Messages []message }
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&q); err != nil || len(q.Messages) == 0 {
		return nil, http.StatusBadRequest, errors.New(`a conversation is {"messages": [{"role", "content"}]}`)
	}
	for _, m := range q.Messages {
		if m.Role != "system" && m.Role != "user" && m.Role != "assistant" {
			return nil, http.StatusBadRequest, errors.New("a role is system, user or assistant")
		}
	}
	body, err = json.Marshal(chat{l.Model, q.Messages, true})
	return body, http.StatusBadRequest, err
}

func (l *LLM) ask(ctx context.Context, body []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimRight(l.URL, "/")+"/chat/completions", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "text/event-stream, application/json")
	if l.Key != "" {
		req.Header.Set("Authorization", "Bearer "+l.Key)
	}
	client := l.Client
	if client == nil {
		// A redirect would carry the conversation to another host.
		client = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	}
	return client.Do(req)
}

// hide keeps the key out of what is said.
func (l *LLM) hide(text string) string {
	if l.Key == "" {
		return text
	}
	return strings.ReplaceAll(text, l.Key, "…")
}

// pass writes the answer as it comes. A failure of the endpoint is one of this
// door, with what the endpoint says about it.
func (l *LLM) pass(w http.ResponseWriter, res *http.Response) {
	if res.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(res.Body, 4096))
		var said struct{ Error struct{ Message string } }
		_ = json.Unmarshal(text, &said) // what is no JSON says nothing
		http.Error(w, l.hide(strings.TrimSpace("The model's endpoint answers "+res.Status+". "+said.Error.Message)), http.StatusBadGateway)
		return
	}
	kind, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type"))
	if kind != "text/event-stream" && kind != "application/json" {
		http.Error(w, "The model's endpoint answers with "+kind+", which is not its protocol.", http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", kind)
	out := http.NewResponseController(w)
	_ = out.Flush() // where it can not, the answer comes in one piece
	from, buffer := io.LimitReader(res.Body, maxAnswer), make([]byte, 16<<10)
	for {
		n, err := from.Read(buffer)
		if _, wrong := w.Write(buffer[:n]); wrong != nil {
			return
		}
		_ = out.Flush()
		if err != nil {
			return
		}
	}
}
