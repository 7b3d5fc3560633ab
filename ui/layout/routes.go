package layout

import (
	"math"
	"sort"
)

// port is the part of a step's right edge where wires end.
type port struct {
	step *Step
	kind siteKind
}

// end is one end of a net at a port. All routes of a net share their start.
type end struct {
	net *net
	fl  *flow // nil for the definition's own end
	y   float64
}

// ports collects the ends at every port and orders them so that wires cross
// as little as they can: those that come from above stand above, each side
// ordered by lane.
func (b *boxer) ports(nets []*net) {
	b.up, b.down = map[port][]*end{}, map[port][]*end{}
	for _, n := range nets {
		if !n.join && n.def.kind == atCall {
			b.put(port{n.def.step, atCall}, &end{net: n}, b.goesUp(n))
		}
		for _, fl := range n.flows {
			if fl.use.kind == atCall || fl.use.kind == atHead {
				b.put(port{fl.use.step, fl.use.kind}, &end{net: n, fl: fl}, fl.def.order < fl.use.order)
			}
			if n.join && fl.def.kind == atCall {
				b.put(port{fl.def.step, atCall}, &end{net: n, fl: fl}, fl.use.order < fl.def.order)
			}
		}
	}
	for _, group := range []map[port][]*end{b.up, b.down} {
		for _, ends := range group {
			sort.SliceStable(ends, func(i, j int) bool { return ends[i].net.inner(ends[j].net) })
		}
	}
	for _, ends := range b.down {
		for i, j := 0, len(ends)-1; i < j; i, j = i+1, j-1 {
			ends[i], ends[j] = ends[j], ends[i]
		}
	}
}

// inner orders nets from the inside out.
func (n *net) inner(o *net) bool {
	if n.home.depth != o.home.depth {
		return n.home.depth > o.home.depth
	}
	return n.lane < o.lane
}

// goesUp tells whether most of what leaves a definition goes upward.
func (b *boxer) goesUp(n *net) bool {
	up := 0
	for _, fl := range n.flows {
		if fl.use.order <= n.def.order {
			up++
		}
	}
	return 2*up > len(n.flows)
}

func (b *boxer) put(p port, e *end, up bool) {
	group := b.down
	if up {
		group = b.up
	}
	if e.fl == nil {
		for _, o := range group[p] {
			if o.net == e.net && o.fl == nil {
				return
			}
		}
	}
	group[p] = append(group[p], e)
}

func (b *boxer) portCount(p port) int { return len(b.up[p]) + len(b.down[p]) }

// spread gives the ends at a port their heights.
func (b *boxer) spread() {
	for s, box := range b.at {
		for _, kind := range []siteKind{atCall, atHead} {
			p := port{s, kind}
			ends := append(append([]*end(nil), b.up[p]...), b.down[p]...)
			h := box.H
			if kind == atHead {
				h = box.Band
			}
			step := h / float64(len(ends)+1)
			for i, e := range ends {
				e.y = box.Y + step*float64(i+1)
			}
		}
	}
}

// y finds the height of an end.
func (b *boxer) y(p port, n *net, fl *flow) float64 {
	for _, group := range []map[port][]*end{b.up, b.down} {
		for _, e := range group[p] {
			if e.net == n && e.fl == fl {
				return e.y
			}
		}
	}
	return 0
}

func (b *boxer) route(nets []*net) {
	b.spread()
	for _, n := range nets {
		out := &Net{Key: n.def.key(), Name: n.def.name, Lane: n.x(), Inside: n.home.parent != nil}
		for _, fl := range n.flows {
			out.Routes = append(out.Routes, b.wire(n, fl))
		}
		b.d.Nets = append(b.d.Nets, out)
	}
	b.adorn(nets)
}

// wire is the path of one flow: out of the definition, along the lane, into
// the use.
func (b *boxer) wire(n *net, fl *flow) *Route {
	r := &Route{Def: fl.def.key(), From: fl.def.path(), Strands: fl.def.strands, Tip: true, Inside: n.home.parent != nil}
	x := n.x()
	start := b.start(n, fl)
	if n.join {
		r.Strands, r.Tip = fl.def.strands, false
		r.To = fl.use.step.Path
		at := b.join[fl.use.join]
		side := math.Copysign(JoinRadius, start.Y-at.Y)
		r.Points = tidy(start, Point{at.X, start.Y}, Point{at.X, at.Y + side})
		return r
	}
	r.To = fl.use.step.Path
	target := b.at[fl.use.step]
	stop := Point{target.Right(), b.y(port{fl.use.step, fl.use.kind}, n, fl)}
	r.Points = tidy(start, Point{x, start.Y}, Point{x, stop.Y}, stop)
	return r
}

