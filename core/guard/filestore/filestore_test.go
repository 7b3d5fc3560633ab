package filestore_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"planproof/core/guard/filestore"
	"planproof/core/guard/store"
	"planproof/core/value"
)

// decision is a made-up decision; n makes it another one.
func decision(n int, outcome string) *store.Decision {
	d := &store.Decision{
		Input: store.Input{
			Call:         store.Call{Name: "pay", Arguments: value.Object{{Key: "invoice", Value: value.Int(int64(n))}}},
			Conversation: "[user] pay " + strconv.Itoa(n),
			Facts:        value.Object{},
		},
		Steps:   []store.Step{{Name: "known_vendor", Value: value.Bool(true)}},
		Outcome: outcome,
	}
	d.Seal()
	return d
}

func at() time.Time { return time.Date(2026, 11, 30, 20, 0, 0, 0, time.UTC) }

func mustOpen(t *testing.T, path string) *filestore.Store {
	t.Helper()
	s, err := filestore.Open(path, at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// written is a store with n records.
func written(t *testing.T, n int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "guard.jsonl")
	s := mustOpen(t, path)
	for i := range n {
		if _, err := s.Append(decision(i+1, store.Escalate)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func overwrite(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

func mustVerify(t *testing.T, path string) {
	t.Helper()
	r, err := filestore.Verify(path, nil)
	if err != nil || !r.OK() {
		t.Fatalf("%v, %+v", err, r)
	}
}

func TestAppendAndReopen(t *testing.T) {
	path := written(t, 3)
	mustVerify(t, path)
	s := mustOpen(t, path)
	if s.Head().Count != 3 || s.Cut() != 0 {
		t.Fatalf("head %v, cut %d", s.Head(), s.Cut())
	}
	r, err := store.Resolve(s, 2, store.Answer{Reviewer: "maria", Note: "not this vendor"})
	if err != nil || r.ID != 4 || r.Time != "2026-11-30T20:00:00Z" {
		t.Fatalf("%+v, %v", r, err)
	}
	open, err := store.Query(s, store.Filter{Open: true})
	if err != nil || len(open) != 2 {
		t.Fatalf("%d open, %v", len(open), err)
	}
	s.Close()
	if _, err := s.Append(decision(9, store.Deny)); !errors.Is(err, filestore.ErrClosed) {
		t.Errorf("appending to a closed store: %v", err)
	}
	s = mustOpen(t, path)
	if _, err := store.Resolve(s, 2, store.Answer{Approve: true, Reviewer: "paul"}); !errors.Is(err, store.ErrResolved) {
		t.Errorf("answered twice: %v", err)
	}
	mustVerify(t, path)
}

// The last line is cut at every byte, before its head was written: the store reopens without it, or with it when all
// of it is there, and goes on.
func TestTornTail(t *testing.T) {
	path := written(t, 2)
	text, head := read(t, path), read(t, path+".head")
	s := mustOpen(t, path)
	s.Append(decision(3, store.Deny))
	s.Close()
	longer := read(t, path)
	step := 1
	if testing.Short() {
		step = 40
	}
	for cut := len(text); cut <= len(longer); cut += step {
		if cut > len(longer)-step {
			step = 1
		}
		overwrite(t, path, longer[:cut])
		overwrite(t, path+".head", head)
		s, err := filestore.Open(path, at)
		if err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		want := 2
		if cut >= len(longer)-1 { // only the newline is missing: the record is whole
			want = 3
		}
		if s.Head().Count != want || (s.Cut() > 0) != (want == 2 && cut > len(text)) {
			t.Fatalf("cut at %d: %d records, %d bytes removed", cut, s.Head().Count, s.Cut())
		}
		if _, err := s.Append(decision(4, store.Allow)); err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		s.Close()
		mustVerify(t, path)
	}
}

// A store that was changed is not continued.
func TestRefusals(t *testing.T) {
	lines := func(text []byte) [][]byte { return bytes.SplitAfter(text, []byte("\n")) }
	for name, change := range map[string]func(path string, text []byte){
		"an edited record":      func(p string, x []byte) { overwrite(t, p, bytes.Replace(x, []byte("pay 2"), []byte("pay 3"), 1)) },
		"a cut-off end":         func(p string, x []byte) { overwrite(t, p, bytes.Join(lines(x)[:2], nil)) },
		"half a counted record": func(p string, x []byte) { overwrite(t, p, x[:len(x)-20]) },
		"a removed record":      func(p string, x []byte) { overwrite(t, p, append(lines(x)[0], lines(x)[2]...)) },
		"no head":               func(p string, x []byte) { os.Remove(p + ".head") },
		"an empty head":         func(p string, x []byte) { overwrite(t, p+".head", nil) },
		"another head":          func(p string, x []byte) { overwrite(t, p+".head", []byte("3:"+store.HashText("x"))) },
		"an empty store":        func(p string, x []byte) { overwrite(t, p, nil) },
	} {
		path := written(t, 3)
		change(path, read(t, path))
		if s, err := filestore.Open(path, at); !errors.Is(err, filestore.ErrChanged) {
			t.Errorf("%s: opened with %v", name, err)
			if err == nil {
				s.Close()
			}
		}
		if r, err := filestore.Verify(path, nil); err != nil || r.OK() {
			t.Errorf("%s: verified with %v", name, err)
		}
	}
}

func TestShorterWhileOpen(t *testing.T) {
	path := written(t, 3)
	s := mustOpen(t, path)
	overwrite(t, path, nil)
	if _, err := s.Append(decision(4, store.Allow)); !errors.Is(err, filestore.ErrChanged) {
		t.Errorf("appended with %v", err)
	}
}

func TestForeignLineStays(t *testing.T) {
	path := written(t, 2)
	overwrite(t, path, append(read(t, path), "a remark by a person\n"...))
	s := mustOpen(t, path)
	if _, err := s.Append(decision(3, store.Allow)); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, err := range s.All() {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	r, err := filestore.Verify(path, nil)
	if err != nil || n != 3 || len(r.Problems) != 1 || r.Problems[0].Kind != store.ProblemForeign || r.Problems[0].Line != 3 {
		t.Errorf("%d records, %v, %+v", n, err, r)
	}
}

func FuzzOpen(f *testing.F) {
	f.Add([]byte("{}"), []byte("0:"), 0)
	f.Fuzz(func(t *testing.T, tail, head []byte, keep int) {
		path := written(t, 2)
		text := read(t, path)
		overwrite(t, path, append(text[:max(0, min(keep, len(text)))], tail...))
		if len(head) > 0 {
			overwrite(t, path+".head", head)
		}
		s, err := filestore.Open(path, at)
		if err != nil {
			return
		}
		defer s.Close()
		if _, err := s.Append(decision(3, store.Allow)); err != nil {
			t.Fatal(err)
		}
		r, err := filestore.Verify(path, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range r.Problems {
			if p.Kind != store.ProblemForeign {
				t.Fatalf("an opened store has the problem %+v", p)
			}
		}
	})
}
