package intake

import (
	"strconv"
	"strings"

	"planproof/core/doc"
	"planproof/core/intake/python"
	"planproof/core/value"
)

// llmCompiler reads plans in the form of LLMCompiler: numbered calls, one a line ("2. math("…", ["$1"])"), where $N is
// the result of call N. Several plans of a text are told apart by their questions, by ### and by a number that starts
// again at 1.
//
// Maps: a call → a step whose result is named after its number; $N and ${N}, alone or inside of text → references;
// "Question:" → the goal. Arguments are Python's; a call whose bracket is not closed, and text without quotes, are read
// with a note. Positional arguments are called arg1, arg2, ….
//
// Dropped: join(), which ends a plan, and thoughts. Refused: a number that no call before has, with the number.
var llmCompiler = &Format{ID: "llmcompiler", Name: "LLMCompiler plan", Detect: detectCompiler, Import: importCompiler}

// numbered reads "12. tool(rest" and returns its parts.
func numbered(line string) (number, tool, rest string, ok bool) {
	line = strings.TrimLeft(line, " \t*-")
	n := 0
	for n < len(line) && line[n] >= '0' && line[n] <= '9' {
		n++
	}
	if n == 0 || n == len(line) || line[n] != '.' && line[n] != ')' && line[n] != ':' {
		return "", "", "", false
	}
	number, line = line[:n], strings.TrimLeft(line[n+1:], " \t`")
	open := strings.IndexByte(line, '(')
	if open <= 0 {
		return "", "", "", false
	}
	for i := range open {
		if !isWordByte(line[i]) && line[i] != '.' && line[i] != '-' {
			return "", "", "", false
		}
	}
	return number, line[:open], line[open:], true
}

func detectCompiler(p *Piece) Score {
	if p.Syntax != Plain {
		return No
	}
	calls, first := 0, false
	for _, line := range strings.Split(p.Text(), "\n") {
		if number, _, _, ok := numbered(line); ok {
			calls++
			first = first || number == "1" || number == "0"
		}
	}
	switch {
	case calls >= 2 && first && (strings.Contains(p.Text(), "join(") || strings.Contains(p.Text(), "$")):
		return Sure
	case calls >= 1 && first:
		return Likely
	}
	return No
}

// A compilerReader reads the lines of a text.
type compilerReader struct {
	piece *Piece
	notes *Notes
	draft Draft
	plan  *Plan
	names Names
	bound map[string]string
	goal  string
	joins int
}

func importCompiler(p *Piece, notes *Notes) (*Draft, *Refusal) {
	c := &compilerReader{piece: p, notes: notes}
	at := p.Range.Start
	for _, line := range strings.Split(p.Text(), "\n") {
		c.line(line, at)
		at += int32(len(line)) + 1
	}
	if c.joins > 0 {
		notes.Drop(p.Range, plural(c.joins, "call")+" of `join` ends a plan and is no step")
	}
	if len(c.draft.Plans) == 0 {
		return nil, &Refusal{Construct: "no calls", At: p.Range, Message: "there are no numbered calls here", Hint: "write them as `1. tool(\"…\")`"}
	}
	return &c.draft, nil
}

func (c *compilerReader) line(line string, at int32) {
	trimmed := strings.TrimSpace(line)
	if goal, ok := strings.CutPrefix(trimmed, "Question:"); ok {
		c.plan, c.goal = nil, strings.TrimSpace(goal)
		return
	}
	if strings.HasPrefix(trimmed, "###") || strings.Contains(line, "<END_OF_PLAN>") && !strings.Contains(line, "(") {
		c.plan, c.goal = nil, ""
		return
	}
	number, tool, rest, ok := numbered(line)
	if !ok {
		return
	}
	if c.plan == nil || (number == "1" || number == "0") && len(c.bound) > 0 {
		c.plan = &Plan{Goal: c.goal, Title: shorten(c.goal, 60), At: doc.Range{Start: at, End: at + int32(len(line))}}
		c.names, c.bound = Names{}, map[string]string{}
		c.draft.Plans = append(c.draft.Plans, c.plan)
	}
	if tool == "join" {
		c.joins++
		return
	}
	start := at + int32(strings.Index(line, rest))
	c.call(number, tool, doc.Range{Start: start, End: start + int32(len(strings.TrimRight(rest, " \t\r`")))})
}

