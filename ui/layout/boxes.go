package layout

import (
	"strings"
	"unicode/utf8"
)

// Measures of the boxes.
const (
	padX      = 11.0
	rowGap    = 10.0 // between steps
	blockGap  = 17.0 // around blocks
	headRow   = 15.0 // further lines of a head
	headTop   = 18.0 // base line of a head
	bandH     = 29.0
	insideTop = 6.0
	insideEnd = 12.0
	lostRow   = 14.0
	sideRow   = 16.0 // between then and else
	joinRow   = 24.0
	portGap   = 11.0
	markW     = 20.0
	top       = 12.0
	margin    = 2.0
	minCall   = 132.0
	inset     = 42.0
	tight     = 30.0 // inset where the pane is narrow
	minInner  = 40.0 // channel of a block
	textClip  = 60
	argClip   = 44
	nameClip  = 28
)

// LayoutPlan places a plan in a pane of the given width. The drawing is wider
// than the pane only when its texts would not fit.
func LayoutPlan(p *Plan, width float64) *Drawing {
	f := findFlows(p)
	nets := f.nets()
	b := &boxer{f: f, pads: inset}
	if width < 400 {
		b.pads = tight
	}
	b.channels()
	need := b.need(p.Steps) + f.root.lanes.width + 2*margin
	width = max(width, need)
	right := width - margin - f.root.lanes.width
	f.root.lanes.place(right)
	b.ports(nets)
	d := &Drawing{W: width}
	b.d = d
	bottom := b.column(p.Steps, margin, right, top, 0)
	d.H = bottom + top
	b.route(nets)
	return d
}

type boxer struct {
	f    *flowFinder
	d    *Drawing
	pads float64
	up   map[port][]*end // ends whose wire comes from above, by lane
	down map[port][]*end
	at   map[*Step]*Box
	join map[*def]Point
}

// channels sizes the channel of every block; they do not depend on each other.
func (b *boxer) channels() {
	b.f.root.lanes.assign(0)
	for _, inner := range b.f.blocks {
		inner.lanes.assign(minInner)
	}
}

// need is the least width of a column of steps.
func (b *boxer) need(steps []*Step) float64 {
	w := minCall
	for _, s := range steps {
		switch s.Kind {
		case Call:
			w = max(w, callNeed(s))
		case Branch, Loop:
			inner := max(b.need(s.Then), b.need(s.Else))
			w = max(w, b.pads+inner+b.f.blocks[s].lanes.width, headNeed(s))
		}
	}
	return w
}

func callNeed(s *Step) float64 {
	first := Width(Clip(s.Tool, textClip), FontTool)
	if s.Binding != "" {
		first += 14 + Width(Clip(s.Binding, nameClip), FontBind) + beadsWidth(s)
	}
	second := max(widest(argWords(s), FontArgs), Width(Clip(s.Label, textClip), FontLabel))
	return max(first, second, float64(shownMarks(s))*markW) + 2*padX
}

func headNeed(s *Step) float64 {
	return max(widest(headWords(s), FontTool), Width(Clip(s.Label, nameClip), FontLabel)) + 2*padX + 4
}

func beadsWidth(s *Step) float64 {
	if len(s.Strands) == 0 {
		return 0
	}
	return 4 + float64(len(s.Strands))*BeadStep
}

// shownMarks caps the diamonds on a box; the list beside has them all.
func shownMarks(s *Step) int { return min(s.Marks, 4) }

func argWords(s *Step) []string {
	var words []string
	for _, a := range s.Args {
		words = append(words, Clip(a.Param, textClip)+"="+Clip(a.Text, argClip))
	}
	return words
}

// headWords are the words of a block's head; they break like prose.
func headWords(s *Step) []string {
	if s.Kind == Loop {
		return []string{"for", Clip(s.Item, nameClip), "in", Clip(s.Head, nameClip)}
	}
	words := []string{"if"}
	for _, w := range strings.Fields(Clip(s.Head, 140)) {
		for utf8.RuneCountInString(w) > argClip {
			cut := len(string([]rune(w)[:argClip]))
			words = append(words, w[:cut])
			w = w[cut:]
		}
		words = append(words, w)
	}
	return words
}

