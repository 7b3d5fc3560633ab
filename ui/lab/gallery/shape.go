package gallery

import (
	"strconv"
	"strings"

	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/ui/markup"
)

// A shape is a plan as a short text: a letter a call, [then|else] a branch,
// (body) a loop. The letters:
//
//	r  reads private data          b  a rule breaks here
//	.  any other call              p  it may break, no run shows it
//	g  watched by a rule, safe     i  could not be analyzed
//
// Shape gives the shape of a verified plan.
func Shape(b *doc.Bundle, r *finding.Report) string {
	s := shaper{letters: map[string]byte{}, reads: map[string]bool{}, watched: map[string]bool{}}
	s.policy(b)
	for i := range r.Violations {
		s.violation(&r.Violations[i])
	}
	s.ok = r.OK
	s.steps(b.Workflow.Steps, "/workflow/steps")
	return s.b.String()
}

type shaper struct {
	b              strings.Builder
	letters        map[string]byte // of violations, by the path of the step
	reads, watched map[string]bool // tools
	ok             bool
}

func (s *shaper) policy(b *doc.Bundle) {
	for _, r := range b.Policy.TaintRules {
		s.reads[r.SourceTool.Value], s.watched[r.SinkTool.Value] = true, true
	}
	for _, a := range b.Policy.Automata {
		for _, t := range a.Transitions {
			s.watched[t.Tool.Value] = true
		}
	}
	for _, t := range b.Tools {
		if len(t.SourceLabels) > 0 {
			s.reads[t.Name.Value] = true
		}
		if len(t.SinkLabels)+len(t.Preconditions)+len(t.FrameConditions) > 0 {
			s.watched[t.Name.Value] = true
		}
	}
}

// violation notes the worst that happens at a step: what nobody can tell
// outranks what is known to break, and that what only may break.
func (s *shaper) violation(f *finding.Finding) {
	letter := byte('p')
	switch {
	case f.Category == finding.AnalysisIncomplete:
		letter = 'i'
	case f.Certainty == finding.Definite || f.Witness != nil && f.Witness.Replay == "confirmed":
		letter = 'b'
	}
	const worse = "pbi"
	path := stepOf(f.Path)
	if strings.IndexByte(worse, letter) > strings.IndexByte(worse, s.letters[path]) {
		s.letters[path] = letter
	}
}

// stepOf cuts a pointer into a call off at the step.
func stepOf(path string) string {
	if at := strings.Index(path, "/tool_call"); at >= 0 {
		return path[:at]
	}
	return path
}

func (s *shaper) steps(steps []doc.Step, at string) {
	for i := range steps {
		path := at + "/" + strconv.Itoa(i)
		switch n := steps[i].Node.(type) {
		case *doc.ToolCall:
			s.b.WriteByte(s.call(n.Tool.Value, path))
		case *doc.Conditional:
			s.b.WriteByte('[')
			s.steps(n.Then, path+"/conditional/then_steps")
			s.b.WriteByte('|')
			s.steps(n.Else, path+"/conditional/else_steps")
			s.b.WriteByte(']')
		case *doc.Loop:
			s.b.WriteByte('(')
			s.steps(n.Body, path+"/loop/body")
			s.b.WriteByte(')')
		}
	}
}

func (s *shaper) call(tool, path string) byte {
	switch letter := s.letters[path]; {
	case letter != 0:
		return letter
	case s.ok && s.watched[tool]:
		return 'g'
	case s.reads[tool]:
		return 'r'
	}
	return '.'
}

// Sizes of a drawn shape, in pixels: a call is a square of 5.
const (
	pitch  = 9.0
	middle = 8.5
	upper  = 3.5
	lower  = 13.5
	shapeW = 96.0
	shapeH = 22.0
)

var letterClass = map[byte]string{'r': "fill", 'b': "bad", 'p': "poss", 'i': "inc", 'g': "good"}

// drawing puts a shape down from left to right. Inside a branch loops are not
// drawn, and branches in branches go on in their own half.
type drawing struct {
	h    *markup.Writer
	text string
	at   int
	x    float64
}

// Draw writes a shape as SVG. What does not fit is scaled down.
func Draw(shape string) string {
	d := &drawing{h: markup.New(), text: shape, x: 3.5}
	d.row(0)
	width := max(shapeW, d.x+2)
	return `<svg class="sig" viewBox="0 0 ` + num(width) + ` ` + num(shapeH) + `" preserveAspectRatio="xMinYMid" aria-hidden="true">` + d.h.String() + "</svg>"
}

// row draws until the end or an end mark, which it takes.
func (d *drawing) row(depth int) {
	for d.at < len(d.text) {
		c := d.text[d.at]
		d.at++
		switch c {
		case ')':
			return
		case '[':
			d.branch()
		case '(':
			d.loop(depth)
		default:
			d.call(c, d.x, middle)
			d.x += pitch
		}
	}
}

func (d *drawing) loop(depth int) {
	x := d.x
	d.x += 3
	d.row(depth + 1)
	y := 4.5 + float64(depth)
	d.h.Open("path", "d", "M"+num(x)+" "+num(y)+"h"+num(d.x-x-1)+"v"+num(shapeH-2*y)+"h-"+num(d.x-x-1)+"z").Close("path")
	d.x += 3
}

func (d *drawing) branch() {
	start := d.x
	then := d.side(upper)
	end := d.x
	d.x = start
	other := d.side(lower)
	d.x = max(d.x, end, start+pitch)
	if then+other > 0 {
		d.h.Open("line", "x1", num(start-2), "y1", "11", "x2", num(d.x-2), "y2", "11", "stroke-dasharray", "1.5 1.5").Close("line")
	}
}

// side draws the calls of one side of a branch; it takes the mark at its end.
func (d *drawing) side(y float64) (calls int) {
	depth := 0
	for d.at < len(d.text) {
		c := d.text[d.at]
		d.at++
		switch c {
		case '[', '(':
			depth++
		case '|', ']', ')':
			if depth == 0 {
				return calls
			}
			if c != '|' {
				depth--
			}
		default:
			d.call(c, d.x, y)
			d.x += pitch
			calls++
		}
	}
	return calls
}

func (d *drawing) call(letter byte, x, y float64) {
	d.h.Open("rect", "class", letterClass[letter], "x", num(x), "y", num(y), "width", "5", "height", "5").Close("rect")
}

func num(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
