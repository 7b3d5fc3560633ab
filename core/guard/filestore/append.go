package filestore

import (
	"fmt"
	"io"
	"iter"
	"time"

	"planproof/core/guard/store"
)

// Append implements store.Log. When it returns without an error the record survives the process and the machine's
// crash. After an error of the file system the record is not in the store; when even that is in doubt, every later
// append fails with ErrClosed.
func (s *Store) Append(b store.Body) (r store.Record, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fail != nil {
		return r, s.fail
	}
	err = s.locked(func() error {
		r, err = s.append(b)
		return err
	})
	return r, err
}

func (s *Store) append(b store.Body) (store.Record, error) {
	if err := s.catchUp(nil); err != nil {
		return store.Record{}, err
	}
	r, line, err := s.index.Next(b, s.now().UTC().Format(time.RFC3339Nano))
	if err != nil {
		return r, err
	}
	if err := s.write(line); err != nil {
		return r, err
	}
	s.index.Add(r, store.Extent{Offset: s.end, Length: len(line) - 1})
	s.end += int64(len(line))
	s.lines++
	if err := s.writeHead(); err != nil {
		// The record is there and its head is not: it is not told as done, and nothing may follow it.
		s.fail = fmt.Errorf("%w: %w", ErrClosed, err)
		return r, s.fail
	}
	return r, nil
}

// write puts a line at the end and waits for the disk; after a failure the file is as it was.
func (s *Store) write(line []byte) error {
	_, err := s.file.WriteAt(line, s.end)
	if err == nil {
		err = s.file.Sync()
	}
	if err == nil {
		return nil
	}
	err = fmt.Errorf("writing the store: %w", err)
	if undo := s.truncate(s.end); undo != nil {
		s.fail = fmt.Errorf("%w: %w", ErrClosed, err)
	}
	return err
}

// Get implements store.Log. It also finds what other processes appended before the last Append.
func (s *Store) Get(id int) (store.Record, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, err := s.index.Extent(id)
	if err != nil {
		return store.Record{}, err
	}
	line := make([]byte, at.Length)
	if _, err := s.file.ReadAt(line, at.Offset); err != nil {
		return store.Record{}, fmt.Errorf("reading the store: %w", err)
	}
	return store.ReadRecord(line)
}

// All implements store.Log.
func (s *Store) All() iter.Seq2[store.Record, error] {
	s.mu.Lock()
	end := s.end
	s.mu.Unlock()
	return store.Records(io.NewSectionReader(s.file, 0, end))
}

// Head implements store.Log.
func (s *Store) Head() store.Head {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.index.Head()
}
