package intake

import (
	"strings"
	"testing"
)

// TestPythonRefusals: what a plan can not have is refused by its name, with the place of the construct.
func TestPythonRefusals(t *testing.T) {
	for _, c := range []struct{ text, construct, place string }{
		{"x = f()\nwhile x:\n    g()\n", "`while` statement", "2:1"},
		{"try:\n    f()\nexcept E:\n    g()\n", "`try` statement", "1:1"},
		{"with f() as x:\n    g(x)\n", "`with` statement", "1:1"},
		{"f()\nreturn 1\n", "`return` statement", "2:1"},
		{"for x in f():\n    break\n", "`break` statement", "2:5"},
		{"f()\ndel x\n", "`del` statement", "2:1"},
		{"y = f([g(x) for x in z])\n", "list comprehension", "1:7"},
		{"y = f(lambda: g(1))\n", "lambda", "1:7"},
		{"y = f(g() if b else c)\n", "conditional expression", "1:7"},
		{"y = f(sorted(xs, key=lambda x: g(x)))\n", "lambda", "1:22"},
		{"y = f([x.save() for x in xs])\n", "method call", "1:10"},
		{"y = f((x := 1))\n", "assignment expression", "1:8"},
		{"y = f(*args)\n", "argument unpacking", "1:7"},
		{"y = f()\ny['k'] = g()\n", "assignment to a part of a value", "2:1"},
		{"y = f()\ny.append(g())\n", "method call", "2:1"},
		{"def helper(x):\n    return f(x)\nhelper(1)\n", "function", "1:1"},
		{"class A:\n    def m(self):\n        f()\nA()\n", "class with methods", "1:1"},
		{"x = f()\nif x and g(x):\n    h()\n", "call behind `and`", "2:10"},
		{"f = g()\nf(1)\n", "call of a variable", "2:1"},
		{"for x in f():\n    g(x)\nelse:\n    h()\n", "`else` of a loop", "1:1"},
		{"f()(1)\n", "call of an expression", "1:1"},
	} {
		r := Read(c.text, Options{From: "python"})
		if r.Refused == nil || r.Refused.Construct != c.construct || !strings.Contains(r.Refused.Error(), ":"+c.place+":") {
			t.Errorf("%q: %s", c.text, r.Summary)
			if r.Refused != nil {
				t.Log(r.Refused.Construct, r.Refused.Error())
			}
		}
	}
}

// TestPythonMeaning: variables keep their values where the program assigns them again, in branches and in loops.
func TestPythonMeaning(t *testing.T) {
	for _, c := range []struct {
		name, text string
		have, not  []string
	}{
		{"an alias is its value", "a = f()\nb = a.x\ng(p=b)\n", []string{`"p":{"ref":"a","path":["x"]}`}, []string{"pick_value"}},
		{"an alias of a name that changes is a copy", "a = f()\nb = a\na = h()\ng(p=b)\n", []string{`"tool_name":"pick_value","arguments":{"value":{"ref":"a"}},"result_binding":"b"`, `"p":{"ref":"b"}`}, nil},
		{"both branches bind one name", "a = 1\nif f():\n    a = 2\ng(p=a)\n", []string{`"arguments":{"value":1},"result_binding":"a"`, `"arguments":{"value":2},"result_binding":"a"`, `"p":{"ref":"a"}`}, nil},
		{"a value set in a branch and used behind it is bound", "c = f()\nif c:\n    a = c.x\ng(p=a)\n", []string{`"result_binding":"a"`, `"p":{"ref":"a"}`}, nil},
		{"one that stays in its block is not", "c = f()\nif c:\n    a = c.x\n    g(p=a)\n", []string{`"p":{"ref":"c","path":["x"]}`}, []string{"pick_value"}},
		{"nested calls in their order", "g(p=f(1), q=h(k()))\n", []string{`"p":{"ref":"f_result"}`, `"q":{"ref":"h_result"}`}, nil},
		{"a loop over a constant", "for i in range(2):\n    f(p=i)\n", []string{`"value":[0,1]`, `"collection_ref":"collection"`}, nil},
		{"several targets", "for k, v in f().items():\n    g(p=v)\n", []string{`"p":{"ref":"item","path":[1]}`, "f()"}, nil},
		{"unpacking of a result", "a, b = f()\ng(p=b)\n", []string{`"p":{"ref":"f_result","path":[1]}`}, nil},
		{"a tool of a module", "import web\nx = web.get(url='u')\ng(p=x)\n", []string{`"tool_name":"web.get"`}, nil},
		{"a computation has the labels of what it reads", "x = f()\ny = x.total * 2\ng(p=y)\n", []string{`"about":[{"ref":"x","path":["total"]}]`, `"expression":"x.total * 2","about"`, `"result_binding":"y"`}, nil},
		{"a comprehension without tools computes", "xs = f()\ny = g()\nh(p=[x.a + f'{y.k}{x.b}' for x in xs if x.c.lower() == 'd'])\n", []string{`"about":[{"ref":"y"},{"ref":"xs"}]`}, []string{"input_variables\":[\"x"}},
		{"so does a lambda", "xs = f()\nh(p=sorted(xs, key=lambda x: x.date, reverse=True))\n", []string{`"about":[{"ref":"xs"}]`}, []string{`"input_variables":["x"]`}},
		{"and a conditional expression", "a = f()\nh(p=a.x if a.y else 'none')\n", []string{`"about":[{"ref":"a","path":["y"]},{"ref":"a","path":["x"]}]`}, nil},
		{"an unknown name is an input", "g(p=q)\n", []string{`"input_variables":["q"]`}, nil},
		{"conditions", "x = f()\nif x.name.startswith('a') and len(x.tags) >= 2 or not x.ok:\n    g()\n",
			[]string{`"condition":"(startswith(x.name, 'a') and (len(x.tags) >= 2)) or not (x.ok)"`}, nil},
		{"a stub gives the names of parameters", "def f(url: str, n: int = 3) -> list:\n    ...\nf('u', 4)\n", []string{`"arguments":{"url":"u","n":4}`}, []string{"arg1"}},
	} {
		r := Read(c.text, Options{From: "python"})
		if r.Bundle == nil {
			t.Errorf("%s: %s", c.name, r.Summary)
			continue
		}
		got := string(r.Bundle.AppendJSON(nil))
		for _, want := range c.have {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %s in\n%s", c.name, want, got)
			}
		}
		for _, not := range c.not {
			if strings.Contains(got, not) {
				t.Errorf("%s: %s in\n%s", c.name, not, got)
			}
		}
	}
}
