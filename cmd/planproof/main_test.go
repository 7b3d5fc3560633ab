package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// binary is the program under test, built once.
var binary string

func TestMain(m *testing.M) {
	if runtime.GOOS == "js" || runtime.GOOS == "wasip1" {
		os.Exit(0) // no processes there
	}
	dir, err := os.MkdirTemp("", "planproof")
	if err != nil {
		panic(err)
	}
	binary = filepath.Join(dir, "planproof")
	if runtime.GOOS == "windows" {
		binary += ".exe"
	}
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "go build: %v\n%s", err, out)
		os.RemoveAll(dir)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// result is what a run of the program did.
type result struct {
	code     int
	out, err string
}

// planproof runs the program in testdata with this standard input.
func planproof(t *testing.T, stdin string, args ...string) result {
	t.Helper()
	return runWith(t, strings.NewReader(stdin), args...)
}

func runWith(t *testing.T, stdin io.Reader, args ...string) result {
	t.Helper()
	var out, errs bytes.Buffer
	c := exec.Command(binary, args...)
	c.Dir, c.Stdin, c.Stdout, c.Stderr = "testdata", stdin, &out, &errs
	err := c.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatalf("%v: %v", args, err)
	}
	return result{c.ProcessState.ExitCode(), out.String(), errs.String()}
}

// mustHave checks the exit code and parts of the output.
func (r result) mustHave(t *testing.T, code int, out ...string) {
	t.Helper()
	if r.code != code {
		t.Errorf("exit code %d, want %d\nstdout %.600s\nstderr %.600s", r.code, code, r.out, r.err)
	}
	for _, part := range out {
		if !strings.Contains(r.out, part) {
			t.Errorf("standard output has no %q:\n%.2000s", part, r.out)
		}
	}
}

// mustSay checks the exit code and parts of standard error; nothing may be on
// standard output.
func (r result) mustSay(t *testing.T, code int, parts ...string) {
	t.Helper()
	if r.code != code || r.out != "" {
		t.Errorf("exit code %d, want %d\nstdout %.600s\nstderr %.600s", r.code, code, r.out, r.err)
	}
	for _, part := range parts {
		if !strings.Contains(r.err, part) {
			t.Errorf("standard error has no %q:\n%.2000s", part, r.err)
		}
	}
}

var parts = []string{"--policy", "policy.json", "--tools", "tools.json"}

func with(args ...string) []string { return append(args, parts...) }

// bundle puts a workflow of testdata, the policy and the tools on one line.
func bundle(t *testing.T, workflow string) string {
	t.Helper()
	var out bytes.Buffer
	fmt.Fprintf(&out, `{"workflow":%s,"policy":%s,"tools":%s}`, compact(t, workflow), compact(t, "policy.json"), compact(t, "tools.json"))
	return out.String()
}

func compact(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := json.Compact(&out, text); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
