package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// answerLine is what one line of --jsonl says.
type answerLine struct {
	OK     bool
	Engine string
	Error  *struct {
		Kind, Message string
		Span          *struct{ Doc string }
	}
	Violations []struct{ Message string }
}

func readAnswers(t *testing.T, out string) []answerLine {
	t.Helper()
	var all []answerLine
	for n, line := range strings.Split(strings.TrimSuffix(out, "\n"), "\n") {
		var a answerLine
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatalf("line %d: %v: %.200s", n+1, err, line)
		}
		all = append(all, a)
	}
	return all
}

// Each of 2,000 lines calls a tool of its own that is not allowed; its answer
// names it. Every seventh line is no document, every eleventh is blank.
func TestLinesKeepTheirOrder(t *testing.T) {
	var in strings.Builder
	var want []string
	for n := range 2000 {
		switch {
		case n%11 == 3:
			in.WriteString(" \t\r\n")
		case n%7 == 5:
			in.WriteString("{\"line\": " + fmt.Sprint(n) + "\n")
			want = append(want, "")
		default:
			tool := fmt.Sprint("tool_", n)
			steps := strings.Repeat(`{"label":"l","tool_call":{"tool_name":"ok","arguments":{}}},`, n%50*(n%3))
			fmt.Fprintf(&in, `{"workflow":{"goal":"g","steps":[%s{"label":"x","tool_call":{"tool_name":"%s","arguments":{}}}]},`+
				`"policy":{"name":"p","allowed_tools":["ok"]},"tools":[{"name":"ok","params":[]},{"name":"%s","params":[]}]}`+"\n", steps, tool, tool)
			want = append(want, tool)
		}
	}
	r := planproof(t, in.String(), "verify", "--jsonl", "-")
	if r.code != 2 || r.err != "" {
		t.Errorf("code %d, %s", r.code, r.err)
	}
	have := readAnswers(t, r.out)
	if len(have) != len(want) {
		t.Fatalf("%d answers, want %d", len(have), len(want))
	}
	for i, a := range have {
		if want[i] == "" && (a.OK || a.Error == nil || a.Error.Span == nil) {
			t.Errorf("answer %d: %+v, want an error", i, a)
		}
		if want[i] != "" && (len(a.Violations) != 1 || !strings.Contains(a.Violations[0].Message, "`"+want[i]+"`")) {
			t.Errorf("answer %d: %+v, want one about %s", i, a, want[i])
		}
	}
}

func TestLinesExitCode(t *testing.T) {
	safe, refused := bundle(t, "safe.json")+"\n", bundle(t, "plan.json")+"\n"
	for _, c := range []struct {
		in   string
		code int
		n    int
	}{
		{"", 0, 0}, {"\n \n", 0, 0}, {safe, 0, 1}, {safe + refused + safe, 1, 3}, {safe + "{\n" + refused, 2, 3}, {strings.TrimSuffix(safe, "\n"), 0, 1},
		{strings.ReplaceAll(safe+safe, "\n", "\r\n"), 0, 2},
	} {
		r := planproof(t, c.in, "verify", "--jsonl", "--format", "json", "-")
		if n := strings.Count(r.out, "\n"); r.code != c.code || n != c.n {
			t.Errorf("%.40q: code %d, %d lines, want %d, %d: %s", c.in, r.code, n, c.code, c.n, r.err)
		}
	}
	planproof(t, compact(t, "safe.json")+"\n"+compact(t, "plan.json"), with("verify", "--jsonl", "-")...).mustHave(t, 1, `{"version":1,`)
	planproof(t, "", "verify", "--jsonl", "none.jsonl").mustHave(t, 2, `{"ok":false,"error":{"kind":"input","message":"can not read none.jsonl`)
}

// A line beyond the limit has an error of its own; the lines around it are
// verified.
func TestLongLines(t *testing.T) {
	safe := bundle(t, "safe.json")
	padded := strings.TrimSuffix(safe, "}") + strings.Repeat(" ", 8<<20-len(safe)) + "}"
	in := strings.Join([]string{safe, padded, padded + " ", strings.Repeat("x", 20<<20), safe}, "\n")
	r := planproof(t, in, "verify", "--jsonl", "-")
	have := readAnswers(t, r.out)
	if r.code != 2 || len(have) != 5 {
		t.Fatalf("code %d, %d answers", r.code, len(have))
	}
	for i, kind := range []string{"", "", "limit", "limit", ""} {
		if kind == "" && !have[i].OK || kind != "" && (have[i].Error == nil || have[i].Error.Kind != kind) {
			t.Errorf("line %d: %+v", i+1, have[i])
		}
	}
}

// A program that sends one line and waits gets its answer.
func TestLinesAnswerAtOnce(t *testing.T) {
	c := exec.Command(binary, "verify", "--jsonl", "-")
	stdin, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer c.Wait()
	defer stdin.Close()
	got := make(chan string, 1)
	go func() {
		buf := make([]byte, 64<<10)
		n, _ := stdout.Read(buf)
		got <- string(buf[:n])
	}()
	io.WriteString(stdin, bundle(t, "safe.json")+"\n")
	select {
	case line := <-got:
		if !strings.Contains(line, `"ok":true`) {
			t.Errorf("answered %s", line)
		}
	case <-time.After(20 * time.Second):
		t.Error("no answer")
	}
}
