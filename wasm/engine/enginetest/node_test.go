package enginetest

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"planproof/cmd/build/pack"
	"planproof/cmd/build/site"
	"planproof/core"
	"planproof/core/doc"
	"planproof/core/evaluate"
	"planproof/core/report"
	"planproof/core/verify"
	"planproof/examples"
)

var builds sync.Map

// engine builds the library once for a set of tags, in a folder laid out like
// the repository: dist/engine beside examples/js.
func engine(t *testing.T, tags ...string) string {
	t.Helper()
	key := strings.Join(tags, ",")
	build, _ := builds.LoadOrStore(key, sync.OnceValues(func() ([]site.File, error) {
		root, err := site.Root()
		if err != nil {
			return nil, err
		}
		return pack.Engine(root, tags...)
	}))
	files, err := build.(func() ([]site.File, error))()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := pack.Write(filepath.Join(dir, "dist", "engine"), files); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(dir, "examples", "js"), os.DirFS("../../../examples/js")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// node runs a script with something on its standard input. The test is
// skipped where there is no node.
func node(t *testing.T, stdin []byte, args ...string) (out string, code int) {
	t.Helper()
	cmd := exec.Command("node", args...)
	var stderr bytes.Buffer
	cmd.Stdin, cmd.Stderr = bytes.NewReader(stdin), &stderr
	text, err := cmd.Output()
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		t.Fatal(err)
	}
	if stderr.Len() > 0 {
		t.Errorf("node %s wrote:\n%s", filepath.Base(args[0]), stderr.Bytes())
	}
	return string(text), cmd.ProcessState.ExitCode()
}

func needNode(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("node is not installed; the JavaScript library is not tested here")
	}
}

type question struct {
	Bundle  string         `json:"bundle"`
	Options map[string]any `json:"options"`
}

// questions are all examples with every kind of options, and texts that are
// no documents; answers are what the command line prints for them.
func questions(t *testing.T) (qs []question, answers []string) {
	for _, e := range examples.All() {
		for _, o := range []map[string]any{{}, {"strict": true}, {"detail": "full"}} {
			qs = append(qs, question{string(e.Text), o})
		}
	}
	for _, text := range []string{"", "{", `{"workflow": {}}`, "[1,", `{"a":"\ud800"}`, "\ufeff{}", strings.Repeat("[", 2000)} {
		qs = append(qs, question{text, map[string]any{}})
	}
	qs = append(qs, question{examples.ChatAnswer, map[string]any{"lenient": true}})
	for _, q := range qs {
		answers = append(answers, native(t, q))
	}
	t.Logf("%d cases", len(qs))
	return qs, answers
}

func native(t *testing.T, q question) string {
	t.Helper()
	b, err := doc.ReadBundle([]byte(q.Bundle), doc.ReadOptions{Lenient: q.Options["lenient"] == true})
	if err != nil {
		return string(report.ProblemJSON(err))
	}
	o := core.Options{Strict: q.Options["strict"] == true}
	if q.Options["detail"] == "full" {
		o.Detail = verify.DetailFull
	}
	r, verr := core.Verify(b, o)
	if verr != nil {
		return string(report.ProblemJSON(verr.(*doc.Error)))
	}
	return string(report.JSON(r))
}

// The library prints the bytes that the command line prints, here and in a
// worker.
func TestSameBytesAsNative(t *testing.T) {
	needNode(t)
	dir := engine(t)
	qs, want := questions(t)
	stdin, err := json.Marshal(qs)
	if err != nil {
		t.Fatal(err)
	}
	for _, where := range []string{"here", "worker"} {
		out, code := node(t, stdin, "testdata/answers.mjs", dir, where)
		var got []string
		if err := json.Unmarshal([]byte(out), &got); err != nil || code != 0 || len(got) != len(want) {
			t.Fatalf("%s: exit %d, %v, %d answers", where, code, err, len(got))
		}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("%s: case %d %v: differs\n%.300s\n%.300s", where, i, qs[i].Options, got[i], want[i])
			}
		}
	}
}

// What only a script can see: objects, errors, concurrency, crashes.
func TestBehavior(t *testing.T) {
	needNode(t)
	for script, tags := range map[string][]string{"behavior.mjs": nil, "crash.mjs": {"crashtest"}} {
		t.Run(script, func(t *testing.T) {
			out, code := node(t, nil, "testdata/"+script, engine(t, tags...), "../../../examples")
			if code != 0 || !strings.HasSuffix(out, "ok\n") {
				t.Errorf("exit %d\n%s", code, out)
			}
		})
	}
}

func TestVersion(t *testing.T) {
	for _, name := range []string{"engine.js", "package.json"} {
		text, err := os.ReadFile("../js/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), `"`+core.Version+`"`) {
			t.Errorf("%s is not of version %s", name, core.Version)
		}
	}
}

// The small program says what the command line would say.
func TestExampleProgram(t *testing.T) {
	needNode(t)
	dir := engine(t)
	broken := filepath.Join(dir, "broken.json")
	if err := os.WriteFile(broken, []byte("{\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(dir, "examples", "js", "check.mjs")
	for _, c := range []struct {
		file, want string
		code       int
	}{
		{"../../../examples/email-safe.json", "accepted", 0},
		{"../../../examples/email-malicious.json", "Send them out: ", 1},
		{broken, "broken.json:2:1: not read.", 2},
		{filepath.Join(dir, "nowhere.json"), "nowhere.json: not read.", 2},
	} {
		if out, code := node(t, nil, script, c.file); code != c.code || !strings.Contains(out, c.want) {
			t.Errorf("%s: exit %d\n%s", c.file, code, out)
		}
	}
}

func TestEvaluate(t *testing.T) {
	needNode(t)
	dir := engine(t)
	var qs [][2]string
	for _, expr := range []string{"1 + 2 * 3", "len(a) > 2 and a[0] == 'x'", "a <", "nobody", "a // 0", "'é' in a", "(1, 2)", "1e999999"} {
		for _, env := range []string{"{}", `{"a": "xyz"}`, `{"a": [1, 2.50, 1e40]}`, "{", "[]"} {
			qs = append(qs, [2]string{expr, env})
		}
	}
	stdin, _ := json.Marshal(qs)
	out, _ := node(t, stdin, "testdata/evaluate.mjs", dir)
	var got []string
	if err := json.Unmarshal([]byte(out), &got); err != nil || len(got) != len(qs) {
		t.Fatalf("%v: %s", err, out)
	}
	for i, q := range qs {
		if want, _ := evaluate.JSON(q[0], q[1]); got[i] != string(want) {
			t.Errorf("%v: %s, want %s", q, got[i], want)
		}
	}
}