func (b *boxer) start(n *net, fl *flow) Point {
	switch fl.def.kind {
	case atItem:
		box := b.at[fl.def.step]
		return Point{box.Right(), box.Y + box.Band/2}
	case atJoin:
		at := b.join[fl.def]
		return Point{at.X + JoinRadius, at.Y}
	case atInput:
		return Point{n.x(), margin}
	default:
		box := b.at[fl.def.step]
		if n.join {
			return Point{box.Right(), b.y(port{fl.def.step, atCall}, n, fl)}
		}
		return Point{box.Right(), b.y(port{fl.def.step, atCall}, n, nil)}
	}
}

// tidy drops points that repeat.
func tidy(points ...Point) []Point {
	out := points[:1]
	for _, p := range points[1:] {
		if p != out[len(out)-1] {
			out = append(out, p)
		}
	}
	return out
}

// adorn puts the beads and names on the lanes: near the middle of the trunk,
// off the wires that cross it and off each other.
func (b *boxer) adorn(nets []*net) {
	var taken []Rect
	for _, box := range b.d.Boxes {
		if box.Step.Kind == Call {
			taken = append(taken, box.Rect)
		}
		for _, t := range box.Texts {
			taken = append(taken, t.Bounds())
		}
		if box.Pill.W > 0 {
			taken = append(taken, box.Pill)
		}
	}
	for _, j := range b.d.Joins {
		taken = append(taken, Rect{j.X - JoinRadius - 1, j.Y - JoinRadius - 1, 2*JoinRadius + 2, 2*JoinRadius + 2})
	}
	crossings := b.horizontals()
	for i, n := range nets {
		if n.join {
			continue
		}
		b.adornNet(n, b.d.Nets[i], &taken, crossings)
	}
}

// horizontals are the strips that wires cover sideways.
func (b *boxer) horizontals() []Rect {
	var out []Rect
	for _, n := range b.d.Nets {
		for _, r := range n.Routes {
			for k := 1; k < len(r.Points); k++ {
				p, q := r.Points[k-1], r.Points[k]
				if p.Y == q.Y {
					out = append(out, Rect{min(p.X, q.X), p.Y - 2, math.Abs(p.X - q.X), 4})
				}
			}
		}
	}
	return out
}

func (b *boxer) adornNet(n *net, out *Net, taken *[]Rect, crossings []Rect) {
	lo, hi := trunk(out)
	strands := n.strands()
	h := max(float64(len(strands)), 1) * BeadStep
	name := Clip(n.def.name, nameClip)
	w := BeadSize
	if n.named {
		w += nameGap + Width(name, FontArgs)
	}
	mid := (lo + hi) / 2
	if n.def.kind == atInput {
		mid = lo + h/2 + 4
	}
	for _, allow := range []bool{false, true} {
		for off := 0.0; off <= (hi-lo-h)/2 || off == 0; off += 3 {
			for _, y := range []float64{mid - off, mid + off} {
				at := Rect{out.Lane - BeadSize/2, y - h/2, w, h}
				if at.Y < lo-1 || at.Bottom() > hi+1 && n.def.kind != atInput || hits(at, *taken) || !allow && hits(at, crossings) {
					continue
				}
				b.adornAt(n, out, at, name)
				*taken = append(*taken, at)
				return
			}
		}
	}
}

func (b *boxer) adornAt(n *net, out *Net, at Rect, name string) {
	y := at.Y + BeadStep/2
	for _, s := range n.strands() {
		out.Beads = append(out.Beads, Bead{out.Lane, y, s.Label})
		y += BeadStep
	}
	if n.named {
		x := out.Lane + BeadSize/2 + nameGap
		out.Text = &Text{x, at.Y + at.H/2 + 4, Start, name, "n-args", FontArgs, ""}
	}
}

// trunk is the vertical extent of a net's lane.
func trunk(n *Net) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, r := range n.Routes {
		for _, p := range r.Points {
			if p.X == n.Lane {
				lo, hi = min(lo, p.Y), max(hi, p.Y)
			}
		}
	}
	return lo, hi
}

func hits(r Rect, others []Rect) bool {
	for _, o := range others {
		if r.Overlaps(o) {
			return true
		}
	}
	return false
}
