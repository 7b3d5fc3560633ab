package doc

import (
	"fmt"
	"slices"
	"strings"
)

// This file holds how the values of fields are read; what names the field in a message.

func (d *decoder) readText(n int32, what string, out *Text) *Error {
	if d.t.nodes[n].kind != stringKind {
		return d.wrong(n, what, "text")
	}
	*out = d.t.text(n)
	return nil
}

func (d *decoder) readName(n int32, what string, out *Text) *Error {
	if d.t.nodes[n].kind != stringKind {
		return d.wrong(n, what, "a name")
	}
	*out = d.t.text(n)
	if out.Value == "" {
		return d.fail(KindInput, n, what+" is an empty name", "names have at least one character")
	}
	return nil
}

func (d *decoder) readTexts(n int32, p place, f form) ([]Text, *Error) {
	if d.t.nodes[n].kind != arrayKind {
		return nil, d.wrong(n, p.String(), "a list")
	}
	count := d.t.count(n)
	if count == 0 {
		return nil, nil
	}
	read := d.readText
	if f == nameForm {
		read = d.readName
	}
	out := make([]Text, count)
	what := "an element of " + p.String()
	i := n + 1
	for k := range out {
		if err := read(i, what, &out[k]); err != nil {
			return nil, err
		}
		i = d.t.nodes[i].skip
	}
	return out, nil
}

func (d *decoder) readBool(n int32, what string, out *bool) *Error {
	k := d.t.nodes[n].kind
	if k != trueKind && k != falseKind {
		return d.wrong(n, what, "true or false")
	}
	*out = k == trueKind
	return nil
}

func (d *decoder) readEnum(n int32, what string, enum []string, out *Text) *Error {
	if err := d.readText(n, what, out); err != nil {
		return err
	}
	return d.checkEnum(*out, what, enum)
}

func (d *decoder) checkEnum(t Text, what string, enum []string) *Error {
	if slices.Contains(enum, t.Value) {
		return nil
	}
	hint := "use one of these"
	if best := nearest(t.Value, enum); best != "" {
		hint = didYouMean(best)
	}
	return d.failAt(KindInput, t, fmt.Sprintf("%s is `%s`, which is none of %s", what, short(t.Value), strings.Join(quoteAll(enum), ", ")), hint)
}
