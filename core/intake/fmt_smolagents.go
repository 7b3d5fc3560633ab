package intake

import (
	"strings"

	"planproof/core/doc"
	"planproof/core/intake/python"
)

// smolagentsLog reads logs and examples of smolagents: tasks with code (<code>…</code>, fences, "executing the code
// below"), with actions ("Action:" and a JSON object) and with calls ("Calling tool: 'x' with arguments: {…}").
//
// Maps: a task → a plan, its text → the goal; its code blocks run one behind the other in one interpreter, so they are
// one program (see pythonPlan); an action → a step. A task that a manager gave ends with its final_answer, and the
// manager's goes on.
//
// Dropped: thoughts, observations, outputs, tracebacks. A plan with code that is refused is refused as a whole.
var smolagentsLog = &Format{ID: "smolagents", Name: "smolagents log", Detect: detectSmolagents, Import: importSmolagents}

func detectSmolagents(p *Piece) Score {
	if p.Syntax != Plain {
		return No
	}
	marks := 0
	for _, mark := range []string{"Thought:", "<code>", "Observation:", "Action:", "Calling tool: '", "final_answer(", "executing the code below", "======== New task ========", "New run"} {
		if strings.Contains(p.Text(), mark) {
			marks++
		}
	}
	switch {
	case strings.Contains(p.Text(), "Calling tool: '"), strings.Contains(p.Text(), "executing the code below"), marks >= 3:
		return Sure
	case marks == 2 && (strings.Contains(p.Text(), "Action:") || strings.Contains(p.Text(), "<code>")):
		return Likely + 10
	}
	return No
}

// A smolTask is one task of a log: a program that is made of its code and its actions.
type smolTask struct {
	goal   string
	at     doc.Range
	parts  []smolPart
	nested bool // given by a manager
	broken *Refusal
}

// A smolPart is code, or one call.
type smolPart struct {
	code []python.Stmt
	tool string
	args *doc.Syntax
	at   doc.Range
}

// A smolReader reads the lines of a log.
type smolReader struct {
	*printedReader
	lines *lineReader
	tasks []*smolTask
	stack []*smolTask
	// marked logs say where code is executed: then fences and tags belong to outputs.
	marked bool
}

func importSmolagents(p *Piece, notes *Notes) (*Draft, *Refusal) {
	s := &smolReader{printedReader: newPrinted(p, notes), lines: newLines(p), marked: executes(p.Text())}
	for {
		line, at, ok := s.lines.next()
		if !ok {
			break
		}
		s.line(line, at)
	}
	s.finish()
	d := &Draft{}
	for _, t := range s.tasks {
		if len(t.parts) > 0 || t.broken != nil {
			plan, tools := t.plan(p.Source, notes)
			d.Plans = append(d.Plans, plan)
			d.Tools = append(d.Tools, tools...)
		}
	}
	if len(d.Plans) == 0 {
		return nil, &Refusal{Construct: "no calls", At: p.Range, Message: "the log has no code and no actions", Hint: "paste the part with the agent's steps"}
	}
	return d, nil
}

// line reads the marks of a log.
func (s *smolReader) line(line string, at doc.Range) {
	trimmed := strings.TrimSpace(line)
	switch {
	case strings.HasPrefix(trimmed, "╭"):
		s.box(trimmed, at)
	case strings.Contains(trimmed, "New task ===="):
		s.newTask(at, s.lines.until(func(l string) bool { return strings.HasPrefix(strings.TrimSpace(l), "===") }))
	case strings.HasPrefix(trimmed, "Task:"):
		body := s.lines.until(isSmolMark)
		s.lines.at = min(body.End, int32(len(s.text)))
		s.newTask(at, doc.Range{Start: rangeOf(line, "Task:", at).End, End: body.End})
	case executes(trimmed):
		s.code(s.lines.until(func(l string) bool {
			t := strings.TrimSpace(l)
			return strings.HasPrefix(t, "====") || strings.HasPrefix(t, "────")
		}))
	case s.marked && (trimmed == "<code>" || strings.HasPrefix(trimmed, "```")):
	case trimmed == "<code>":
		s.code(s.lines.until(func(l string) bool { return strings.TrimSpace(l) == "</code>" }))
	case strings.HasPrefix(trimmed, "```py"):
		s.code(s.lines.until(func(l string) bool { return strings.HasPrefix(strings.TrimSpace(l), "```") }))
	case trimmed == "Action:" || trimmed == "Action: {":
		s.action(at)
	case strings.Contains(trimmed, "Calling tool: '"):
		s.calling(line, at)
	}
}

// box reads a frame of the newer logs: the task of a run, or a call. Lines are broken at blanks in it.
func (s *smolReader) box(head string, at doc.Range) {
	body := s.lines.until(func(l string) bool { return strings.HasPrefix(strings.TrimSpace(l), "╰") })
	var words []string
	for _, line := range strings.Split(s.piece.Source.Slice(body), "\n") {
		words = append(words, strings.TrimSpace(strings.Trim(strings.TrimSpace(line), "│")))
	}
	text := strings.TrimSpace(strings.Join(words, " "))
	switch rest, calls := strings.CutPrefix(text, "Calling tool: '"); {
	case calls:
		s.boxedCall(rest, at)
	case strings.Contains(head, "New run"):
		s.stack = nil
		t := &smolTask{goal: text, at: at}
		s.tasks, s.stack = append(s.tasks, t), append(s.stack, t)
	}
}

