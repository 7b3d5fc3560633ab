package pack

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"path"
	"strings"
	"testing"

	"planproof/cmd/build/site"
)

// host is a static host that reads _headers and prefers .br, like those that
// the folder is made for. Below is the path that the site is served under.
type host struct {
	files map[string][]byte
	rules map[string]http.Header
	below string
	more  http.Handler // everything else
}

func newHost(t *testing.T, files []site.File, below string, more http.Handler) *host {
	t.Helper()
	h := &host{files: map[string][]byte{}, rules: map[string]http.Header{}, below: below, more: more}
	for _, f := range files {
		h.files[f.Name] = f.Data
	}
	at := ""
	for _, line := range strings.Split(string(h.files["_headers"]), "\n") {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && strings.HasPrefix(line, "  ") {
			h.rules[at].Add(name, value)
		} else if line != "" {
			at = line
			h.rules[at] = http.Header{}
		}
	}
	return h
}

func (h *host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name, ours := strings.CutPrefix(r.URL.Path, h.below)
	if !ours {
		h.more.ServeHTTP(w, r)
		return
	}
	rule := "/" + name
	if name == "" {
		name = "index.html"
	}
	data, there := h.files[name]
	if !there {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", site.MIME(path.Ext(name)))
	for _, at := range []string{"/*", rule} {
		for key, values := range h.rules[at] {
			for _, v := range values {
				if key == "Content-Security-Policy" {
					w.Header().Add(key, v)
				} else {
					w.Header().Set(key, v)
				}
			}
		}
	}
	if packed := h.files[name+".br"]; packed != nil {
		w.Header().Set("Content-Encoding", "br")
		data = packed
	}
	w.Write(data)
}

// The rules of _headers do not let a frame's rule reach the page, or the
// page's the frame.
func TestHeaders(t *testing.T) {
	files, err := Dist(small())
	if err != nil {
		t.Fatal(err)
	}
	h := newHost(t, files, "/", http.NotFoundHandler())
	for name, framed := range map[string]bool{"/": false, "/index.html": false, "/embed.html": true} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, name, nil))
		policies := strings.Join(w.Header().Values("Content-Security-Policy"), " | ")
		if !strings.HasPrefix(policies, "default-src 'none'; ") || strings.Contains(policies, "frame-ancestors") == framed || w.Header().Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %v", name, w.Header())
		}
		if !bytes.Contains(w.Body.Bytes(), []byte("<html")) {
			t.Errorf("%s: %s", name, w.Body.Bytes())
		}
	}
}
