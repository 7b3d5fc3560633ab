package cond_test

import (
	"strings"
	"testing"

	"planproof/core/cond"
)

// TestParseErrors shows what a reader sees: kind, the part of the text that is marked, and some words of the message.
func TestParseErrors(t *testing.T) {
	for _, c := range []struct {
		src  string
		kind cond.ErrorKind
		mark string
		word string
	}{
		{"len()", cond.KindGrammar, "len()", "`len` takes one argument"},
		{"x == len(a, b) and y", cond.KindGrammar, "len(a, b)", "`len` takes one argument"},
		{"matches(x)", cond.KindGrammar, "matches(x)", "takes two arguments"},
		{"min()", cond.KindGrammar, "min()", "at least one argument"},
		{"size(x)", cond.KindGrammar, "size", "not a function of conditions: there are len, domain_of"},
		{"x.startswith('a')", cond.KindGrammar, "x.startswith(", "write startswith(x, 'a')"},
		{"a.b.lower() == 'x'", cond.KindGrammar, "a.b.lower(", "write lower(a.b)"},
		{"x.strip()", cond.KindGrammar, "x.strip(", "startswith(x, 'a')"},
		{"x[1:2]", cond.KindGrammar, ":", "slices"},
		{"x[::2]", cond.KindGrammar, "::", "slices"},
		{"x[]", cond.KindSyntax, "]", "an index is missing"},
		{"f'{x}'", cond.KindGrammar, "f", "f-strings"},
		{"rb'x'", cond.KindGrammar, "rb", "bytes"},
		{"lambda: 1", cond.KindGrammar, "lambda", "lambda"},
		{"[i for i in x]", cond.KindGrammar, "for", "comprehensions"},
		{"x if y else z", cond.KindGrammar, "if", "conditional expressions"},
		{"(x := 1)", cond.KindGrammar, ":=", "outside"},
		{"x := 1", cond.KindSyntax, ":=", "use =="},
		{"{1}", cond.KindGrammar, "{", "sets and dicts"},
		{"{'a': 1}", cond.KindGrammar, "{", "sets and dicts"},
		{"1j", cond.KindGrammar, "1j", "complex"},
		{"...", cond.KindGrammar, "...", "outside"},
		{"+1", cond.KindGrammar, "+", "leave it out"},
		{"x / 2", cond.KindGrammar, "/", "outside the condition language"},
		{"x ** 2", cond.KindGrammar, "**", "outside"},
		{"x is 'a'", cond.KindGrammar, "x is 'a'", "use =="},
		{"len(x=1)", cond.KindGrammar, "=", "by position"},
		{"len(*x)", cond.KindGrammar, "*", "unpacking"},
		{"x(1)", cond.KindGrammar, "x", "not a function"},
		{"'a'(1)", cond.KindGrammar, "'a'(", "only a function can be called"},
		{"forall f: matches(f, p) implies g(f)", cond.KindGrammar, "forall", "frame_conditions"},
		{"x = 1", cond.KindSyntax, "=", "write `==`"},
		{"x && y", cond.KindSyntax, "&&", "write `and`"},
		{"x || y", cond.KindSyntax, "||", "write `or`"},
		{"!x", cond.KindSyntax, "!", "write `not`"},
		{"x <> y", cond.KindSyntax, "<>", "write `!=`"},
		{"x => y", cond.KindSyntax, "=>", "write `>=`"},
		{"x ≤ y", cond.KindSyntax, "≤", "write <="},
		{"x == “a”", cond.KindSyntax, "“", "plain quotes"},
		{"x\u00a0== 1", cond.KindSyntax, "\u00a0", "invisible character U+00A0"},
		{"x y", cond.KindSyntax, "y", "operator such as `and` is missing"},
		{"x == 'a", cond.KindSyntax, "'a", "not closed"},
		{"'a\nb'", cond.KindSyntax, "'a", "\\n for the line break"},
		{"'\\x4'", cond.KindSyntax, "\\x4", "2 hexadecimal digits"},
		{"'\\U00110000'", cond.KindSyntax, "\\U00110000", "no character"},
		{"'\\N{NO SUCH}'", cond.KindSyntax, "\\N{NO SUCH}", "not known"},
		{"x # y", cond.KindSyntax, "# y", "comment"},
		{"x and\ny", cond.KindSyntax, "\n", "one line"},
		{"", cond.KindSyntax, "", "empty"},
		{" \t ", cond.KindSyntax, "", "empty"},
		{"x ==", cond.KindSyntax, "", "an operand is missing"},
		{"(x", cond.KindSyntax, "", "not closed"},
		{"x)", cond.KindSyntax, ")", "no such bracket"},
		{"x not 1", cond.KindSyntax, "not", "`not in`"},
		{"x == not y", cond.KindSyntax, "not", "parentheses"},
		{"class == 1", cond.KindSyntax, "class", "reserved word"},
		{"012", cond.KindSyntax, "012", "starts with a zero"},
		{"1__0", cond.KindSyntax, "1__0", "not a number"},
		{"2x", cond.KindSyntax, "2x", "not a number"},
		{"1e1001", cond.KindLimit, "1e1001", "1,000 digits"},
	} {
		_, err := cond.Parse(c.src)
		if err == nil {
			t.Errorf("%q: accepted", c.src)
			continue
		}
		if err.Kind != c.kind || c.src[err.Offset:err.End] != c.mark || !strings.Contains(err.Message, c.word) {
			t.Errorf("%q: %s at %q: %s", c.src, err.Kind, c.src[err.Offset:err.End], err.Message)
		}
	}
}

