package doc

import (
	"fmt"
	"strings"
	"testing"
)

// bigTexts are documents at the limits, most of them as large as a document may be.
func bigTexts() []struct{ name, text string } {
	argument := func(v string) string {
		return `{"goal":"g","steps":[{"label":"s","tool_call":{"tool_name":"t","arguments":{"a":` + v + `}}}]}`
	}
	room := MaxBytes - 200
	return []struct{ name, text string }{
		{"numbers", argument("[1" + strings.Repeat(",1", room/2-2) + "]")},
		{"objects", argument("[{}" + strings.Repeat(",{}", room/3-2) + "]")},
		{"strings", argument(`["a"` + strings.Repeat(`,"b\n"`, room/6-2) + "]")},
		{"keys", argument(manyKeys(room / 11))},
		{"one string", argument(`"` + strings.Repeat("aé", room/3) + `"`)},
		{"escapes", argument(`"` + strings.Repeat(`\u00e9`, room/6) + `"`)},
		{"prose", strings.Repeat("abc def\n", MaxBytes/8)},
		{"braces", strings.Repeat("{", MaxBytes)},
		{"comments", strings.Repeat("{/*", MaxBytes/3)},
		{"openings", strings.Repeat(`{"a":[`, MaxBytes/6)},
		{"fences", strings.Repeat("```\n{\"goal\":\n", MaxBytes/13)},
		{"trailing commas", argument("[[1,]" + strings.Repeat(",[1,]", room/5-2) + "]")},
		{"100,000 steps", steps(MaxSteps)},
		{"invalid UTF-8", strings.Repeat("a", MaxBytes-1) + "\xff"},
	}
}

func manyKeys(n int) string {
	var b strings.Builder
	b.WriteString(`{"x":1`)
	for i := range n {
		fmt.Fprintf(&b, `,"%06d":1`, i)
	}
	return b.String() + "}"
}

func steps(n int) string {
	one := `{"label":"s","tool_call":{"tool_name":"t"}}`
	return `{"goal":"g","steps":[` + one + strings.Repeat(","+one, n-1) + "]}"
}

func BenchmarkRead(b *testing.B) {
	for _, big := range bigTexts() {
		for _, lenient := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/lenient=%v", big.name, lenient), func(b *testing.B) {
				text := []byte(big.text)
				b.ReportAllocs()
				for b.Loop() {
					ReadWorkflow(text, ReadOptions{Lenient: lenient})
				}
			})
		}
	}
}
