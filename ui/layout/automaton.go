package layout

import (
	"math"
	"sort"
	"strconv"
)

// Automaton is what is drawn: states by index, transitions in declaration
// order.
type Automaton struct {
	States  []State
	Initial int
	Edges   []Edge
}

// State is one state.
type State struct {
	Name  string
	Error bool
}

// Edge is one transition; Words say when it fires.
type Edge struct {
	From, To int
	Words    string
}

// StateBox is a placed state.
type StateBox struct {
	State
	Rect
	layer int
	row   float64
}

// EdgeLine is a placed transition: a cubic path (3n+1 points) that ends in an
// arrow head pointing along the last leg.
type EdgeLine struct {
	Edge
	Curve  []Point
	Number Text // its place in the declaration order
	Label  Text
	kind   edgeKind
	level  int
}

type edgeKind uint8

const (
	forward edgeKind = iota
	backward
	selfLoop
	sideways
)

// StateDiagram is a placed automaton.
type StateDiagram struct {
	W, H   float64
	States []*StateBox
	Edges  []*EdgeLine
	Start  [2]Point // the arrow into the initial state
	fit    fit
}

// Measures of the diagram.
const (
	stateH   = 36.0
	statePad = 18.0
	stateGap = 30.0
	laneH    = 30.0 // a transition with its words above it
	loopH    = 30.0 // a self loop above its state
	startLen = 34.0
	lowLane  = 28.0
	// loopReach is how far a self loop stands out from the middle of its state.
	loopReach = 24.0
)

// LayoutAutomaton draws the states in layers by their distance from the
// initial state, from left to right. Every forward transition has a lane of
// its own with its words above; transitions that lead back run below
// everything, self loops above their state.
func LayoutAutomaton(a *Automaton, width float64) *StateDiagram {
	var d *StateDiagram
	for _, fit := range fits {
		if d = layoutAutomaton(a, width, fit); d.W <= width {
			break
		}
	}
	return d
}

// fit is how generous a drawing is; the first that fits the pane is taken.
type fit struct {
	words       int // letters of a transition's words
	bend, enter float64
}

var fits = []fit{{34, 44, 30}, {26, 40, 28}, {20, 34, 24}, {14, 28, 20}}

func layoutAutomaton(a *Automaton, width float64, f fit) *StateDiagram {
	d := &StateDiagram{W: width, fit: f}
	for _, s := range a.States {
		w := Width(Clip(s.Name, nameClip), FontState) + 2*statePad
		if s.Error {
			w += 8
		}
		d.States = append(d.States, &StateBox{State: State{Clip(s.Name, nameClip), s.Error}, Rect: Rect{W: w, H: stateH}})
	}
	for i, e := range a.Edges {
		l := &EdgeLine{Edge: e}
		l.Number = Text{S: strconv.Itoa(i + 1), Class: "t bold", Font: FontLabel}
		l.Label = Text{S: Clip(e.Words, f.words), Class: "t", Font: FontLabel}
		if l.Label.S != e.Words {
			l.Label.Full = e.Words
		}
		d.Edges = append(d.Edges, l)
	}
	layers := d.layer(a)
	d.classify()
	d.rows(layers)
	d.low()
	d.columns(layers)
	d.draw(a.Initial)
	return d
}

// layer gives every state its distance from the initial one; unreachable
// states come last.
func (d *StateDiagram) layer(a *Automaton) [][]int {
	dist := make([]int, len(d.States))
	for i := range dist {
		dist[i] = -1
	}
	dist[a.Initial] = 0
	queue, deepest := []int{a.Initial}, 0
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		for _, e := range a.Edges {
			if e.From == s && dist[e.To] < 0 {
				dist[e.To] = dist[s] + 1
				deepest = max(deepest, dist[e.To])
				queue = append(queue, e.To)
			}
		}
	}
	layers := make([][]int, deepest+1)
	for i := range dist {
		if dist[i] < 0 {
			dist[i] = deepest
		}
		d.States[i].layer = dist[i]
		layers[dist[i]] = append(layers[dist[i]], i)
	}
	return layers
}

func (d *StateDiagram) classify() {
	for _, e := range d.Edges {
		from, to := d.States[e.From].layer, d.States[e.To].layer
		switch {
		case e.From == e.To:
			e.kind = selfLoop
		case from == to:
			e.kind = sideways
		case from < to:
			e.kind = forward
		default:
			e.kind = backward
		}
	}
}

// rows stacks the states of every layer: each takes the lanes that enter it.
func (d *StateDiagram) rows(layers [][]int) {
	for _, layer := range layers {
		sort.SliceStable(layer, func(i, j int) bool { return d.wants(layer[i]) < d.wants(layer[j]) })
		y := 0.0
		for _, s := range layer {
			box := d.States[s]
			above := d.loops(s) * loopH
			slot := max(stateH, d.entering(s)*laneH)
			box.row = y + above + slot/2
			y += above + slot + stateGap
		}
		h := y - stateGap
		for _, s := range layer {
			d.States[s].row -= h / 2
		}
	}
	topmost := 0.0
	for _, s := range layers {
		for _, i := range s {
			topmost = min(topmost, d.top(i))
		}
	}
	for _, box := range d.States {
		box.Y = box.row - stateH/2 - topmost + 4
		box.row = box.Y + stateH/2
	}
}