// call adds the step of a line; r is its arguments with their brackets.
func (c *compilerReader) call(number, tool string, r doc.Range) {
	if c.plan.Refused != nil {
		return
	}
	step := &Call{Tool: tool, At: r}
	positional, named := c.arguments(r)
	for i, e := range positional {
		if i == 0 {
			c.notes.Guess(r, "arguments without a name are called arg1, arg2, …: use the names of the tool's parameters")
		}
		step.Args = append(step.Args, Arg{"arg" + strconv.Itoa(i+1), FromSyntax(e, c.leaf), e.Range})
	}
	for _, m := range named {
		step.Args = append(step.Args, Arg{m.Key.Value, FromSyntax(m.Value, c.leaf), m.Key.Range})
	}
	if c.plan.Refused != nil {
		c.plan.Steps = nil
		return
	}
	step.Bind = c.names.Fresh(tool + "_" + number)
	c.bound[number] = step.Bind
	c.plan.Steps = append(c.plan.Steps, step)
}

// arguments reads the arguments of a call: as Python, else with the bracket closed, else as one text.
func (c *compilerReader) arguments(r doc.Range) ([]*doc.Syntax, []doc.SyntaxMember) {
	src, end := c.piece.Source, r.End
	if i := strings.LastIndexByte(src.Slice(r), ')'); i >= 0 {
		end = r.Start + int32(i) + 1
	}
	if args, named, ok := callArguments(src, doc.Range{Start: r.Start, End: end}); ok {
		return args, named
	}
	if e, err := python.ParseExpr(src, doc.Range{Start: r.Start + 1, End: r.End}); err == nil {
		if v, ok := treeOf(e); ok {
			c.notes.Read(r, "a call without its closing bracket was read as far as the line goes")
			if _, tuple := e.(*python.Tuple); tuple {
				return v.Items, nil
			}
			return []*doc.Syntax{v}, nil
		}
	}
	inner := doc.Range{Start: r.Start + 1, End: max(r.Start+1, end-1)}
	c.notes.Read(inner, "arguments without quotes were read as one text")
	return []*doc.Syntax{{Kind: doc.SyntaxText, Text: strings.TrimSpace(src.Slice(inner)), Range: inner}}, nil
}

// callArguments reads "(a, b, c=d)" when all are values.
func callArguments(src *doc.Source, r doc.Range) (args []*doc.Syntax, named []doc.SyntaxMember, ok bool) {
	inner := doc.Range{Start: r.Start + 1, End: r.End - 1}
	if inner.End < inner.Start || src.Text()[r.End-1] != ')' {
		return nil, nil, false
	}
	list, keywords, err := python.ParseArguments(src, inner)
	if err != nil {
		return nil, nil, false
	}
	for _, e := range list {
		v, ok := treeOf(e)
		if !ok {
			return nil, nil, false
		}
		args = append(args, v)
	}
	for _, k := range keywords {
		v, ok := treeOf(k.Value)
		if !ok {
			return nil, nil, false
		}
		named = append(named, doc.SyntaxMember{Key: doc.Text{Value: k.Name, Range: k.Range}, Value: v})
	}
	return args, named, true
}

// leaf reads $N, ${N} and $N.field in a text.
func (c *compilerReader) leaf(v *doc.Syntax) Value {
	var parts []Value
	rest, text := v.Text, ""
	for {
		i := strings.IndexByte(rest, '$')
		if i < 0 {
			break
		}
		ref, size := c.ref(rest[i:], v.Range)
		if size == 0 {
			text += rest[:i+1]
			rest = rest[i+1:]
			continue
		}
		if text += rest[:i]; text != "" {
			parts = append(parts, Lit{value.Text(text)})
		}
		text = ""
		parts = append(parts, ref)
		rest = rest[i+size:]
	}
	switch text += rest; {
	case len(parts) == 0:
		return nil
	case len(parts) == 1 && text == "":
		return parts[0]
	case text != "":
		parts = append(parts, Lit{value.Text(text)})
	}
	return Joined{parts, v.Range}
}

// ref reads a reference at the start of a text; size is 0 when there is none.
func (c *compilerReader) ref(s string, at doc.Range) (ref Ref, size int) {
	i := 1
	braces := strings.HasPrefix(s, "${")
	if braces {
		i = 2
	}
	start := i
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	number := s[start:i]
	if number == "" || braces && (i == len(s) || s[i] != '}') {
		return ref, 0
	}
	if braces {
		i++
	}
	if i < len(s) && isWordByte(s[i]) && !braces { // $5M is money
		return ref, 0
	}
	name, ok := c.bound[number]
	if !ok {
		if !braces && i < len(s) && (s[i] == '.' || s[i] == ',') && i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9' { // $1.50
			return ref, 0
		}
		if c.plan.Refused == nil {
			c.plan.Refused = &Refusal{Construct: "unknown number", Names: []string{"$" + number}, At: at,
				Message: "`$" + shorten(number, 20) + "` is used before a call with this number", Hint: "number the calls in their order"}
		}
	}
	return Ref{Name: name, At: at}, i
}
