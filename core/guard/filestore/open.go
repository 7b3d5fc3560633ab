package filestore

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"planproof/core/guard/store"
)

// Errors of Open and Append.
var (
	// ErrChanged: the store does not verify; Verify says everything that is wrong with it.
	ErrChanged = errors.New("the store was changed and is not continued")
	// ErrClosed: the store was closed, or a write failed in a way that left the file in doubt.
	ErrClosed = errors.New("the store is closed")
)

// A Store is a log in a file. It is safe for concurrent use.
type Store struct {
	mu    sync.Mutex
	file  *os.File
	path  string
	now   func() time.Time
	index store.Index
	end   int64 // behind the last line that the index knows
	lines int
	cut   int64
	fail  error // why nothing can be appended any more
}

var _ store.Log = (*Store)(nil)

// Open opens a store, or makes an empty one. Every record is read and checked. Now gives the times of records; nil is
// time.Now. Errors: ErrChanged, and those of the file system.
func Open(path string, now func() time.Time) (*Store, error) {
	if now == nil {
		now = time.Now
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("opening the store: %w", err)
	}
	s := &Store{file: f, path: path, now: now}
	if err := s.locked(s.open); err != nil {
		f.Close()
		return nil, err
	}
	return s, nil
}

// Cut is how many bytes of an unfinished last line were removed since Open: a record that a stopped process was
// writing and nobody was told of.
func (s *Store) Cut() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cut
}

// Unanswered lists the attempts whose end is not recorded; see store.Index.
func (s *Store) Unanswered() []int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.index.Unanswered()
}

// Close closes the file.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fail == nil {
		s.fail = ErrClosed
	}
	return s.file.Close()
}

// locked runs f while no other process appends.
func (s *Store) locked(f func() error) error {
	unlock, err := lock(s.file, true)
	if err != nil {
		return fmt.Errorf("locking the store: %w", err)
	}
	defer unlock()
	return f()
}

// open reads the whole store and its head.
func (s *Store) open() error {
	head, err := readHead(s.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	missing := err != nil
	if err := s.catchUp(&head); err != nil {
		return err
	}
	count := s.index.Head().Count
	switch {
	case missing && count > 0:
		return fmt.Errorf("%w: %s is missing, so records that were cut off its end can not be seen", ErrChanged, headPath(s.path))
	case head.Count > count:
		return fmt.Errorf("%w: its head counts %d records and there are %d", ErrChanged, head.Count, count)
	}
	if head != s.index.Head() || missing {
		if err := s.writeHead(); err != nil {
			return err
		}
	}
	if missing {
		return syncDirectory(filepath.Dir(s.path))
	}
	return nil
}

// catchUp reads the lines behind the end that the index knows. Stored is compared with the record at its place; nil
// compares nothing.
func (s *Store) catchUp(stored *store.Head) error {
	info, err := s.file.Stat()
	if err != nil {
		return fmt.Errorf("reading the store: %w", err)
	}
	if info.Size() < s.end {
		return fmt.Errorf("%w: it became shorter", ErrChanged)
	}
	start, first := s.end, s.lines
	for line, err := range store.Lines(io.NewSectionReader(s.file, start, info.Size()-start)) {
		if err != nil {
			return fmt.Errorf("reading the store: %w", err)
		}
		line.Offset += start
		line.Number += first
		if err := s.take(line, stored); err != nil {
			return err
		}
	}
	return nil
}

// take adds a line to the index, or removes it when its writer was stopped inside of it.
func (s *Store) take(line store.Line, stored *store.Head) error {
	r, problems, ok := s.index.Read(line)
	switch {
	case ok && len(problems) > 0:
		return fmt.Errorf("%w: line %d: %s", ErrChanged, line.Number, problems[0].Message)
	case !ok && !line.Ended:
		s.cut += line.Size
		return s.truncate(line.Offset)
	case ok && stored != nil && stored.Count == r.ID && stored.Last != r.Hash:
		return fmt.Errorf("%w: line %d is not the record that its head names", ErrChanged, line.Number)
	}
	if !line.Ended {
		if _, err := s.file.WriteAt([]byte{'\n'}, line.Offset+line.Size); err != nil {
			return fmt.Errorf("writing the store: %w", err)
		}
		line.Size++
	}
	s.end = line.Offset + line.Size
	s.lines++
	return nil
}

func (s *Store) truncate(size int64) error {
	if err := s.file.Truncate(size); err != nil {
		return fmt.Errorf("removing an unfinished line: %w", err)
	}
	if err := s.file.Sync(); err != nil {
		return fmt.Errorf("removing an unfinished line: %w", err)
	}
	return nil
}
