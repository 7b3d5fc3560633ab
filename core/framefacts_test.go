package core_test

import (
	"strings"
	"testing"

	"planproof/core"
	"planproof/core/doc"
	"planproof/core/finding"
)

// frameBundle deletes by a pattern from outside, inside a branch.
const frameBundle = `{"workflow": {"goal": "g", "input_variables": ["p", "q"], "steps": [
 {"label": "ask", "conditional": {"condition": "COND", "then_steps": [
  {"label": "delete", "tool_call": {"tool_name": "delete", "arguments": {"pattern": {"ref": "p"}}}}]}}]},
 "policy": {"name": "n", "allowed_tools": ["delete"]},
 "tools": [{"name": "delete", "description": "d", "params": [{"name": "pattern"}], "frame_conditions": ["FRAME"]}]}`

// TestFramesUnderFacts: what the path knows of a symbolic pattern decides its
// frame where it can, and never more.
func TestFramesUnderFacts(t *testing.T) {
	const protects, touches = "forall f: not matches(f, pattern) implies unchanged(f)", "forall f: matches(f, pattern) implies gone(f)"
	for _, c := range []struct {
		cond, frame string
		want        finding.Status
	}{
		{"p == q", protects, finding.StatusPossible},
		{"p == 'a*'", protects, finding.StatusProved},
		{"p == '*'", protects, finding.StatusDefinite},
		{"p in ['*', '?*', '**']", protects, finding.StatusDefinite},
		{"p in ['*', 'a*']", protects, finding.StatusPossible},
		{"p in ['*', 'a*'] and p != '*'", protects, finding.StatusProved},
		{"p in ['*', 'a*'] and len(p) == 2", protects, finding.StatusProved},
		{"p == q and q in ['b', 'c?']", protects, finding.StatusProved},
		{"p == 'a*' and p == 'b*'", protects, finding.StatusProved}, // no run gets here
		{"startswith(p, 'draft-')", protects, finding.StatusProved},
		{"endswith(p, '.log')", protects, finding.StatusProved},
		{"contains(p, 'draft')", protects, finding.StatusPossible}, // more than is decided
		{"startswith(p, '*')", protects, finding.StatusPossible},
		{"startswith(p, '[')", protects, finding.StatusPossible}, // a class of all letters
		{"len(p) > 3", protects, finding.StatusPossible},
		{"p != '*'", protects, finding.StatusPossible}, // "**"
		{"p == ''", touches, finding.StatusDefinite},
		{"p in ['', 'a']", touches, finding.StatusPossible},
		{"p == 'a'", touches, finding.StatusProved},
	} {
		text := strings.NewReplacer("COND", c.cond, "FRAME", c.frame).Replace(frameBundle)
		b, err := doc.ReadBundle([]byte(text), doc.ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		r, verr := core.Verify(b, core.Options{})
		if verr != nil {
			t.Fatal(verr)
		}
		o := r.Obligations[0]
		if o.Status != c.want {
			t.Errorf("%s under %s: %s, want %s %+v", c.frame, c.cond, o.Status, c.want, o)
		}
		if o.Status == finding.StatusProved && len(o.Core) == 0 && c.frame == protects {
			t.Errorf("%s under %s: proved from nothing", c.frame, c.cond)
		}
	}
}
