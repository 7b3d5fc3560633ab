package words

import (
	"strings"
	"testing"
)

// TestUnread: a text on which the matcher gives up is not taken for one that
// has been read.
func TestUnread(t *testing.T) {
	rules := ParseRules("trap: a ~999 a ~999 a ~999 b")
	all := func(string) bool { return true }
	find := func(text string) []Match { return rules.Find(NewReading(Lex(text, Options{}), Flowing), all) }
	if got := find(strings.Repeat("a ", 20)); len(got) != 0 {
		t.Errorf("a short text: %v", got)
	}
	n := 3000
	got := find(strings.Repeat("a ", n))
	if len(got) != 1 || got[0].Family != Unread || got[0].Start != 0 || got[0].End != 2*n-1 {
		t.Errorf("an intricate text: %v", got)
	}
}
