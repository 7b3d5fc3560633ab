// Command verify reads a bundle from a file and prints the verdict. It is the smallest program that uses the verifier:
//
//	go run ./examples/go/verify examples/email-malicious.json
//
// The exit code is 0 when the plan is accepted, 1 when it is refused and 2 when there was nothing to verify.
package main

import (
	"fmt"
	"io"
	"os"

	"planproof/core"
	"planproof/core/doc"
	"planproof/core/report"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: verify BUNDLE.json")
		os.Exit(2)
	}
	os.Exit(run(os.Args[1], os.Stdout, os.Stderr))
}

func run(file string, out, errs io.Writer) int {
	text, err := os.ReadFile(file)
	if err != nil {
		fmt.Fprintln(errs, err)
		return 2
	}
	given := report.Document{Doc: doc.DocBundle, File: file, Text: string(text)}
	bundle, derr := doc.ReadBundle(text, doc.ReadOptions{})
	if derr != nil {
		fmt.Fprint(errs, report.Problem(derr, report.SourcesOf(nil, given), report.Options{}))
		return 2
	}
	r, err := core.Verify(bundle, core.Options{})
	if err != nil {
		fmt.Fprintln(errs, err)
		return 2
	}
	fmt.Fprint(out, report.Text(r, report.SourcesOf(bundle, given), report.Options{}))
	if !r.OK {
		return 1
	}
	return 0
}
