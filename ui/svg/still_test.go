package svg

import "testing"

func TestStill(t *testing.T) {
	looks := []Look{{Class: "step is-now"}, {Class: "hop", Text: "<3>"}, {}}
	for _, c := range []struct{ in, want string }{
		{`<svg class="graph"><g class="step" data-k="0" x="1"/></svg>`, `<svg class="graph"><g class="step is-now" data-k="0" x="1"/></svg>`},
		{`<g data-k="1"><circle/><text x="2">1</text></g><text>stays</text>`, `<g class="hop" data-k="1"><circle/><text x="2">&lt;3&gt;</text></g><text>stays</text>`},
		{`<path class="a" d="M0 0" data-k="2"/><path class="b" data-k="9"/>`, `<path d="M0 0" data-k="2"/><path class="b" data-k="9"/>`},
		{`<g data-over="over"></g><g data-over="under"></g>`, `<g data-over="over"><b/></g><g data-over="under"></g>`},
		{`<text>a &lt; b</text>tail`, `<text>a &lt; b</text>tail`},
		{``, ``},
	} {
		if got := Still(c.in, looks, map[string]string{"over": "<b/>"}); got != c.want {
			t.Errorf("%s is\n%s, want\n%s", c.in, got, c.want)
		}
	}
}
