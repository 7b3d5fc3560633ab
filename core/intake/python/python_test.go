package python

import (
	"fmt"
	"strings"
	"testing"

	"planproof/core/doc"
	"planproof/core/value"
)

// show writes a tree for comparison.
func show(e Expr) string {
	list := func(xs []Expr) string {
		var out []string
		for _, x := range xs {
			out = append(out, show(x))
		}
		return strings.Join(out, " ")
	}
	switch e := e.(type) {
	case *Name:
		return e.ID
	case *Const:
		return string(value.AppendJSON(nil, e.Value))
	case *FString:
		return "(f " + list(e.Parts) + ")"
	case *List:
		return "[" + list(e.Items) + "]"
	case *Tuple:
		return "(tuple " + list(e.Items) + ")"
	case *Dict:
		return "{" + list(e.Keys) + " : " + list(e.Items) + "}"
	case *Call:
		out := "(call " + show(e.Fn) + " " + list(e.Args)
		for _, k := range e.Keywords {
			out += " " + k.Name + "=" + show(k.Value)
		}
		return out + ")"
	case *Attr:
		return show(e.X) + "." + e.Name
	case *Index:
		return show(e.X) + "[" + show(e.I) + "]"
	case *Op:
		return "(" + e.Name + strings.Join(e.Ops, ",") + " " + list(e.Args) + ")"
	case *Other:
		return "<" + e.Construct + ">"
	}
	return "nil"
}

func showAll(stmts []Stmt) string {
	var out []string
	for _, s := range stmts {
		switch s := s.(type) {
		case *Assign:
			target := ""
			for _, x := range s.Targets {
				target += show(x) + " "
			}
			out = append(out, target+s.Op+"= "+show(s.Value))
		case *ExprStmt:
			out = append(out, show(s.X))
		case *If:
			out = append(out, "if "+show(s.Test)+" {"+showAll(s.Then)+"} {"+showAll(s.Else)+"}")
		case *For:
			out = append(out, "for "+show(s.Target)+" in "+show(s.Iter)+" {"+showAll(s.Body)+"}")
		case *Def:
			out = append(out, fmt.Sprintf("def %s/%d {%s}", s.Name, len(s.Params), showAll(s.Body)))
		case *OtherStmt:
			out = append(out, "<"+s.Construct+">")
		}
	}
	return strings.Join(out, "; ")
}

var programs = []struct{ text, want string }{
	{"x = f(1, a='b')", `x = (call f 1 a="b")`},
	{"x = y.z[0]['k'](2)", `x = (call y.z[0]["k"] 2)`},
	{"f'a{b.c!r:>10}d{{e}}'", `(f "a" b.c "d{e}")`},
	{"'a' \"b\"\n", `"ab"`},
	{"r'\\n' '\\n\\x41\\u00e9\\q'", `"\\n\nAé\\q"`},
	{"'''a\nb'''", `"a\nb"`},
	{"a or b or c and not d", `(or a b (and c (not d)))`},
	{"1 < x <= 3 != y", `(compare<,<=,!= 1 x 3 y)`},
	{"a not in b\nc is not None", `(comparenot in a b); (compareis not c null)`},
	{"-1 + 2 * 3 ** -4", `(+ -1 (* 2 (** 3 -4)))`},
	{"[1, 2,]\n(1,)\n()\n{'a': 1, **b}\n{1, 2}", `[1 2]; (tuple 1); (tuple ); {"a" nil : 1 b}; [1 2]`},
	{"[f(x) for x in y if x]\n{k: v for k, v in z}\nsum(x for x in y)", `<list comprehension>; <dict comprehension>; (call sum <generator expression>)`},
	{"lambda x: x + 1\nx[1:2]\na if b else c\nf(*a, **b)", `<lambda>; x[<slice>]; <conditional expression>; (call f <argument unpacking> <argument unpacking>)`},
	{"if a:\n  b()\nelif c: d()\nelse:\n  e()\nf()", `if a {(call b )} {if c {(call d )} {(call e )}}; (call f )`},
	{"for a, b in c:\n    d(a)\n    if b:\n        pass\ne", `for (tuple a b) in c {(call d a); if b {} {}}; e`},
	{"  x = 1\n  y = 2\n", `x = 1; y = 2`},
	{"while a:\n  b()\n  c()\nd()", `<while>; (call d )`},
	{"try:\n  a()\nexcept E as e:\n  b()\nfinally:\n  c()\nd()", `<try>; (call d )`},
	{"def f(a: int, b: str = 'x', *c) -> dict:\n  '''doc'''\n  ...\n", `def f/3 {"doc"; <...>}`},
	{"class A(pydantic.BaseModel):\n  x: int\n", `def A/0 {x = nil}`},
	{"import os\nfrom a import b\nreturn x\n@dec\ndef g(): pass", `<import>; <import>; <return>; <decorator>; def g/0 {}`},
	{"x += 1; y: int = 2", `x += 1; y = 2`},
	{"f(a,\n  b)  # c\nx = \\\n 1", `(call f a b); x = 1`},
	{"a = b = 1_000\n0x1F", `a b = 1000; 31`},
	{"x = 'a", "ERROR not closed"},
	{"f(", "ERROR too early"},
	{"if a:\nb", "ERROR indented"},
	{"a b", "ERROR unexpected"},
	{"x = “a”", "ERROR"},
}

func TestModule(t *testing.T) {
	for _, c := range programs {
		stmts, err := ParseModule(doc.NewSource("paste", c.text), doc.Range{End: int32(len(c.text))})
		got := showAll(stmts)
		if err != nil {
			got = "ERROR " + err.Error()
		}
		if want, isError := strings.CutPrefix(c.want, "ERROR"); isError && err != nil && strings.Contains(got, strings.TrimSpace(want)) {
			continue
		}
		if got != c.want {
			t.Errorf("%q\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

// TestDeep: deep programs are refused, quickly and without running out of stack.
func TestDeep(t *testing.T) {
	for _, text := range []string{strings.Repeat("(", 5000), strings.Repeat("-", 5000) + "1", strings.Repeat("not ", 5000) + "x", "x" + strings.Repeat(".a", 5000),
		"1" + strings.Repeat("+1", 5000), "1" + strings.Repeat("**1", 5000), strings.Repeat("f'{", 1000), "if a: pass\n" + strings.Repeat("elif b: pass\n", 5000)} {
		if _, err := ParseModule(doc.NewSource("paste", text), doc.Range{End: int32(len(text))}); err == nil {
			t.Errorf("%.20q: accepted", text)
		}
	}
}

func FuzzModule(f *testing.F) {
	for _, c := range programs {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		src, all := doc.NewSource("paste", text), doc.Range{End: int32(len(text))}
		ParseModule(src, all)
		ParseExpr(src, all)
	})
}
