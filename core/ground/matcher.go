package ground

import (
	"unicode"

	"planproof/core/value"
)

// Matcher says how a value is looked for.
type Matcher string

// The matchers. A number is looked for as a number token of its exact value
// under all of them; Spaced is Token whose number tokens may be grouped with
// spaces.
const (
	Token     Matcher = "token"
	Whole     Matcher = "whole"
	Substring Matcher = "substring"
	NoCase    Matcher = "nocase"
	ID        Matcher = "id"
	URL       Matcher = "url"
	URLPrefix Matcher = "url_prefix"
	Spaced    Matcher = "spaced"
)

// Matchers are all matchers by name, in the order of the documentation.
var Matchers = []Matcher{Token, Whole, Substring, NoCase, ID, URL, URLPrefix, Spaced}

// Named is the matcher with a name.
func Named(name string) (Matcher, bool) {
	for _, m := range Matchers {
		if string(m) == name {
			return m, true
		}
	}
	return "", false
}

// Options say how to search. The zero Options is the token matcher without a
// locale.
type Options struct {
	Matcher Matcher
	// Locale decides how numbers are written; NoLocale leaves out what means
	// different numbers in different places.
	Locale Locale
	// Hosts brings host names into one form; nil is PlainHost.
	Hosts HostRule
}

func (o Options) host(name string) (string, bool) {
	if o.Hosts == nil {
		return PlainHost(name)
	}
	return o.Hosts(name)
}

// Find returns every place where a text or number is written in t, in the
// order of the text. Values of other kinds, blank texts and texts that have
// nothing visible are written nowhere.
func (t *Text) Find(v value.Value, o Options) []Span {
	switch v := v.(type) {
	case value.Number:
		return t.findNumber(v, o)
	case value.Text:
		return t.findText(string(v), o)
	case value.Null, value.Bool, value.List, value.Tuple, value.Object:
		return nil
	}
	return nil
}

// Has reports whether Find would find something.
func (t *Text) Has(v value.Value, o Options) bool { return len(t.Find(v, o)) > 0 }

func (t *Text) findText(s string, o Options) []Span {
	want := read(s)
	if isBlank(want) {
		return nil
	}
	switch o.Matcher {
	case Token, Spaced, "":
		return t.words(t.runes, want, nil, tokenEdges)
	case Whole:
		return t.words(t.runes, want, nil, wholeEdges)
	case Substring:
		return t.words(t.runes, want, nil, anyEdges)
	case NoCase:
		return t.words(t.fold(), foldAll(want), nil, tokenEdges)
	case ID:
		folded := foldAll(want)
		return t.words(t.fold(), folded, withoutHash(folded), tokenEdges)
	case URL, URLPrefix:
		return t.addresses(s, o)
	}
	return nil
}

func foldAll(rs []rune) []rune {
	out := make([]rune, len(rs))
	for i, r := range rs {
		out[i] = foldRune(r)
	}
	return out
}

// withoutHash is an id without its leading #, nil when there is none or
// nothing would be left.
func withoutHash(id []rune) []rune {
	if len(id) < 2 || id[0] != '#' || isBlank(id[1:]) {
		return nil
	}
	return id[1:]
}

func allDigits(rs []rune) bool {
	for _, r := range rs {
		if !unicode.IsDigit(r) {
			return false
		}
	}
	return len(rs) > 0
}
