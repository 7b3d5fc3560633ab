package doc

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files")

func fullBundle(t testing.TB) *Bundle {
	text, err := os.ReadFile(filepath.Join("testdata", "full.json"))
	if err != nil {
		t.Fatal(err)
	}
	b, e := ReadBundle(text, ReadOptions{})
	if e != nil {
		t.Fatal(e)
	}
	return b
}

// TestPrintGolden shows both forms of a bundle with every field.
func TestPrintGolden(t *testing.T) {
	b := fullBundle(t)
	golden(t, "full.print", b.Print())
	golden(t, "full.canonical", append(b.AppendJSON(nil), '\n'))
}

func golden(t *testing.T, name string, got []byte) {
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; got\n%s", name, got)
	}
}

func TestRoundTrip(t *testing.T) {
	roundTrip(t, fullBundle(t))
}

// roundTrip checks that printing loses nothing and that the printed text stays as it is.
func roundTrip(t *testing.T, b *Bundle) {
	t.Helper()
	canonical := b.AppendJSON(nil)
	for _, text := range [][]byte{canonical, b.Print()} {
		again, err := ReadBundle(text, ReadOptions{})
		if err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		if got := again.AppendJSON(nil); !bytes.Equal(got, canonical) {
			t.Fatalf("read again: %s\nwant %s", got, canonical)
		}
		if got := again.Print(); !bytes.Equal(got, b.Print()) {
			t.Fatalf("printed again:\n%s\nwant\n%s", got, b.Print())
		}
	}
	parts, err := ReadParts(b.Workflow.Print(), b.Policy.Print(), PrintTools(b.Tools), ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if got := parts.Workflow.AppendJSON(nil); !bytes.Equal(got, b.Workflow.AppendJSON(nil)) {
		t.Fatalf("the workflow alone: %s", got)
	}
}

// TestVectorBundles reads every bundle of the vectors strictly and prints it. Only two refusals are right: a policy error
// that the vector asks for, and a name that is declared twice, which the recorded implementation let pass.
func TestVectorBundles(t *testing.T) {
	dir := os.Getenv("PLANPROOF_VECTORS")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "vectors")
	}
	bundles, refusable := vectorBundles(t, filepath.Join(dir, "core"))
	refused, doubles := 0, 0
	for i, text := range bundles {
		b, err := ReadBundle(text, ReadOptions{})
		switch {
		case err == nil:
			roundTrip(t, b)
		case refusable[i]:
			refused++
		case err.Kind == KindPolicy && strings.Contains(err.Message, "declared twice"):
			doubles++
		default:
			t.Errorf("%d: %v", i, err)
		}
	}
	t.Logf("%d bundles, refused: %d by right, %d for a name declared twice", len(bundles), refused, doubles)
}

type vectorRow struct {
	Workflow, Policy, Tools json.RawMessage
	Right                   struct {
		OrPolicyError bool `json:"or_policy_error"`
	}
}

func vectorBundles(t *testing.T, dir string) (texts [][]byte, refusable []bool) {
	f, err := os.Open(filepath.Join(dir, "differential.jsonl.gz"))
	if err != nil {
		t.Skipf("no vectors: set PLANPROOF_VECTORS (%v)", err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var rows []vectorRow
	for d := json.NewDecoder(z); d.More(); {
		rows = append(rows, vectorRow{})
		if err := d.Decode(&rows[len(rows)-1]); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "better.json"))
	if err != nil {
		t.Fatal(err)
	}
	var better []vectorRow
	if err := json.Unmarshal(text, &better); err != nil {
		t.Fatal(err)
	}
	for _, r := range append(rows, better...) {
		if r.Workflow != nil {
			text, _ := json.Marshal(map[string]json.RawMessage{"workflow": r.Workflow, "policy": r.Policy, "tools": r.Tools})
			texts, refusable = append(texts, text), append(refusable, r.Right.OrPolicyError)
		}
	}
	return texts, refusable
}
