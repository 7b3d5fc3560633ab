// Package explain has one page per kind of finding: what it means, an
// example, how to fix it. The pages are Markdown files, pages/<id>.md, and
// begin with a title line "# …".
package explain

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed pages
var pages embed.FS

// Page returns the page of a finding's id, such as "taint/flow", in Markdown;
// false when there is no such id.
func Page(id string) (string, bool) {
	text, err := pages.ReadFile("pages/" + id + ".md")
	return string(text), err == nil
}

// Split takes the title line of a page apart from its body.
func Split(page string) (title, body string) {
	first, rest, _ := strings.Cut(page, "\n")
	return strings.TrimPrefix(first, "# "), strings.TrimLeft(rest, "\n")
}

// IDs lists all ids that have a page, sorted.
func IDs() []string {
	var ids []string
	_ = fs.WalkDir(pages, "pages", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			ids = append(ids, strings.TrimSuffix(strings.TrimPrefix(path, "pages/"), ".md"))
		}
		return err
	})
	return ids
}
