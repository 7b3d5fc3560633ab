package prove

import (
	"testing"
	"unicode"

	"planproof/core/value"
	"planproof/smt"
)

// TestSameBadLetters: smt imports nothing of core, so it has a table of its
// own of the letters that no address may have. The two must be one.
func TestSameBadLetters(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if smt.BadInAddress(r) != value.IsBadInAddress(r) {
			t.Fatalf("%#x: smt says %v, core/value %v", r, smt.BadInAddress(r), value.IsBadInAddress(r))
		}
	}
}
