package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"planproof/cmd/build/browser"
)

func init() {
	register(command{"test", "run every test: formatting, vet, native, js/wasm, browser, proofs (-short leaves the last two out)", runTests})
}

// stage is one part of the test run.
type stage struct {
	name string
	run  func(*testRun) error
}

// testRun counts what the stages saw; skipped tests are listed at the end, so
// that nothing is left out silently.
type testRun struct {
	short, long    bool
	passed, failed int
	skipped        []string
	failures       []string // stages
	failedTests    []string // of the stage under way: package and test, as go test names them
	unsteady       []string // tests in the browser that passed at the second try only
}

func runTests(args []string) error {
	t := &testRun{}
	fs := flag.NewFlagSet("test", flag.ContinueOnError)
	fs.BoolVar(&t.short, "short", false, "leave out the browser and the proofs")
	fs.BoolVar(&t.long, "long", false, "long mode: 100,000 random programs, fuzz targets for 60 s each")
	if err := fs.Parse(args); err != nil {
		return err
	}
	if t.long {
		os.Setenv("PLANPROOF_LONG", "1")
	}
	stages := []stage{{"format", formatted}, {"vet", vetted}, {"tests", native}, {"tests under js/wasm", underWasm}}
	if !t.short {
		stages = append(stages, stage{"tests in the browser", inBrowser}, stage{"proofs", proofsStage})
	}
	if t.long {
		stages = append(stages, stage{"fuzz targets", fuzzed})
	}
	for _, s := range stages {
		t.stage(s)
	}
	return t.summary()
}

func (t *testRun) stage(s stage) {
	start := time.Now()
	t.failedTests = nil
	fmt.Printf("== %s\n", s.name)
	if err := s.run(t); err != nil {
		fmt.Printf("-- %s FAILED after %s: %v\n", s.name, time.Since(start).Round(time.Second), err)
		t.failures = append(t.failures, s.name)
		return
	}
	fmt.Printf("-- %s ok, %s\n", s.name, time.Since(start).Round(time.Second))
}

func (t *testRun) summary() error {
	for _, s := range t.skipped {
		fmt.Println("skipped:", s)
	}
	for _, u := range t.unsteady {
		fmt.Println("UNSTEADY, passed at the second try:", u)
	}
	fmt.Printf("%d passed, %d failed, %d skipped\n", t.passed, t.failed, len(t.skipped))
	if len(t.failures) > 0 {
		return fmt.Errorf("failed: %s", strings.Join(t.failures, ", "))
	}
	return nil
}

// formatted fails on files that gofmt would change.
func formatted(*testRun) error {
	files, err := output("git", "ls-files", "*.go")
	if err != nil || files == "" {
		return err
	}
	out, err := output("gofmt", append([]string{"-l"}, strings.Fields(files)...)...)
	if err == nil && strings.TrimSpace(out) != "" {
		err = fmt.Errorf("gofmt would change:\n%s", out)
	}
	return err
}

// vetted runs go vet for both platforms.
func vetted(*testRun) error {
	if err := run("go", "vet", "./...").Run(); err != nil {
		return err
	}
	for _, tags := range []string{"", "engine"} {
		wasm := run("go", "vet", "-tags="+tags, "./core/...", "./smt/...", "./wasm/...")
		wasm.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
		if err := wasm.Run(); err != nil {
			return err
		}
	}
	return nil
}

func native(t *testRun) error {
	return t.goTest(run("go", "test", "-json", "./..."))
}

// underWasm runs the tests of everything below the page in a WebAssembly
// host, as the page does. It needs node.
func underWasm(t *testRun) error {
	if _, err := exec.LookPath("node"); err != nil {
		t.skipped = append(t.skipped, "all tests under js/wasm: node is not installed")
		return nil
	}
	goroot, err := output("go", "env", "GOROOT")
	if err != nil {
		return err
	}
	host := filepath.Join(strings.TrimSpace(goroot), "lib", "wasm", "go_js_wasm_exec")
	cmd := run("go", "test", "-json", "-short", "-exec="+host, "./core/...", "./smt/...", "./examples")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	return t.goTest(cmd)
}

// inBrowser runs the browser tests against the built page.
func inBrowser(t *testRun) error {
	path, err := browser.Find(true)
	if err != nil {
		return err
	}
	os.Setenv("PLANPROOF_CHROMIUM", path)
	os.Setenv("PLANPROOF_REQUIRE_BROWSER", "1")
	before := t.failed
	err = t.goTest(run("go", "test", "-json", "-count=1", "-p=1", "-tags=browser", "./ui/browsertest/...", "./wasm/engine/enginetest/...", "./cmd/build/pack/..."))
	if err != nil {
		if err = t.secondTry(err); err == nil {
			t.failed = before
		}
	}
	return err
}

// maxSecondTries is how many failing tests of the page may be the machine's fault.
const maxSecondTries = 3

// secondTry runs the few tests that failed in the browser once more, each
// alone: a browser on a crowded machine misses a deadline now and then. What
// fails twice has failed; what passes now is named at the end of the run.
func (t *testRun) secondTry(first error) error {
	const in = "planproof/ui/browsertest "
	again := t.failedTests
	if len(again) == 0 || len(again) > maxSecondTries {
		return first
	}
	for _, name := range again {
		test, ok := strings.CutPrefix(name, in)
		if !ok {
			return first
		}
		if err := t.goTest(run("go", "test", "-json", "-count=1", "-tags=browser", "-run=^"+test+"$", "./ui/browsertest")); err != nil {
			return err
		}
		t.unsteady = append(t.unsteady, name)
	}
	return nil
}

// fuzzed runs every fuzz target for a minute.
func fuzzed(t *testRun) error {
	files, err := output("git", "grep", "-nE", `^func Fuzz\w+\(`, "--", "*_test.go")
	if err != nil {
		return err
	}
	target := regexp.MustCompile(`^(.*)/[^/]+:\d+:func (Fuzz\w+)\(`)
	for _, line := range strings.Split(strings.TrimSpace(files), "\n") {
		m := target.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		if err := run("go", "test", "-run=^$", "-fuzz=^"+m[2]+"$", "-fuzztime=60s", "./"+m[1]).Run(); err != nil {
			return fmt.Errorf("%s: %w", m[2], err)
		}
		t.passed++
	}
	return nil
}

// run prepares a command that prints to this terminal.
func run(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd
}

func output(name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Stderr = os.Stderr
	b, err := cmd.Output()
	return string(b), err
}
