package pack

import (
	"path"
	"strings"

	"planproof/cmd/build/site"
)

// headers is the file _headers, which several static hosts read. Rules add
// up: who may frame a page is said page by page, since embed.html is there to
// be framed and the page itself is not.
func headers(files []site.File) site.File {
	var b strings.Builder
	rule := func(at string, lines ...string) {
		b.WriteString(at + "\n")
		for _, l := range lines {
			b.WriteString("  " + l + "\n")
		}
	}
	rule("/*", "Content-Security-Policy: "+site.Policy, "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer",
		"Cross-Origin-Resource-Policy: cross-origin", "Permissions-Policy: camera=(), geolocation=(), microphone=()")
	const own = "Content-Security-Policy: frame-ancestors 'self'"
	rule("/", own, "Cache-Control: no-cache")
	for _, f := range files {
		lines := []string{"Cache-Control: no-cache"}
		if isHashed.MatchString(f.Name) {
			lines = []string{"Cache-Control: public, max-age=31536000, immutable"}
		}
		if path.Ext(f.Name) == ".html" && f.Name != "embed.html" {
			lines = append(lines, own)
		}
		if path.Ext(f.Name) == ".wasm" {
			lines = append(lines, "Content-Type: application/wasm")
		}
		if openToAll(f.Name) {
			lines = append(lines, "Access-Control-Allow-Origin: *")
		}
		rule("/"+f.Name, lines...)
	}
	return site.File{Name: "_headers", Type: "text/plain; charset=utf-8", Data: []byte(b.String())}
}

// openToAll tells what other sites load as modules: the element and the
// JavaScript library. They hold no secret and read no cookie.
func openToAll(name string) bool {
	return name == "plan-proof.js" || strings.HasPrefix(name, "engine/")
}
