// Package site builds the page: the wasm binary and the few static files
// around it, all of them taken from this repository, the Go toolchain that
// compiled the binary, and vugu's module.
package site

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"planproof/core"
	"planproof/core/doc"
	"planproof/examples"
	"planproof/ui/lab/gallery"
	"planproof/ui/static"
)

// File is one file of the page as the browser asks for it.
type File struct {
	Name string // path below the site's root, with slashes
	Type string // MIME type
	Data []byte
}

// Options choose what Build builds.
type Options struct {
	Tags []string // extra build tags of the wasm binary; tests use them
}

// Binary is one of the page's wasm files. Budget is the largest it may be with
// brotli, in bytes.
type Binary struct {
	Name, Package string
	Tags          []string
	Budget        int
}

// Binaries are the interface, which the page loads first, and the verifier,
// which its worker runs; these are fetched and compiled side by side. The
// others are fetched when a part of the page that they serve is first opened.
var Binaries = []Binary{
	{"app.wasm", "wasm/app", []string{"tinygo"}, 1_200_000}, // see RATIONALE.md: vugu without encoding/json
	{"engine.wasm", "wasm/app", []string{"engine"}, 1_300_000},
	{"lab.wasm", "wasm/lab", nil, 2_000_000},
	{"guard.wasm", "wasm/guard", nil, 1_700_000},
	{"intake.wasm", "wasm/intake", nil, 1_400_000},
}

// Build returns the files of the page, sorted by name.
func Build(root string, o Options) ([]File, error) {
	var files []File
	for _, b := range Binaries {
		wasm, err := WASM(root, b.Package, false, append(b.Tags[:len(b.Tags):len(b.Tags)], o.Tags...)...)
		if err != nil {
			return nil, err
		}
		files = append(files, File{b.Name, "application/wasm", wasm})
	}
	for _, part := range []func(string) ([]File, error){toolchainFiles, rendererFile, editorFile, ownFiles, exampleFiles} {
		more, err := part(root)
		if err != nil {
			return nil, err
		}
		files = append(files, more...)
	}
	return files, nil
}

// toolchainFiles copies wasm_exec.js of the toolchain that compiled the
// binary: the two only fit together in the same version.
func toolchainFiles(root string) ([]File, error) {
	out, err := output(root, nil, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	name := filepath.Join(strings.TrimSpace(string(out)), "lib", "wasm", "wasm_exec.js")
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return []File{{"wasm_exec.js", MIME(".js"), data}}, nil
}

// rendererFile makes vugu's renderer script a static file. The framework would
// hand it to window.eval, which a strict content security policy forbids.
func rendererFile(root string) ([]File, error) {
	out, err := output(root, nil, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/vugu/vugu")
	if err != nil {
		return nil, err
	}
	name := filepath.Join(strings.TrimSpace(string(out)), "domrender", "renderer-js-script.go")
	script, err := stringConst(name, "jsHelperScript")
	if err != nil {
		return nil, err
	}
	return []File{{"vugu.js", MIME(".js"), []byte(script)}}, nil
}

// stringConst reads the value of a string constant from a Go source file.
func stringConst(file, name string) (string, error) {
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		return "", err
	}
	obj := f.Scope.Lookup(name)
	if obj != nil {
		if spec, ok := obj.Decl.(*ast.ValueSpec); ok && len(spec.Values) == 1 {
			if lit, ok := spec.Values[0].(*ast.BasicLit); ok {
				return strconv.Unquote(lit.Value)
			}
		}
	}
	return "", fmt.Errorf("%s: no string constant %s", file, name)
}

// ownFiles are index.html and everything in ui/static.
func ownFiles(root string) ([]File, error) {
	index, err := os.ReadFile(filepath.Join(root, "index.html"))
	if err != nil {
		return nil, err
	}
	files := []File{{"index.html", MIME(".html"), index}}
	err = fs.WalkDir(static.Files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := static.Files.ReadFile(name)
		files = append(files, File{name, MIME(filepath.Ext(name)), data})
		return err
	})
	return files, err
}

// exampleFiles are the bundles of the gallery.
func exampleFiles(root string) ([]File, error) {
	names, err := filepath.Glob(filepath.Join(root, "examples", "*.json"))
	if err != nil {
		return nil, err
	}
	var files []File
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		files = append(files, File{"examples/" + filepath.Base(name), MIME(".json"), data})
	}
	gallery, err := galleryList()
	return append(files, File{"examples/gallery.json", MIME(".json"), gallery}), err
}

// galleryList is what the page shows of the examples before one is opened.
func galleryList() ([]byte, error) {
	titles := map[string]string{}
	for _, g := range examples.Groups() {
		titles[g.ID] = g.Title
	}
	items := []gallery.Item{}
	for _, e := range examples.All() {
		item := gallery.Item{ID: e.ID, Group: titles[e.Group], Title: e.Title, Moral: e.Moral, OK: e.OK}
		b, derr := doc.ReadBundle(e.Text, doc.ReadOptions{})
		if derr != nil {
			return nil, derr
		}
		r, err := core.Verify(b, core.Options{})
		if err != nil {
			return nil, err
		}
		item.Describe(b, r)
		items = append(items, item)
	}
	return json.Marshal(items)
}

// MIME is the type that a file is served with, by its extension.
func MIME(ext string) string {
	switch ext {
	case ".html":
		return "text/html; charset=utf-8"
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".json":
		return "application/json"
	case ".svg":
		return "image/svg+xml"
	case ".wasm":
		return "application/wasm"
	}
	return "application/octet-stream"
}
