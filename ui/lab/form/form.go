// Package form writes the controls that rooms have in common. A control that
// changes is an Ask "option"; what it is set to is in the form of every Ask.
package form

import (
	"strconv"

	"planproof/ui/markup"
)

// Button is a button that asks the room to do something.
func Button(h *markup.Writer, do, arg, class, testid, words string) {
	h.Open("button", "type", "button", "class", class, "data-lab-do", do, "data-lab-arg", arg, "data-testid", testid).Text(words).Close("button")
}

// Check is a box with its words.
func Check(h *markup.Writer, name, words string, on bool) {
	checked := ""
	if on {
		checked = "checked"
	}
	h.Open("label").Open("input", "type", "checkbox", "name", name, "data-lab-change", "option", "checked", checked).Text(" " + words).Close("label")
}

// Choice is a select with its label; options are value, words pairs, and a
// value may be "".
func Choice(h *markup.Writer, name, label, chosen string, options ...string) {
	h.Open("label").Text(label+" ").Open("select", "class", "picker", "name", name, "data-lab-change", "option")
	for i := 0; i+1 < len(options); i += 2 {
		selected := ""
		if options[i] == chosen {
			selected = " selected"
		}
		// An option without the attribute would have its words as value.
		h.Raw(`<option value="` + markup.Escape(options[i]) + `"` + selected + ">").Text(options[i+1]).Close("option")
	}
	h.Close("select").Close("label")
}

// Count writes a number of things; the plural takes an s.
func Count(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return strconv.Itoa(n) + " " + word + "s"
}
