package explain

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// findingIDs reads the ids from the source of package finding: constants
// whose names begin with ID.
func findingIDs(t *testing.T) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../finding/ids.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if ok && strings.HasPrefix(spec.Names[0].Name, "ID") {
			id, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, id)
		}
		return true
	})
	if len(ids) < 40 {
		t.Fatalf("only %d ids found", len(ids))
	}
	return ids
}

func TestEveryFindingHasAPage(t *testing.T) {
	ids := findingIDs(t)
	for _, id := range ids {
		if _, ok := Page(id); !ok {
			t.Errorf("pages/%s.md is missing", id)
		}
	}
	for _, id := range IDs() {
		if !slices.Contains(ids, id) {
			t.Errorf("pages/%s.md explains an id that no finding has", id)
		}
	}
}

func TestPages(t *testing.T) {
	for _, id := range IDs() {
		page, _ := Page(id)
		title, body := Split(page)
		if title == "" || !strings.HasPrefix(page, "# ") || strings.HasSuffix(title, ".") {
			t.Errorf("%s: the first line is no title: %q", id, title)
		}
		for _, part := range []string{"\n## Example\n", "\n## How to fix it\n"} {
			if strings.Count(body, part) != 1 {
				t.Errorf("%s: no part %q", id, strings.TrimSpace(part))
			}
		}
		if strings.Count(body, "```")%2 != 0 {
			t.Errorf("%s: a code block does not end", id)
		}
		for n, line := range strings.Split(page, "\n") {
			if len([]rune(line)) > 120 {
				t.Errorf("%s:%d: %d columns", id, n+1, len([]rune(line)))
			}
		}
	}
}

func TestUnknownPages(t *testing.T) {
	for _, id := range []string{"", "taint", "taint/none", "../explain", "/taint/flow", "taint/flow/", "taint\x00flow"} {
		if page, ok := Page(id); ok {
			t.Errorf("Page(%q) = %q", id, page)
		}
	}
}
