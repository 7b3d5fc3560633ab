package main

import (
	"flag"
	"fmt"

	"planproof/cmd/build/site"
)

func init() {
	register(command{"size", "report what the wasm binary is made of; fail above 1.2 MB brotli", size})
}

// sizeBudget is the largest binary that ships, compressed, in bytes;
// sizeTarget is what we aim for.
const (
	sizeBudget = 1_200_000
	sizeTarget = 1_000_000
)

func size(args []string) error {
	flags := flag.NewFlagSet("size", flag.ContinueOnError)
	rows := flags.Int("n", 25, "packages to list")
	pkg := flags.String("pkg", "wasm/app", "package to measure")
	if err := flags.Parse(args); err != nil {
		return err
	}
	root, err := site.Root()
	if err != nil {
		return err
	}
	named, err := site.WASM(root, *pkg, true)
	if err != nil {
		return err
	}
	shares, err := site.Shares(named)
	if err != nil {
		return err
	}
	for i, s := range shares {
		if i < *rows {
			fmt.Printf("%9d  %s\n", s.Bytes, s.Package)
		}
	}
	wasm, err := site.WASM(root, *pkg, false)
	if err != nil {
		return err
	}
	packed := len(site.Brotli(wasm, 11))
	fmt.Printf("%s: %d bytes, %d with brotli; target %d, budget %d\n", *pkg, len(wasm), packed, sizeTarget, sizeBudget)
	if packed > sizeBudget {
		return fmt.Errorf("%d bytes are over the budget of %d", packed, sizeBudget)
	}
	return nil
}
