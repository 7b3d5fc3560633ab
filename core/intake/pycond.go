package intake

import (
	"strings"

	"planproof/core/intake/python"
)

// condition reads the test of a branch as a condition of a workflow.
func (r *pyReader) condition(e python.Expr) string {
	switch e := e.(type) {
	case *python.Op:
		return r.conditionOp(e)
	case *python.Call:
		return r.conditionCall(e)
	case *python.List:
		return "[" + r.conditions(e.Items) + "]"
	case *python.Tuple:
		return "[" + r.conditions(e.Items) + "]"
	}
	return r.conditionValue(e)
}

func (r *pyReader) conditions(items []python.Expr) string {
	var parts []string
	for _, x := range items {
		parts = append(parts, r.condition(x))
	}
	return strings.Join(parts, ", ")
}

// conditionValue writes a value: a constant, or the name of what was read or computed before.
func (r *pyReader) conditionValue(e python.Expr) string {
	switch v := r.value(e).(type) {
	case Lit:
		return CondLit(v.Value)
	case Ref:
		return CondRef(v)
	default:
		return r.pick(v, e).Name
	}
}

// conditionOp writes an operator; what a condition does not have is computed before.
func (r *pyReader) conditionOp(e *python.Op) string {
	switch e.Name {
	case "and", "or":
		return r.conditionBool(e)
	case "not":
		return "not (" + r.condition(e.Args[0]) + ")"
	case "compare":
		out := "(" + r.condition(e.Args[0])
		for i, op := range e.Ops {
			out += " " + op + " " + r.condition(e.Args[i+1])
		}
		return out + ")"
	case "+", "-", "*", "//", "%":
		if len(e.Args) == 1 {
			return "-" + r.condition(e.Args[0])
		}
		return "(" + r.condition(e.Args[0]) + " " + e.Name + " " + r.condition(e.Args[1]) + ")"
	}
	return r.conditionValue(e)
}

// conditionBool writes and and or. A tool behind the first operand runs only sometimes, so it can not move before the
// branch.
func (r *pyReader) conditionBool(e *python.Op) string {
	var parts []string
	for i, x := range e.Args {
		before := len(r.out)
		parts = append(parts, r.condition(x))
		for _, s := range r.out[before:] {
			if c, ok := s.(*Call); ok && i > 0 && !isHelper(c.Tool) {
				r.refuse("call behind `"+e.Name+"`", x.At(), "assign the result to a name first, or nest the branches", c.Tool)
			}
		}
	}
	return "(" + strings.Join(parts, " "+e.Name+" ") + ")"
}

// conditionCall writes the functions that conditions have; others are computed or called before.
func (r *pyReader) conditionCall(e *python.Call) string {
	switch fn := e.Fn.(type) {
	case *python.Name:
		if inCondition(fn.ID, len(e.Args)) && len(e.Keywords) == 0 && r.env[fn.ID] == nil {
			return fn.ID + "(" + r.conditions(e.Args) + ")"
		}
	case *python.Attr:
		if _, tool := r.dotted(fn); !tool && inCondition("."+fn.Name, len(e.Args)) {
			args := append([]python.Expr{fn.X}, e.Args...)
			return fn.Name + "(" + r.conditions(args) + ")"
		}
	}
	return r.conditionValue(e)
}

// inCondition reports whether conditions have a function, or a method as a function of its text, with as many arguments.
func inCondition(name string, args int) bool {
	switch name {
	case "len", "abs", ".startswith", ".endswith":
		return args == 1
	case "min", "max":
		return args > 1
	case ".lower":
		return args == 0
	}
	return false
}
