package course

import "testing"

func TestProgress(t *testing.T) {
	if len(All()) < 8 {
		t.Fatal(len(All()), " lessons")
	}
	var p Progress
	first, second := All()[0].ID, All()[1].ID
	p.Read("nothing " + first + "  " + first)
	if !p.Done(first) || p.Done(second) || p.Count() != 1 {
		t.Error(p)
	}
	e := p.Add(second)
	if got := e.With.Get("value"); got != first+" "+second {
		t.Error(got)
	}
	if p.Add(second); p.Count() != 2 {
		t.Error("counted twice")
	}
	if Find("nothing") != -1 || Find(second) != 1 {
		t.Error("found in the wrong place")
	}
}
