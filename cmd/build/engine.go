package main

import (
	"flag"
	"fmt"
	"path/filepath"

	"planproof/cmd/build/pack"
	"planproof/cmd/build/site"
)

func init() {
	register(command{"engine", "build the verifier as a JavaScript library (-o dist/engine)", buildEngine})
}

func buildEngine(args []string) error {
	flags := flag.NewFlagSet("engine", flag.ContinueOnError)
	dir := flags.String("o", "", "folder to write (default dist/engine)")
	if err := flags.Parse(args); err != nil {
		return err
	}
	root, err := site.Root()
	if err != nil {
		return err
	}
	if *dir == "" {
		*dir = filepath.Join(root, "dist", "engine")
	}
	files, err := pack.Engine(root)
	if err != nil {
		return err
	}
	for _, f := range files {
		fmt.Printf("%9d  %s\n", len(f.Data), f.Name)
	}
	return pack.Write(*dir, files)
}
