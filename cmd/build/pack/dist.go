package pack

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"regexp"
	"slices"
	"sort"
	"strings"

	"planproof/cmd/build/site"
)

// Dist turns the files of the site into a folder that any static host serves:
// assets under names that change with their content, the headers as a file,
// the policy in every page, and a service worker for use without a network.
// Files under a fixed prefix (the JavaScript library) are copied as they are.
// The result is sorted by name and depends on nothing but the files.
func Dist(files []site.File, fixed ...site.File) ([]site.File, error) {
	n := newNamer(files)
	var out []site.File
	for _, name := range n.names {
		f, err := n.file(name)
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	if err := checkPages(out); err != nil {
		return nil, err
	}
	out, err := offline(out)
	if err != nil {
		return nil, err
	}
	out = append(out, fixed...)
	out = append(out, headers(out))
	slices.SortFunc(out, func(a, b site.File) int { return strings.Compare(a.Name, b.Name) })
	return out, nil
}

// namer gives assets their hashed names and writes these into the files that
// refer to them.
type namer struct {
	files map[string]site.File
	names []string
	keeps map[string]bool // names that do not change
	done  map[string]site.File
	open  []string // being renamed: a reference back would be a cycle
	refer *regexp.Regexp
}

func newNamer(files []site.File) *namer {
	n := &namer{files: map[string]site.File{}, keeps: map[string]bool{}, done: map[string]site.File{}}
	for _, f := range files {
		n.files[f.Name] = f
		n.names = append(n.names, f.Name)
	}
	sort.Strings(n.names)
	var quoted []string
	for _, name := range n.names {
		n.keeps[name] = keepsName(name) || namedInBinary(name, files)
		quoted = append(quoted, regexp.QuoteMeta(name))
	}
	// The longest first: one name may end in another.
	slices.SortFunc(quoted, func(a, b string) int { return len(b) - len(a) })
	n.refer = regexp.MustCompile("([\"'`(](?:\\./)?)(" + strings.Join(quoted, "|") + ")([\"'`)?#])")
	return n
}

// keepsName tells files that others name: pages, what other sites link to,
// and data whose names the page puts together.
func keepsName(name string) bool {
	switch path.Ext(name) {
	case ".js", ".css", ".wasm", ".svg":
		return name == "plan-proof.js" || strings.Contains(name, "/")
	}
	return true
}

// namedInBinary tells names that a compiled file refers to. They can not be
// changed there, so they stay.
func namedInBinary(name string, files []site.File) bool {
	return slices.ContainsFunc(files, func(f site.File) bool {
		return path.Ext(f.Name) == ".wasm" && bytes.Contains(f.Data, []byte(name))
	})
}

// file is a file with the new names in it, under its new name.
func (n *namer) file(name string) (site.File, error) {
	if f, ok := n.done[name]; ok {
		return f, nil
	}
	if slices.Contains(n.open, name) {
		return site.File{}, fmt.Errorf("the files %s refer to each other", strings.Join(append(n.open, name), ", "))
	}
	n.open = append(n.open, name)
	f := n.files[name]
	if isText(name) {
		var err error
		if f.Data, err = n.rewritten(f.Data, name); err != nil {
			return f, err
		}
	}
	if !n.keeps[name] {
		f.Name = hashed(name, f.Data)
	}
	n.open = n.open[:len(n.open)-1]
	n.done[name] = f
	return f, nil
}

func isText(name string) bool {
	switch path.Ext(name) {
	case ".html", ".js", ".css":
		return true
	}
	return false
}

func (n *namer) rewritten(data []byte, self string) ([]byte, error) {
	var failed error
	out := n.refer.ReplaceAllFunc(data, func(m []byte) []byte {
		part := n.refer.FindSubmatch(m)
		name := string(part[2])
		if n.keeps[name] || name == self {
			return m
		}
		f, err := n.file(name)
		if err != nil {
			failed = err
			return m
		}
		return slices.Concat(part[1], []byte(f.Name), part[3])
	})
	return out, failed
}

// hashed puts a hash of the content before the extension.
func hashed(name string, data []byte) string {
	sum := sha256.Sum256(data)
	ext := path.Ext(name)
	return strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(sum[:5]) + ext
}

var isHashed = regexp.MustCompile(`\.[0-9a-f]{10}\.[a-z]+$`)

// checkPages makes sure that a page is safe on a host that sets no headers.
func checkPages(files []site.File) error {
	for _, f := range files {
		if path.Ext(f.Name) == ".html" && !bytes.Contains(f.Data, []byte(`<meta http-equiv="Content-Security-Policy" content="`+site.Policy+`">`)) {
			return fmt.Errorf("%s does not have the page's content security policy as <meta>", f.Name)
		}
	}
	return nil
}
