//go:build !js && !wasip1

package filestore_test

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"planproof/core/guard/filestore"
	"planproof/core/guard/store"
	"planproof/core/value"
)

// writerVariable makes the test binary the process that is killed: its value is the store.
const writerVariable = "PLANPROOF_TEST_STORE_WRITER"

func TestMain(m *testing.M) {
	if path := os.Getenv(writerVariable); path != "" {
		writeUntilKilled(path)
	}
	os.Exit(m.Run())
}

// writeUntilKilled appends records and says each one on standard output after it is acknowledged.
func writeUntilKilled(path string) {
	s, err := filestore.Open(path, nil)
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	for i := 0; ; i++ {
		d := decision(i, store.Escalate)
		d.Input.UserRequest = strings.Repeat("x", i%5/4*1_000_000) // some take long enough to be killed inside
		d.Seal()
		r, err := s.Append(d)
		if err != nil {
			fmt.Println("error", err)
			os.Exit(1)
		}
		fmt.Println(r.ID, r.Hash)
	}
}

// A writer is killed again and again. The store reopens each time, everything that was acknowledged is there, and the
// chain verifies.
func TestKillWhileWriting(t *testing.T) {
	rounds := 100
	if testing.Short() {
		rounds = 4
	}
	path := filepath.Join(t.TempDir(), "guard.jsonl")
	acknowledged := map[int]string{}
	var cut, behind int
	for round := range rounds {
		if round%10 == 9 { // a fresh file now and then: the first records are the delicate ones, and reopening stays quick
			path = filepath.Join(t.TempDir(), "guard.jsonl")
			acknowledged = map[int]string{}
		}
		runAndKill(t, path, acknowledged, time.Duration(rand.IntN(25_000))*time.Microsecond)
		s, err := filestore.Open(path, nil)
		if err != nil {
			t.Fatalf("round %d: the store does not reopen: %v", round, err)
		}
		if s.Cut() > 0 {
			cut++
		}
		if s.Head().Count > len(acknowledged) {
			behind++
		}
		for id, hash := range acknowledged {
			if r, err := s.Get(id); err != nil || r.Hash != hash {
				t.Fatalf("round %d: record %d was acknowledged as %s and is %s, %v", round, id, hash, r.Hash, err)
			}
		}
		for id := len(acknowledged) + 1; id <= s.Head().Count; id++ { // written and not acknowledged: allowed
			r, _ := s.Get(id)
			acknowledged[id] = r.Hash
		}
		s.Close()
		if r, err := filestore.Verify(path, nil); err != nil || !r.OK() {
			t.Fatalf("round %d: %v, %+v", round, err, r)
		}
	}
	t.Logf("%d rounds: %d with an unfinished line, %d with a record that was not acknowledged", rounds, cut, behind)
}

// runAndKill starts a writer, lets it append for a while after its first record (or kills it while it opens the
// store), and notes what it acknowledged.
func runAndKill(t *testing.T, path string, acknowledged map[int]string, after time.Duration) {
	t.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), writerVariable+"="+path)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	in := bufio.NewScanner(out)
	started := false
	kill := func() { c.Process.Kill() }
	if after < time.Millisecond {
		time.AfterFunc(after*10, kill) // while it opens
	}
	for in.Scan() {
		id, hash, _ := strings.Cut(in.Text(), " ")
		n, err := strconv.Atoi(id)
		if err != nil {
			t.Fatal(in.Text())
		}
		acknowledged[n] = hash
		if !started {
			started = true
			time.AfterFunc(after, kill)
		}
	}
	c.Wait()
}

// Two processes append to one store at once: every record is there, and the chain holds.
func TestTwoWriters(t *testing.T) {
	path := filepath.Join(t.TempDir(), "guard.jsonl")
	done := make(chan map[int]string)
	for range 2 {
		go func() {
			own := map[int]string{}
			runAndKill(t, path, own, 150*time.Millisecond)
			done <- own
		}()
	}
	a, b := <-done, <-done
	s, err := filestore.Open(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, own := range []map[int]string{a, b} {
		if len(own) == 0 {
			t.Error("a writer wrote nothing")
		}
		for id, hash := range own {
			if r, err := s.Get(id); err != nil || r.Hash != hash {
				t.Errorf("record %d is not what its writer was told: %v", id, err)
			}
		}
	}
	for id := range a {
		if _, both := b[id]; both {
			t.Errorf("two writers were told that they wrote record %d", id)
		}
	}
	if r, err := filestore.Verify(path, nil); err != nil || !r.OK() {
		t.Errorf("%v, %+v", err, r)
	}
}

// An escalation that two stores of one file answer is answered once, and the call is made once.
func TestAnsweredOnceAcrossProcesses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "guard.jsonl")
	first, second := mustOpen(t, path), mustOpen(t, path)
	if _, err := first.Append(decision(1, store.Escalate)); err != nil {
		t.Fatal(err)
	}
	if _, err := second.Append(decision(2, store.Deny)); err != nil { // it learns of record 1
		t.Fatal(err)
	}
	made := make(chan string, 2)
	answers := make(chan error, 2)
	for i, s := range []*filestore.Store{first, second} {
		go func() {
			_, err := store.ResolveWith(s, 1, store.Answer{Approve: true, Reviewer: strconv.Itoa(i)}, value.Object{}, func() store.Made {
				made <- "call"
				time.Sleep(10 * time.Millisecond)
				return store.Made{Executed: true}
			})
			answers <- err
		}()
	}
	if a, b := <-answers, <-answers; (a == nil) == (b == nil) {
		t.Errorf("answers: %v and %v, want exactly one", a, b)
	}
	if len(made) != 1 {
		t.Errorf("the call was made %d times", len(made))
	}
}
