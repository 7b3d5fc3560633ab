package pack

import (
	"path/filepath"

	"planproof/cmd/build/site"
)

// Edge builds the files of the worker.
func Edge(root string) ([]site.File, error) {
	wasm, err := site.WASM(root, "wasm/edge", false)
	if err != nil {
		return nil, err
	}
	runner, err := goRunner(root)
	if err != nil {
		return nil, err
	}
	files := []site.File{
		{Name: "edge.wasm", Type: site.MIME(".wasm"), Data: wasm},
		{Name: "wasm_exec.js", Type: site.MIME(".js"), Data: runner},
	}
	for _, name := range []string{"worker.mjs", "wrangler.toml"} {
		f, err := read(filepath.Join(root, "wasm", "edge", "js"), name)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}
