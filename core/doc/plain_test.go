package doc

import (
	"strings"
	"testing"

	"planproof/core/value"
)

func TestReadValue(t *testing.T) {
	for _, c := range []struct {
		text  string
		limit int
		want  string // compact JSON, or what the error says
	}{
		{text: ` {"b": [1, 1.50, "x\u00e9"], "a": null} `, want: `{"b":[1,1.50,"xé"],"a":null}`},
		{text: `"\ud800"`, want: `"\ud800"`},
		{text: `{"a":1,"a":2}`, want: "stands twice"},
		{text: `1 2`, want: "ends before"},
		{text: ``, want: "is empty"},
		{text: "\"\xff\"", want: "not UTF-8"},
		{text: `[1,2,3]`, limit: 6, want: "the limit is 6"},
		{text: strings.Repeat("[", MaxDepth+1), want: "deep"},
	} {
		v, err := ReadValue("call", []byte(c.text), c.limit)
		var got string
		if err != nil {
			got = err.Error()
		} else {
			got = string(value.AppendJSON(nil, v))
		}
		if (err != nil && !strings.Contains(got, c.want)) || (err == nil && got != c.want) {
			t.Errorf("ReadValue(%q): %s, want %s", c.text, got, c.want)
		}
	}
}
