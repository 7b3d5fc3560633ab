// Package complete says what may stand at a place of the documents, and what
// stands there: completion and hover of the page's editor. It is pure; the page
// asks it in a worker (ui/lab/assist).
//
// While somebody types, a document is no document. So nothing here uses the
// strict readers: a scanner makes a tree of whatever is there, and all else is
// read off three such trees.
//
//	scan.go      texts become trees, errors and all
//	place.go     where in a tree an offset is
//	schema.go    what the JSON Schemas of core/doc/schema say about a place
//	facts.go     tools, rules, automata and names, as far as they can be read
//	words.go     sentences about them
//	complete.go  what may stand at a place
//	values.go    what may stand as a value
//	hover.go     what stands there
//
// Offsets are bytes. Texts for the reader may have `code` in them.
package complete
