package check

import (
	"planproof/core/ir"
	"planproof/core/value"
)

// LiteralFits checks the literal parts of an argument against the declared
// type; a reference fits any type here.
func LiteralFits(a *ir.Arg) bool { return literalFits(a.Param.Type, a) }

// ConcreteFits is the executor's check of a concrete value against what a
// parameter declares: the rule that it breaks and why, "" when it fits.
func ConcreteFits(p *ir.Param, v value.Value) (rule, why string) {
	if !p.Type.Accepts(v) {
		return "argument_type", "is declared as " + p.Type.String() + ", but " + value.KindName(v) + " (" + shorten(string(value.AppendJSON(nil, v))) + ") is given"
	}
	if why := outOfRange(p.Doc, v); why != "" {
		return "argument_value", "is " + shorten(string(value.AppendJSON(nil, v))) + ", " + why
	}
	return "", ""
}
