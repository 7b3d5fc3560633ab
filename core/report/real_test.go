package report_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"planproof/core"
	"planproof/core/doc"
	"planproof/core/doc/schema/schematest"
	"planproof/core/finding"
	"planproof/core/report"
	"planproof/core/report/schema"
	"planproof/core/verify"
)

// checkReal verifies a bundle with its trace and holds everything that comes
// out against its contract: the trace's sanity, the schemas, the structure of
// SARIF, what may be shown, and that the wire reads back.
func checkReal(t *testing.T, set schematest.Set, b *doc.Bundle, text string) *finding.Report {
	t.Helper()
	r, err := core.Verify(b, core.Options{Detail: verify.DetailFull})
	if err != nil {
		return nil
	}
	if err := finding.CheckTrace(r.Trace); err != nil {
		t.Error(err)
	}
	wire := report.JSON(r)
	for _, wrong := range set.Validate(schema.Report, wire) {
		t.Error(wrong)
	}
	back, err := finding.ReadReport(wire)
	if err != nil {
		t.Fatal(err)
	}
	if again := report.JSON(back); !bytes.Equal(again, wire) {
		t.Errorf("a report that was read back is another:\n%.400s\n%.400s", again, wire)
	}
	s := report.SourcesOf(b, report.Document{Doc: doc.DocBundle, Text: text})
	report.CheckLog(t, report.SARIF(r, s))
	report.CheckShown(t, r, s)
	return r
}

func loadSchemas(t *testing.T) schematest.Set {
	t.Helper()
	set, err := schematest.Load(schema.Files)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func TestExamplesRender(t *testing.T) {
	set := loadSchemas(t)
	files, err := filepath.Glob("../../examples/*.json")
	if err != nil || len(files) == 0 {
		t.Skip("SKIPPED: no examples here")
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			b, derr := doc.ReadBundle(text, doc.ReadOptions{})
			if derr == nil {
				checkReal(t, set, b, string(text))
			}
		})
	}
}

// The recorded random bundles have what examples have not: nested loops,
// undefined names, automata that fork in loops. The short mode takes 100 of
// them, and 20 where everything is slower.
func TestRandomBundlesRender(t *testing.T) {
	set := loadSchemas(t)
	packed, err := os.ReadFile("../testdata/core/differential.jsonl.gz")
	if err != nil {
		t.Skip("SKIPPED:", err)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 8<<20)
	seen, most := 0, 1<<20
	if testing.Short() {
		most = 100
	}
	if runtime.GOOS == "js" {
		most = 20
	}
	for n := 0; lines.Scan() && n < most; n++ {
		var c struct{ Workflow, Policy, Tools json.RawMessage }
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		text := `{"workflow":` + string(c.Workflow) + `,"policy":` + string(c.Policy) + `,"tools":` + string(c.Tools) + `}`
		b, derr := doc.ReadBundle([]byte(text), doc.ReadOptions{})
		if derr == nil && checkReal(t, set, b, text) != nil {
			seen++
		}
		if t.Failed() {
			t.Fatalf("case %d: %s", n, text)
		}
	}
	if seen < min(most, 1000)/2 {
		t.Errorf("only %d bundles were verified", seen)
	}
}

// A whole answer, as people see it.
func TestGoldenReal(t *testing.T) {
	text, err := os.ReadFile("testdata/mail.json")
	if err != nil {
		t.Fatal(err)
	}
	b, derr := doc.ReadBundle(text, doc.ReadOptions{})
	if derr != nil {
		t.Fatal(derr)
	}
	r, err := core.Verify(b, core.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := report.SourcesOf(b, report.Document{Doc: doc.DocBundle, File: "plans/mail.json", Text: string(text)})
	shown := report.Text(r, s, report.Options{})
	report.Golden(t, "real.txt", shown)
	report.Golden(t, "real.md", report.Markdown(r, s, report.Options{}))
	report.Golden(t, "real.html", report.HTML(r, s, report.Options{}))
	report.Golden(t, "real.sarif", string(report.SARIF(r, s)))
	if !strings.HasPrefix(shown, report.Verdict(r)) {
		t.Error("the verdict does not come first")
	}
}
