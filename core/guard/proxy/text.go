package proxy

import (
	"slices"
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// resultText is everything in a result that an agent may read: texts of content blocks, texts of embedded resources,
// other blocks, structured content and members that nobody knows as JSON. Only the bytes of pictures and sounds are left
// out: no value is found in them, and no instruction is read.
func resultText(r value.Object) string {
	var parts []string
	var rest value.Object
	for _, m := range r {
		switch m.Key {
		case "content":
			blocks, isList := m.Value.(value.List)
			if !isList {
				blocks = value.List{m.Value}
			}
			for _, b := range blocks {
				parts = append(parts, blockText(b))
			}
		case "structuredContent", "isError", "_meta":
		default:
			rest = append(rest, m)
		}
	}
	if s, ok := r.Get("structuredContent"); ok && !said(parts, s) {
		parts = append(parts, string(value.AppendCanonical(nil, shortened(parts, s))))
	}
	if rest != nil {
		parts = append(parts, string(value.AppendCanonical(nil, rest)))
	}
	return strings.Join(parts, "\n")
}

func blockText(v value.Value) string {
	block, isObject := v.(value.Object)
	if text, isText := v.(value.Text); isText {
		return string(text)
	}
	if !isObject {
		return string(value.AppendCanonical(nil, v))
	}
	if t, ok := block.Get("text"); ok && textOf(block, "type") == "text" {
		if s, isText := t.(value.Text); isText {
			return string(s)
		}
	}
	if resource := objectOf(block, "resource"); textOf(block, "type") == "resource" && textOf(resource, "text") != "" {
		return textOf(resource, "uri") + "\n" + textOf(resource, "text")
	}
	return string(value.AppendCanonical(nil, withoutBytes(block)))
}

// withoutBytes leaves out base64: "data" of pictures and sounds, "blob" of resources.
func withoutBytes(block value.Object) value.Object {
	var out value.Object
	kind := textOf(block, "type")
	for _, m := range block {
		switch {
		case m.Key == "data" && (kind == "image" || kind == "audio"):
		case m.Key == "resource" && kind == "resource":
			resource, _ := m.Value.(value.Object)
			blob := func(m value.Member) bool { return m.Key == "blob" }
			out = append(out, value.Member{Key: m.Key, Value: slices.DeleteFunc(slices.Clone(resource), blob)})
		default:
			out = append(out, m)
		}
	}
	return out
}

// said reports whether the structured content is what a text block already says: servers write it both ways for
// clients that read only one.
func said(parts []string, s value.Value) bool {
	want := string(value.AppendCanonical(nil, s))
	for _, part := range parts {
		if !strings.HasPrefix(strings.TrimSpace(part), "{") {
			continue
		}
		v, err := doc.ReadValue("content", []byte(part), MaxUpstreamMessage)
		if err == nil && string(value.AppendCanonical(nil, v)) == want {
			return true
		}
	}
	return false
}

// shortened is structured content in which texts that are a whole block are not said again.
func shortened(parts []string, v value.Value) value.Value {
	switch v := v.(type) {
	case value.Text:
		if slices.Contains(parts, string(v)) {
			return value.Text("…")
		}
	case value.List:
		out := make(value.List, len(v))
		for i, item := range v {
			out[i] = shortened(parts, item)
		}
		return out
	case value.Object:
		out := make(value.Object, len(v))
		for i, m := range v {
			out[i] = value.Member{Key: m.Key, Value: shortened(parts, m.Value)}
		}
		return out
	case value.Null, value.Bool, value.Number, value.Tuple:
	}
	return v
}
