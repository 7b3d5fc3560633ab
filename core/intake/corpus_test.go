package intake

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the tables in testdata again")

// corpusDir returns the folder of the third-party files, which are not part of this repository.
func corpusDir(t testing.TB) string {
	dir := os.Getenv("PLANPROOF_CORPUS")
	if dir == "" {
		dir = "../../../shared/corpus"
	}
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no corpus: set PLANPROOF_CORPUS to its folder")
	}
	return dir
}

// The tables of corpus/formats: one line a file, reviewed against the file. The first names the folders of plans, tool
// lists and conversations; workflow tools have the second.
const (
	planTable     = "testdata/corpus_plans.tsv"
	workflowTable = "testdata/corpus_workflows.tsv"
)

var planFolders = map[string]bool{"anthropic-text": true, "claude-code-jsonl": true, "flattened-text": true, "langchain-text": true, "llmcompiler": true,
	"mcp": true, "nestful": true, "openai-chat": true, "openai-responses-runstate": true, "smolagents": true}

const tableHead = "# file\tformat\tplans\trefused\tcalls\tbranches\tloops\thelpers\trefs\ttools\tmessages\tconstructs of refusals"

// row says what was read of a file.
func row(file string, r *Result) string {
	formats, constructs := "", ""
	tools, refused := 0, 0
	add := func(c string) {
		if c != "" && !strings.Contains(constructs, c) {
			constructs += ", " + c
		}
	}
	for _, f := range r.Pieces {
		if !strings.Contains(formats, f.Format) || f.Format == "" {
			formats += "+" + or(f.Format, "none")
		}
		tools += f.Tools
		if f.Refused != nil {
			add(f.Refused.Construct)
		}
	}
	var s Stats
	for _, p := range r.Plans {
		s.Calls += p.Stats.Calls
		s.Branches += p.Stats.Branches
		s.Loops += p.Stats.Loops
		s.Helpers += p.Stats.Helpers
		s.Refs += p.Stats.Refs
		if p.Refused != nil {
			refused++
			add(p.Refused.Construct)
		}
	}
	if r.Refused != nil {
		add(r.Refused.Construct)
	}
	messages := 0
	if r.Talk != nil {
		messages = len(r.Talk.Messages)
	}
	return fmt.Sprintf("%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%s", file, strings.TrimPrefix(formats, "+"), len(r.Plans), refused,
		s.Calls, s.Branches, s.Loops, s.Helpers, s.Refs, tools, messages, or(strings.TrimPrefix(constructs, ", "), "-"))
}

// TestCorpus reads every file of corpus/formats and compares with the tables.
func TestCorpus(t *testing.T) {
	dir := filepath.Join(corpusDir(t), "formats")
	text, err := os.ReadFile(filepath.Join(dir, "INDEX.json"))
	if err != nil {
		t.Skip(err)
	}
	var index []struct{ File string }
	if err := json.Unmarshal(text, &index); err != nil {
		t.Fatal(err)
	}
	got := map[string][]string{planTable: {tableHead}, workflowTable: {tableHead}}
	for _, entry := range index {
		text, err := os.ReadFile(filepath.Join(dir, entry.File))
		if err != nil {
			t.Fatal(err)
		}
		table := workflowTable
		if folder, _, _ := strings.Cut(entry.File, "/"); planFolders[folder] {
			table = planTable
		}
		r := Read(string(text), Options{})
		if r.Bundle == nil && r.Refused == nil {
			t.Errorf("%s: neither a bundle nor a refusal", entry.File)
		}
		got[table] = append(got[table], row(entry.File, r))
	}
	for _, table := range []string{planTable, workflowTable} {
		compareTable(t, table, strings.Join(got[table], "\n")+"\n")
	}
}

// compareTable compares a table with its file, line by line.
func compareTable(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Log("no table yet: run with -update and review the lines: ", err)
		return
	}
	have := map[string]bool{}
	for _, line := range strings.Split(string(want), "\n") {
		have[line] = true
	}
	for _, line := range strings.Split(got, "\n") {
		if !have[line] {
			t.Errorf("%s has not this line:\n%s", file, line)
		}
	}
}
