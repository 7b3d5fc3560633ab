package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
)

// testEvent is one line of `go test -json`.
type testEvent struct {
	Action, Package, Test, Output string
	Elapsed                       float64
}

// goTest runs a `go test -json` command, prints a line a package, all that a
// failing test printed, and every line that says how many cases were read.
func (t *testRun) goTest(cmd *exec.Cmd) error {
	cmd.Stdout = nil
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	p := &testPrinter{run: t, output: map[string][]string{}}
	lines := bufio.NewScanner(pipe)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var e testEvent
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			fmt.Println(lines.Text())
			continue
		}
		p.event(e)
	}
	return cmd.Wait()
}

// testPrinter turns test events into the terse form.
type testPrinter struct {
	run    *testRun
	output map[string][]string
}

func (p *testPrinter) event(e testEvent) {
	key := e.Package + " " + e.Test
	switch e.Action {
	case "output", "build-output":
		p.output[key] = append(p.output[key], e.Output)
	case "pass":
		p.passed(e, key)
	case "fail":
		p.failed(e, key)
	case "skip":
		p.skipped(e, key)
	}
}

func (p *testPrinter) passed(e testEvent, key string) {
	if e.Test == "" {
		fmt.Printf("ok    %-50s %6.1fs\n", e.Package, e.Elapsed)
		return
	}
	p.run.passed++
	for _, line := range p.output[key] {
		if strings.Contains(line, "cases") {
			fmt.Print("      ", strings.TrimSpace(line), "\n")
		}
	}
	delete(p.output, key)
}

func (p *testPrinter) failed(e testEvent, key string) {
	name := e.Package
	if e.Test != "" {
		p.run.failed++
		name += " " + e.Test
		if !strings.Contains(e.Test, "/") {
			p.run.failedTests = append(p.run.failedTests, name)
		}
	}
	fmt.Printf("FAIL  %s\n%s", name, strings.Join(p.output[key], ""))
	delete(p.output, key)
}

func (p *testPrinter) skipped(e testEvent, key string) {
	if e.Test == "" {
		return
	}
	why := ""
	for _, line := range p.output[key] {
		if s := strings.TrimSpace(line); s != "" && !strings.HasPrefix(s, "=== ") && !strings.HasPrefix(s, "--- ") {
			why = s
		}
	}
	p.run.skipped = append(p.run.skipped, e.Package+" "+e.Test+": "+why)
}
