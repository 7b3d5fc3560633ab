package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestHelp(t *testing.T) {
	all := commands()
	for _, c := range commands() {
		all = append(all, c.parts...)
	}
	for _, c := range all {
		name := strings.Fields(c.name)
		page := planproof(t, "", append(name, "--help")...)
		page.mustHave(t, 0, "usage: planproof "+c.name, "example", "planproof "+c.name)
		for _, f := range c.flags {
			if !strings.Contains(page.out, f.dashed()) {
				t.Errorf("%s --help does not show %s", c.name, f.dashed())
			}
		}
		for n, line := range strings.Split(page.out, "\n") {
			if len(line) > 110 {
				t.Errorf("%s --help, line %d: %d columns", c.name, n+1, len(line))
			}
		}
		if again := planproof(t, "", append([]string{"help"}, name...)...); again != page {
			t.Errorf("help %s differs from %s --help", c.name, c.name)
		}
		planproof(t, "", append([]string{"help"}, name[:len(name)-1]...)...).mustHave(t, 0, name[len(name)-1], c.summary)
	}
	planproof(t, "", "--help").mustHave(t, 0, "usage: planproof COMMAND")
	planproof(t, "").mustSay(t, 2, "usage: planproof COMMAND")
}

func TestWrongUse(t *testing.T) {
	planproof(t, "", "verfy").mustSay(t, 2, `unknown command "verfy"; did you mean verify?`)
	planproof(t, "", "help", "verfy").mustSay(t, 2, "did you mean verify?")
	planproof(t, "", "verify").mustSay(t, 2, "expected FILE|-", "--help")
	planproof(t, "", "verify", "a", "b").mustSay(t, 2, `one operand too many: "b"`)
	planproof(t, "", "verify", "--polcy", "x", "a").mustSay(t, 2, "unknown flag --polcy; did you mean --policy?")
	planproof(t, "", "verify", "a", "--xyz").mustSay(t, 2, "unknown flag --xyz; an operand that begins with - comes after --")
	planproof(t, "", "verify", "a", "--policy").mustSay(t, 2, "--policy needs a value")
	planproof(t, "", "verify", "a", "--strict=yes").mustSay(t, 2, "--strict takes no value")
	planproof(t, "", "verify", "a", "--format", "jsn").mustSay(t, 2, `--format is "jsn"`, "did you mean json?")
	planproof(t, "", "verify", "a", "--policy", "x", "--policy=y").mustSay(t, 2, "--policy is given twice")
	planproof(t, "", "verify", "--jsonl", "--format", "sarif", "-").mustSay(t, 2, "one JSON report a line")
	planproof(t, "", "verify", "plan.json", "--policy", "policy.json").mustSay(t, 2, "belong together", "give --tools too")
	planproof(t, "", "version", "x").mustSay(t, 2, "too many")
}

func TestVersion(t *testing.T) {
	planproof(t, "", "version").mustHave(t, 0, "planproof 0.")
	planproof(t, "", "--version").mustHave(t, 0, "planproof 0.")
}

func TestExplain(t *testing.T) {
	planproof(t, "", "explain", "taint/flow").mustHave(t, 0, "# Data from a source reaches a sink", "## How to fix it")
	planproof(t, "", "explain").mustHave(t, 0, "taint/flow", "lint/unguarded-sink")
	planproof(t, "", "explain", "taint/flw").mustSay(t, 2, "did you mean taint/flow?")
	planproof(t, "", "explain", "frame").mustSay(t, 2, "did you mean frame/vacuous?")
	planproof(t, "", "explain", "../../secret").mustSay(t, 2, "no kind of finding")
}

func TestSchema(t *testing.T) {
	for _, name := range schemaNames {
		r := planproof(t, "", "schema", name)
		r.mustHave(t, 0, `"$schema": "https://json-schema.org/draft/2020-12/schema"`)
		if !json.Valid([]byte(r.out)) {
			t.Errorf("schema %s is not JSON", name)
		}
		if again := planproof(t, "", "schema", name+".schema.json"); again != r {
			t.Errorf("schema %s.schema.json differs", name)
		}
	}
	planproof(t, "", "schema").mustHave(t, 0, "workflow\npolicy\n")
	planproof(t, "", "schema", "plan").mustSay(t, 2, "there are workflow, policy")
}

