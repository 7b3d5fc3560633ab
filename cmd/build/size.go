package main

import (
	"flag"
	"fmt"
	"strings"

	"planproof/cmd/build/site"
)

func init() {
	register(command{"size", "report what the wasm binaries are made of; fail above the budgets", size})
}

// sizeTarget is what each binary should come down to, compressed, in bytes.
const sizeTarget = 1_000_000

func size(args []string) error {
	flags := flag.NewFlagSet("size", flag.ContinueOnError)
	rows := flags.Int("n", 20, "packages to list of each binary")
	if err := flags.Parse(args); err != nil {
		return err
	}
	root, err := site.Root()
	if err != nil {
		return err
	}
	var over []string
	for _, b := range site.Binaries {
		packed, err := sizeOf(root, b, *rows)
		if err != nil {
			return err
		}
		fmt.Printf("%s: %d bytes with brotli; target %d, budget %d\n\n", b.Name, packed, sizeTarget, b.Budget)
		if packed > b.Budget {
			over = append(over, b.Name)
		}
	}
	if len(over) > 0 {
		return fmt.Errorf("over the budget: %s", strings.Join(over, ", "))
	}
	return nil
}

// sizeOf lists what a binary is made of and returns its compressed size.
func sizeOf(root string, b site.Binary, rows int) (int, error) {
	named, err := site.WASM(root, b.Package, true, b.Tags...)
	if err != nil {
		return 0, err
	}
	shares, err := site.Shares(named)
	if err != nil {
		return 0, err
	}
	for i, s := range shares {
		if i < rows {
			fmt.Printf("%9d  %s\n", s.Bytes, s.Package)
		}
	}
	wasm, err := site.WASM(root, b.Package, false, b.Tags...)
	if err != nil {
		return 0, err
	}
	return len(site.Brotli(wasm, 11)), nil
}
