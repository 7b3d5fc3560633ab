package value_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"planproof/core/cond"
	"planproof/core/value"
)

// steps and wholes are small, so that paths lead somewhere often.
var (
	steps = []value.Step{
		value.AtField("a"), value.AtField("b c"), value.AtField(""), value.AtField("in"), value.AtField("0"), value.AtField("é\"\\\n\x00"),
		value.AtIndex(0), value.AtIndex(1), value.AtIndex(2), value.AtIndex(1 << 29),
	}
	scalars = []value.Value{value.Null{}, value.Bool(true), value.Int(3), value.Text("ab"), value.Text(""), value.Text("é\xed\xa0\x80x")}
)

func randomValue(rng *rand.Rand, depth int) value.Value {
	if depth == 0 || rng.IntN(4) == 0 {
		return scalars[rng.IntN(len(scalars))]
	}
	if rng.IntN(2) == 0 {
		out := value.List{}
		for range rng.IntN(3) {
			out = append(out, randomValue(rng, depth-1))
		}
		return out
	}
	out := value.Object{}
	for _, s := range steps {
		if !s.IsIndex && rng.IntN(2) == 0 {
			out = append(out, value.Member{Key: s.Field, Value: randomValue(rng, depth-1)})
		}
	}
	return out
}

func randomPath(rng *rand.Rand) value.Path {
	var out value.Path
	for range rng.IntN(4) {
		out = append(out, steps[rng.IntN(len(steps))])
	}
	return out
}

// TestPathsAreConditions: behind a name, what a path prints evaluates to what it leads to, and fails where it leads
// nowhere.
func TestPathsAreConditions(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	there := 0
	for range 20_000 {
		v, p := randomValue(rng, 3), randomPath(rng)
		e, err := cond.Parse("x" + p.String())
		if err != nil {
			t.Fatalf("x%s: %v", p, err)
		}
		part, step, ok := p.In(v)
		got, failed := e.Eval(cond.Bindings{{Name: "x", Value: v}})
		if ok != (failed == nil) || ok && !value.Equal(part, got) {
			t.Fatalf("x%s of %s is %v, the condition says %v, %v", p, value.AppendJSON(nil, v), part, got, failed)
		}
		if before, _, ok := p[:step].In(v); !ok || before == nil {
			t.Fatalf("x%s of %s fails at step %d, but the steps before fail too", p, value.AppendJSON(nil, v), step)
		}
		if ok {
			there++
		}
	}
	if there < 5000 {
		t.Errorf("only %d paths lead somewhere", there)
	}
}

// TestPut: what was put at a path is there, and other paths that do not go through it lead where they led.
func TestPut(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	mark := value.Text("the mark")
	for range 20_000 {
		v, p, other := randomValue(rng, 3), randomPath(rng), randomPath(rng)
		before := string(value.AppendJSON(nil, v))
		out, ok := p.Put(v, mark)
		if far := slices.Contains(p, value.AtIndex(1<<29)); ok == far {
			t.Fatalf("%s: put is %v", p, ok)
		}
		if string(value.AppendJSON(nil, v)) != before {
			t.Fatalf("%s: the value was changed", p)
		}
		if !ok {
			continue
		}
		if part, _, has := p.In(out); !has || !value.Equal(part, mark) {
			t.Fatalf("%s: put in %s gives %s", p, before, value.AppendJSON(nil, out))
		}
		whole := len(p) == 0
		if !whole {
			parent, _, _ := p[:len(p)-1].In(v)
			_, letter := parent.(value.Text) // a text makes way for a list
			_, _, whole = p.In(v)
			whole = whole && !letter
		}
		was, _, had := other.In(v)
		is, _, has := other.In(out)
		if whole && had && !related(p, other) && (!has || !value.Equal(was, is)) {
			t.Fatalf("%s: put in %s, then %s is %v", p, before, other, is)
		}
	}
}

func related(a, b value.Path) bool {
	n := min(len(a), len(b))
	return slices.Equal(a[:n], b[:n])
}

func TestParsePath(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""}, {".a", ".a"}, {"[0]", "[0]"}, {".a[0].b", ".a[0].b"}, {`["a b"]`, `["a b"]`}, {`['a']`, ".a"}, {`["in"].x`, `["in"].x`}, {`[""]`, `[""]`}, {".from", `["from"]`},
	} {
		p, ok := value.ParsePath(c.text)
		if !ok || p.String() != c.want {
			t.Errorf("%q reads as %q, %v", c.text, p, ok)
		}
	}
	for _, text := range []string{"a", ".", ".a.", "[", "[]", "[-1]", "[1", "[99999999999]", `["a]`, `["a"`, ".a b", ".é", `["a\"b"]`, "[0]x", "[+1]"} {
		if p, ok := value.ParsePath(text); ok {
			t.Errorf("%q reads as %q", text, p)
		}
	}
}

func FuzzParsePath(f *testing.F) {
	for _, s := range []string{".a[0]", `["a b"]`, "['x'].y", ".in", "[1]["} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p, ok := value.ParsePath(s)
		if !ok {
			return
		}
		if _, err := cond.Parse("x" + p.String()); err != nil {
			t.Errorf("%q reads as %q, which is no condition: %v", s, p, err)
		}
	})
}
