package store_test

import (
	"bytes"
	"errors"
	"strconv"
	"strings"
	"testing"

	"planproof/core/guard/store"
	"planproof/core/value"
)

// decision is a made-up decision; n makes it another one.
func decision(n int, outcome string) *store.Decision {
	text := "[user] pay invoice " + strconv.Itoa(n)
	d := &store.Decision{
		Input: store.Input{
			Call:         store.Call{Name: "pay", Arguments: value.Object{{Key: "invoice", Value: value.Int(int64(n))}}, ID: "c" + strconv.Itoa(n)},
			Conversation: text,
			Roles:        []store.RoleSpan{{Start: 7, End: value.RuneCount(text), Role: "user"}},
			UserRequest:  text[7:],
			Facts:        value.Object{{Key: "spent_today", Value: value.Int(400)}},
		},
		Fingerprint: "f",
		Outcome:     outcome,
		Steps: []store.Step{
			{Name: "arguments_valid", Inputs: []store.StepInput{{Name: "call", Hash: store.HashText("x")}}, Value: value.Bool(true)},
			{Name: "known_vendor", Value: value.Bool(outcome == store.Allow)},
			{Name: "budget", Error: "not given: spent"},
		},
	}
	if outcome != store.Allow {
		d.Failed, d.Reasons = []string{"known_vendor"}, []string{"known_vendor: A new payee needs a person."}
	}
	d.Seal()
	return d
}

// filled is a store with n decisions, every third an escalation.
func filled(t *testing.T, n int) *store.Memory {
	t.Helper()
	m := &store.Memory{Now: func() string { return "2026-11-30T20:00:00Z" }}
	for i := range n {
		outcome := store.Allow
		if i%3 == 2 {
			outcome = store.Escalate
		}
		mustAppend(t, m, decision(i+1, outcome))
	}
	return m
}

