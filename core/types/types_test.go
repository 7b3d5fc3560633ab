package types

import (
	"strings"
	"testing"

	"planproof/core/value"
)

func number(s string) value.Value {
	n, err := value.ParseNumber(s)
	if err != nil {
		panic(err)
	}
	return n
}

// samples is the universe that every type is tried on; the letters name them in the tables below.
var samples = []struct {
	letter byte
	v      value.Value
}{
	{'n', value.Null{}}, {'b', value.Bool(true)}, {'i', value.Int(3)}, {'I', number("3.0")}, {'f', number("3.5")},
	{'t', value.Text("x")}, {'l', value.List{}}, {'s', value.List{value.Text("a"), value.Text("b")}},
	{'m', value.List{value.Text("a"), value.Int(1)}}, {'1', value.List{value.Int(1)}},
	{'L', value.List{value.List{value.Text("a")}}}, {'o', value.Object{}},
	{'d', value.Object{{Key: "k", Value: value.Int(1)}}}, {'e', value.Object{{Key: "k", Value: value.Text("v")}}},
}

func TestAccepts(t *testing.T) {
	for _, c := range []struct{ name, accepts, text string }{
		{"str", "t", "str"}, {"String", "t", "str"}, {"TEXT", "t", "str"}, {" int ", "iI", "int"}, {"Integer", "iI", "int"},
		{"float", "iIf", "float"}, {"number", "iIf", "float"}, {"bool", "b", "bool"}, {"Boolean", "b", "bool"},
		{"None", "n", "None"}, {"null", "n", "None"}, {"Any", "nbiIftlsm1Lode", "Any"}, {"typing.Any", "nbiIftlsm1Lode", "Any"},
		{"list", "lsm1L", "list"}, {"array", "lsm1L", "list"}, {"list[str]", "ls", "list[str]"}, {"List[ string ]", "ls", "list[str]"},
		{"str[]", "ls", "list[str]"}, {"str[][]", "lL", "list[list[str]]"}, {"list[Any]", "lsm1L", "list[Any]"},
		{"list[int|str]", "lsm1", "list[int | str]"}, {"(int|str)[]", "lsm1", "list[int | str]"}, {"list[int]|list[str]", "ls1", "list[int] | list[str]"},
		{"Optional[str]", "nt", "str | None"}, {"str | None", "nt", "str | None"}, {"int|None", "niI", "int | None"},
		{"Union[int, str]", "iIt", "int | str"}, {"Union[int, None]", "niI", "int | None"}, {"Optional[list[str]]", "nls", "list[str] | None"},
		{"dict", "ode", "dict"}, {"object", "ode", "dict"}, {"dict[str, int]", "od", "dict[str, int]"}, {"Dict[str,Any]", "ode", "dict[str, Any]"},
		{"list | list[str]", "lsm1L", "list | list[str]"}, {"list[list[str]]", "lL", "list[list[str]]"},
		{"datetime", "nbiIftlsm1Lode", "datetime"}, {"Literal['a', 'b']", "nbiIftlsm1Lode", "Literal['a', 'b']"}, {"", "nbiIftlsm1Lode", ""},
		{"list[", "nbiIftlsm1Lode", "list["}, {"str |", "nbiIftlsm1Lode", "str |"}, {"list[Foo]", "lsm1L", "list[Foo]"},
		{"Foo | None", "nbiIftlsm1Lode", "Foo | None"}, {"tuple[int, str]", "nbiIftlsm1Lode", "tuple"},
	} {
		typ := Parse(c.name)
		var got []byte
		for _, s := range samples {
			if typ.Accepts(s.v) {
				got = append(got, s.letter)
				if !typ.Kinds().Has(value.KindOf(s.v)) {
					t.Errorf("%q accepts %c but Kinds has no %s", c.name, s.letter, value.KindName(s.v))
				}
			}
		}
		if string(got) != c.accepts || typ.String() != c.text {
			t.Errorf("%q accepts %s and prints %q; want %s, %q", c.name, got, typ, c.accepts, c.text)
		}
	}
}

func TestOpaque(t *testing.T) {
	for name, want := range map[string]bool{"Foo": true, "str": false, "Any": false, "Foo | None": true, "list[Foo]": false, "x[y": true} {
		if typ := Parse(name); typ.IsOpaque() != want {
			t.Errorf("%q opaque = %v", name, typ.IsOpaque())
		}
	}
	if e := Parse("list[Foo]").Elems(); len(e) != 1 || !e[0].IsOpaque() {
		t.Error("the elements of list[Foo] are opaque")
	}
	if e := Parse("list").Elems(); len(e) != 1 || e[0].String() != "Any" {
		t.Error("the elements of list are Any")
	}
	if Parse("str").Nullable() || !Parse("str?|None").Nullable() {
		t.Error("null must be allowed by name")
	}
}

func TestDeepTypesAreOpaque(t *testing.T) {
	deep := strings.Repeat("list[", 100000) + "str" + strings.Repeat("]", 100000)
	if !Parse(deep).IsOpaque() || !Parse(strings.Repeat("(", 1000000)).IsOpaque() {
		t.Error("a type deeper than the limit is opaque")
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"Optional[list[str]]", "a|b", "dict[str, int]", "str[][]", "(x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		typ := Parse(s)
		if again := Parse(typ.String()); !typ.IsOpaque() && (again.Kinds() != typ.Kinds() || again.String() != typ.String()) {
			t.Fatalf("%q prints %q, which reads as %q", s, typ, again)
		}
	})
}
