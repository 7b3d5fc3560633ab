package pack

import (
	"io/fs"
	"path/filepath"

	"planproof/cmd/build/site"
	"planproof/ui/embed"
	"planproof/ui/embed/web"
	"planproof/ui/lessons/data"
)

// Site builds the page with all that stands beside it: the frame page and its
// element, and the lessons. A file that the page itself brings wins.
func Site(root string, tags ...string) ([]site.File, error) {
	files, err := site.Build(root, site.Options{Tags: tags})
	if err != nil {
		return nil, err
	}
	return beside(files)
}

func beside(files []site.File) ([]site.File, error) {
	have := map[string][]byte{}
	for _, f := range files {
		have[f.Name] = f.Data
	}
	add := func(name string, data []byte) {
		if _, there := have[name]; !there {
			files = append(files, site.File{Name: name, Type: site.MIME(filepath.Ext(name)), Data: data})
		}
	}
	page, err := embed.Page(string(have["index.html"]))
	if err != nil {
		return nil, err
	}
	add("embed.html", []byte(page))
	if err := each(web.Files, "*.[jc]s*", func(name string, data []byte) { add(name, data) }); err != nil {
		return nil, err
	}
	err = each(data.Files, "*.json", func(name string, data []byte) { add("lessons/"+name, data) })
	return files, err
}

func each(files fs.FS, pattern string, do func(name string, data []byte)) error {
	names, err := fs.Glob(files, pattern)
	if err != nil {
		return err
	}
	for _, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		do(name, data)
	}
	return nil
}
