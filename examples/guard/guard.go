// Package guard has the guard's examples: each a conversation with proposed
// calls, the guard's configuration and what is to be seen. The page offers
// them, the tests decide them, and `planproof guard check` reads those that
// have a call of their own.
package guard

import (
	"embed"

	"planproof/core/doc"
	"planproof/core/value"
)

//go:embed *.json
var files embed.FS

// Case is one example. Expect has the verdict of every call in order.
type Case struct {
	ID, Title, Moral string
	Text             []byte
	Expect           []string
}

// order is from the attack to what follows from it.
var order = []struct {
	id     string
	expect []string
}{
	{"injected-recipient", []string{"allow", "allow", "deny"}},
	{"asked-and-paid", []string{"allow"}},
	{"over-the-budget", []string{"escalate"}},
	{"a-yes-is-for-one-action", []string{"allow", "deny"}},
	{"the-canary", []string{"allow", "deny"}},
	{"payment", []string{"allow", "deny"}},
}

// All are the examples in the order in which they are offered.
func All() []Case {
	var out []Case
	for _, o := range order {
		text, err := files.ReadFile(o.id + ".json")
		if err != nil {
			panic(err) // embedded
		}
		c := Case{ID: o.id, Text: text, Expect: o.expect}
		if v, derr := doc.ReadValue(o.id, text, 0); derr == nil {
			object, _ := v.(value.Object)
			c.Title, c.Moral = member(object, "title"), member(object, "moral")
		}
		out = append(out, c)
	}
	return out
}

func member(o value.Object, name string) string {
	v, _ := o.Get(name)
	s, _ := v.(value.Text)
	return string(s)
}
