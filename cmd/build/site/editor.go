package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// EditorVar is the environment variable that says what to do about the editor:
// "off" builds the page without it, "require" fails when it can not be built.
// Otherwise the page goes without where npm or its registry are missing, and
// the build says so.
const EditorVar = "PLANPROOF_EDITOR"

// editorName is the bundle; boot.js imports it. A page without an editor has
// it too, empty, so that nothing asks for a file that is not there.
const editorName = "editor.js"

// withoutEditor is the bundle of a page that keeps its text areas.
var withoutEditor = []byte("// This page was built without npm: its text areas stay as they are.\n")

// editorFile bundles CodeMirror and the page's own code around it. npm installs
// exactly what package-lock.json names; nothing of it is part of the
// repository.
func editorFile(root string) ([]File, error) {
	file := File{editorName, MIME(".js"), withoutEditor}
	mode := os.Getenv(EditorVar)
	if mode == "off" {
		return []File{file}, nil
	}
	dir := filepath.Join(root, "ui", "editor", "js")
	if err := install(dir); err != nil {
		if mode == "require" {
			return nil, err
		}
		fmt.Fprintf(os.Stderr, "the page keeps its plain text areas: %v\n", err)
		return []File{file}, nil
	}
	data, err := bundle(dir)
	file.Data = data
	return []File{file}, err
}

// install runs npm once for each state of the lock file. It installs beside
// node_modules and renames at the end, so that builds side by side are not in
// each other's way.
func install(dir string) error {
	lock, err := os.ReadFile(filepath.Join(dir, "package-lock.json"))
	if err != nil {
		return err
	}
	want := fmt.Sprintf("%x", sha256.Sum256(lock))
	modules := filepath.Join(dir, "node_modules")
	if installed(modules) == want {
		return nil
	}
	if _, err := exec.LookPath("npm"); err != nil {
		return errors.New("npm is not installed")
	}
	temp, err := os.MkdirTemp(dir, ".install-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	if err := npmInstall(dir, temp, want); err != nil {
		return err
	}
	if installed(modules) == want {
		return nil
	}
	if err := os.Rename(modules, filepath.Join(temp, "old")); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	err = os.Rename(filepath.Join(temp, "node_modules"), modules)
	if err != nil && installed(modules) == want {
		return nil
	}
	return err
}

// stampName is the file in node_modules that says which lock file it is of.
const stampName = ".planproof-lock"

func installed(modules string) string {
	stamp, err := os.ReadFile(filepath.Join(modules, stampName))
	if err != nil {
		return ""
	}
	return string(stamp)
}

func npmInstall(from, to, stamp string) error {
	for _, name := range []string{"package.json", "package-lock.json"} {
		data, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(to, name), data, 0o644); err != nil {
			return err
		}
	}
	if _, err := output(to, nil, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(to, "node_modules", stampName), []byte(stamp), 0o644)
}

// bundle makes one module of the editor, with the licenses of what is in it.
func bundle(dir string) ([]byte, error) {
	r := api.Build(api.BuildOptions{
		EntryPoints: []string{filepath.Join(dir, "editor.js")}, AbsWorkingDir: dir,
		Bundle: true, Format: api.FormatESModule, Platform: api.PlatformBrowser, Target: api.ES2022,
		Loader:           map[string]api.Loader{".css": api.LoaderText},
		MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true,
		LegalComments: api.LegalCommentsNone, Charset: api.CharsetUTF8, Metafile: true, LogLevel: api.LogLevelSilent,
	})
	if len(r.Errors) > 0 {
		var b strings.Builder
		for _, line := range api.FormatMessages(r.Errors, api.FormatMessagesOptions{Kind: api.ErrorMessage}) {
			b.WriteString(line)
		}
		return nil, fmt.Errorf("the editor can not be bundled:\n%s", b.String())
	}
	notice, err := licenses(dir, r.Metafile)
	return append(notice, r.OutputFiles[0].Contents...), err
}

// licenses is a comment with the license of each package in a bundle; those
// that are the same are printed once.
func licenses(dir, metafile string) ([]byte, error) {
	names, err := bundled(metafile)
	if err != nil {
		return nil, err
	}
	var texts []string
	users := map[string][]string{}
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(dir, "node_modules", filepath.FromSlash(name), "LICENSE"))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%s has no license file", name)
		}
		if err != nil {
			return nil, err
		}
		t := strings.TrimSpace(string(text))
		if users[t] == nil {
			texts = append(texts, t)
		}
		users[t] = append(users[t], name)
	}
	var b bytes.Buffer
	for _, t := range texts {
		fmt.Fprintf(&b, "/*! %s\n\n%s\n*/\n", strings.Join(users[t], ", "), strings.ReplaceAll(t, "*/", "* /"))
	}
	return b.Bytes(), nil
}

// bundled names the npm packages that a bundle was made from, sorted.
func bundled(metafile string) ([]string, error) {
	var meta struct {
		Inputs map[string]struct{} `json:"inputs"`
	}
	if err := json.Unmarshal([]byte(metafile), &meta); err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for file := range meta.Inputs {
		_, rest, ok := strings.Cut(file, "node_modules/")
		if !ok {
			continue
		}
		parts := strings.SplitN(rest, "/", 3)
		name := parts[0]
		if strings.HasPrefix(name, "@") && len(parts) > 1 {
			name = path.Join(parts[0], parts[1])
		}
		seen[name] = true
	}
	names := make([]string, 0, len(seen))
	for n := range seen {
		names = append(names, n)
	}
	slices.Sort(names)
	return names, nil
}