func TestEval(t *testing.T) {
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"1 + 1"}, 0, `{"value":2}`},
		{[]string{"x == 1", "--env", `{"x":true}`}, 0, `{"value":true}`},
		{[]string{"--env", `{"x":1.50}`, "x"}, 0, `{"value":1.50}`},
		{[]string{`--env={"x":"\ud800"}`, "x"}, 0, `{"value":"\ud800"}`},
		{[]string{"(1, 'a')"}, 0, `{"value":{"$tuple":[1,"a"]}}`},
		{[]string{"--", "-1"}, 0, `{"value":-1}`},
		{[]string{"domain_of(x) in d", "--env", `{"x":"A@COMPANY.COM","d":["company.com"]}`}, 0, `{"value":true}`},
		{[]string{"1 +"}, 2, `{"error":{"kind":"syntax",`},
		{[]string{"lambda: 1"}, 2, `{"error":{"kind":"grammar",`},
		{[]string{"  y"}, 2, `{"error":{"kind":"name",`},
		{[]string{"1 < 'a'"}, 2, `{"error":{"kind":"type",`},
		{[]string{"1 // 0"}, 2, `{"error":{"kind":"value",`},
		{[]string{"x", "--env", "[1]"}, 2, `{"error":{"kind":"input",`},
		{[]string{"x", "--env", `{"x":1,"x":2}`}, 2, `"offset":7}}`},
		{[]string{"x", "--env", `{"x":1},"tools":[]`}, 2, `{"error":{"kind":"input",`},
	} {
		r := planproof(t, "", append([]string{"eval"}, c.args...)...)
		if r.code != c.code || !strings.HasPrefix(r.out, c.want) && !strings.Contains(r.out, c.want) || r.err != "" || !json.Valid([]byte(r.out)) {
			t.Errorf("eval %q: %d %s%s, want %d %s", c.args, r.code, r.out, r.err, c.code, c.want)
		}
	}
	planproof(t, "", "eval", "y > 2 and z").mustHave(t, 2, `"kind":"name"`, `"offset":0}}`)
	planproof(t, "", "eval", strings.Repeat("not ", 5000)+"x").mustHave(t, 2, `"kind":"limit"`)
}

func TestVerifyText(t *testing.T) {
	refused := planproof(t, "", with("verify", "plan.json")...)
	refused.mustHave(t, 1, "Rejected. The plan is refused with 1 violation: 1 taint.", "workflow:5:", "plan.json:5:", "^^^^", "1 source", "{email_content}", "`redact`")
	planproof(t, "", append(append([]string{"verify"}, parts...), "safe.json")...).mustHave(t, 0, "Accepted. No run of this plan breaks the policy.")
	planproof(t, bundle(t, "safe.json"), "verify", "-").mustHave(t, 0, "Accepted.")
	planproof(t, bundle(t, "plan.json"), "verify", "-").mustHave(t, 1, "Rejected.", "bundle:1:")
	if strings.Contains(refused.out, "\x1b") {
		t.Error("color without a terminal")
	}
	planproof(t, "", with("verify", "plan.json", "--color", "always")...).mustHave(t, 1, "\x1b[1;31mRejected.")
}

func TestVerifyFormats(t *testing.T) {
	for format, want := range map[string]string{
		"text": "Rejected. ", "json": `{"version":1,`, "sarif": `"version":"2.1.0"`, "md": "**Rejected.** ", "html": "<!doctype html>",
	} {
		planproof(t, "", with("verify", "plan.json", "--format", format)...).mustHave(t, 1, want)
	}
	full := planproof(t, "", with("verify", "plan.json", "--format", "json", "--detail=full")...)
	full.mustHave(t, 1, `"trace":{"version":1,"detail":"full"`)
	again := planproof(t, "", with("verify", "plan.json", "--format", "json", "--detail=full")...)
	if again != full {
		t.Error("the same documents gave another report")
	}
}

func TestVerifyLenient(t *testing.T) {
	chat, err := os.ReadFile("testdata/chat.txt")
	if err != nil {
		t.Fatal(err)
	}
	planproof(t, string(chat), with("verify", "-")...).mustSay(t, 2, "input error", "workflow:1:1")
	planproof(t, string(chat), with("verify", "--lenient", "-")...).mustHave(t, 1, "Rejected. The plan is refused with 1 violation: 1 taint.", "notes", "workflow:8:")
}

func TestVerifyErrors(t *testing.T) {
	planproof(t, "", "verify", "none.json").mustSay(t, 2, "can not read none.json: no such file")
	planproof(t, "", "verify", ".").mustSay(t, 2, "can not read .: is a directory")
	planproof(t, "", with("verify", "broken.json")...).mustSay(t, 2, "input error", "workflow:3:3", "broken.json:3:3", `"stpes": []`, "^^^^^^^", "did you mean `steps`?")
	planproof(t, "", with("verify", "broken.json", "--format", "json")...).mustHave(t, 2, `{"ok":false,"error":{"kind":"input",`, `"span":{"doc":"workflow","start":{"line":3,"column":3,"offset":19}`)
	planproof(t, "", "verify", "plan.json").mustSay(t, 2, "a policy and tools are missing", "give --policy and --tools")
	planproof(t, "", "verify", "policy.json").mustSay(t, 2, "this looks like a policy")
	planproof(t, "", "verify", "none.json", "--format", "json").mustHave(t, 2, `{"ok":false,"error":{"kind":"input","message":"can not read none.json`)
	planproof(t, "", "verify", "-").mustSay(t, 2, "input error")
	planproof(t, "", "verify", "-", "--policy", "-", "--tools", "tools.json").mustSay(t, 2, "only one document")
	planproof(t, "\x00", "verify", "-").mustSay(t, 2, "input error", `\u0000`)
}

