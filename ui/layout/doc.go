// Package layout places the page's three kinds of drawings: the plan as nested
// boxes with its data flow, the Hasse diagram of label sets, and automata. It
// is pure: the same input and pane width give the same coordinates, in the
// browser and in a test. Package svg turns the result into SVG.
//
//	text.go       how wide a text will be
//	plan.go       the plan to draw and what is drawn
//	flows.go      who defines what and who uses it
//	lanes.go      the channels at the side and their lanes
//	boxes.go      sizes and places of the boxes
//	routes.go     the wires of the data flow
//	hasse.go      ranked diagrams of sets
//	automaton.go  layered state diagrams
//
// All lengths are CSS pixels.
package layout
