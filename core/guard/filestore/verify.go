package filestore

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"planproof/core/guard/store"
)

// Verify reads a store that may be in use and says everything that is wrong with it; nothing is changed. Anchor is a
// head that was kept elsewhere, or nil. Without the stored head and without an anchor, that is a problem too: records
// that were cut off could not be seen. The error is the file system's.
func Verify(path string, anchor *store.Head) (*store.Report, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("opening the store: %w", err)
	}
	defer f.Close()
	unlock, err := lock(f, false)
	if err != nil {
		return nil, fmt.Errorf("locking the store: %w", err)
	}
	defer unlock()
	head, headErr := readHead(path)
	stored := &head
	if headErr != nil {
		stored = nil
	}
	report, err := store.Verify(f, stored, anchor)
	if err != nil {
		return nil, err
	}
	if headErr != nil && (anchor == nil || !errors.Is(headErr, fs.ErrNotExist)) && report.Head.Count > 0 {
		report.Problems = append(report.Problems, store.Problem{
			Kind: store.ProblemHead, Message: "there is no readable head in " + headPath(path) + ": records that were cut off the end can not be seen",
		})
	}
	return report, nil
}
