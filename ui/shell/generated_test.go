package shell

import (
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// The committed Build methods must be what the generator makes of the
// components today.
func TestGeneratedIsCurrent(t *testing.T) {
	dir := t.TempDir()
	sources, err := filepath.Glob("*.vugu")
	if err != nil || len(sources) == 0 {
		t.Fatal("no components", err)
	}
	for _, name := range append(sources, "components.go") {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.Command("go", "tool", "vugugen", "-skip-go-mod", "-skip-main", dir).CombinedOutput(); err != nil {
		t.Skipf("the generator does not run here: %v\n%s", err, out)
	}
	generated, err := filepath.Glob(filepath.Join(dir, "*_gen.go"))
	if err != nil || len(generated) != len(sources) {
		t.Fatalf("%d components, %d generated files %v", len(sources), len(generated), err)
	}
	for _, name := range generated {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		want, err := format.Source(raw)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Base(name))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != string(want) {
			t.Errorf("%s is not current: go generate ./ui/shell", filepath.Base(name))
		}
	}
}
