package complete

import (
	"slices"
	"strings"
)

// code sets a name apart; backquotes would end it.
func code(s string) string { return "`" + strings.ReplaceAll(s, "`", "'") + "`" }

func codes(names []string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = code(n)
	}
	return strings.Join(quoted, ", ")
}

// signature is a tool as a call: its parameters with their types, and what it
// returns.
func (t *tool) signature() string {
	var b strings.Builder
	for i, p := range t.params {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(p.signature())
	}
	s := t.name + "(" + b.String() + ")"
	if t.result != "" {
		s += " → " + t.result
	}
	return code(s)
}

func (p *param) signature() string {
	s := p.name
	if p.optional {
		s += "?"
	}
	if p.typ != "" {
		s += ": " + p.typ
	}
	return s
}

// toolWords say what a tool takes, promises and may leak, and what the policy
// says about it.
func (f *facts) toolWords(name string) []string {
	t := f.tool(name)
	if t == nil {
		if slices.Contains(f.allowed, name) {
			return []string{code(name), "The policy allows it; there is no spec for it."}
		}
		return nil
	}
	lines := []string{t.signature()}
	if t.about != "" {
		lines = append(lines, t.about)
	}
	if len(t.sourceLabels) > 0 {
		lines = append(lines, "Its result carries "+codes(t.sourceLabels)+".")
	}
	for _, c := range t.pre {
		lines = append(lines, "Before: "+code(c))
	}
	for _, c := range t.post {
		lines = append(lines, "After: "+code(c))
	}
	if f.policy != nil && !slices.Contains(f.allowed, name) {
		lines = append(lines, "The policy does not allow it.")
	}
	for _, r := range f.rules {
		switch {
		case r.source == name:
			lines = append(lines, code(r.name)+" watches its result.")
		case slices.Contains(r.sanitizers, name):
			lines = append(lines, "It is a sanitizer of "+code(r.name)+".")
		}
	}
	return lines
}

// paramWords say what a parameter takes and what must not get there.
func (f *facts) paramWords(t *tool, p *param) []string {
	lines := []string{code(p.signature()) + " of " + code(t.name)}
	if p.about != "" {
		lines = append(lines, p.about)
	}
	if p.optional {
		lines = append(lines, "It may be left out.")
	}
	if p.sink && len(t.sinkLabels) > 0 {
		lines = append(lines, "It must never receive "+codes(t.sinkLabels)+".")
	}
	for _, r := range f.rules {
		if (r.sink == t.name || r.sink == "*") && (r.param == p.name || r.param == "*" && p.sink) {
			lines = append(lines, r.words())
		}
	}
	return lines
}

// words is a rule as a sentence.
func (r *rule) words() string {
	from := "data of " + code(r.source)
	if r.source == "*" {
		from = "data of any source"
	}
	to := code(r.sink + "." + r.param)
	switch {
	case r.sink == "*":
		to = "any other tool"
	case r.param == "*":
		to = "a sink parameter of " + code(r.sink)
	}
	s := code(r.name) + ": no " + from + " to " + to
	if len(r.sanitizers) > 0 {
		s += ", unless through " + codes(r.sanitizers)
	}
	return s + "."
}

// function is a function of the condition language.
type function struct{ name, call, about string }

// functions are those of core/cond; a test holds the two together.
var functions = []function{
	{"len", "len(x)", "How many characters, elements or members."},
	{"domain_of", "domain_of(address)", "What stands behind the @ of one address; a text without @ is its own domain."},
	{"min", "min(a, b)", "The least of its arguments, or of one list."},
	{"max", "max(a, b)", "The greatest of its arguments, or of one list."},
	{"abs", "abs(x)", "A number without its sign."},
	{"startswith", "startswith(text, start)", "Whether a text begins with another."},
	{"endswith", "endswith(text, end)", "Whether a text ends with another."},
	{"contains", "contains(x, part)", "The same as `part in x`."},
	{"lower", "lower(text)", "A text in lower case."},
	{"matches", "matches(name, pattern)", "Whether a name fits a pattern with `*` and `?`."},
}

// words of the condition language that are no functions.
var operators = []string{"and", "or", "not", "in", "is", "True", "False", "None"}