func mustAppend(t *testing.T, l store.Log, b store.Body) store.Record {
	t.Helper()
	r, err := l.Append(b)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// verify is the report on a text.
func verify(t *testing.T, text []byte, head, anchor *store.Head) *store.Report {
	t.Helper()
	r, err := store.Verify(bytes.NewReader(text), head, anchor)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// wantProblem wants exactly one problem, of a kind, at a line (0: any).
func wantProblem(t *testing.T, r *store.Report, kind string, line int) {
	t.Helper()
	if len(r.Problems) != 1 || r.Problems[0].Kind != kind || (line != 0 && r.Problems[0].Line != line) {
		t.Errorf("problems %+v, want one of kind %s at line %d", r.Problems, kind, line)
	}
}

func lines(text []byte) []string {
	return strings.SplitAfter(strings.TrimSuffix(string(text), "\n"), "\n")
}

func joined(lines ...string) []byte {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(strings.TrimSuffix(l, "\n") + "\n")
	}
	return []byte(b.String())
}

// Every record reads back as it was written, body by body.
func TestReadBack(t *testing.T) {
	m := filled(t, 3)
	attempt, err := store.Approve(m, 3, value.Object{{Key: "invoice", Value: value.Int(3)}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := store.NewResolution(m, 3, store.Answer{Approve: true, Reviewer: "maria", Note: "fine"})
	if err != nil {
		t.Fatal(err)
	}
	r.Made = store.Made{Attempt: attempt.ID, Executed: true, Result: store.HashText("paid")}
	mustAppend(t, m, r)
	for i, line := range lines(m.Text()) {
		read, err := store.ReadRecord([]byte(strings.TrimSuffix(line, "\n")))
		if err != nil {
			t.Fatal(err)
		}
		if got := string(read.AppendJSON(nil)) + "\n"; got != strings.TrimSuffix(line, "\n")+"\n" {
			t.Errorf("record %d reads back as\n%s, was\n%s", i+1, got, line)
		}
	}
	if r := verify(t, m.Text(), nil, nil); !r.OK() || r.Head != m.Head() || r.Decisions != 3 {
		t.Errorf("the store does not verify: %+v", r)
	}
}

// Changing any byte of any record is noticed, or is no change of a value.
func TestEveryByteCounts(t *testing.T) {
	m := filled(t, 4)
	text := m.Text()
	head := m.Head()
	canonical := func(line string) string {
		r, err := store.ReadRecord([]byte(line))
		if err != nil {
			return ""
		}
		return string(r.AppendJSON(nil))
	}
	for i := range text {
		if text[i] == '\n' || testing.Short() && i%17 != 0 {
			continue
		}
		changed := bytes.Clone(text)
		changed[i] ^= 1
		if !verify(t, changed, &head, nil).OK() {
			continue
		}
		n := bytes.Count(text[:i], []byte("\n"))
		if canonical(lines(text)[n]) != canonical(lines(changed)[n]) {
			t.Errorf("a changed byte %d (%q) is not noticed", i, text[max(0, i-20):i+5])
		}
	}
}

func TestAnswersOnce(t *testing.T) {
	m := filled(t, 6)
	yes := store.Answer{Approve: true, Reviewer: "maria"}
	if _, err := store.Resolve(m, 3, yes); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		id   int
		a    store.Answer
		want error
	}{
		{3, yes, store.ErrResolved},
		{3, store.Answer{Reviewer: "paul"}, store.ErrResolved},
		{1, yes, store.ErrNotEscalated},
		{7, yes, store.ErrNoRecord}, // the resolution itself
		{99, yes, store.ErrNoRecord},
		{6, store.Answer{Approve: true}, store.ErrReviewer},
	} {
		if _, err := store.Resolve(m, c.id, c.a); !errors.Is(err, c.want) {
			t.Errorf("resolving %d: %v, want %v", c.id, err, c.want)
		}
		if _, err := store.ResolveWith(m, c.id, c.a, value.Object{}, func() store.Made {
			t.Errorf("the call of %d is made", c.id)
			return store.Made{}
		}); !errors.Is(err, c.want) {
			t.Errorf("resolving %d: %v, want %v", c.id, err, c.want)
		}
	}
	if _, err := store.Approve(m, 6, value.Object{}); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Resolve(m, 6, yes); !errors.Is(err, store.ErrUnderWay) {
		t.Errorf("resolving what is under way: %v", err)
	}
	if r := verify(t, m.Text(), nil, nil); !r.OK() || len(r.Unanswered) != 1 || r.Unanswered[0] != 8 {
		t.Errorf("report %+v", r)
	}
}

func TestForgedAnswer(t *testing.T) {
	m := filled(t, 3)
	if _, err := store.Resolve(m, 3, store.Answer{Approve: true, Reviewer: "maria"}); err != nil {
		t.Fatal(err)
	}
	second := lines(m.Text())[3]
	second = strings.Replace(second, `"id":4`, `"id":5`, 1)
	second = strings.Replace(second, `"prev":"`+prevOf(t, second), `"prev":"`+m.Head().Last, 1)
	forged := rehashed(t, second)
	wantProblem(t, verify(t, append(bytes.Clone(m.Text()), forged...), nil, nil), store.ProblemAnswer, 5)
}

func prevOf(t *testing.T, line string) string {
	t.Helper()
	r, err := store.ReadRecord([]byte(strings.TrimSuffix(line, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	return r.Prev
}

// rehashed is a line with the hash of its content, as one who knows the format would forge it.
func rehashed(t *testing.T, line string) string {
	t.Helper()
	r, err := store.ReadRecord([]byte(strings.TrimSuffix(line, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	var scratch store.Index
	problems := func(l string) int {
		scratch = store.Index{}
		_, p, _ := scratch.Read(store.Line{Number: 1, Text: []byte(l), Ended: true})
		n := 0
		for _, problem := range p {
			if problem.Kind == store.ProblemHash {
				n++
			}
		}
		return n
	}
	r.Hash = store.RecordHash(r)
	out := string(r.AppendJSON(nil))
	if problems(out) != 0 {
		t.Fatal("the forged hash is not the record's")
	}
	return out + "\n"
}

func TestHeads(t *testing.T) {
	h := filled(t, 2).Head()
	for _, text := range []string{h.String(), " " + h.String() + "\n", "0:"} {
		if got, err := store.ParseHead(text); err != nil || got.String() != strings.TrimSpace(text) {
			t.Errorf("ParseHead(%q) = %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "0", ":", "1:", "0:" + h.Last, "-1:" + h.Last, "2:" + h.Last[1:], "2:" + h.Last + "00", "x" + h.String()} {
		if got, err := store.ParseHead(text); !errors.Is(err, store.ErrHead) {
			t.Errorf("ParseHead(%q) = %v, %v", text, got, err)
		}
	}
}

func TestQuery(t *testing.T) {
	m := filled(t, 7)
	mustAppend(t, m, &store.Decision{Input: store.Input{Call: store.Call{Name: "wipe", Arguments: value.Null{}}, Facts: value.Object{}}, Outcome: store.Deny, Failed: []string{"known_tool"}})
	if _, err := store.Resolve(m, 3, store.Answer{Reviewer: "maria"}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		f    store.Filter
		want string
	}{
		{store.Filter{}, "1 2 3 4 5 6 7 8"},
		{store.Filter{Tool: "pay", Outcome: store.Escalate}, "3 6"},
		{store.Filter{Open: true}, "6"},
		{store.Filter{Failed: "known_tool"}, "8"},
		{store.Filter{Outcome: store.Allow, From: 3}, "4 5 7"},
		{store.Filter{Tool: "none"}, ""},
	} {
		entries, err := store.Query(m, c.f)
		var ids []string
		for _, e := range entries {
			ids = append(ids, strconv.Itoa(e.Record.ID))
			if (e.Record.ID == 3) != (e.Resolution != nil) {
				t.Errorf("entry %d has the resolution %v", e.Record.ID, e.Resolution)
			}
		}
		if got := strings.Join(ids, " "); err != nil || got != c.want {
			t.Errorf("Query(%+v) = %s, %v, want %s", c.f, got, err, c.want)
		}
	}
}

func TestLoadMemory(t *testing.T) {
	m := filled(t, 3)
	loaded, err := store.LoadMemory(m.Text())
	if err != nil {
		t.Fatal(err)
	}
	mustAppend(t, loaded, decision(4, store.Deny))
	if r := verify(t, loaded.Text(), nil, nil); !r.OK() || r.Head.Count != 4 {
		t.Errorf("report %+v", r)
	}
	changed := bytes.Replace(m.Text(), []byte("invoice 2"), []byte("invoice 9"), 1)
	if _, err := store.LoadMemory(changed); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("a changed store loads: %v", err)
	}
}

func FuzzVerify(f *testing.F) {
	m := &store.Memory{}
	for i := range 3 {
		m.Append(decision(i, store.Escalate))
	}
	store.Resolve(m, 1, store.Answer{Approve: true, Reviewer: "maria"})
	f.Add(m.Text())
	f.Add([]byte(`{"format":"planproof-guard/1","kind":"attempt","id":1,"tool":"x","trace":"","sent":null,"prev":"","hash":""}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := store.Verify(bytes.NewReader(text), nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		loaded, err := store.LoadMemory(text)
		if r.OK() && err != nil {
			t.Fatalf("it verifies and does not load: %v", err)
		}
		if err != nil {
			return
		}
		for record, err := range loaded.All() {
			if err != nil {
				t.Fatal(err)
			}
			if _, err := loaded.Get(record.ID); err != nil {
				t.Fatal(err)
			}
		}
		loaded.Append(decision(1, store.Deny))
		if r.OK() && !verify(t, loaded.Text(), nil, nil).OK() {
			t.Fatal("it verifies, and no more with one record appended")
		}
	})
}
