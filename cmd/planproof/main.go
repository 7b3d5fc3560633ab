// Command planproof verifies plans of LLM agents against a policy.
//
//	planproof verify examples/email-malicious.json
//	planproof explain taint/flow
//	planproof help
//
// It exits with 0 when a plan is accepted, 1 when it is not, and 2 when it
// could not be used: wrong flags, no such file, not a document.
package main

import "os"

func main() {
	os.Exit(run(os.Args[1:], stdio{os.Stdin, os.Stdout, os.Stderr}))
}
