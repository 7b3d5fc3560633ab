package guardproxy

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode"
)

// eachLine calls f with every line, without its end, until it says false. A line is a new slice; of a longer one than
// most only the beginning is kept. The last line needs no end.
func eachLine(r io.Reader, most int, f func([]byte) bool) error {
	in := bufio.NewReaderSize(r, 64<<10)
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		line = append(line, part[:min(len(part), max(0, most-len(line)))]...)
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if text := bytes.TrimRight(line, "\r\n"); len(text) > 0 && !f(text) {
			return nil
		}
		line = nil
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// An outbox writes lines to a stream in the background, so that a side that does not read never stops the proxy from
// hearing the other.
type outbox struct {
	mu     sync.Mutex
	more   *sync.Cond
	lines  [][]byte
	closed bool
	done   chan struct{}
}

func newOutbox(w io.Writer) *outbox {
	o := &outbox{done: make(chan struct{})}
	o.more = sync.NewCond(&o.mu)
	go o.write(w)
	return o
}

func (o *outbox) put(line []byte) {
	o.mu.Lock()
	o.lines = append(o.lines, line)
	o.mu.Unlock()
	o.more.Signal()
}

// close writes what is left, and closes the stream if it can be closed. It does not wait longer than a reader that is
// alive needs.
func (o *outbox) close() {
	o.mu.Lock()
	o.closed = true
	o.mu.Unlock()
	o.more.Signal()
	select {
	case <-o.done:
	case <-after(flushTime):
	}
}

func (o *outbox) write(w io.Writer) {
	defer close(o.done)
	defer func() {
		if c, ok := w.(io.Closer); ok {
			c.Close()
		}
	}()
	for {
		o.mu.Lock()
		for len(o.lines) == 0 && !o.closed {
			o.more.Wait()
		}
		lines := o.lines
		o.lines = nil
		o.mu.Unlock()
		if len(lines) == 0 {
			return
		}
		for _, line := range lines {
			if _, err := w.Write(append(line, '\n')); err != nil {
				return // nobody reads any more; the end of the other stream tells
			}
		}
	}
}

// printable shows what would move the cursor of a terminal as its code.
func printable(s string) string {
	var b strings.Builder
	for _, r := range s {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			fmt.Fprintf(&b, "\\u%04x", r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}
