package main

import (
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"strings"

	"planproof/cmd/build/pack"
	"planproof/cmd/build/site"
)

func init() {
	register(command{"dist", "write a folder that any static host serves (-o dist)", dist})
}

func dist(args []string) error {
	flags := flag.NewFlagSet("dist", flag.ContinueOnError)
	dir := flags.String("o", "", "folder to write (default dist)")
	quality := flags.Int("q", 11, "quality of brotli, 0 to 11")
	engine := flags.Bool("engine", true, "with the JavaScript library, in engine/")
	if err := flags.Parse(args); err != nil {
		return err
	}
	root, err := site.Root()
	if err != nil {
		return err
	}
	if *dir == "" {
		*dir = filepath.Join(root, "dist")
	}
	files, err := distFiles(root, *engine)
	if err != nil {
		return err
	}
	files, sizes := pack.Compress(files, *quality)
	if err := pack.Write(*dir, files); err != nil {
		return err
	}
	fmt.Print(pack.Report(sizes))
	return overBudget(sizes)
}

func distFiles(root string, engine bool) ([]site.File, error) {
	files, err := pack.Site(root)
	if err != nil {
		return nil, err
	}
	var library []site.File
	if engine {
		if library, err = pack.Engine(root); err != nil {
			return nil, err
		}
		for i := range library {
			library[i].Name = "engine/" + library[i].Name
		}
	}
	return pack.Dist(files, library...)
}

// overBudget fails when a wasm binary of the page is too large. The folder is
// written all the same.
func overBudget(sizes []pack.Size) error {
	var failed error
	for _, s := range sizes {
		for _, b := range site.Binaries {
			stem, _ := strings.CutSuffix(b.Name, ".wasm")
			if strings.HasPrefix(s.Name, stem) && filepath.Ext(s.Name) == ".wasm" && s.Brotli > b.Budget {
				failed = errors.Join(failed, fmt.Errorf("%s has %d bytes with brotli, over the budget of %d", s.Name, s.Brotli, b.Budget))
			}
		}
	}
	return failed
}
