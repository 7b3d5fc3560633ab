package edgetest

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"testing"

	"planproof/cmd/build/pack"
	"planproof/cmd/build/site"
	"planproof/core/doc"
	"planproof/examples"
	"planproof/ui/share"
	"planproof/ui/share/flate"
	"planproof/wasm/edge/service"

	"encoding/base64"
)

type request struct {
	Method string `json:"method"`
	Path   string `json:"path"`
	Body   string `json:"body,omitempty"`
}

type reply struct {
	Status  int               `json:"status"`
	Headers map[string]string `json:"headers"`
	Body    string            `json:"body"`
}

// link is the p1 of a share link of the documents of a bundle.
func link(t *testing.T, text []byte) string {
	t.Helper()
	b, err := doc.ReadBundle(text, doc.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	w, p, tools := string(b.Workflow.Print()), string(b.Policy.Print()), string(doc.PrintTools(b.Tools))
	return base64.RawURLEncoding.EncodeToString(flate.Pack(share.Contents{Workflow: &w, Policy: &p, Tools: &tools}.Payload()))
}

func requests(t *testing.T) []request {
	t.Helper()
	out := []request{
		{Method: "POST", Path: "/verify", Body: "{"},
		{Method: "POST", Path: "/verify"},
		{Method: "GET", Path: "/verify"},
		{Method: "OPTIONS", Path: "/verify"},
		{Method: "GET", Path: "/"},
		{Method: "GET", Path: "/card"},
		{Method: "GET", Path: "/card?p1=x*"},
		{Method: "GET", Path: "/card?p1=AAAA"},
		{Method: "HEAD", Path: "/card?p1=AAAA"},
	}
	for i, e := range examples.All() {
		if i < 6 {
			out = append(out, request{Method: "POST", Path: "/verify?strict=1", Body: string(e.Text)})
			out = append(out, request{Method: "GET", Path: "/card?p1=" + link(t, e.Text)})
		}
	}
	return out
}

// The worker answers as the service does natively, byte for byte.
func TestWorker(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("node is not installed; the worker is not tested here")
	}
	root, err := site.Root()
	if err != nil {
		t.Fatal(err)
	}
	files, err := pack.Edge(root)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := pack.Write(dir, files); err != nil {
		t.Fatal(err)
	}
	asked := requests(t)
	stdin, err := json.Marshal(asked)
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	cmd := exec.Command("node", "testdata/host.mjs", dir)
	cmd.Stdin, cmd.Stderr = bytes.NewReader(stdin), &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.Bytes())
	}
	var got []reply
	if err := json.Unmarshal(out, &got); err != nil || len(got) != len(asked) {
		t.Fatalf("%d answers, %v", len(got), err)
	}
	for i, a := range asked {
		compare(t, a, got[i])
	}
}

func compare(t *testing.T, a request, got reply) {
	t.Helper()
	w := httptest.NewRecorder()
	service.New().ServeHTTP(w, httptest.NewRequest(a.Method, a.Path, strings.NewReader(a.Body)))
	want := w.Result()
	body := w.Body.String()
	if a.Method == http.MethodHead || want.StatusCode == http.StatusNoContent {
		got.Body, body = "", ""
	}
	if got.Status != want.StatusCode || got.Body != body {
		t.Errorf("%s %.80s: %d %.300s\nnatively %d %.300s", a.Method, a.Path, got.Status, got.Body, want.StatusCode, body)
	}
	for name := range want.Header {
		if got.Headers[strings.ToLower(name)] != want.Header.Get(name) {
			t.Errorf("%s %.80s: the header %s is %q, natively %q", a.Method, a.Path, name, got.Headers[strings.ToLower(name)], want.Header.Get(name))
		}
	}
}
