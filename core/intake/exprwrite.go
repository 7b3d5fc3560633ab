package intake

import (
	"strings"

	"planproof/core/value"
)

// This file is how expressions of other languages are written as conditions and values.

// A resolver finds the value that a way leads to; ok is false when it is not known.
type resolver func(*exprRef) (v Value, ok bool)

// condition writes an expression as a condition; ok is false when conditions have no such form.
func condition(e expr, resolve resolver) (text string, ok bool) {
	switch e := e.(type) {
	case *exprLit:
		if _, object := e.value.(value.Object); !object {
			return CondLit(e.value), true
		}
	case *exprRef:
		if v, known := resolve(e); known {
			return condValue(v)
		}
	case *exprOp:
		return conditionOp(e, resolve)
	}
	return "", false
}

// condValue writes a value as a condition does.
func condValue(v Value) (string, bool) {
	switch v := v.(type) {
	case Ref:
		return CondRef(v), true
	case Lit:
		if _, object := v.Value.(value.Object); !object {
			return CondLit(v.Value), true
		}
	}
	return "", false
}

func conditionOp(e *exprOp, resolve resolver) (string, bool) {
	args := make([]string, len(e.args))
	for i, a := range e.args {
		var ok bool
		if args[i], ok = condition(a, resolve); !ok {
			return "", false
		}
		if op, nested := a.(*exprOp); nested && op.op != "list" {
			args[i] = "(" + args[i] + ")"
		}
	}
	switch {
	case e.op == "list":
		return "[" + strings.Join(args, ", ") + "]", true
	case e.op == "not":
		return "not " + args[0], true
	case args[1] == "None" && e.op == "==":
		return args[0] + " is None", true
	case args[1] == "None" && e.op == "!=":
		return args[0] + " is not None", true
	}
	return strings.Join(args, " "+e.op+" "), true
}

// valueOf makes an argument of an expression: a literal, a reference or joined text; ok is false for anything else.
func valueOf(e expr, resolve resolver) (v Value, ok bool) {
	switch e := e.(type) {
	case *exprLit:
		return Lit{e.value}, true
	case *exprRef:
		return resolve(e)
	case *exprOp:
		return valueOfOp(e, resolve)
	}
	return nil, false
}

func valueOfOp(e *exprOp, resolve resolver) (Value, bool) {
	var parts []Value
	for _, a := range e.args {
		v, ok := valueOf(a, resolve)
		if !ok {
			return nil, false
		}
		if joined, nested := v.(Joined); nested && e.op == "+" {
			parts = append(parts, joined.Parts...)
			continue
		}
		parts = append(parts, v)
	}
	switch e.op {
	case "+":
		return Joined{Parts: parts}, anyText(parts) // of numbers it would be a sum
	case "list":
		return List{parts}, true
	}
	return nil, false
}

// anyText reports whether a literal text is among the parts.
func anyText(parts []Value) bool {
	for _, p := range parts {
		if lit, ok := p.(Lit); ok {
			if _, text := lit.Value.(value.Text); text {
				return true
			}
		}
	}
	return false
}

// pathOf are the steps of a way as those of a reference; ok is false when there is a call, or a position from the end.
func pathOf(steps []exprStep) (path []value.Value, ok bool) {
	for _, s := range steps {
		if n, number := s.key.(value.Number); s.key == nil || number && (!n.IsInt() || n.Sign() < 0) {
			return nil, false
		}
		path = append(path, s.key)
	}
	return path, true
}

// refs collects the values that an expression looks at, each once.
func refs(e expr, resolve resolver, out []Value) []Value {
	switch e := e.(type) {
	case *exprRef:
		if v, ok := resolve(e); ok {
			out = append(out, v)
		}
		for _, s := range e.steps {
			for _, a := range s.args {
				out = refs(a, resolve, out)
			}
		}
	case *exprOp:
		for _, a := range e.args {
			out = refs(a, resolve, out)
		}
	case *exprLit:
	}
	return out
}