func TestLint(t *testing.T) {
	planproof(t, "", with("lint")...).mustHave(t, 0, "No remarks about the policy and the tools.")
	policy := `{"name":"p","allowed_tools":["fetch_mial"]}`
	if err := os.WriteFile("testdata/tmp-policy.json", []byte(policy), 0o644); err != nil {
		t.Fatal(err)
	}
	defer os.Remove("testdata/tmp-policy.json")
	bad := []string{"lint", "--policy", "tmp-policy.json", "--tools", "tools.json"}
	planproof(t, "", bad...).mustHave(t, 1, "1  △", "lint/unknown-tool", "policy:1:", "did you mean `fetch_mail`?")
	planproof(t, "", append(bad, "--format", "json")...).mustHave(t, 1, `{"lint":[{"id":"lint/unknown-tool"`)
	planproof(t, "", "lint").mustSay(t, 2, "give a bundle, or --policy and --tools")
	planproof(t, bundle(t, "plan.json"), "lint", "-").mustHave(t, 0, "No remarks")
}

func TestFormat(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "p.json")
	ugly := "{\"allowed_tools\":[\"a\"],\n\"name\":\"p\"}"
	if err := os.WriteFile(file, []byte(ugly), 0o600); err != nil {
		t.Fatal(err)
	}
	pretty := planproof(t, "", "fmt", file)
	pretty.mustHave(t, 0, `"name": "p"`)
	planproof(t, "", "fmt", "-l", file).mustHave(t, 1, file+"\n")
	planproof(t, "", "fmt", "-d", file).mustHave(t, 1, "--- "+file, `-"name":"p"}`, "+")
	planproof(t, "", "fmt", "-w", file).mustHave(t, 0)
	text, err := os.ReadFile(file)
	if err != nil || string(text) != pretty.out {
		t.Errorf("written %q, printed %q, %v", text, pretty.out, err)
	}
	planproof(t, "", "fmt", "-l", "-d", file).mustHave(t, 0)
	planproof(t, "", "fmt", "-w", "-").mustSay(t, 2, "not standard input")
	for _, name := range []string{"plan.json", "policy.json", "tools.json"} {
		once := planproof(t, "", "fmt", name)
		twice := planproof(t, once.out, "fmt", "-")
		if once.code != 0 || once.out != twice.out {
			t.Errorf("fmt of %s is not stable: %d %s%s", name, once.code, once.err, twice.err)
		}
	}
	b := planproof(t, bundle(t, "plan.json"), "fmt", "-")
	b.mustHave(t, 0, `"workflow": {`)
	planproof(t, "", "fmt", "broken.json", "policy.json").mustHave(t, 2, `"mail policy"`)
	planproof(t, "", "fmt", "broken.json").mustSay(t, 2, "broken.json:3:3", "did you mean `steps`?")
	chat, _ := os.ReadFile("testdata/chat.txt")
	r := planproof(t, string(chat), "fmt", "--lenient", "-")
	r.mustHave(t, 0, `{"ref": "mails"}`)
	if !strings.Contains(r.err, ":") {
		t.Errorf("no notes: %q", r.err)
	}
}

func TestSMT(t *testing.T) {
	dir := t.TempDir()
	var files []string
	for i, text := range []string{
		"(declare-const x Int)(assert (< x 3))(check-sat)",
		"(declare-const x Int)(assert (< x 3))(assert (> x 3))(check-sat)",
		"(declare-const x (Array Int Int))(check-sat)",
	} {
		file := filepath.Join(dir, fmt.Sprint(i, ".smt2"))
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	r := planproof(t, "", append([]string{"smt"}, files...)...)
	if r.code != 0 || r.out != "sat\nunsat\nunknown\n" || !strings.Contains(r.err, "2.smt2") {
		t.Errorf("%d %q %q", r.code, r.out, r.err)
	}
	planproof(t, "", "smt", "none.smt2").mustSay(t, 2, "can not read none.smt2")
}

// A reader that goes away does not make planproof complain.
func TestBrokenPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	c := exec.Command(binary, "verify", "--jsonl", "-")
	c.Stdin, c.Stdout, c.Stderr = strings.NewReader(strings.Repeat(bundle(t, "safe.json")+"\n", 5000)), w, &errs
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	r.Read(make([]byte, 10))
	r.Close()
	done := make(chan error, 1)
	go func() { done <- c.Wait() }()
	select {
	case <-done:
	case <-time.After(30 * time.Second):
		c.Process.Kill()
		t.Fatal("does not end")
	}
	if errs.Len() > 0 {
		t.Errorf("said %s", errs.String())
	}
}
