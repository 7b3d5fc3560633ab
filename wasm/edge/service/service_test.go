package service

import (
	"encoding/base64"
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"planproof/core"
	"planproof/core/doc"
	"planproof/core/report"
	"planproof/examples"
	"planproof/ui/share"
	"planproof/ui/share/flate"
)

func ask(method, path, body string) *http.Response {
	w := httptest.NewRecorder()
	New().ServeHTTP(w, httptest.NewRequest(method, path, strings.NewReader(body)))
	return w.Result()
}

func bodyOf(t *testing.T, r *http.Response) string {
	t.Helper()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Every example is answered with the report of the command line, and its link with a well-formed picture that says the
// same.
func TestExamples(t *testing.T) {
	for _, e := range examples.All() {
		b, problem := doc.ReadBundle(e.Text, doc.ReadOptions{})
		if problem != nil {
			t.Fatal(problem)
		}
		r, err := core.Verify(b, core.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := ask("POST", "/verify", string(e.Text))
		if got.StatusCode != 200 || bodyOf(t, got) != string(report.JSON(r)) || got.Header.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("%s: status %d, or another report", e.ID, got.StatusCode)
		}
		w, p, tools := string(b.Workflow.Print()), string(b.Policy.Print()), string(doc.PrintTools(b.Tools))
		card := ask("GET", "/card?p1="+packed(share.Contents{Workflow: &w, Policy: &p, Tools: &tools}), "")
		text := bodyOf(t, card)
		word, _, _ := strings.Cut(report.Verdict(r), ".")
		if card.StatusCode != 200 || card.Header.Get("Content-Type") != svgType || !strings.Contains(text, "<title id=\"t\">"+word+": ") {
			t.Errorf("%s: status %d, %.300s", e.ID, card.StatusCode, text)
		}
		wellFormed(t, text)
	}
}

func packed(c share.Contents) string {
	return base64.RawURLEncoding.EncodeToString(flate.Pack(c.Payload()))
}

func wellFormed(t *testing.T, text string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		if start, ok := token.(xml.StartElement); ok && (start.Name.Local == "script" || start.Name.Local == "foreignObject") {
			t.Errorf("the picture has a %s: %s", start.Name.Local, text)
		}
	}
}

func TestRefusals(t *testing.T) {
	empty, plan := "", `{"goal":"x","steps":[]}`
	for _, c := range []struct {
		method, path, body string
		status             int
		mention            string
	}{
		{"POST", "/verify", "", 400, "the document is empty"},
		{"POST", "/verify", `{"workflow":`, 400, `"ok":false`},
		{"POST", "/verify?lenient=1", "sorry", 400, `"ok":false`},
		{"POST", "/verify", strings.Repeat(" ", doc.MaxBytes+1), 413, `"limit"`},
		{"GET", "/verify", "", 405, "use POST"},
		{"DELETE", "/card", "", 405, "use GET"},
		{"GET", "/nothing", "", 404, "POST /verify"},
		{"GET", "/card", "", 400, "give p1"},
		{"GET", "/card?p1=***", "", 400, "The link is damaged"},
		{"GET", "/card?p1=AAAA", "", 400, "The link is damaged"},
		{"GET", "/card?p1=" + packed(share.Contents{Base: "email-safe", Strict: true}), "", 400, "differs from an example"},
		{"GET", "/card?p1=" + packed(share.Contents{Workflow: &plan, Policy: &empty, Tools: &empty}), "", 400, "policy:1:1"},
	} {
		r := ask(c.method, c.path, c.body)
		text := bodyOf(t, r)
		if r.StatusCode != c.status || !strings.Contains(text, c.mention) {
			t.Errorf("%s %.60s: %d %.400s, want %d and %q", c.method, c.path, r.StatusCode, text, c.status, c.mention)
		}
		if strings.HasPrefix(c.path, "/card") && c.status == 400 {
			if wellFormed(t, text); strings.Contains(text, "Accepted") {
				t.Errorf("%s: %s", c.path, text)
			}
		}
	}
}

func TestNoBody(t *testing.T) {
	r := httptest.NewRequest("POST", "/verify", nil)
	r.Body = nil
	w := httptest.NewRecorder()
	New().ServeHTTP(w, r)
	if w.Code != 400 || !strings.Contains(w.Body.String(), "the document is empty") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// A defect is answered with an error, and accepts nothing.
func TestDefect(t *testing.T) {
	w := httptest.NewRecorder()
	only(func(http.ResponseWriter, *http.Request) { panic("x") }, "GET")(w, httptest.NewRequest("GET", "/", nil))
	if w.Code != 500 || !strings.Contains(w.Body.String(), `"ok":false`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// What a plan says can not leave its place in the picture.
func TestHostileGoal(t *testing.T) {
	for _, goal := range []string{`</text><script>alert(1)</script>`, `" onload="x`, `&lt;&#0;`, strings.Repeat("long ", 100), `\u0000\u0001\ud800\ufffe\u001b[2J`, `a\nb`} {
		plan := `{"goal":"` + strings.NewReplacer(`"`, `\"`).Replace(goal) + `","steps":[]}`
		policy, tools := `{"name":"p","allowed_tools":[]}`, `[]`
		r := ask("GET", "/card?p1="+packed(share.Contents{Workflow: &plan, Policy: &policy, Tools: &tools}), "")
		text := bodyOf(t, r)
		if r.StatusCode != 200 {
			t.Errorf("%s: %d %s", plan, r.StatusCode, text)
		}
		wellFormed(t, text)
		if strings.Contains(text, "<script") || strings.Contains(text, `" onload="`) {
			t.Errorf("%s: %s", goal, text)
		}
	}
}

func FuzzCard(f *testing.F) {
	f.Add("AAAA")
	w, p, tools := `{"goal":"x","steps":[]}`, `{"name":"p"}`, `[]`
	f.Add(packed(share.Contents{Workflow: &w, Policy: &p, Tools: &tools}))
	f.Fuzz(func(t *testing.T, p1 string) {
		w := httptest.NewRecorder()
		r := httptest.NewRequest("GET", "/card", nil)
		q := r.URL.Query()
		q.Set("p1", p1)
		r.URL.RawQuery = q.Encode()
		New().ServeHTTP(w, r)
		wellFormed(t, w.Body.String())
	})
}
