package filestore_test

import (
	"path/filepath"
	"testing"

	"planproof/core/guard/filestore"
	"planproof/core/guard/store"
)

// One record on the disk: the line and its head, each synced.
func BenchmarkAppend(b *testing.B) {
	s, err := filestore.Open(filepath.Join(b.TempDir(), "guard.jsonl"), at)
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	for i := range b.N {
		if _, err := s.Append(decision(i, store.Allow)); err != nil {
			b.Fatal(err)
		}
	}
}

// Reading and checking a store of 1,000 records.
func BenchmarkVerify(b *testing.B) {
	path := filepath.Join(b.TempDir(), "guard.jsonl")
	s, err := filestore.Open(path, at)
	if err != nil {
		b.Fatal(err)
	}
	for i := range 1_000 {
		if _, err := s.Append(decision(i, store.Allow)); err != nil {
			b.Fatal(err)
		}
	}
	s.Close()
	for b.Loop() {
		if r, err := filestore.Verify(path, nil); err != nil || !r.OK() {
			b.Fatal(err)
		}
	}
}
