package value

import "testing"

func number(t *testing.T, text string) Number {
	t.Helper()
	n, err := ParseNumber(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestAppendCanonical(t *testing.T) {
	member := func(k string, v Value) Member { return Member{k, v} }
	for _, c := range []struct {
		values []Value // all have the one form
		want   string
	}{
		{[]Value{number(t, "1"), number(t, "1.0"), number(t, "1e0"), number(t, "10e-1"), Int(1)}, "1"},
		{[]Value{number(t, "-0.0"), number(t, "0"), number(t, "-0")}, "0"},
		{[]Value{number(t, "0.30"), number(t, "3e-1")}, "0.3"},
		{[]Value{number(t, "100000000000000000000000000001"), number(t, "100000000000000000000000000001.00")}, "100000000000000000000000000001"},
		{[]Value{
			Object{member("b", List{Int(1), Null{}}), member("a", Object{member("é", Text("x")), member("Z", Bool(true))})},
			Object{member("a", Object{member("Z", Bool(true)), member("é", Text("x"))}), member("b", List{number(t, "1.0"), Null{}})},
		}, `{"a":{"Z":true,"é":"x"},"b":[1,null]}`},
		{[]Value{Tuple{Int(1)}}, `{"$tuple":[1]}`},
	} {
		for _, v := range c.values {
			if got := string(AppendCanonical(nil, v)); got != c.want {
				t.Errorf("AppendCanonical(%s) = %s, want %s", AppendJSON(nil, v), got, c.want)
			}
		}
	}
	unsorted := Object{member("b", Int(1)), member("a", Int(2))}
	AppendCanonical(nil, unsorted)
	if unsorted[0].Key != "b" {
		t.Error("AppendCanonical changed its argument")
	}
}
