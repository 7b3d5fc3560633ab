package site

import (
	"bytes"
	"io"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

func TestHandler(t *testing.T) {
	data := bytes.Repeat([]byte("planproof "), 200)
	h := Handler([]File{{"index.html", MIME(".html"), data}, {"app.wasm", MIME(".wasm"), data}}, 5)
	for _, c := range []struct {
		path, accept, kind string
		status             int
		packed             bool
	}{
		{"/", "gzip, br;q=1.0", "text/html; charset=utf-8", 200, true},
		{"/app.wasm", "", "application/wasm", 200, false},
		{"/../go.mod", "br", "", 404, false},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.URL.Path = c.path
		r.Header.Set("Accept-Encoding", c.accept)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != c.status {
			t.Errorf("%s: status %d", c.path, w.Code)
			continue
		}
		if c.status != 200 {
			continue
		}
		if got := w.Header().Get("Content-Type"); got != c.kind {
			t.Errorf("%s: type %q", c.path, got)
		}
		if !strings.Contains(w.Header().Get("Content-Security-Policy"), "default-src 'none'") {
			t.Errorf("%s: no policy", c.path)
		}
		if packed := w.Header().Get("Content-Encoding") == "br"; packed != c.packed {
			t.Errorf("%s: packed %v", c.path, packed)
		}
		var body io.Reader = w.Body
		if c.packed {
			body = brotli.NewReader(body)
		}
		if got, err := io.ReadAll(body); err != nil || !bytes.Equal(got, data) {
			t.Errorf("%s: another body, %v", c.path, err)
		}
	}
}

// The page says its policy itself too, for hosts that set no headers.
func TestIndexHasThePolicy(t *testing.T) {
	root, err := Root()
	if err != nil {
		t.Fatal(err)
	}
	files, err := ownFiles(root)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(files[0].Data, []byte(`content="`+Policy+`"`)) {
		t.Error("index.html has another policy than the handler")
	}
	for _, f := range files {
		if bytes.Contains(f.Data, []byte("style=\"")) && f.Name == "index.html" {
			t.Error("an inline style, which the policy forbids")
		}
	}
}

func TestRendererScriptIsFound(t *testing.T) {
	root, err := Root()
	if err != nil {
		t.Fatal(err)
	}
	files, err := rendererFile(root)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(files[0].Data, []byte("vuguRender")) {
		t.Error("that is not vugu's renderer")
	}
}

func TestPackageOf(t *testing.T) {
	for symbol, want := range map[string]string{
		"planproof_core_doc.__decoder_.value":                "planproof_core_doc",
		"github.com_vugu_vugu_domrender.New":                 "github.com_vugu_vugu_domrender",
		"slices.pdqsortCmpFunc[go.shape.struct { a.b int }]": "slices",
		"type_.eq.planproof_smt.key":                         "planproof_smt",
		"wasm_pc_f_loop":                                     "(runtime)",
	} {
		if got := packageOf(symbol); got != want {
			t.Errorf("%s is in %s, want %s", symbol, got, want)
		}
	}
}
