package guard_test

import (
	"os"
	"testing"

	"planproof/core/doc"
	"planproof/core/guard"
	"planproof/core/value"
)

// TestFull runs testdata/full.json: what full mode adds, case by case.
func TestFull(t *testing.T) {
	text1, err := os.ReadFile("testdata/full.json")
	if err != nil {
		t.Fatal(err)
	}
	file, bad := doc.ReadValue("full.json", text1, 0)
	if bad != nil {
		t.Fatal(bad)
	}
	g := newGuard(t, get(file, "guard"))
	for _, v := range get(file, "vectors").(value.List) {
		facts, _ := get(v, "facts").(value.Object)
		if _, given := facts.Get("calls_made"); !given {
			facts = append(facts, value.Member{Key: "calls_made", Value: value.List{}})
		}
		d, err := g.Decide(guard.Request{
			Call:         guard.Call{Name: text(get(v, "tool")), Arguments: get(v, "args")},
			Conversation: guard.ConversationOf(get(v, "talk")), Facts: facts,
		})
		if err != nil {
			t.Errorf("%s: %v", text(get(v, "id")), err)
			continue
		}
		if string(d.Verdict) != text(get(v, "verdict")) || d.Deciding != text(get(v, "by")) {
			t.Errorf("%s: %s by %q, want %s by %q: %v", text(get(v, "id")), d.Verdict, d.Deciding, text(get(v, "verdict")), text(get(v, "by")), d.Reasons)
		}
	}
}
