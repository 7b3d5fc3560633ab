package main

import (
	"errors"
	"strings"
	"testing"

	"planproof/core/planner"
)

func TestWork(t *testing.T) {
	var out strings.Builder
	if err := work(t.Context(), &out, planner.Scripted(stolen, fine), "Summarize my inbox and send it to ann@company.example"); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"sent to ann@company.example: 3 mails", "plan 1: refused, 2 violations", "eve@evil.example", "plan 2: accepted"} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("no %q in\n%s", part, &out)
		}
	}
}

func TestRefused(t *testing.T) {
	var out strings.Builder
	err := work(t.Context(), &out, planner.Scripted(stolen, stolen, "sorry"), "Summarize my inbox")
	if !errors.Is(err, planner.ErrRefused) || strings.Contains(out.String(), "sent to") || !strings.Contains(out.String(), "nothing was run") || !strings.Contains(out.String(), "plan 3: no plan") {
		t.Errorf("%v\n%s", err, &out)
	}
}
