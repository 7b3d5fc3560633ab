// Package forms knows the other forms of a value: an account number in groups,
// a day in words, an amount with its currency. Each finder returns where a
// value is written, in code points of the text.
//
//	iban.go   account numbers, with their check digits
//	phone.go  telephone numbers
//	date.go   days and times
//	money.go  amounts
//
// A form that can mean two values is none.
package forms

import (
	"unicode"

	"planproof/core/ground"
	"planproof/core/guard/words"
)

// Span is a part of a text in code points.
type Span = ground.Span

func isAlnum(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// over is the span from token i to token j, which belongs to it.
func over(ts []words.Token, i, j int) Span { return Span{Start: ts[i].Start, End: ts[j].End} }

// textAt is the text of a token, empty beyond the ends.
func textAt(ts []words.Token, i int) string {
	if i < 0 || i >= len(ts) {
		return ""
	}
	return ts[i].Text
}
