// Package ir is the interned, rule-expanded program: the one translation of a
// bundle that the analysis and the certificate checker share.
//
//	Program    tools, labels, rules, automata and names as small integers
//	Call       one tool call with the taint rules whose sink it is
//	Branch     a conditional
//	Loop       a loop, numbered in pre-order
//	Condition  a condition of the documents: its tree, or why it has none
//
// Names of variables become Slots; a name keeps one slot for the whole plan.
// Provenance is a set of tool numbers and the two pseudo-tools Input and
// Unknown. Rules are numbered in the order of the policy.
package ir