// column places steps one under another between left and right and returns
// where the last one ends.
func (b *boxer) column(steps []*Step, left, right, y float64, depth int) float64 {
	for i, s := range steps {
		if i > 0 {
			gap := rowGap
			if s.Kind != Call || steps[i-1].Kind != Call {
				gap = blockGap
			}
			b.d.Spine = append(b.d.Spine, Point{left + 18, y}, Point{left + 18, y + gap})
			y += gap
		}
		r := Rect{left, y, right - left, 0}
		if s.Kind == Call {
			y = b.call(s, r, depth)
		} else {
			y = b.block(s, r, depth)
		}
	}
	return y
}

func (b *boxer) add(s *Step, r Rect, depth int) *Box {
	box := &Box{Step: s, Rect: r, Depth: depth}
	b.d.Boxes = append(b.d.Boxes, box)
	if b.at == nil {
		b.at = map[*Step]*Box{}
	}
	b.at[s] = box
	return box
}

// call places one call: tool and binding on the first line, arguments below,
// the label at the right of the last line or on one of its own.
func (b *boxer) call(s *Step, r Rect, depth int) float64 {
	box := b.add(s, r, depth)
	inner := r.W - 2*padX
	base := r.Y + 16
	box.text(r.X+padX, base, Start, Clip(s.Tool, textClip), "n-tool", FontTool, s.Tool)
	b.binding(box, base)
	args := wrap(argWords(s), FontArgs, inner)
	for i, line := range args {
		box.text(r.X+padX, base+15+float64(i)*14, Start, line, "n-args", FontArgs, "")
	}
	base += 15 + float64(len(args)-1)*14
	label := Clip(s.Label, textClip)
	if Width(args[len(args)-1], FontArgs)+12+Width(label, FontLabel) > inner {
		base += 14
	}
	box.text(r.Right()-10, base, End, label, "n-label", FontLabel, s.Label)
	base = b.marks(box, base)
	box.H = max(base+9-r.Y, 40, float64(b.portCount(port{s, atCall})+1)*portGap)
	box.Hop = Point{r.X, r.Y + min(box.H/2, 20)}
	return box.Bottom()
}

func (b *boxer) binding(box *Box, base float64) {
	s := box.Step
	if s.Binding == "" {
		return
	}
	x := box.Right() - 10
	for i := range s.Strands {
		k := len(s.Strands) - 1 - i
		box.Beads = append(box.Beads, Bead{x - BeadSize/2 - float64(k)*BeadStep, base - 4, s.Strands[i].Label})
	}
	box.text(x-beadsWidth(s), base, End, Clip(s.Binding, nameClip), "n-bind", FontBind, s.Binding)
}

// marks puts the findings' diamonds after the first line where there is room,
// else on a row of their own.
func (b *boxer) marks(box *Box, base float64) float64 {
	n := shownMarks(box.Step)
	if n == 0 {
		return base
	}
	left := box.X + padX + Width(box.Texts[0].S, FontTool) + 12
	right := box.Right() - 10
	if box.Step.Binding != "" {
		right -= Width(Clip(box.Step.Binding, nameClip), FontBind) + beadsWidth(box.Step) + 8
	}
	y := box.Y + 12
	if right-left < float64(n)*markW {
		right = box.Right() - 10
		base += 20
		y = base - 4
	}
	for i := 0; i < n; i++ {
		box.Marks = append(box.Marks, Point{right - markW/2 - float64(n-1-i)*markW, y})
	}
	return base
}

func (box *Box) text(x, y float64, a Anchor, s, class string, f Font, full string) {
	if s == "" {
		return
	}
	if full == s {
		full = ""
	}
	box.Texts = append(box.Texts, Text{x, y, a, s, class, f, full})
}