// TestPrint: canonical forms, each of which must read back as itself.
func TestPrint(t *testing.T) {
	for _, c := range [][2]string{
		{"x==1and y", "x == 1 and y"}, {"a or b and c", "a or b and c"}, {"(a or b) and c", "(a or b) and c"},
		{"(a and b) and c", "(a and b) and c"}, {"not(a==b)", "not a == b"}, {"(not a)==b", "(not a) == b"},
		{"a==(b==c)", "a == (b == c)"}, {"a<b<c", "a < b < c"}, {"a - (b - c)", "a - (b - c)"}, {"(a-b)-c", "a - b - c"},
		{"a+b*c//d%e", "a + b * c // d % e"}, {"-(a+b)", "-(a + b)"}, {"--x", "--x"}, {"- 5", "-5"}, {"-(-5)", "5"}, {"2--1", "2 - -1"},
		{"(1).x", "(1).x"}, {"(-1)[0]", "(-1)[0]"}, {"-1[0]", "-(1)[0]"}, {"x . y [ 'k' ] [-1]", "x.y['k'][-1]"},
		{"a,b", "(a, b)"}, {"(a,)", "(a,)"}, {"()", "()"}, {"[ ]", "[]"}, {"[a,(b),]", "[a, b]"}, {"(a not\tin b)", "a not in b"},
		{"x is not None", "x is not None"}, {"'a' \"b\" '''c'''", "'abc'"}, {"\"it's\"", "'it\\'s'"}, {"r'\\d'", "'\\\\d'"},
		{"'\\ud800'", "'\\ud800'"}, {"'\\x00\\n\\u200b'", "'\\x00\\n\\u200b'"}, {"'é,; 😀'", "'é,; 😀'"}, {"0x1F + 1_0 + .5 + 1.", "31 + 10 + 0.5 + 1"},
		{"u'\\N{bullet}\\101\\q\\\na'", "'•A\\\\qa'"}, {"(\n1\n)", "1"}, {"a in\\\n b", "a in b"}, {"变量", "变量"}, {"len == 1", "len == 1"},
		{"min(a,b,c)", "min(a, b, c)"}, {"forall", "forall"}, {"forall in x", "forall in x"}, {"1 if_", ""}, {"1if", ""}, {"- - -1", "-1"},
	} {
		e, err := cond.Parse(c[0])
		if c[1] == "" {
			if err == nil {
				t.Errorf("%q accepted", c[0])
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", c[0], err)
			continue
		}
		again, err := cond.Parse(e.String())
		if e.String() != c[1] || err != nil || again.String() != c[1] {
			t.Errorf("%q prints %q, want %q (%v)", c[0], e, c[1], err)
		}
	}
}

func TestPositions(t *testing.T) {
	src := "  not (é.f[1] + len( y )) <= 'b' or z"
	e, err := cond.Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	cond.Walk(e.Root(), func(n cond.Node) { got = append(got, src[n.Pos():n.End()]) })
	want := []string{src[2:], "not (é.f[1] + len( y )) <= 'b'", "(é.f[1] + len( y )) <= 'b'", "é.f[1] + len( y )", "é.f[1]", "é.f", "é", "1", "len( y )", "y", "'b'", "z"}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("nodes\n%s\nwant\n%s", strings.Join(got, "|"), strings.Join(want, "|"))
	}
	names := e.Names()
	if len(names) != 3 || names[0].Name != "é" || src[names[0].Offset:names[0].End] != "é" || names[2].Name != "z" {
		t.Errorf("names %v", names)
	}
}

