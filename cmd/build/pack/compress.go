package pack

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"path"
	"strings"
	"sync"

	"planproof/cmd/build/site"
)

// Size is what one file weighs; GZip and Brotli are 0 where packing it does
// not make it smaller.
type Size struct {
	Name              string
	Raw, GZip, Brotli int
}

// Compress adds name.gz and name.br beside every file that they make
// smaller, and says what each weighs. Quality is brotli's, up to 11.
func Compress(files []site.File, quality int) ([]site.File, []Size) {
	sizes := make([]Size, len(files))
	packed := make([][2][]byte, len(files))
	var wg sync.WaitGroup
	for i, f := range files {
		wg.Go(func() { packed[i] = [2][]byte{zip(f.Data), site.Brotli(f.Data, quality)} })
	}
	wg.Wait()
	out := files[:len(files):len(files)]
	for i, f := range files {
		sizes[i] = Size{Name: f.Name, Raw: len(f.Data)}
		if f.Name == "_headers" {
			continue
		}
		for k, ext := range []string{".gz", ".br"} {
			if p := packed[i][k]; len(p) < len(f.Data) {
				out = append(out, site.File{Name: f.Name + ext, Type: f.Type, Data: p})
				*[]*int{&sizes[i].GZip, &sizes[i].Brotli}[k] = len(p)
			}
		}
	}
	return out, sizes
}

// zip is gzip without a time or a name, so that it depends on the data only.
func zip(data []byte) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		panic(err) // the level is a constant
	}
	w.Write(data) // a bytes.Buffer does not fail
	w.Close()
	return b.Bytes()
}

// Report prints the sizes, single files first, folders as one line, and what
// a first visit loads.
func Report(sizes []Size) string {
	var b strings.Builder
	line := func(s Size) { fmt.Fprintf(&b, "%9d %9d %9d  %s\n", s.Raw, s.GZip, s.Brotli, s.Name) }
	fmt.Fprintf(&b, "%9s %9s %9s\n", "bytes", "gzip", "brotli")
	folders := map[string]*Size{}
	var order []string
	total := Size{Name: "all files"}
	first := Size{Name: "a first visit, without what is kept for later"}
	for _, s := range sizes {
		add(&total, s)
		if FirstVisit(s.Name) {
			add(&first, s)
		}
		dir := path.Dir(s.Name)
		if dir == "." {
			line(s)
			continue
		}
		if folders[dir] == nil {
			folders[dir] = &Size{Name: dir + "/"}
			order = append(order, dir)
		}
		add(folders[dir], s)
	}
	for _, dir := range order {
		line(*folders[dir])
	}
	line(first)
	line(total)
	return b.String()
}

func add(to *Size, s Size) {
	least := func(packed int) int {
		if packed == 0 {
			return s.Raw
		}
		return packed
	}
	to.Raw, to.GZip, to.Brotli = to.Raw+s.Raw, to.GZip+least(s.GZip), to.Brotli+least(s.Brotli)
}

// FirstVisit tells what the page loads before it shows a verdict.
func FirstVisit(name string) bool {
	switch path.Ext(name) {
	case ".js", ".css", ".wasm":
		return !strings.Contains(name, "/") && name != "plan-proof.js" && name != "sw.js" && !strings.HasPrefix(name, "embed.") && !strings.HasPrefix(name, "register.")
	}
	return name == "index.html" || name == "examples/inbox-digest.json"
}
