package flow

import (
	"planproof/core/finding"
	"planproof/core/ir"
)

// Origin is one node of a value's derivation: which transfer rule made it, at
// which step, from which values. Origins are immutable and form an acyclic
// graph even in loops, since every pass makes new ones.
type Origin struct {
	Rule  finding.HopRule // result, bind, join, item, loop or source (an input)
	Path  string          // the step
	Name  string          // the variable, or for result the tool
	Tool  *ir.Tool        // result: the tool
	Value Value
	From  []Use
}

// Use is one value that an origin was made from. Param is the parameter that
// it went through, for the arguments of a call; Part is the path to the part
// that was taken of it, as conditions write it.
type Use struct {
	Param  string
	Part   string
	Origin *Origin
}

// Binding is what a name is bound to.
type Binding struct {
	Value   Value
	Origin  *Origin
	Version *Version
}