func TestLimits(t *testing.T) {
	nest := func(open, inner, shut string, n int) string {
		return strings.Repeat(open, n) + inner + strings.Repeat(shut, n)
	}
	for _, c := range []struct {
		name string
		src  func(n int) string
	}{
		{"not", func(n int) string { return nest("not ", "x", "", n) }},
		{"minus", func(n int) string { return nest("-", "x", "", n) }},
		{"parentheses", func(n int) string { return nest("(", "x", ")", n) }},
		{"lists", func(n int) string { return nest("[", "x", "]", n) }},
		{"calls", func(n int) string { return nest("len(", "x", ")", n) }},
		{"sums", func(n int) string { return "x" + strings.Repeat("+x", n) }},
		{"right sums", func(n int) string { return nest("x+(", "x", ")", n) }},
		{"fields", func(n int) string { return "x" + strings.Repeat(".f", n) }},
		{"indices", func(n int) string { return nest("x[", "0", "]", n) }},
		{"comparisons", func(n int) string { return nest("x==(", "0", ")", n) }},
	} {
		if _, err := cond.Parse(c.src(cond.MaxDepth)); err != nil {
			t.Errorf("%s: %d levels refused: %v", c.name, cond.MaxDepth, err)
		}
		for _, n := range []int{cond.MaxDepth + 1, 5000, 300000} {
			if _, err := cond.Parse(c.src(n)); err == nil || err.Kind != cond.KindLimit {
				t.Errorf("%s: %d levels: %v", c.name, n, err)
			}
		}
	}
	long := strings.Repeat("ü", 1<<19)
	if v, err := run("len('"+long+"') == 524288 and x == '"+long+"' or "+strings.Repeat("x or ", 100000)+"True", env{}); err == nil || err.Kind != cond.KindName {
		t.Errorf("1 MB text: %s", show(v, err))
	}
}

