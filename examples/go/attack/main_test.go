package main

import (
	"strings"
	"testing"
)

func TestDemonstrate(t *testing.T) {
	var out strings.Builder
	if err := demonstrate(&out); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"forward the mail: stopped, 0 calls made (refused)", "run without verification: stopped, 1 call made (violation): data of the rule `mail_stays`", "send a summary: ran to the end, 3 calls made", "who-is-dana: confirmed", "when contacts_lookup answers"} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("no %q in\n%s", part, &out)
		}
	}
	t.Log("\n" + out.String())
}
