package svg

import (
	"strconv"
	"strings"

	"planproof/ui/markup"
)

// Look is how a part looks at one moment: its classes, and its text where it
// has one of its own ("" leaves what was drawn).
type Look struct{ Class, Text string }

// Still is a drawing at one moment, as text: every part has its look, every
// group that belongs to the moment (data-over) what is over it. It is what a
// browser shows after the same changes to the elements.
func Still(drawing string, looks []Look, over map[string]string) string {
	var b strings.Builder
	text := "" // replaces what the next text element says
	for drawing != "" {
		start, rest, _ := strings.Cut(drawing, "<")
		b.WriteString(start)
		tag, after, ok := strings.Cut(rest, ">")
		if !ok {
			break
		}
		drawing = after
		if k, err := strconv.Atoi(attribute(tag, "data-k")); err == nil && k < len(looks) {
			tag = withClass(tag, looks[k].Class)
			text = looks[k].Text
		}
		b.WriteString("<" + tag + ">")
		if text != "" && strings.HasPrefix(tag, "text") {
			_, drawing, _ = strings.Cut(drawing, "<")
			drawing = "<" + drawing
			b.WriteString(markup.Escape(text))
			text = ""
		}
		b.WriteString(over[attribute(tag, "data-over")])
	}
	return b.String()
}

// attribute reads a quoted attribute of a start tag, "" without one. Values are
// escaped, so that a quote ends them.
func attribute(tag, name string) string {
	_, rest, ok := strings.Cut(tag, " "+name+`="`)
	if !ok {
		return ""
	}
	value, _, _ := strings.Cut(rest, `"`)
	return value
}

// withClass replaces the classes of a start tag.
func withClass(tag, class string) string {
	name, rest, _ := strings.Cut(tag, " ")
	if old := attribute(tag, "class"); old != "" {
		rest = strings.Replace(" "+rest, ` class="`+old+`"`, "", 1)
	} else {
		rest = " " + rest
	}
	if class == "" {
		return name + rest
	}
	return name + ` class="` + markup.Escape(class) + `"` + rest
}
