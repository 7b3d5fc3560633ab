package intake

import (
	"strings"

	"planproof/core/doc"
	"planproof/core/intake/python"
	"planproof/core/value"
)

// A pyReader makes a plan of statements.
//
// A variable that is assigned once, from something that is no call, stands for its value wherever it is used; every
// other variable becomes a name of the workflow, which each assignment binds again as Python does.
type pyReader struct {
	src     *doc.Source
	notes   *Notes
	plan    *Plan
	names   Names
	out     []Step
	env     map[string]Value  // what a variable stands for
	bound   map[string]string // variable → name in the workflow
	counts  map[string]int    // variable → assignments
	uses    map[string][]string
	path    string              // of the block, as uses has it
	stubs   map[string][]string // tools declared in the program → their parameters
	schemas map[string]bool     // classes without methods
	modules map[string]bool
	tools   []doc.ToolSpec
	refused *Refusal
}

func newPython(src *doc.Source, notes *Notes, plan *Plan) *pyReader {
	return &pyReader{src: src, notes: notes, plan: plan, env: map[string]Value{}, bound: map[string]string{}, counts: map[string]int{},
		uses: map[string][]string{}, stubs: map[string][]string{}, schemas: map[string]bool{}, modules: map[string]bool{}}
}

// run reads statements and leaves their steps in the plan.
func (r *pyReader) run(stmts []python.Stmt) {
	r.survey(stmts, "")
	r.statements(stmts)
	r.finish()
}

func (r *pyReader) finish() {
	r.plan.Steps = r.out
	if r.plan.Refused = r.refused; r.refused != nil {
		r.plan.Steps = nil
	}
}

// refuse remembers the first construct that has no form in a workflow.
func (r *pyReader) refuse(construct string, at doc.Range, hint string, names ...string) Value {
	if r.refused == nil {
		message := "the plan has a " + construct + ", which has no form in a workflow"
		if len(names) > 0 {
			message = "the plan has a " + construct + " (" + strings.Join(names, ", ") + "), which has no form in a workflow"
		}
		r.refused = &Refusal{Construct: construct, Names: names, Message: message, Hint: hint, At: at}
	}
	return Lit{value.Null{}}
}

func (r *pyReader) note(kind NoteKind, at doc.Range, message string) {
	r.notes.addSpan(kind, r.src.Span(at), message)
}

// statements reads the statements of a block.
func (r *pyReader) statements(stmts []python.Stmt) {
	for _, s := range stmts {
		if r.refused != nil {
			return
		}
		r.statement(s)
	}
}

func (r *pyReader) statement(s python.Stmt) {
	switch s := s.(type) {
	case *python.Assign:
		r.assign(s)
	case *python.ExprStmt:
		r.effect(s)
	case *python.If:
		r.branch(s)
	case *python.For:
		r.loop(s)
	case *python.Def:
		r.define(s)
	case *python.OtherStmt:
		r.skipped(s)
	}
}

// skipped passes over imports and refuses the rest by name.
func (r *pyReader) skipped(s *python.OtherStmt) {
	switch s.Construct {
	case "import":
		for _, w := range strings.FieldsFunc(r.src.Slice(s.Range), func(c rune) bool { return !isWordByte(byte(c)) && c < 0x80 }) {
			r.modules[w] = true
		}
		r.note(NoteDropped, s.Range, "imports are passed over")
	case "decorator":
		r.note(NoteDropped, s.Range, "decorators are passed over")
	default:
		r.refuse("`"+s.Construct+"` statement", s.Range, "plans here have assignments, calls, if and for; write it with these")
	}
}

// define takes classes without methods as descriptions of data, and functions without a body as declarations of tools.
func (r *pyReader) define(s *python.Def) {
	for _, b := range s.Body {
		if !isStub(b, s.Class) {
			kind := "function"
			if s.Class {
				kind = "class with methods"
			}
			r.refuse(kind, s.Range, "leave it out, or make it a tool", s.Name)
			return
		}
	}
	if s.Class {
		r.schemas[s.Name] = true
		r.note(NoteDropped, s.Range, "the class "+ticked(s.Name)+" describes data and is passed over")
		return
	}
	r.stub(s)
}

// isStub reports whether a statement does nothing: a docstring, an ellipsis, or a field of a class.
func isStub(s python.Stmt, class bool) bool {
	switch s := s.(type) {
	case *python.ExprStmt:
		switch x := s.X.(type) {
		case *python.Const:
			return true
		case *python.Other:
			return x.Construct == "..."
		}
	case *python.Assign:
		return class
	case *python.OtherStmt:
		return s.Construct == "raise"
	}
	return false
}

