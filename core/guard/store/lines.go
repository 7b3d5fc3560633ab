package store

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"
)

// A Line is one line of a store's text.
type Line struct {
	Number int   // from 1
	Offset int64 // of its first byte
	Size   int64 // with its end
	Text   []byte
	Ended  bool // a line that does not end in a newline is torn: its writer was stopped
	Long   bool // it is longer than MaxRecord; Text is empty
}

// Lines reads lines until the text ends; each is valid until the next. Only the reader's own errors are errors.
func Lines(r io.Reader) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		in := bufio.NewReaderSize(r, 64<<10)
		l := Line{}
		for {
			l = Line{Number: l.Number + 1, Offset: l.Offset + l.Size, Text: l.Text[:0]}
			err := l.read(in)
			if l.Size > 0 && !yield(l, nil) {
				return
			}
			if err == nil {
				continue
			}
			if !errors.Is(err, io.EOF) {
				yield(Line{}, err)
			}
			return
		}
	}
}

func (l *Line) read(in *bufio.Reader) error {
	for {
		part, err := in.ReadSlice('\n')
		l.Size += int64(len(part))
		l.Ended = bytes.HasSuffix(part, []byte{'\n'})
		if l.Long = l.Long || len(l.Text)+len(part) > MaxRecord; l.Long {
			l.Text = l.Text[:0]
		} else {
			l.Text = append(l.Text, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		l.Text = bytes.TrimSuffix(l.Text, []byte{'\n'})
		return err
	}
}