func TestFrames(t *testing.T) {
	for _, c := range []struct{ src, print string }{
		{"p != '*'", "p != '*'"},
		{"forall f : not matches(f, p) implies unchanged(f)", "forall f: not matches(f, p) implies unchanged(f)"},
		{"forall f:matches( f,p )implies ok(f)", "forall f: matches(f, p) implies ok(f)"},
		{" forall file: not matches(file, '*.txt') implies kept(file) ", "forall file: not matches(file, '*.txt') implies kept(file)"},
		{"forall f: f not in glob(pattern) implies (f in fs) == (f in old(fs))", "forall f: f not in glob(pattern) implies (f in fs) == (f in old(fs))"},
		{"forall f: f in glob(p) implies (f in old(fs))==(f in fs)", "forall f: f in glob(p) implies (f in fs) == (f in old(fs))"},
		{"forall", "forall"},
	} {
		f, err := cond.ParseFrame(c.src)
		if err != nil {
			t.Errorf("%q: %v", c.src, err)
			continue
		}
		again, err := cond.ParseFrame(f.String())
		if f.String() != c.print || err != nil || again.String() != c.print {
			t.Errorf("%q prints %q (%v)", c.src, f, err)
		}
	}
	for src, mark := range map[string]string{
		"forall f : not matches(g, p) implies unchanged(f)":            "g",
		"forall f: not matches(f, p) implies unchanged(g)":             "g",
		"forall f: not matches(f, f) implies unchanged(f)":             "f",
		"forall f: matches(f, p)":                                      "",
		"forall f matches(f, p) implies ok(f)":                         "matches",
		"forall f: g in glob(p) implies (f in s) == (f in old(s))":     "g",
		"forall f: f in glob(p) implies (f in s) == (f in s)":          "==",
		"forall f: f in glob(p) implies (f in s) == (f in old(t))":     "==",
		"forall f: not f in glob(p) implies (f in s) == (f in old(s))": "f",
		"forall f: len(f) > 1 implies ok(f)":                           "len",
		"forall f: matches(f, p) implies ok(f) and x":                  "and",
		"forall not: x": "not",
	} {
		_, err := cond.ParseFrame(src)
		if err == nil || src[err.Offset:err.End] != mark {
			t.Errorf("%q: %v", src, err)
		}
	}
	f, _ := cond.ParseFrame("forall f: not matches(f, a + b) implies unchanged(f)")
	if n := f.Names(); len(n) != 2 || n[0].Name != "a" || f.Var != "f" || !f.Negated || f.Effect != "unchanged" || f.Kind != cond.Protects {
		t.Errorf("%+v", f)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"x == 1 and not y", "a<b<=c!=d", "x[0].f['k']", "-1 + 2 * 3 // 4 % 5", "'\\x41' \"b\" r'\\'", "(a,), [b, ()]", "x is not None",
		"forall f: not matches(f, p) implies u(f)", "forall f: f in glob('*') implies (f in s) == (f in old(s))", "\\\n1", "'''a\n'''", "1e5", "((((",
		"not not not x", "{x}", "f'{x}'", "'\\N{BULLET}'", "\xed\xa0\x80", "x\u00a0y",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		inRange := func(err *cond.Error) {
			if err.Offset < 0 || err.End < err.Offset || err.End > len(src) || err.Message == "" {
				t.Fatalf("%q: bad error %+v", src, err)
			}
		}
		if frame, err := cond.ParseFrame(src); err != nil {
			inRange(err)
		} else if again, err := cond.ParseFrame(frame.String()); err != nil || again.String() != frame.String() {
			t.Fatalf("%q prints %q: %v", src, frame, err)
		}
		e, err := cond.Parse(src)
		if err != nil {
			inRange(err)
			return
		}
		again, err := cond.Parse(e.String())
		if err != nil && err.Kind == cond.KindLimit {
			return // the printed form may need more parentheses
		}
		if err != nil || again.String() != e.String() {
			t.Fatalf("%q prints %q: %v", src, e, err)
		}
		resolved := e.Resolve(nil)
		if twice := resolved.Resolve(nil); twice.String() != resolved.String() {
			t.Fatalf("%q: resolve is not idempotent: %q, %q", src, resolved, twice)
		}
		cond.Walk(e.Root(), func(n cond.Node) {
			if n.Pos() < 0 || n.End() < n.Pos() || n.End() > len(src) {
				t.Fatalf("%q: node at %d-%d", src, n.Pos(), n.End())
			}
		})
	})
}
