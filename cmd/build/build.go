package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"planproof/cmd/build/pack"
	"planproof/cmd/build/site"
)

func init() {
	register(command{"build", "build the command line and the page's files (-o bin)", build})
}

// build compiles the command line for this machine and writes the page's
// files, as they are served, beside it: <out>/planproof and <out>/site.
func build(args []string) error {
	flags := flag.NewFlagSet("build", flag.ContinueOnError)
	out := flags.String("o", "bin", "folder to write to")
	if err := flags.Parse(args); err != nil {
		return err
	}
	root, err := site.Root()
	if err != nil {
		return err
	}
	tool := filepath.Join(*out, "planproof"+exeSuffix())
	if err := run("go", "build", "-trimpath", "-o", tool, "planproof/cmd/planproof").Run(); err != nil {
		return err
	}
	files, err := pack.Site(root)
	if err != nil {
		return err
	}
	for _, f := range files {
		name := filepath.Join(*out, "site", filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			return err
		}
	}
	fmt.Printf("%s and %d files of the page in %s\n", tool, len(files), filepath.Join(*out, "site"))
	return nil
}

// exeSuffix is what this platform's programs end in.
func exeSuffix() string {
	out, err := exec.Command("go", "env", "GOEXE").Output()
	if err != nil {
		return ""
	}
	return string(out[:max(0, len(out)-1)])
}
