package pack

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"planproof/cmd/build/site"
)

// ListName is the file that says what Write wrote into a folder.
const ListName = ".planproof-files.json"

// Write makes dir hold the files. What an earlier Write put there and is no
// longer wanted is removed; other files of the folder are left alone.
func Write(dir string, files []site.File) error {
	before, err := listed(dir)
	if err != nil {
		return err
	}
	var names []string
	for _, f := range files {
		names = append(names, f.Name)
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			return err
		}
	}
	slices.Sort(names)
	for _, old := range before {
		if !slices.Contains(names, old) && filepath.IsLocal(filepath.FromSlash(old)) {
			if err := os.Remove(filepath.Join(dir, filepath.FromSlash(old))); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	list, err := json.MarshalIndent(names, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, ListName), append(list, '\n'), 0o644)
}

func listed(dir string) (names []string, err error) {
	text, err := os.ReadFile(filepath.Join(dir, ListName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &names)
	}
	return names, err
}

// output runs a command in a folder and returns what it printed.
func output(dir, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	out, err := cmd.Output()
	return strings.TrimSpace(string(out)), err
}

// Read reads all files of a folder, sorted by name.
func Read(dir string) ([]site.File, error) {
	var files []site.File
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		f, err := read(dir, filepath.ToSlash(name))
		files = append(files, f)
		return err
	})
	return files, err
}
