// Package ground finds where a value is written in a text. It is how a plan's
// literals are traced to what the user said, and how the guard of single calls
// traces its arguments.
//
//	text.go     a text as matchers read it, with the way back to what was written
//	matcher.go  the matchers by name, and what each value is searched for as
//	word.go     token, whole, substring, nocase, id: occurrences of a string
//	number.go   number tokens of an exact value, by the locale's marks
//	glue.go     what is joined to a longer word, identifier or number
//	url.go      the parts of a web address and when two name one place
//	urltext.go  the web addresses in a text
//	host.go     host names with the standard library alone; uts46 has UTS 46
//
// Matchers fail closed: what can not be read as asked is not found. Offsets
// are code points of the text as written.
package ground
