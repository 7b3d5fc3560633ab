package main

import (
	"flag"
	"fmt"
	"path/filepath"

	"planproof/cmd/build/pack"
	"planproof/cmd/build/site"
)

func init() {
	register(command{"engine", "build the verifier as a JavaScript library (-o dist/engine)", func(args []string) error {
		return buildFolder("engine", args, func(root string) ([]site.File, error) { return pack.Engine(root) })
	}})
	register(command{"edge", "build the verifier as a Cloudflare Worker (-o dist/edge)", func(args []string) error {
		return buildFolder("edge", args, pack.Edge)
	}})
}

// buildFolder builds files into a folder of dist, or the one that is asked for.
func buildFolder(name string, args []string, build func(root string) ([]site.File, error)) error {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	dir := flags.String("o", "", "folder to write (default dist/"+name+")")
	if err := flags.Parse(args); err != nil {
		return err
	}
	root, err := site.Root()
	if err != nil {
		return err
	}
	if *dir == "" {
		*dir = filepath.Join(root, "dist", name)
	}
	files, err := build(root)
	if err != nil {
		return err
	}
	for _, f := range files {
		fmt.Printf("%9d  %s\n", len(f.Data), f.Name)
	}
	return pack.Write(*dir, files)
}