// top is where a state with its lanes and loops begins.
func (d *StateDiagram) top(s int) float64 {
	slot := max(stateH, d.entering(s)*laneH)
	return d.States[s].row - slot/2 - d.loops(s)*loopH
}

// wants is the mean row of the states that lead here; error states go down.
func (d *StateDiagram) wants(s int) float64 {
	sum, n := 0.0, 0.0
	for _, e := range d.Edges {
		if e.To == s && e.kind == forward {
			sum, n = sum+d.States[e.From].row, n+1
		}
	}
	if n > 0 {
		sum /= n
	}
	if d.States[s].Error {
		sum += 1000
	}
	return sum
}

func (d *StateDiagram) loops(s int) float64 { return d.count(s, selfLoop) }

func (d *StateDiagram) entering(s int) float64 { return d.count(s, forward) }

func (d *StateDiagram) count(s int, kind edgeKind) float64 {
	n := 0.0
	for _, e := range d.Edges {
		if e.To == s && e.kind == kind {
			n++
		}
	}
	return n
}

// columns places the layers: each as wide as its widest state, the gaps as
// wide as the words in them.
func (d *StateDiagram) columns(layers [][]int) {
	x := startLen + 4
	for k, layer := range layers {
		w := 0.0
		for _, s := range layer {
			w = max(w, d.States[s].W)
		}
		for _, s := range layer {
			d.States[s].X = x + (w-d.States[s].W)/2
		}
		x += w
		if k+1 < len(layers) {
			x += d.gap(k)
		}
	}
	right := x
	for _, s := range d.States {
		right = max(right, s.Right())
	}
	right += max(12, d.past(len(layers)-1)+4)
	if spare := d.W - right; spare > 0 && len(layers) > 1 {
		each := spare / float64(len(layers)-1)
		for _, s := range d.States {
			s.X += each * float64(s.layer)
		}
		right = d.W
	}
	d.W = max(d.W, right)
}

// gap is the room between layer k and the next: the words of the lanes that
// end there.
func (d *StateDiagram) gap(k int) float64 {
	w := 30.0
	for _, e := range d.Edges {
		if e.kind == forward && d.States[e.To].layer == k+1 {
			w = max(w, e.words())
		}
	}
	return w + d.fit.bend + d.fit.enter + d.past(k)
}

// past is how far the words of self loops and sideways transitions reach
// beyond the states of layer k.
func (d *StateDiagram) past(k int) float64 {
	w := 0.0
	for _, e := range d.Edges {
		s := d.States[e.From]
		switch {
		case s.layer != k:
		case e.kind == selfLoop:
			w = max(w, loopReach+4*d.loops(e.From)+e.words()-s.W/2)
		case e.kind == sideways:
			w = max(w, 12+e.words())
		}
	}
	return w
}

// words is the width of an edge's number and label.
func (e *EdgeLine) words() float64 {
	return Width(e.Number.S, FontLabel) + 8 + Width(e.Label.S, FontLabel)
}

// low numbers the transitions that run below: shorter ones above.
func (d *StateDiagram) low() {
	var back []*EdgeLine
	for _, e := range d.Edges {
		if e.kind == backward || e.kind == sideways && !d.adjacent(e) || e.kind == forward && d.States[e.To].layer-d.States[e.From].layer > 1 {
			e.kind = backward
			back = append(back, e)
		}
	}
	sort.SliceStable(back, func(i, j int) bool { return d.span(back[i]) < d.span(back[j]) })
	for i, e := range back {
		e.level = i
	}
	bottom := 0.0
	for _, s := range d.States {
		slot := max(stateH, d.entering(d.index(s))*laneH)
		bottom = max(bottom, s.row+slot/2)
	}
	d.H = bottom + 8
	if len(back) > 0 {
		d.H = bottom + 14 + lowLane*float64(len(back)) + 6
	}
	for _, e := range back {
		e.Label.Y = bottom + 14 + lowLane*float64(e.level) + 8
	}
}

func (d *StateDiagram) index(s *StateBox) int {
	for i := range d.States {
		if d.States[i] == s {
			return i
		}
	}
	return -1
}

func (d *StateDiagram) span(e *EdgeLine) float64 {
	return math.Abs(float64(d.States[e.From].layer - d.States[e.To].layer))
}

// adjacent tells whether nothing stands between two states of one layer, and
// no other edge already runs there.
func (d *StateDiagram) adjacent(e *EdgeLine) bool {
	a, b := d.States[e.From], d.States[e.To]
	lo, hi := min(a.row, b.row), max(a.row, b.row)
	for _, s := range d.States {
		if s.layer == a.layer && s.row > lo && s.row < hi {
			return false
		}
	}
	for _, o := range d.Edges {
		if o == e {
			return true
		}
		if o.kind == sideways && (o.From == e.From && o.To == e.To || o.From == e.To && o.To == e.From) {
			return false
		}
	}
	return true
}
