package intake

import (
	"strings"

	"planproof/core/doc"
	"planproof/core/intake/python"
)

// pythonPlan reads plans as Python, in the way in which CaMeL's planner and smolagents' code agents write them.
//
// Maps:
//
//	x = tool(a=1, b=y.field)   a step; its result is x, an argument a reference with a field path
//	x = y["k"][0]              x stands for that part of y
//	f"… {x} …", "…" + x        a call of the helper join_text
//	if / elif / else           a conditional; the test becomes a condition
//	for x in xs                a loop; several targets are parts of the item
//	tool(g(x))                 two steps, the inner one first
//	a + b, s.lower(), len(x)   a call of the helper compute_value, with all that the expression reads
//	[x.a for x in xs if x.b]   the same, when no tool is called in it; so are lambda and a if b else c
//	def tool(a: str) -> int: … a tool spec, when the body is empty
//	a name that nothing assigns an input variable
//
// Dropped: imports, decorators, print (it is no tool), docstrings, classes without methods (they describe data).
//
// Refused, by name: while, try, with, return, break, continue, raise, del, global, assert, match, functions with a body,
// a tool inside of a comprehension, a lambda or a conditional expression, assignment expressions, unpacking, assignment to a part, call of a variable,
// methods that may change something, and a tool that is called behind `and` or `or` in a test.
var pythonPlan = &Format{ID: "python", Name: "Python plan", Detect: detectPython, Import: importPython}

// mostPython bounds the text that detection reads as a program.
const mostPython = 1 << 20

func detectPython(p *Piece) Score {
	if p.Syntax != Plain || len(p.Text()) > mostPython {
		return No
	}
	if p.Fence == "python" || p.Fence == "py" || p.Fence == "python3" || p.Fence == "tool_code" {
		return Likely + 5
	}
	if !strings.Contains(p.Text(), "(") {
		return No
	}
	stmts, err := python.ParseModule(p.Source, p.Range)
	if err != nil || !hasCall(stmts) {
		return No
	}
	return Likely
}

// hasCall reports whether a program calls something in one of its statements.
func hasCall(stmts []python.Stmt) bool {
	for _, s := range stmts {
		var e python.Expr
		switch s := s.(type) {
		case *python.Assign:
			e = s.Value
		case *python.ExprStmt:
			e = s.X
		case *python.If:
			return hasCall(s.Then) || hasCall(s.Else)
		case *python.For:
			return hasCall(s.Body)
		case *python.Def:
			return true
		case *python.OtherStmt:
		}
		if _, ok := e.(*python.Call); ok {
			return true
		}
	}
	return false
}

func importPython(p *Piece, notes *Notes) (*Draft, *Refusal) {
	stmts, err := python.ParseModule(p.Source, p.Range)
	if err != nil {
		return nil, syntaxRefusal(err)
	}
	plan := &Plan{At: p.Range}
	r := newPython(p.Source, notes, plan)
	r.run(stmts)
	if plan.Refused != nil {
		return nil, plan.Refused
	}
	d := &Draft{Tools: r.tools}
	if len(plan.Steps) > 0 || len(r.tools) == 0 {
		d.Plans = []*Plan{plan}
	}
	return d, nil
}

// syntaxRefusal refuses a text that could not be read.
func syntaxRefusal(err *doc.Error) *Refusal {
	r := &Refusal{Construct: "syntax", Message: err.Message, Hint: err.Hint}
	if err.Span != nil {
		r.At = doc.Range{Start: int32(err.Span.Start.Offset), End: int32(err.Span.End.Offset)}
	}
	return r
}
