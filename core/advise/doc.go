// Package advise answers the questions that follow a verdict, by verifying
// again:
//
//	Fixes     edits of the documents that make a finding go away; each was
//	          applied and re-verified before it is offered
//	Minimize  the smallest plan with the same finding
//	WhyNot    for a source and a sink that were not flagged: where the data
//	          went, or what made it clean
//
// It works on the documents as text, so that what is offered is an edit of
// what the user wrote and not a rewritten document.
package advise
