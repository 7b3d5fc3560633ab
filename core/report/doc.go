// Package report renders reports: for a terminal, for an issue, for another
// program, for a browser without scripts.
//
//	text.go      plain text, 100 columns, verdict first; color when asked
//	markdown.go  Markdown for an issue or a chat
//	html.go      one static page: no script, inline style, light and dark
//	sarif.go     SARIF 2.1.0 (OASIS), for code scanning
//	json.go      the report's wire bytes; schema/ has their JSON Schemas
//	problem.go   a document that could not be read, with its place
//
// Everything in a report may come from a hostile document. clean.go makes a
// text harmless for every format; each format escapes it once more by its own
// rules. The verdict's words are in words.go, the places in source.go and
// snippet.go: all formats say the same.
package report
