// Package intake reads what people have, plans and tool lists of other programs and answers of models, into a bundle.
//
// People do not paste our format. Read sorts a paste into pieces (fences, prose, several documents, JSON Lines, YAML),
// asks every format how much a piece looks like it, lets the best one import it, and puts the parts together. It says
// what it understood, what it dropped and what it guessed, each with its place; what can not become structured steps is
// refused with the names involved, never flattened silently.
//
//	concept                  where
//	the door                 intake.go: Read, Options, Result
//	pieces of a paste        piece.go
//	formats and their order  format.go; one file a format
//	notes and refusals       note.go
//	plans under construction plan.go, names.go, helper.go; build.go makes a doc.Workflow of one
//	recorded conversations   transcript.go
//	YAML                     yaml/: a subset with positions
//
// An importer never looks at the whole paste, only at its piece, and recurses no deeper than the tree it was given,
// which is bounded by doc.MaxDepth.
package intake
