// Package examples holds the cases that the page's gallery shows, that its lessons walk through and that the tests
// check: one bundle a file, with the report that it expects. A test reads, validates, prints and verifies every file.
//
//	index.json        groups and order; every case is in it, with its difficulty
//	<id>.json         a bundle with id, title, moral and expect
//	chat-answer.txt   what a model answered in a chat: prose, a fence, Python's spellings, "@x" for a reference
//	go/               small programs that use the verifier
//
// The files are data: the page and the command line read the same bytes.
package examples
