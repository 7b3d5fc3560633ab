package finding

import (
	"slices"
	"strconv"
	"strings"
)

// Cursor is a semantic position in a trace: a step, the iterations of its
// enclosing loops and a phase. It stays meaningful when the document changes
// elsewhere, which an event number would not.
type Cursor struct {
	Path  string
	Iter  []int
	Phase EventKind
}

// String writes the cursor as <step pointer>[~i,j…][!phase].
func (c Cursor) String() string {
	var b strings.Builder
	b.WriteString(c.Path)
	for i, n := range c.Iter {
		if i == 0 {
			b.WriteByte('~')
		} else {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Itoa(n))
	}
	if c.Phase != "" {
		b.WriteByte('!')
		b.WriteString(string(c.Phase))
	}
	return b.String()
}

// ParseCursor reads a cursor. Parts it does not understand are dropped: a
// link made by another version opens at the nearest moment instead of failing.
func ParseCursor(s string) Cursor {
	var c Cursor
	if i := strings.LastIndexByte(s, '!'); i >= 0 {
		c.Phase, s = EventKind(s[i+1:]), s[:i]
	}
	if i := strings.LastIndexByte(s, '~'); i >= 0 && isIterList(s[i+1:]) {
		for _, part := range strings.Split(s[i+1:], ",") {
			n, _ := strconv.Atoi(part)
			c.Iter = append(c.Iter, n)
		}
		s = s[:i]
	}
	c.Path = s
	return c
}

// isIterList tells a list of iterations from the ~0 and ~1 escapes of a JSON
// pointer; step pointers have no escapes, but a reader may paste any pointer.
func isIterList(s string) bool {
	for _, part := range strings.Split(s, ",") {
		if _, err := strconv.ParseUint(part, 10, 31); err != nil {
			return false
		}
	}
	return true
}

// CursorAt is the cursor of event i.
func (t *Trace) CursorAt(i int) Cursor {
	e := &t.Events[i]
	return Cursor{e.Path, e.Iter, e.Kind}
}

// Find returns the event a cursor points at: the best match by path, then
// iterations, then phase; an unknown path falls back to its nearest enclosing
// step, an unknown iteration to the last one. It returns 0 for an empty trace.
func (t *Trace) Find(c Cursor) int {
	for path := c.Path; ; path = parent(path) {
		if i := t.findAt(path, c); i >= 0 {
			return i
		}
		if path == "" {
			return 0
		}
	}
}

func parent(path string) string {
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		return path[:i]
	}
	return ""
}

func (t *Trace) findAt(path string, c Cursor) int {
	best, bestScore := -1, -1
	for i := range t.Events {
		e := &t.Events[i]
		if e.Path != path {
			continue
		}
		s := matchScore(e, c)
		if s > bestScore || s == bestScore && slices.Compare(e.Iter, t.Events[best].Iter) > 0 {
			best, bestScore = i, s
		}
	}
	return best
}

// matchScore ranks an event at the right path: 2 for the asked iterations,
// 1 for the asked phase. Among equals the last iteration wins, and in it the
// first event: the last pass is the one that findings come from.
func matchScore(e *Event, c Cursor) int {
	score := 0
	if len(c.Iter) > 0 && slices.Equal(e.Iter, c.Iter) {
		score += 2
	}
	if c.Phase != "" && e.Kind == c.Phase {
		score++
	}
	return score
}
