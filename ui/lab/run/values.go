package run

import (
	"strings"

	"planproof/core/doc"
	"planproof/core/types"
	"planproof/core/value"
)

// plainText tells that results of the type are texts and nothing else: they
// are typed as they are, without quotes.
func plainText(t types.Type) bool {
	return t.Kinds() == value.TextKind && !t.IsOpaque()
}

// truth tells that results of the type are true or false.
func truth(t types.Type) bool { return t.Kinds() == value.BoolKind && !t.IsOpaque() }

// returns is the declared type of a tool's results.
func returns(spec *doc.ToolSpec) types.Type {
	if spec == nil || spec.ReturnType == "" {
		return types.Any
	}
	return types.Parse(spec.ReturnType)
}

// readResult reads what the user typed as a result of a tool. Why says what is
// wrong with it; misfit that it can be read and is only not of the declared
// type, which a real tool may do too.
func readResult(spec *doc.ToolSpec, text string) (v value.Value, why string, misfit bool) {
	t := returns(spec)
	if plainText(t) {
		return value.Text(text), "", false
	}
	if strings.TrimSpace(text) == "" {
		if t.Nullable() {
			return value.Null{}, "", false
		}
		return nil, "There is no result yet: `" + t.String() + "` is declared.", false
	}
	v, err := doc.ReadValue("result", []byte(text), 0)
	if err != nil {
		return nil, "This is no JSON: " + err.Message + ". A text stands in quotes.", false
	}
	if !t.Accepts(v) {
		return v, "This is " + withArticle(value.KindName(v)) + "; `" + t.String() + "` is declared. The executor marks such a result and goes on.", true
	}
	return v, "", false
}

func withArticle(kind string) string {
	switch kind {
	case "null":
		return kind
	case "object":
		return "an " + kind
	}
	return "a " + kind
}

// typed writes a value as the field of its type takes it.
func typed(t types.Type, v value.Value) string {
	if text, ok := v.(value.Text); ok && plainText(t) {
		return string(text)
	}
	return string(value.AppendJSON(nil, v))
}

// brief is a value as JSON, cut to about so many letters.
func brief(v value.Value, most int) string {
	text := string(value.AppendJSON(nil, v))
	n := 0
	for at := range text {
		if n++; n > most {
			return text[:at] + "…"
		}
	}
	return text
}
