package evaluate

import "testing"

func TestJSON(t *testing.T) {
	for _, c := range []struct{ expr, env, want string }{
		{"1 + 1", "", `{"value":2}`},
		{"domain_of(to) in allowed", `{"to": "ann@company.com", "allowed": ["company.com"]}`, `{"value":true}`},
		{"(1, 'x')", "{}", `{"value":{"$tuple":[1,"x"]}}`},
		{"big", `{"big": 123456789012345678901234567890}`, `{"value":123456789012345678901234567890}`},
		{`"\ud800"`, "", `{"value":"\ud800"}`},
		{"a <", `{"a": 1}`, ""},
		{"b", `{"a": 1}`, ""},
		{"1 // 0", "", ""},
		{"a", `{"a": }`, ""},
		{"a", `{"a": 1`, ""},
	} {
		line, ok := JSON(c.expr, c.env)
		if got := string(line); ok != (c.want != "") || ok && got != c.want+"\n" || len(line) == 0 {
			t.Errorf("%s with %s: %v %s", c.expr, c.env, ok, got)
		}
	}
}

func FuzzJSON(f *testing.F) {
	f.Add("len(a) > 0", `{"a": "x"}`)
	f.Add("x", `{"x": [1, {"y": null}]}, "x": {}`)
	f.Fuzz(func(t *testing.T, expr, env string) {
		line, _ := JSON(expr, env)
		if len(line) == 0 || line[len(line)-1] != '\n' {
			t.Fatalf("no line: %q", line)
		}
	})
}
