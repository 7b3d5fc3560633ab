package complete

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"planproof/core/cond"
	"planproof/core/doc"
	"planproof/examples"
	"planproof/ui/paste"
)

var update = flag.Bool("update", false, "write the golden files")

func file(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func docs(t testing.TB) Documents {
	return Documents{file(t, "workflow.json"), file(t, "policy.json"), file(t, "tools.json")}
}

func (d *Documents) set(name, text string) {
	switch name {
	case doc.DocPolicy:
		d.Policy = text
	case doc.DocTools:
		d.Tools = text
	default:
		d.Workflow = text
	}
}

const caret = "‸"

// each reads the cases and gives each with its documents and its cursor.
func each(t *testing.T, do func(title, name string, d Documents, at int)) {
	for _, block := range strings.Split(file(t, "cases.txt"), "\n== ")[1:] {
		title, rest, _ := strings.Cut(block, "\n")
		line := strings.TrimSpace(rest)
		d := docs(t)
		where, edit, _ := strings.Cut(line, ": ")
		name, in := strings.CutPrefix(where, "in ")
		text := edit
		if in {
			before, after, _ := strings.Cut(edit, " => ")
			if strings.Count(d.get(name), before) < 1 {
				t.Fatalf("%s: no %s", title, before)
			}
			text = strings.Replace(d.get(name), before, after, 1)
		}
		at := strings.Index(text, caret)
		if at < 0 {
			t.Fatalf("%s: no cursor", title)
		}
		d.set(name, strings.Replace(text, caret, "", 1))
		do(title, name, d, at)
	}
}

// What is said at each place of testdata/cases.txt is in complete.txt and
// hover.txt.
func TestCases(t *testing.T) {
	var completed, hovered strings.Builder
	each(t, func(title, name string, d Documents, at int) {
		if what, ok := strings.CutPrefix(title, "hover: "); ok {
			said, ok := Hover(d, name, at)
			fmt.Fprintf(&hovered, "== %s\n", what)
			if ok {
				fmt.Fprintf(&hovered, "%s\n  %s\n", d.get(name)[said.From:said.To], strings.Join(said.Lines, "\n  "))
			}
			return
		}
		a := Complete(d, name, at)
		fmt.Fprintf(&completed, "== %s\n%q in %q\n", title, d.get(name)[a.From:a.To], d.get(name)[a.OuterFrom:a.OuterTo])
		for _, it := range a.Items {
			fmt.Fprintf(&completed, "  %s | %s | %s | %d | %q\n", it.Label, it.Kind, it.Detail, it.Boost, it.Apply)
			if it.Kind == "word" {
				continue
			}
			for _, l := range it.Info {
				fmt.Fprintf(&completed, "    %s\n", l)
			}
		}
	})
	golden(t, "complete.txt", completed.String())
	golden(t, "hover.txt", hovered.String())
}

func golden(t *testing.T, name, text string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(filepath.Join("testdata", name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if file(t, name) != text {
		t.Errorf("%s differs; accept with -update:\n%s", name, text)
	}
}

// sound checks an answer at one offset: its ranges are in the text and around
// the cursor, and what would be written is a text.
func sound(t *testing.T, d Documents, name string, at int) {
	t.Helper()
	a := Complete(d, name, at)
	n := len(d.get(name))
	if a.From < 0 || a.From > at || a.To < at || a.OuterFrom > a.From || a.OuterTo < a.To || a.OuterTo > n {
		t.Fatalf("%s at %d of %d: %d-%d in %d-%d", name, at, n, a.From, a.To, a.OuterFrom, a.OuterTo)
	}
	for _, it := range a.Items {
		if it.Label == "" || it.Apply == "" {
			t.Fatalf("%s at %d: %+v", name, at, it)
		}
	}
	if said, ok := Hover(d, name, at); ok && (said.From < 0 || said.From > at || said.To < at || said.To > n || said.Lines[0] == "") {
		t.Fatalf("%s at %d: %+v", name, at, said)
	}
}

// Every offset of every document of the examples, and of every beginning of
// them, has an answer.
func TestEveryOffset(t *testing.T) {
	cases := 0
	for i, e := range examples.All() {
		s := paste.Sort(string(e.Text))
		d := Documents{s.Workflow, s.Policy, s.Tools}
		step := 3
		if i > 0 {
			step = 41
		}
		for _, name := range []string{doc.DocWorkflow, doc.DocPolicy, doc.DocTools} {
			text := d.get(name)
			for at := 0; at <= len(text); at += step {
				cut := d
				cut.set(name, text[:at])
				sound(t, cut, name, at)
				sound(t, d, name, at)
				cases += 2
			}
		}
	}
	t.Logf("%d cases", cases)
}

// The functions that are offered are those of the condition language.
func TestFunctionsAreThoseOfConditions(t *testing.T) {
	names := map[string]bool{}
	for _, f := range functions {
		names[f.name] = true
		if !strings.HasPrefix(f.call, f.name+"(") || f.about == "" {
			t.Errorf("%+v", f)
		}
	}
	n := 0
	for f := cond.Len; f <= cond.Matches; f++ {
		n++
		if !names[f.String()] {
			t.Errorf("no words about %s", f)
		}
	}
	if n != len(functions) {
		t.Errorf("%d functions, %d with words", n, len(functions))
	}
}

func FuzzComplete(f *testing.F) {
	d := docs(f)
	f.Add(d.Workflow, d.Policy, d.Tools, 100)
	f.Add(`{"steps": [{"tool_call": {"tool_name": "`, `{"allowed_tools": [`, `[{"name": "a", "params": [{"name": `, 40)
	f.Add("{{{[[[\"\\", "]}:,\"", "#//*", 3)
	f.Fuzz(func(t *testing.T, w, p, tools string, at int) {
		d := Documents{w, p, tools}
		for _, name := range []string{doc.DocWorkflow, doc.DocPolicy, doc.DocTools} {
			sound(t, d, name, max(0, min(at, len(d.get(name)))))
		}
	})
}
