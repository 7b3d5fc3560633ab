package filestore

import (
	"fmt"
	"os"

	"planproof/core/guard/store"
)

func headPath(path string) string { return path + ".head" }

// readHead reads the stored head.
func readHead(path string) (store.Head, error) {
	text, err := os.ReadFile(headPath(path))
	if err != nil {
		return store.Head{}, fmt.Errorf("reading the store's head: %w", err)
	}
	h, err := store.ParseHead(string(text))
	if err != nil {
		return store.Head{}, fmt.Errorf("%w: %s: %w", ErrChanged, headPath(path), err)
	}
	return h, nil
}

// writeHead replaces the head's file as a whole: a crash leaves an old one or the new one. An old one counts fewer
// records, which is no contradiction.
func (s *Store) writeHead() error {
	h := s.index.Head()
	if err := replaceFile(headPath(s.path), []byte(h.String()+"\n")); err != nil {
		return fmt.Errorf("writing the store's head: %w", err)
	}
	return nil
}

func replaceFile(path string, text []byte) error {
	temporary := path + ".new"
	f, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	return os.Rename(temporary, path)
}

// syncDirectory makes new files survive a crash of the machine. Not every system can: then it does nothing.
func syncDirectory(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("opening the store's directory: %w", err)
	}
	defer d.Close()
	_ = d.Sync()
	return nil
}
