// Package flow is the abstract domain of the analysis and its transfer
// functions.
//
//	Value    labels, provenance, direct producers, sanitizations: four powersets
//	State    environment × possible states of every automaton
//	Origin   where a value came from: the derivation that a finding's flow is read off
//
// The environment is a persistent map, so copying a state is free and joining
// two states costs what differs between them. Origins ride along with the
// values and never take part in the order: two states are equal when their
// values are.
package flow