// boxedCall reads "x' with arguments: {…}". Its places are that of the frame.
func (s *smolReader) boxedCall(text string, at doc.Range) {
	tool, rest, _ := strings.Cut(text, "'")
	start := strings.IndexAny(rest, "{'\"")
	if start < 0 {
		return
	}
	src := doc.NewSource(DocPaste, rest)
	e, err := python.ParseExpr(src, doc.Range{Start: int32(start), End: int32(balancedEnd(rest, start))})
	if err != nil {
		s.drop("a printed call that could not be read")
		return
	}
	if v, ok := printedTree(e); ok {
		place(v, at)
		s.add(smolPart{tool: tool, args: v, at: at})
	}
}

// executes reports whether a text says that code is executed.
func executes(text string) bool {
	return strings.Contains(text, "executing the code below") || strings.Contains(text, "Executing parsed code:")
}

// isSmolMark recognizes the line that ends the text of a task.
func isSmolMark(line string) bool {
	t := strings.TrimSpace(line)
	return strings.HasPrefix(t, "Thought:") || strings.HasPrefix(t, "Action:") || t == "<code>" || strings.HasPrefix(t, "```") || t == "---"
}

// newTask begins a task; body is its text.
func (s *smolReader) newTask(at, body doc.Range) {
	text := strings.TrimSpace(s.piece.Source.Slice(body))
	t := &smolTask{goal: strings.Trim(text, `"`), at: at}
	if strings.Contains(text, "submitted this task by your manager") {
		t.nested = true
		if _, after, ok := strings.Cut(text, "Task:\n"); ok {
			t.goal, _, _ = strings.Cut(after, "\n---")
		}
	} else {
		s.stack = nil
	}
	if current := s.current(); current != nil && t.nested && strings.HasPrefix(text, "Task:") {
		return
	}
	s.tasks = append(s.tasks, t)
	s.stack = append(s.stack, t)
}

// current is the task that runs; nil before the first.
func (s *smolReader) current() *smolTask {
	if len(s.stack) == 0 {
		return nil
	}
	return s.stack[len(s.stack)-1]
}

// add adds a part to the task that runs.
func (s *smolReader) add(part smolPart) {
	if s.current() == nil {
		s.newTask(part.at, doc.Range{})
	}
	t := s.current()
	t.parts = append(t.parts, part)
	if (part.tool == "final_answer" || answers(part.code)) && t.nested && len(s.stack) > 1 {
		s.stack = s.stack[:len(s.stack)-1]
	}
}

// answers reports whether a block gives the final answer.
func answers(stmts []python.Stmt) bool {
	for _, s := range stmts {
		if x, ok := s.(*python.ExprStmt); ok {
			if call, ok := x.X.(*python.Call); ok {
				if name, ok := call.Fn.(*python.Name); ok && name.ID == "final_answer" {
					return true
				}
			}
		}
	}
	return false
}

// code reads a block of Python.
func (s *smolReader) code(r doc.Range) {
	stmts, err := python.ParseModule(s.piece.Source, r)
	if err == nil {
		s.add(smolPart{code: stmts, at: r})
		return
	}
	if s.current() == nil {
		s.newTask(r, doc.Range{})
	}
	if t := s.current(); t.broken == nil {
		t.broken = syntaxRefusal(err)
	}
}

// action reads the JSON object behind "Action:".
func (s *smolReader) action(at doc.Range) {
	start := strings.IndexByte(s.text[at.Start:], '{')
	if start < 0 || strings.TrimSpace(s.text[int(at.Start)+len("Action:"):int(at.Start)+start]) != "" && !strings.Contains(s.text[at.Start:int(at.Start)+start], "Action:") {
		return
	}
	v, end := s.value(int(at.Start) + start)
	if v.Str("name") == "" {
		return
	}
	s.lines.at = max(s.lines.at, int32(end))
	s.add(smolPart{tool: v.Str("name"), args: argsOf(v), at: v.Range})
}

// calling reads "Calling tool: 'x' with arguments: {…}".
func (s *smolReader) calling(line string, at doc.Range) {
	_, rest, _ := strings.Cut(line, "Calling tool: '")
	tool, rest, ok := strings.Cut(rest, "'")
	start := strings.IndexAny(rest, "{'\"")
	if !ok || start < 0 {
		return
	}
	v, end := s.value(int(rangeOf(line, rest, at).Start) + start)
	if v == nil {
		s.drop("a printed call that could not be read")
		return
	}
	s.lines.at = max(s.lines.at, int32(end))
	s.add(smolPart{tool: tool, args: v, at: at})
}

// plan makes the plan of a task.
func (t *smolTask) plan(src *doc.Source, notes *Notes) (*Plan, []doc.ToolSpec) {
	plan := &Plan{Goal: t.goal, Title: shorten(oneLine(t.goal), 60), At: t.at, Refused: t.broken}
	if t.broken != nil {
		return plan, nil
	}
	r := newPython(src, notes, plan)
	for _, part := range t.parts {
		r.survey(part.code, "")
	}
	for _, part := range t.parts {
		if part.tool == "" {
			r.statements(part.code)
			continue
		}
		c := &Call{Tool: part.tool, At: part.at, Bind: r.names.Fresh(part.tool + "_result")}
		if part.args.Is(doc.SyntaxObject) {
			c.Args = ArgsOf(part.args, nil)
		} else if part.args != nil {
			c.Args = []Arg{{"arg1", FromSyntax(part.args, nil), part.at}}
		}
		r.out = append(r.out, c)
	}
	r.finish()
	return plan, r.tools
}
