// Command agentdojo makes plans of the solutions of AgentDojo's tasks, of the
// user's task alone and with the calls added that an injected task wants, and
// verifies them under one policy a suite: how many user tasks are accepted,
// how many attacked plans are refused?
//
//	go run ./examples/agentdojo [-corpus DIR] [-v]
//
// The corpus (MIT licence) is not part of this repository.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	dir := flag.String("corpus", corpusDir("."), "the directory with AgentDojo's tasks")
	verbose := flag.Bool("v", false, "list every miss")
	flag.Parse()
	c, err := readCorpus(*dir)
	if err != nil {
		fmt.Fprintln(os.Stderr, "agentdojo:", err)
		os.Exit(2)
	}
	var rows []row
	for _, suite := range suites {
		r, err := c.suite(suite)
		if err != nil {
			fmt.Fprintln(os.Stderr, "agentdojo:", suite+":", err)
			os.Exit(2)
		}
		rows = append(rows, *r)
	}
	fmt.Print(table(rows))
	if *verbose {
		for _, r := range rows {
			for _, m := range r.misses {
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
