// Command guard replays recorded runs of AgentDojo and asks the guard about
// every call that the agents made: how many of the attacker's calls are let
// through, and how many of the user's are stopped?
//
//	go run ./examples/agentdojo/guard [-corpus DIR] [-v]
//
// Each suite has one configuration (SUITE.guard.json), which is used in both
// modes. The corpus (MIT licence) is not part of this repository.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"planproof/core/guard"
)

// suites in the order of the table.
var suites = []string{"workspace", "travel", "banking", "slack"}

func main() {
	dir := flag.String("corpus", corpusDir("."), "the directory with AgentDojo's tasks and runs")
	configs := flag.String("configs", "examples/agentdojo/guard", "the directory with SUITE.guard.json")
	verbose := flag.Bool("v", false, "list every miss: attacking calls that are allowed, honest ones that are not")
	flag.Parse()
	c, err := readCorpus(*dir)
	if err == nil {
		var rows []*row
		if rows, err = c.table(*configs); err == nil {
			fmt.Print(table(rows))
			printMisses(rows, *verbose)
			return
		}
	}
	fmt.Fprintln(os.Stderr, "guard:", err)
	os.Exit(2)
}

func printMisses(rows []*row, verbose bool) {
	for _, r := range rows {
		for _, m := range r.misses {
			if verbose && r.mode == guard.Full {
				fmt.Println(m)
			}
		}
	}
}

// corpusDir is where the corpus is by default, seen from a directory of the
// repository.
func corpusDir(root string) string {
	if dir := os.Getenv("PLANPROOF_CORPUS"); dir != "" {
		return filepath.Join(dir, "agentdojo")
	}
	return filepath.Join(root, "../shared/corpus/agentdojo")
}
