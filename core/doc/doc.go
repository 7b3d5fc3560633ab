// Package doc holds the documents that planproof reads: workflow, policy, tools and the bundle of all three.
//
// Every text, name and element remembers where it stands, so that every message can point at it.
//
//	concept           where
//	types             types.go (workflow), policy.go, tools.go, bundle.go
//	positions         source.go: Pos, Range, Span, Source
//	errors and notes  error.go
//	JSON text         scan.go, string.go, number.go, parse.go, keys.go → tree.go, a flat tree of ranges
//	document shapes   fields_workflow.go, fields_policy.go, fields_bundle.go: one table a type; table.go and fields.go
//	                  read and write by them, schema/ mirrors them
//	values            values.go: arguments and plain JSON
//	meaning           rules.go: what the tables can not say (reserved names, undeclared states)
//	doors             read.go; plain.go (any JSON value); print.go and layout.go
//	tolerant reading  loose.go (tokens), region.go (the document in a text), atrefs.go ("@x"); every change is a Note
//
// The strict reader takes JSON as RFC 8259 defines it and nothing else, within the limits below, which are the same
// natively and in a browser. It keeps its own stack: a deep document can not overflow the host's.
package doc

// Limits of a document. A document beyond one of them is refused with an Error of kind "limit".
const (
	// MaxBytes is the largest document, in bytes.
	MaxBytes = 8 << 20
	// MaxDepth is how deep arrays and objects may stand in each other; the outermost counts as 1.
	MaxDepth = 512
	// MaxSteps is how many steps a workflow may have in total, nested ones included.
	MaxSteps = 100_000
)