// block places a branch or a loop around its steps.
func (b *boxer) block(s *Step, r Rect, depth int) float64 {
	box := b.add(s, r, depth)
	bl := b.f.blocks[s]
	left, right := r.X+b.pads, r.Right()-bl.lanes.width
	bl.lanes.place(right)
	y := b.head(box)
	if s.Kind == Loop {
		y = b.side(box, s.Then, "", left, right, y, depth)
		box.H = y + insideEnd - r.Y
		return box.Bottom()
	}
	y = b.side(box, s.Then, "then", left, right, y, depth)
	row := max(sideRow, float64(len(bl.joins))*joinRow)
	for i, j := range bl.joins {
		if b.join == nil {
			b.join = map[*def]Point{}
		}
		at := Point{b.joinX(bl, j), y + row*(float64(i)+0.5)/float64(len(bl.joins))}
		b.join[j] = at
		b.d.Joins = append(b.d.Joins, &JoinNode{s.Path, j.name, at})
	}
	box.Rules = append(box.Rules, y+row/2)
	y = b.side(box, s.Else, "else", left, right, y+row, depth)
	y += insideEnd
	if s.Lost {
		box.text(r.Right()-10, y+3, End, "▽ guarantee lost", "lost", FontLabel, "")
		y += lostRow
	}
	box.H = y - r.Y
	return box.Bottom()
}

func (b *boxer) joinX(bl *block, j *def) float64 {
	for _, n := range bl.lanes.nets {
		if n.join && n.def == j {
			return n.x()
		}
	}
	return 0
}

// head writes a block's first lines and returns where its content begins.
func (b *boxer) head(box *Box) float64 {
	s := box.Step
	room := box.W - 2*padX - 4
	lines := wrap(headWords(s), FontTool, room)
	for i, line := range lines {
		class := "b-line"
		if i == 0 {
			class = "b-first"
		}
		box.text(box.X+padX+1, box.Y+headTop+float64(i)*headRow, Start, line, class, FontTool, "")
	}
	box.Band = max(bandH+float64(len(lines)-1)*headRow, float64(b.portCount(port{s, atHead})+1)*portGap)
	last := lines[len(lines)-1]
	used := Width(last, FontTool)
	base := box.Y + headTop + float64(len(lines)-1)*headRow
	box.Hop = Point{box.X, box.Y + 14}
	if s.Kind == Loop {
		return b.loopHead(box, base, used, room)
	}
	if note := Clip(s.Note, textClip); note != "" && used+14+Width(note, FontLabel) <= room {
		box.text(box.Right()-padX-1, base, End, note, "n-label", FontLabel, "")
	}
	return box.Y + box.Band + insideTop
}

// pillW holds "round 99" and "fixpoint".
const pillW = 62.0

func (b *boxer) loopHead(box *Box, base, used, room float64) float64 {
	x := box.Right() - b.f.blocks[box.Step].lanes.width - pillW
	if x < box.X+padX+used+10 {
		x = box.X + padX + used + 10
	}
	if x+pillW > box.Right()-6 {
		x = box.Right() - 6 - pillW
		base += headRow + 4
		box.Band += headRow + 4
	}
	box.Pill = Rect{x, base - 12, pillW, 18}
	return box.Y + box.Band + insideTop
}

// side places one side of a block, or the word "nothing".
func (b *boxer) side(box *Box, steps []*Step, word string, left, right, y float64, depth int) float64 {
	if len(steps) == 0 {
		box.text(box.X+9, y+14, Start, word, "b-strip", FontLabel, "")
		box.text(max(left, box.X+9+Width(word, FontLabel)+8), y+14, Start, "nothing", "n-label", FontLabel, "")
		return y + 20
	}
	if word != "" && b.pads == inset {
		box.text(box.X+9, y+24, Start, word, "b-strip", FontLabel, "")
	} else if word != "" {
		box.text(box.X+9, y+9, Start, word, "b-strip", FontLabel, "")
		y += 16
	}
	return b.column(steps, left, right, y, depth+1)
}
