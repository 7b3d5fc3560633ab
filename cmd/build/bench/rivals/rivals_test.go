package rivals

import (
	"testing"

	"planproof/cmd/build/site"
)

func fourteen(t *testing.T) []Query {
	root, err := site.Root()
	if err != nil {
		t.Fatal(err)
	}
	queries, err := Fourteen(root)
	if err != nil || len(queries) != 14 {
		t.Fatal(len(queries), err)
	}
	return queries
}

// What is timed is also right: all fourteen have the answer that is expected,
// from us and from whichever solver is installed.
func TestEverybodyAnswersRight(t *testing.T) {
	queries := fourteen(t)
	for _, q := range queries {
		if a := Answer(q.Ours()); a != q.Expect {
			t.Errorf("%s: %s, want %s", q.Name, a, q.Expect)
		}
	}
	others := Native(queries)
	if len(others) == 0 {
		t.Skip("neither z3 nor cvc5 is installed")
	}
	for _, o := range others {
		if wrong := o.Wrong(queries); len(wrong) > 0 {
			t.Errorf("%s: %v", o.Solver, wrong)
		}
	}
}

// BenchmarkOurs is what the table says of ours, for profiles.
func BenchmarkOurs(b *testing.B) {
	root, err := site.Root()
	if err != nil {
		b.Fatal(err)
	}
	queries, err := Fourteen(root)
	if err != nil {
		b.Fatal(err)
	}
	for _, q := range queries {
		text := q.Ours()
		b.Run(q.Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if a := Answer(text); a != q.Expect {
					b.Fatal(a)
				}
			}
		})
	}
}
