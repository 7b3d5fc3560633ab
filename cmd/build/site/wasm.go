package site

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Root returns the directory of the go.mod above the working directory.
func Root() (string, error) {
	out, err := output("", nil, "go", "env", "GOMOD")
	if err != nil {
		return "", err
	}
	mod := strings.TrimSpace(string(out))
	if mod == "" || mod == os.DevNull {
		return "", fmt.Errorf("not inside the planproof module")
	}
	return filepath.Dir(mod), nil
}

// WASM compiles the package pkg (relative to root) for the browser and returns
// the binary. Debug information is left out unless names is set, which keeps
// the function names that the size report needs. Inlining is off except in the
// runtime: it makes the page a seventh larger, and what it gains in speed is
// less than what the download costs.
func WASM(root, pkg string, names bool, tags ...string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "planproof")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "out.wasm")
	flags := "-s -w"
	if names {
		flags = "-w"
	}
	args := []string{"build", "-trimpath", "-buildvcs=false", "-gcflags=all=-l", "-gcflags=runtime=", "-ldflags=" + flags, "-o", file}
	if len(tags) > 0 {
		args = append(args, "-tags="+strings.Join(tags, ","))
	}
	env := []string{"GOOS=js", "GOARCH=wasm", "GOFLAGS="}
	if _, err := output(root, env, "go", append(args, "./"+pkg)...); err != nil {
		return nil, err
	}
	return os.ReadFile(file)
}

// output runs a command and returns what it printed; on failure the error
// carries what it said.
func output(dir string, env []string, name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, stderr.Bytes())
	}
	return stdout.Bytes(), nil
}
