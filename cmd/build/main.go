// Command build is the only build tool of planproof: everything that a clean
// clone needs beyond `go build` and `go test` is one of its subcommands.
//
//	go run ./cmd/build serve    build the page and serve it on 127.0.0.1:8080
//	go run ./cmd/build size     report what the wasm binary is made of, fail above the budget
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
)

// command is one subcommand. A file that adds one appends it to commands from
// an init function, so that main does not have to know it.
type command struct {
	name string
	help string
	run  func(args []string) error
}

var commands []command

func register(c command) { commands = append(commands, c) }

func main() {
	if len(os.Args) < 2 {
		usage(os.Stderr)
		os.Exit(2)
	}
	i := slices.IndexFunc(commands, func(c command) bool { return c.name == os.Args[1] })
	if slices.Contains([]string{"help", "-h", "-help", "--help"}, os.Args[1]) {
		usage(os.Stdout)
		return
	}
	if i < 0 {
		fmt.Fprintf(os.Stderr, "build: unknown command %q\n", os.Args[1])
		usage(os.Stderr)
		os.Exit(2)
	}
	err := commands[i].run(os.Args[2:])
	if errors.Is(err, flag.ErrHelp) {
		return // the flags have printed their help
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "build %s: %v\n", os.Args[1], err)
		os.Exit(1)
	}
}

func usage(w *os.File) {
	sorted := slices.SortedFunc(slices.Values(commands), func(a, b command) int {
		return strings.Compare(a.name, b.name)
	})
	fmt.Fprintln(w, "usage: go run ./cmd/build <command> [flags]")
	for _, c := range sorted {
		fmt.Fprintf(w, "  %-8s %s\n", c.name, c.help)
	}
}
