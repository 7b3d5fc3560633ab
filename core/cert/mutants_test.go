//go:build !js

package cert

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// mutant is one seeded fault.
type mutant struct{ name, file, old, new string }

// mutants reads testdata/mutants.txt; blanks in what is replaced match any
// blanks.
func mutants(t *testing.T) []mutant {
	t.Helper()
	text, err := os.ReadFile("testdata/mutants.txt")
	if err != nil {
		t.Fatal(err)
	}
	var out []mutant
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.ReplaceAll(line, `\|`, "\x00"), " | ")
		if len(f) != 4 {
			t.Fatalf("not a mutant: %s", line)
		}
		for i := range f {
			f[i] = strings.ReplaceAll(f[i], "\x00", "|")
		}
		out = append(out, mutant{f[0], f[1], f[2], f[3]})
	}
	return out
}

// apply is the source with the fault, "" when its place is not there once.
func (m mutant) apply(source string) string {
	// a tab in the list stands for a line break and any indentation
	flat, offsets := flatten(source)
	old, _ := flatten(m.old)
	i := strings.Index(flat, old)
	if i < 0 || strings.Contains(flat[i+1:], old) {
		return ""
	}
	return source[:offsets[i]] + strings.ReplaceAll(m.new, "\t", "\n") + source[offsets[i+len(old)-1]+1:]
}

// flatten makes one blank of every run of blanks that has a line break or a tab
// in it; offsets says where each byte came from.
func flatten(s string) (flat string, offsets []int) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\n' || s[i] == '\t' {
			if b.Len() > 0 && b.String()[b.Len()-1] != '\t' {
				b.WriteByte('\t')
				offsets = append(offsets, i)
			}
			continue
		}
		b.WriteByte(s[i])
		offsets = append(offsets, i)
	}
	return b.String(), offsets
}

// TestMutantsApply: every fault has exactly one place.
func TestMutantsApply(t *testing.T) {
	for _, m := range mutants(t) {
		source, err := os.ReadFile(m.file)
		if err != nil {
			t.Fatal(err)
		}
		if m.apply(string(source)) == "" {
			t.Errorf("%s: its place in %s is not there once: %s", m.name, m.file, m.old)
		}
	}
}

// TestMutants seeds each fault; the tests that need no Coq notice all of them.
func TestMutants(t *testing.T) {
	if !long() {
		t.Skip("takes minutes: set PLANPROOF_LONG=1")
	}
	if os.Getenv("PLANPROOF_MUTANT") != "" {
		t.Skip("this is a mutant")
	}
	noticed := 0
	all := mutants(t)
	var record strings.Builder
	record.WriteString("# Which test noticed each fault of mutants.txt first: recorded by TestMutants with PLANPROOF_RECORD=1.\n")
	for _, m := range all {
		if !strings.HasPrefix(m.name, os.Getenv("PLANPROOF_MUTANTS")) { // to try a few
			continue
		}
		by := m.noticedBy(t)
		t.Logf("%-55s %s", m.name, by)
		if strings.HasPrefix(by, "NOT") {
			t.Errorf("%s: %s", m.name, by)
			continue
		}
		noticed++
		record.WriteString(m.name + " | " + by + "\n")
	}
	if os.Getenv("PLANPROOF_RECORD") != "" {
		if err := os.WriteFile("testdata/mutants-noticed.txt", []byte(record.String()), 0o644); err != nil {
			t.Error(err)
		}
	}
	t.Logf("%d cases of seeded faults, %d noticed", len(all), noticed)
}

// noticedBy runs the tests on a mutant and says which notices it.
func (m mutant) noticedBy(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	source, err := os.ReadFile(m.file)
	if err != nil {
		t.Fatal(err)
	}
	here, err := filepath.Abs(m.file)
	if err != nil {
		t.Fatal(err)
	}
	changed, overlay := filepath.Join(dir, "mutant.go"), filepath.Join(dir, "overlay.json")
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {here: changed}})
	if err != nil {
		t.Fatal(err)
	}
	if os.WriteFile(changed, []byte(m.apply(string(source))), 0o644) != nil || os.WriteFile(overlay, replace, 0o644) != nil {
		t.Fatal("can not write the mutant")
	}
	for _, pkg := range []string{".", "./emit"} {
		cmd := exec.Command("go", "test", "-vet=off", "-failfast", "-timeout=60s", // a mutant may run forever
			"-overlay", overlay, "-run", "Vectors$|Safe|Scenarios|Lemmascript|Order|Agree|JSON|Lies|Tampered", pkg)
		cmd.Env = append(os.Environ(), "PLANPROOF_MUTANT=1", "PLANPROOF_LONG=", "PLANPROOF_EXTRACTED=/nonexistent")
		out, err := cmd.CombinedOutput()
		switch text := string(out); {
		case strings.Contains(text, "[build failed]") || strings.Contains(text, "[setup failed]"):
			return "NOT BUILT: " + text
		case err != nil:
			return firstFailure(text)
		}
	}
	return "NOT NOTICED"
}

func firstFailure(out string) string {
	for _, line := range strings.Split(out, "\n") {
		if name, ok := strings.CutPrefix(line, "--- FAIL: "); ok {
			return strings.Fields(name)[0]
		}
	}
	return "does not end, or panics"
}
