// Package valuetest helps tests to read values and vectors. It is not for products: it reads JSON with the library's
// reader, which replaces lone surrogates.
package valuetest

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"planproof/core/value"
)

// JSON reads one JSON text. {"$tuple": […]} is a tuple.
func JSON(t testing.TB, text string) value.Value {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	v, err := read(d)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// Raw is a JSON text inside a vector, to be read as a value.
type Raw struct{ Value value.Value }

// UnmarshalJSON reads the value.
func (r *Raw) UnmarshalJSON(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	v, err := read(d)
	r.Value = v
	return err
}

func read(d *json.Decoder) (value.Value, error) {
	tok, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch tok := tok.(type) {
	case bool:
		return value.Bool(tok), nil
	case string:
		return value.Text(tok), nil
	case json.Number:
		return value.ParseNumber(tok.String())
	case json.Delim:
		if tok == '[' {
			return readList(d)
		}
		return readObject(d)
	}
	return value.Null{}, nil
}

func readList(d *json.Decoder) (value.Value, error) {
	list := value.List{}
	for d.More() {
		v, err := read(d)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	_, err := d.Token()
	return list, err
}

func readObject(d *json.Decoder) (value.Value, error) {
	o := value.Object{}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		v, err := read(d)
		if err != nil {
			return nil, err
		}
		o = append(o, value.Member{Key: key.(string), Value: v})
	}
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	if len(o) == 1 && o[0].Key == "$tuple" {
		return value.Tuple(o[0].Value.(value.List)), nil
	}
	return o, nil
}

// Vector reads a file of test vectors into out: from the folder that PLANPROOF_VECTORS names, when it is set, else
// from testdata of the package under test. It reports where it read.
func Vector(t testing.TB, name string, out any) {
	t.Helper()
	dir := "testdata"
	if env := os.Getenv("PLANPROOF_VECTORS"); env != "" {
		dir = env
	}
	load(t, filepath.Join(dir, filepath.FromSlash(name)), out)
}

// Corpus reads a file of the third-party corpus into out, from PLANPROOF_CORPUS or beside the repository; it skips
// the test, visibly, when the corpus is not there.
func Corpus(t testing.TB, root, name string, out any) {
	t.Helper()
	dir := filepath.Join(root, "..", "shared", "corpus")
	if env := os.Getenv("PLANPROOF_CORPUS"); env != "" {
		dir = env
	}
	path := filepath.Join(dir, filepath.FromSlash(name))
	if _, err := os.Stat(path); err != nil {
		t.Skipf("SKIPPED: no corpus: set PLANPROOF_CORPUS (%v)", err)
	}
	load(t, path, out)
}

func load(t testing.TB, path string, out any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, out); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	t.Logf("vectors: %s", path)
}
