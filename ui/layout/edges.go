package layout

import "sort"

// draw gives every transition its curve and words.
func (d *StateDiagram) draw(initial int) {
	s := d.States[initial]
	d.Start = [2]Point{{s.X - startLen, s.row}, {s.X, s.row}}
	for to := range d.States {
		d.drawForward(to)
		d.drawLoops(to)
	}
	for _, e := range d.Edges {
		switch e.kind {
		case sideways:
			d.drawSideways(e)
		case backward:
			d.drawBack(e)
		case forward, selfLoop:
		}
	}
}

// drawForward fans the lanes that d.fit.enter a state around its middle, in
// declaration order.
func (d *StateDiagram) drawForward(to int) {
	var in []*EdgeLine
	for _, e := range d.Edges {
		if e.To == to && e.kind == forward {
			in = append(in, e)
		}
	}
	sort.SliceStable(in, func(i, j int) bool { return d.States[in[i].From].row < d.States[in[j].From].row })
	t := d.States[to]
	// The slot was sized for all entering lanes, also those that run below.
	for i, e := range in {
		y := t.row + (float64(i)-float64(len(in)-1)/2)*laneH
		f := d.States[e.From]
		end := Point{t.X, t.row + (y-t.row)*0.36}
		lane0, lane1 := d.layerRight(f.layer)+d.past(f.layer)+d.fit.bend, d.layerLeft(t.layer)-d.fit.enter
		start := Point{f.Right(), d.leave(e)}
		e.Curve = []Point{start, {start.X + d.fit.bend*0.6, start.Y}, {lane0 - d.fit.bend*0.6, y}, {lane0, y}, {lane0 + 1, y}, {lane1 - 1, y}, {lane1, y}, {lane1 + d.fit.enter*0.6, y}, {end.X - d.fit.enter*0.7, end.Y}, end}
		e.place(lane0, y-6)
	}
}

// place puts number and words beside each other.
func (e *EdgeLine) place(x, y float64) {
	e.Number.X, e.Number.Y = x, y
	e.Label.X, e.Label.Y = x+Width(e.Number.S, FontLabel)+6, y
}

func (d *StateDiagram) layerRight(k int) float64 {
	x := 0.0
	for _, s := range d.States {
		if s.layer == k {
			x = max(x, s.Right())
		}
	}
	return x
}

func (d *StateDiagram) layerLeft(k int) float64 {
	x := d.W
	for _, s := range d.States {
		if s.layer == k {
			x = min(x, s.X)
		}
	}
	return x
}

// leave spreads the starts of the lanes over a state's right side.
func (d *StateDiagram) leave(e *EdgeLine) float64 {
	var out []*EdgeLine
	for _, o := range d.Edges {
		if o.From == e.From && o.kind == forward {
			out = append(out, o)
		}
	}
	sort.SliceStable(out, func(i, j int) bool {
		a, b := d.States[out[i].To].row, d.States[out[j].To].row
		return a < b
	})
	f := d.States[e.From]
	for i, o := range out {
		if o == e {
			return f.row + (float64(i)-float64(len(out)-1)/2)*min(8, 20/float64(len(out)))
		}
	}
	return f.row
}

// drawLoops stacks self loops above their state.
func (d *StateDiagram) drawLoops(s int) {
	box := d.States[s]
	slot := max(stateH, d.entering(s)*laneH)
	n := 0
	for _, e := range d.Edges {
		if e.From != s || e.kind != selfLoop {
			continue
		}
		x := box.X + box.W/2
		w := 9 + 4*float64(n)
		h := (slot-stateH)/2 + loopH*float64(n+1) - 8
		e.Curve = []Point{{x - w, box.Y}, {x - w - 6, box.Y - h}, {x + w + 6, box.Y - h}, {x + w, box.Y}}
		e.place(x+w+6, box.Y-h*0.75+4)
		n++
	}
}

// drawSideways leads straight from one state to its neighbor in the layer.
func (d *StateDiagram) drawSideways(e *EdgeLine) {
	a, b := d.States[e.From], d.States[e.To]
	x := (max(a.X, b.X) + min(a.Right(), b.Right())) / 2
	from, to := Point{x, a.Bottom()}, Point{x, b.Y}
	if a.row > b.row {
		from, to = Point{x, a.Y}, Point{x, b.Bottom()}
	}
	upper := e.From
	if a.row > b.row {
		upper = e.To
	}
	third := (to.Y - from.Y) / 3
	e.Curve = []Point{from, {x, from.Y + third}, {x, to.Y - third}, to}
	e.place(x+8, d.slotBottom(upper)+stateGap/2+4)
}

// slotBottom is where the lanes into a state end.
func (d *StateDiagram) slotBottom(s int) float64 {
	return d.States[s].row + max(stateH, d.entering(s)*laneH)/2
}

// drawBack leads below all states. A state with another one under it is left
// and entered at its right side, past the widest of its layer.
func (d *StateDiagram) drawBack(e *EdgeLine) {
	y := e.Label.Y
	off := 5 * float64(e.level%3)
	from := d.foot(e.From, 8+off)
	to := d.foot(e.To, -8-off)
	x0, x1 := from[len(from)-1].X, to[len(to)-1].X
	dir := 1.0
	if x1 < x0 {
		dir = -1
	}
	const r = 12
	e.Curve = append([]Point(nil), from...)
	last := from[len(from)-1]
	e.Curve = append(e.Curve, Point{last.X, last.Y + 1}, Point{x0, y - r - 1}, Point{x0, y - r},
		Point{x0, y}, Point{x0, y}, Point{x0 + dir*r, y},
		Point{x0 + dir*r, y}, Point{x1 - dir*r, y}, Point{x1 - dir*r, y},
		Point{x1, y}, Point{x1, y}, Point{x1, y - r})
	up := to[len(to)-1]
	e.Curve = append(e.Curve, Point{x1, y - r - 1}, Point{x1, up.Y + 1}, up)
	for i := len(to) - 2; i >= 0; i-- {
		e.Curve = append(e.Curve, to[i])
	}
	x := (x0+x1)/2 - e.words()/2
	e.place(max(4, min(x, d.W-e.words()-4)), y-6)
}

// foot is how a line gets from a state to the room below: one point for the
// lowest state of a layer, a cubic leg for the others.
func (d *StateDiagram) foot(i int, off float64) []Point {
	s := d.States[i]
	lowest := true
	for _, o := range d.States {
		if o.layer == s.layer && o.row > s.row {
			lowest = false
		}
	}
	if lowest {
		return []Point{{s.X + s.W/2 + off, s.Bottom()}}
	}
	x := d.layerRight(s.layer) + 14 + off/2
	y := s.row + off/2
	return []Point{{s.Right(), y}, {x - 4, y}, {x, y}, {x, y + 12}}
}
