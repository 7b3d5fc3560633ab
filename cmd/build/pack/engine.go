// Package pack puts what is built into folders: the JavaScript library, and
// the site as any static host serves it.
//
//	engine.go   the files of dist/engine
//	site.go     the page and what stands beside it
//	dist.go     hashed names, pages with their policy
//	offline.go  the service worker; headers.go, compress.go what hosts read
//	write.go    a folder that holds exactly a set of files
package pack

import (
	"os"
	"path/filepath"
	"strings"

	"planproof/cmd/build/site"
)

// Engine builds the files of the JavaScript library. The tags are of the wasm
// binary; tests use them.
func Engine(root string, tags ...string) ([]site.File, error) {
	wasm, err := site.WASM(root, "wasm/engine", false, tags...)
	if err != nil {
		return nil, err
	}
	runner, err := goRunner(root)
	if err != nil {
		return nil, err
	}
	files := []site.File{
		{Name: "planproof.wasm", Type: site.MIME(".wasm"), Data: wasm},
		{Name: "wasm_exec.js", Type: site.MIME(".js"), Data: runner},
	}
	for _, name := range []string{"engine.d.ts", "engine.js", "package.json"} {
		f, err := read(filepath.Join(root, "wasm", "engine", "js"), name)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// goRunner is wasm_exec.js of the toolchain that compiles the binary.
func goRunner(root string) ([]byte, error) {
	out, err := output(root, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(strings.TrimSpace(out), "lib", "wasm", "wasm_exec.js"))
}

func read(dir, name string) (site.File, error) {
	data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	return site.File{Name: name, Type: site.MIME(filepath.Ext(name)), Data: data}, err
}
