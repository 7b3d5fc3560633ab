package pack

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"planproof/cmd/build/site"
)

const page = `<!doctype html>
<html lang="en">
<head><meta http-equiv="Content-Security-Policy" content="` + site.Policy + `">
<link rel="stylesheet" href="style.css">
<script src="./boot.js"></script></head>
<body><div id="app"></div></body></html>`

func file(name, text string) site.File {
	return site.File{Name: name, Type: site.MIME(filepath.Ext(name)), Data: []byte(text)}
}

func small() []site.File {
	return []site.File{
		file("index.html", page), file("style.css", `a { background: url(mark.svg) }`), file("mark.svg", "<svg/>"),
		file("boot.js", "fetch(\"app.wasm\"); new Worker(\"worker.js\"); fetch(`examples/${id}.json`); load('exec.js')"),
		file("exec.js", "let x = 'reexec.js'"), file("app.wasm", "\x00asm new Worker worker.js"), file("worker.js", `importScripts("exec.js")`),
		file("examples/a.json", "{}"), file("plan-proof.js", `new URL("embed.html")`), file("embed.html", page),
	}
}

func find(t *testing.T, files []site.File, prefix string) site.File {
	t.Helper()
	for _, f := range files {
		if strings.HasPrefix(f.Name, prefix) {
			return f
		}
	}
	t.Fatal("no ", prefix)
	return site.File{}
}

func TestDist(t *testing.T) {
	files, err := Dist(small(), file("engine/engine.js", "x"))
	if err != nil {
		t.Fatal(err)
	}
	byName := map[string]string{}
	for _, f := range files {
		byName[f.Name] = string(f.Data)
	}
	for _, name := range []string{"index.html", "embed.html", "worker.js", "plan-proof.js", "examples/a.json", "engine/engine.js", "sw.js", "_headers"} {
		if byName[name] == "" {
			t.Errorf("no %s", name)
		}
	}
	style, boot, exec, wasm, mark := find(t, files, "style."), find(t, files, "boot."), find(t, files, "exec."), find(t, files, "app."), find(t, files, "mark.")
	for _, c := range [][2]string{
		{byName["index.html"], `href="` + style.Name + `"`}, {byName["index.html"], `src="./` + boot.Name + `"`}, {byName["index.html"], `<script src="register.`},
		{string(style.Data), "url(" + mark.Name + ")"}, {string(boot.Data), `"` + wasm.Name + `"`}, {string(boot.Data), `'` + exec.Name + `'`},
		{string(boot.Data), `"worker.js"`}, {byName["worker.js"], `"` + exec.Name + `"`}, {string(exec.Data), "'reexec.js'"},
		{byName["sw.js"], `"` + wasm.Name + `"`}, {byName["sw.js"], `"examples/a.json"`},
		{byName["_headers"], "/" + wasm.Name + "\n  Cache-Control: public, max-age=31536000, immutable\n  Content-Type: application/wasm\n"},
		{byName["_headers"], "/index.html\n  Cache-Control: no-cache\n  Content-Security-Policy: frame-ancestors 'self'\n"},
		{byName["_headers"], "/embed.html\n  Cache-Control: no-cache\n/"},
	} {
		if !strings.Contains(c[0], c[1]) {
			t.Errorf("no %s in\n%s", c[1], c[0])
		}
	}
	for _, f := range []site.File{style, boot, exec, wasm, mark} {
		if !isHashed.MatchString(f.Name) {
			t.Errorf("%s has no hash", f.Name)
		}
	}
	if strings.Contains(byName["sw.js"], "engine/") || strings.Contains(byName["sw.js"], "__") {
		t.Error(byName["sw.js"])
	}
}

// The same files give the same bytes, in whatever order they come.
func TestDistIsDeterministic(t *testing.T) {
	first, err := Dist(small())
	if err != nil {
		t.Fatal(err)
	}
	files := small()
	slices.Reverse(files)
	second, err := Dist(files)
	if err != nil {
		t.Fatal(err)
	}
	a, sizes := Compress(first, 5)
	b, again := Compress(second, 5)
	if !reflect.DeepEqual(a, b) || Report(sizes) != Report(again) {
		t.Error("two runs differ")
	}
}

// A change of one asset changes the names of all that refer to it, and the
// service worker.
func TestDistFollowsChanges(t *testing.T) {
	before, _ := Dist(small())
	files := small()
	i := slices.IndexFunc(files, func(f site.File) bool { return f.Name == "mark.svg" })
	files[i].Data = []byte("<svg></svg>")
	after, err := Dist(files)
	if err != nil {
		t.Fatal(err)
	}
	for prefix, changes := range map[string]bool{"mark.": true, "style.": true, "boot.": false, "app.": false} {
		if (find(t, before, prefix).Name != find(t, after, prefix).Name) != changes {
			t.Errorf("%s: %s, %s", prefix, find(t, before, prefix).Name, find(t, after, prefix).Name)
		}
	}
	for _, name := range []string{"index.html", "sw.js"} {
		if bytes.Equal(find(t, before, name).Data, find(t, after, name).Data) {
			t.Errorf("%s is the same", name)
		}
	}
}

func TestDistRefuses(t *testing.T) {
	for want, files := range map[string][]site.File{
		"refer to each other":     {file("a.js", `"b.js"`), file("b.js", `"a.js"`)},
		"content security policy": {file("index.html", "<body></body>")},
		"one </body>":             {file("index.html", strings.Replace(page, "</body>", "", 1))},
	} {
		if _, err := Dist(files); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

func TestCompress(t *testing.T) {
	text := strings.Repeat("planproof ", 500)
	files, sizes := Compress([]site.File{file("a.js", text), file("b.js", "x"), file("_headers", text)}, 11)
	if len(files) != 5 || sizes[1].GZip != 0 || sizes[0].Brotli == 0 || sizes[2].GZip != 0 {
		t.Fatalf("%d files, %+v", len(files), sizes)
	}
	z, err := gzip.NewReader(bytes.NewReader(find(t, files, "a.js.gz").Data))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []io.Reader{z, brotli.NewReader(bytes.NewReader(find(t, files, "a.js.br").Data))} {
		if got, err := io.ReadAll(r); err != nil || string(got) != text {
			t.Error(err)
		}
	}
}

// Writing again removes what is no longer there, and nothing else.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	mine := filepath.Join(dir, "mine.txt")
	if err := os.WriteFile(mine, []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Write(dir, []site.File{file("a.js", "1"), file("x/b.js", "2")}); err != nil {
		t.Fatal(err)
	}
	if err := Write(dir, []site.File{file("a.js", "3")}); err != nil {
		t.Fatal(err)
	}
	files, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range files {
		names = append(names, f.Name)
	}
	if want := []string{ListName, "a.js", "mine.txt"}; !slices.Equal(names, want) || string(find(t, files, "a.js").Data) != "3" {
		t.Error(names)
	}
	if err := os.WriteFile(filepath.Join(dir, ListName), []byte(`["../../escape"]`), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Write(dir, nil); err != nil {
		t.Error(err)
	}
}
