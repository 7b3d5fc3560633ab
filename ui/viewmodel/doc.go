// Package viewmodel computes what every pane shows from a report, the
// documents and a cursor. It is pure and runs natively: the panes of the page,
// exports and tests are functions of its results.
//
//	model.go      documents and report, indexed once
//	timeline.go   the abstract state at every event
//	labels.go     colors and letters of the labels
//	plan.go       the plan to draw; planstate.go what is lit in it
//	verdict.go    the sentence, the counts and the finding cards; flow.go their hops
//	state.go      the environment with added, changed and lost marks
//	lattice.go    the label sets that occur, the climb and the join
//	automata.go   possible states, guard table, strip of sets
//	loops.go      the equation and the matrix of a loop
//	contracts.go  the obligations
//	transport.go  chapters, jumps and the sentence of an event
package viewmodel
