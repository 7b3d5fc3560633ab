package examples_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"planproof/examples"
)

var update = flag.Bool("update", false, "write the output in README.md instead of comparing it")

const readme = "../README.md"

var (
	// consoles are transcripts: commands behind "$ ", each followed by what it prints.
	consoles = regexp.MustCompile("(?s)```console\n(.*?)```\n")
	gallery  = regexp.MustCompile(`(?s)<!-- generated: gallery -->\n.*?<!-- end -->`)
)

// TestReadmeIsTrue runs the commands of the README and compares what they print. `go test ./examples -run Readme
// -update` writes it anew.
func TestReadmeIsTrue(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("no commands in a WebAssembly host")
	}
	path := commandPath(t)
	checkReadme(t, func(text string) string {
		return consoles.ReplaceAllStringFunc(text, func(block string) string {
			return "```console\n" + transcript(t, path, consoles.FindStringSubmatch(block)[1]) + "```\n"
		})
	})
}

func TestReadmeListsTheCases(t *testing.T) {
	checkReadme(t, func(text string) string {
		return gallery.ReplaceAllLiteralString(text, "<!-- generated: gallery -->\n"+galleryTable()+"<!-- end -->")
	})
}

// TestReadmeLinksTheDocs wants every page of docs within one click of the README.
func TestReadmeLinksTheDocs(t *testing.T) {
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob("../docs/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal(pages, err)
	}
	for _, page := range pages {
		if link := "](docs/" + filepath.Base(page) + ")"; !strings.Contains(string(text), link) {
			t.Errorf("README.md has no link %s", link)
		}
	}
}

func checkReadme(t *testing.T, generate func(string) string) {
	t.Helper()
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	want := generate(string(text))
	if want == string(text) {
		return
	}
	if !*update {
		t.Fatalf("README.md is not what the verifier says today; go test ./examples -run Readme -update writes it.\n%s", firstDifference(string(text), want))
	}
	if err := os.WriteFile(readme, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

func firstDifference(have, want string) string {
	a, b := strings.Split(have, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d:\n- %s\n+ %s", i+1, a[i], b[i])
		}
	}
	return fmt.Sprintf("%d and %d lines", len(a), len(b))
}

// commandPath builds the command line and returns a PATH that has it.
func commandPath(t *testing.T) string {
	t.Helper()
	for _, tool := range []string{"go", "sh"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("SKIPPED, needs", tool)
		}
	}
	dir := t.TempDir()
	build := exec.Command("go", "build", "-o", filepath.Join(dir, "planproof"), "planproof/cmd/planproof")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir + string(os.PathListSeparator) + os.Getenv("PATH")
}

// transcript runs the commands of a block at the root of the module.
func transcript(t *testing.T, path, block string) string {
	t.Helper()
	var out strings.Builder
	for _, line := range strings.Split(block, "\n") {
		command, ok := strings.CutPrefix(line, "$ ")
		if !ok {
			continue
		}
		sh := exec.Command("sh", "-c", command)
		sh.Dir = ".."
		sh.Env = append(os.Environ(), "PATH="+path)
		printed, err := sh.CombinedOutput() // an exit code above 0 is an answer
		if _, exited := err.(*exec.ExitError); err != nil && !exited {
			t.Fatal(err)
		}
		out.WriteString(line + "\n" + string(printed))
	}
	return out.String()
}

// galleryTable lists the cases that a newcomer reads first.
func galleryTable() string {
	var out strings.Builder
	out.WriteString("| case | verdict | moral |\n|---|---|---|\n")
	for _, e := range examples.All() {
		verdict := "refused"
		if e.OK {
			verdict = "accepted"
		}
		if e.Difficulty == 1 {
			fmt.Fprintf(&out, "| [%s](examples/%s.json) | %s | %s |\n", e.Title, e.ID, verdict, e.Moral)
		}
	}
	return out.String()
}
