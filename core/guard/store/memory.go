package store

import (
	"bytes"
	"fmt"
	"iter"
)

// A Memory is a log without files: the page's. It is not safe for concurrent use. The zero value is empty.
type Memory struct {
	// Now gives the time of each record; nil: records have none.
	Now   func() string
	index Index
	text  []byte
}

var _ Log = (*Memory)(nil)

// LoadMemory reads a downloaded store. A text that does not verify is an error that names the first problem; lines
// that are no records are kept and skipped.
func LoadMemory(text []byte) (*Memory, error) {
	m := &Memory{}
	for line := range Lines(bytes.NewReader(text)) {
		_, problems, ok := m.index.Read(line)
		if ok && len(problems) > 0 {
			return nil, fmt.Errorf("line %d: %s", line.Number, problems[0].Message)
		}
	}
	m.text = bytes.Clone(text)
	if n := len(m.text); n > 0 && m.text[n-1] != '\n' {
		m.text = append(m.text, '\n')
	}
	return m, nil
}

// Append implements Log.
func (m *Memory) Append(b Body) (Record, error) {
	now := ""
	if m.Now != nil {
		now = m.Now()
	}
	r, line, err := m.index.Next(b, now)
	if err != nil {
		return r, err
	}
	m.index.Add(r, Extent{int64(len(m.text)), len(line) - 1})
	m.text = append(m.text, line...)
	return r, nil
}

// Get implements Log.
func (m *Memory) Get(id int) (Record, error) {
	at, err := m.index.Extent(id)
	if err != nil {
		return Record{}, err
	}
	return ReadRecord(m.text[at.Offset : at.Offset+int64(at.Length)])
}

// All implements Log.
func (m *Memory) All() iter.Seq2[Record, error] { return Records(bytes.NewReader(m.text)) }

// Head implements Log.
func (m *Memory) Head() Head { return m.index.Head() }

// Text is the store as a file has it: to be downloaded, verified and replayed elsewhere. It must not be changed.
func (m *Memory) Text() []byte { return m.text }