// stub declares a tool.
func (r *pyReader) stub(s *python.Def) {
	t := doc.ToolSpec{Range: s.Range, Name: doc.Text{Value: s.Name}, ReturnType: "Any"}
	if s.Returns != "" {
		t.ReturnType, _ = writtenType(s.Returns)
	}
	if len(s.Body) > 0 {
		if x, ok := s.Body[0].(*python.ExprStmt); ok {
			t.Description = strings.TrimSpace(constText(x.X))
		}
	}
	for _, p := range s.Params {
		if p.Star || p.Name == "self" {
			continue
		}
		param := doc.Param{Range: p.Range, Name: doc.Text{Value: p.Name, Range: p.Range}, Type: doc.Text{Value: "Any"}}
		if p.Type != "" {
			param.Type.Value, _ = writtenType(p.Type)
		}
		if p.Default != nil {
			no := false
			param.Required = &no
			if c, ok := p.Default.(*python.Const); ok {
				param.Default = c.Value
			}
		}
		t.Params = append(t.Params, param)
		r.stubs[s.Name] = append(r.stubs[s.Name], p.Name)
	}
	r.tools = append(r.tools, t)
}

// constText returns the text of a constant, or "".
func constText(e python.Expr) string {
	if c, ok := e.(*python.Const); ok {
		if s, ok := c.Value.(value.Text); ok {
			return string(s)
		}
	}
	return ""
}

// effect reads an expression that stands alone.
func (r *pyReader) effect(s *python.ExprStmt) {
	switch x := s.X.(type) {
	case *python.Const:
	case *python.Call:
		if name, ok := x.Fn.(*python.Name); ok && name.ID == "print" && r.env["print"] == nil {
			r.note(NoteDropped, s.Range, "print is no tool and is passed over")
			r.readsAll(x.Args, new([]Value))
			return
		}
		if !r.toolCall(x, "") {
			r.reads(x, new([]Value))
		}
	default:
		r.reads(x, new([]Value))
	}
}

// branch reads if, elif and else.
func (r *pyReader) branch(s *python.If) {
	if isMain(s.Test) {
		r.statements(s.Then)
		return
	}
	step := &If{Cond: bare(r.condition(s.Test)), At: s.Range}
	step.Then = r.block(s.Then, "t")
	step.Else = r.block(s.Else, "e")
	r.out = append(r.out, step)
}

// bare takes the brackets off a condition that is in them as a whole.
func bare(cond string) string {
	if strings.HasPrefix(cond, "(") && balancedEnd(cond, 0) == len(cond) {
		return cond[1 : len(cond)-1]
	}
	return cond
}

// isMain recognizes `if __name__ == "__main__"`.
func isMain(e python.Expr) bool {
	op, ok := e.(*python.Op)
	if !ok || len(op.Args) != 2 {
		return false
	}
	name, ok := op.Args[0].(*python.Name)
	return ok && name.ID == "__name__"
}

// block reads statements into a list of their own.
func (r *pyReader) block(stmts []python.Stmt, name string) []Step {
	out, path := r.out, r.path
	r.out, r.path = nil, blockPath(path, stmts, name)
	r.statements(stmts)
	steps := r.out
	r.out, r.path = out, path
	return steps
}

// loop reads a for loop; several targets are parts of the item.
func (r *pyReader) loop(s *python.For) {
	if len(s.Else) > 0 {
		r.refuse("`else` of a loop", s.Range, "write it behind the loop")
		return
	}
	step := &Each{Over: r.collection(s.Iter), At: s.Range}
	restore := map[string]Value{}
	set := func(e python.Expr, v Value) {
		name, ok := e.(*python.Name)
		if !ok {
			r.refuse("loop target that is no name", e.At(), "loop over one name")
			return
		}
		restore[name.ID] = r.env[name.ID]
		r.env[name.ID] = v
	}
	switch target := s.Target.(type) {
	case *python.Tuple:
		step.Item = r.names.Fresh("item")
		for i, e := range target.Items {
			set(e, Ref{step.Item, []value.Value{value.Int(int64(i))}, e.At()})
		}
	case *python.Name:
		step.Item = r.names.Fresh(target.ID)
		set(target, Ref{Name: step.Item, At: target.Range})
	default:
		set(target, nil)
	}
	step.Body = r.block(s.Body, "b")
	for _, id := range sortedKeys(restore) {
		r.env[id] = restore[id]
	}
	r.out = append(r.out, step)
}

// collection reads what a loop goes over; range of constants is a list.
func (r *pyReader) collection(e python.Expr) Value {
	const most = 1000
	call, ok := e.(*python.Call)
	if !ok {
		return r.value(e)
	}
	name, ok := call.Fn.(*python.Name)
	if !ok || name.ID != "range" || len(call.Keywords) > 0 {
		return r.value(e)
	}
	bounds := []int64{0, 0, 1}
	for i, a := range call.Args {
		c, isConst := a.(*python.Const)
		if !isConst || i > 2 {
			return r.value(e)
		}
		n, _ := c.Value.(value.Number)
		bounds[i], _ = n.Int64()
	}
	if len(call.Args) == 1 {
		bounds[0], bounds[1] = 0, bounds[0]
	}
	out := value.List{}
	for i := bounds[0]; bounds[2] > 0 && i < bounds[1] && len(out) <= most; i += bounds[2] {
		out = append(out, value.Int(i))
	}
	if bounds[2] <= 0 || len(out) > most {
		return r.value(e)
	}
	return Lit{out}
}
