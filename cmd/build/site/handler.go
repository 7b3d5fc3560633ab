package site

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"

	"github.com/andybalholm/brotli"
)

// Policy is the content security policy of the page: scripts, styles and the
// wasm binary come from the page's own origin, nothing else is loaded and
// nothing is ever sent anywhere.
const Policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
	"img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"

// EmbedPolicy is the part that only a header can say: who may frame the page.
const EmbedPolicy = "; frame-ancestors 'self'"

// Handler serves files with the right types, the policy, and brotli for
// whoever accepts it. Everything is compressed here, once, at the given
// quality: no visitor waits for it.
func Handler(files []File, quality int) http.Handler {
	h := &handler{files: map[string]*entry{}}
	for _, f := range files {
		h.files["/"+f.Name] = &entry{f, Brotli(f.Data, quality)}
	}
	h.files["/"] = h.files["/index.html"]
	return h
}

type handler struct{ files map[string]*entry }

type entry struct {
	file   File
	packed []byte
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e := h.files[r.URL.Path]
	if e == nil {
		http.NotFound(w, r)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		http.Error(w, "read only", http.StatusMethodNotAllowed)
		return
	}
	header := w.Header()
	header.Set("Content-Type", e.file.Type)
	header.Set("Content-Security-Policy", h.policy(e.file.Name))
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Cache-Control", "no-cache")
	header.Set("Vary", "Accept-Encoding")
	body := e.file.Data
	if accepts(r, "br") && len(e.packed) < len(body) {
		header.Set("Content-Encoding", "br")
		body = e.packed
	}
	header.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method == http.MethodGet {
		w.Write(body)
	}
}

// policy is the policy of one file. Only the embed page may stand in other
// people's pages.
func (h *handler) policy(name string) string {
	if name == "embed.html" {
		return Policy
	}
	return Policy + EmbedPolicy
}

// Brotli compresses data at a quality from 0 to 11.
func Brotli(data []byte, quality int) []byte {
	var b bytes.Buffer
	w := brotli.NewWriterLevel(&b, quality)
	w.Write(data) // a bytes.Buffer does not fail
	w.Close()
	return b.Bytes()
}

func accepts(r *http.Request, coding string) bool {
	for _, part := range strings.Split(r.Header.Get("Accept-Encoding"), ",") {
		name, _, _ := strings.Cut(strings.TrimSpace(part), ";")
		if name == coding {
			return true
		}
	}
	return false
}
