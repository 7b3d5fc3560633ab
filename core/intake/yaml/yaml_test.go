package yaml

import (
	"strings"
	"testing"

	"planproof/core/doc"
	"planproof/core/value"
)

// accepted are texts and the JSON that they are.
var accepted = []struct{ text, want string }{
	{"a: 1\nb: two # c\nc:\n", `{"a":1,"b":"two","c":null}`},
	{"- 1\n-\n  - 2\n- - 3\n  - 4\n- k: v\n  l: w\n", `[1,[2],[3,4],{"k":"v","l":"w"}]`},
	{"a:\n- 1\n- 2\nb: x", `{"a":[1,2],"b":"x"}`},
	{"a: plain\n  goes on\n\n  and on\nb: 1", `{"a":"plain goes on\nand on","b":1}`},
	{"a: |\n  one\n   two\n\n  three\nb: >-\n  x\n  y\n\n  z\n", `{"a":"one\n two\n\nthree\n","b":"x y\nz"}`},
	{"a: |+\n  x\n\nb: |2\n    y\n", `{"a":"x\n\n","b":"  y\n"}`},
	{"a: >\n  x\n    deep\n  y\n", `{"a":"x\n  deep\ny\n"}`},
	{`a: "x\ty\u00e9\ud83d\ude00\
     z"`, `{"a":"x\tyé😀z"}`},
	{"a: 'it''s\n  fine'", `{"a":"it's fine"}`},
	{"{a: [1, 'x', {b: }], \"c\":d, e}", `{"a":[1,"x",{"b":null}],"c":"d","e":null}`},
	{"[a: 1, b]", `[{"a":1},"b"]`},
	{"x: &q {k: 1}\ny: *q\nz:\n  <<: *q\n  l: 2\n", `{"x":{"k":1},"y":{"k":1},"z":{"l":2,"k":1}}`},
	{"--- # first\na: 1\n---\nb: 2\n", `{"a":1}`},
	{"%YAML 1.2\n---\nx\n...\n", `"x"`},
	{"yes: no\nn: 0777\nh: 0x1F\nf: -1.5e3\nt: !!str 12\nu: 2024-05-01\nv: ~\nw: .inf\n",
		`{"yes":"no","n":"0777","h":31,"f":-1.5e3,"t":"12","u":"2024-05-01","v":null,"w":".inf"}`},
	{"url: http://x.y/z#frag\ntime: 12:30:45\n", `{"url":"http://x.y/z#frag","time":"12:30:45"}`},
	{"a: ${ .x.y }\nb: $.x\nc: '{{x}}'\nd: a, b\n", `{"a":"${ .x.y }","b":"$.x","c":"{{x}}","d":"a, b"}`},
	{"a:\r\n  b: 1\r\n  c: |\r\n    x\r\n", `{"a":{"b":1,"c":"x\n"}}`},
	{"a: -1\nb: - c\n", `ERROR can not begin`},
	{"? a\n: b\n", "ERROR begins with `?`"},
	{"a:\n\tb: 1\n", "ERROR a tab"},
	{"a: 1\na: 2\n", "ERROR stands twice"},
	{"a: b: c\n", "ERROR"},
	{"a: b\n  c: d\n", "ERROR a key inside"},
	{"a: 1\n  b: 2\n", "ERROR"},
	{"a: *q\n", "ERROR no anchor"},
	{"a: @x\n", "ERROR can not begin"},
	{"a: [1, 2\n", "ERROR not closed"},
	{"a: \"x\n", "ERROR not closed"},
	{"a: [1 2]\nb: 'x' y\n", "ERROR more text"},
	{"a: \"\\q\"", "ERROR escape"},
	{"x\n---\ny\n", `"x"`},
	{"", "nothing"},
	{"# only\n", "nothing"},
}

func read(text string) string {
	v, _, _, err := Parse(doc.NewSource("paste", text), doc.Range{End: int32(len(text))})
	switch {
	case err != nil:
		return "ERROR " + err.Error()
	case v == nil:
		return "nothing"
	}
	return string(value.AppendJSON(nil, v.Value()))
}

func TestParse(t *testing.T) {
	for _, c := range accepted {
		got := read(c.text)
		if want, isError := strings.CutPrefix(c.want, "ERROR "); isError && strings.HasPrefix(got, "ERROR") && strings.Contains(got, want) {
			continue
		}
		if c.want == "ERROR" && strings.HasPrefix(got, "ERROR") {
			continue
		}
		if got != c.want {
			t.Errorf("%q\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

// TestPlaces checks that ranges cut the values out of the text.
func TestPlaces(t *testing.T) {
	text := "a:\n  - x y\n  - \"q\"\nb: {c: [1]}\n"
	src := doc.NewSource("paste", text)
	v, _, _, err := Parse(src, doc.Range{End: int32(len(text))})
	if err != nil {
		t.Fatal(err)
	}
	for want, n := range map[string]*doc.Syntax{
		"x y": v.Get("a").Items[0], `"q"`: v.Get("a").Items[1], "[1]": v.At("b", "c"), "{c: [1]}": v.Get("b"), "- x y\n  - \"q\"": v.Get("a"),
	} {
		if got := src.Slice(n.Range); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestLimits: deep and swollen documents are refused, quickly.
func TestLimits(t *testing.T) {
	swollen := "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"
	for i := byte('1'); i <= '9'; i++ {
		before := "*a" + string(i-1)
		swollen += "a" + string(i) + ": &a" + string(i) + " [" + strings.Repeat(before+",", 10) + "]\n"
	}
	for name, text := range map[string]string{
		"flow": strings.Repeat("[", 600), "block": strings.Repeat("- ", 600) + "x", "aliases": swollen,
	} {
		if got := read(text); !strings.Contains(got, "deep") && !strings.Contains(got, "million") {
			t.Errorf("%s: %.200s", name, got)
		}
	}
	for _, text := range []string{strings.Repeat("&a ", 200_000), strings.Repeat("a: ", 200_000), strings.Repeat("\"", 200_000),
		strings.Repeat(" ", 200_000) + ":", "[" + strings.Repeat("&a x, ", 100_000) + "]", strings.Repeat("x\n", 100_000)} {
		read(text)
	}
}

func FuzzParse(f *testing.F) {
	for _, c := range accepted {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, end, _, err := Parse(doc.NewSource("paste", text), doc.Range{End: int32(len(text))})
		if err == nil && v != nil && (v.Range.Start > v.Range.End || int(v.Range.End) > end || end > len(text)) {
			t.Errorf("%q: range %v, end %d", text, v.Range, end)
		}
	})
}
