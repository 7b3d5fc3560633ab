package layout

import "sort"

// A channel is the strip at the right of a block's content. Every net that is
// at home there has a lane in it; nets whose spans do not overlap share one.
type channel struct {
	nets  []*net
	lanes []lane
	width float64
}

type lane struct {
	left, right float64 // room on both sides of the lane's line
	x           float64 // of the line, once placed
	taken       []*net
}

// net is a definition with all its uses, or the wires that end in a join.
type net struct {
	def      *def
	flows    []*flow
	join     bool // the flows end in the ⊔ of def
	home     *block
	from, to float64 // span in reading order
	lane     int
	named    bool // the wire carries its name
}

// The room that lanes take.
const (
	laneLead  = 10.0 // arrow heads, before the first lane
	laneTrail = 4.0
	laneHalf  = 11.0
	laneTight = 7.0 // where there are many
	nameGap   = 5.0
	// StrandGap is the distance of two strands of one wire.
	StrandGap = 3.2
)

// nets groups the flows and puts every net into the channel of the smallest
// block that has all its ends.
func (f *flowFinder) nets() []*net {
	var all []*net
	at := map[*def]*net{}
	into := map[*def]*net{}
	for _, fl := range f.list {
		group, key := at, fl.def
		if fl.use.kind == atJoin {
			group, key = into, fl.use.join
		}
		n := group[key]
		if n == nil {
			n = &net{def: key, join: fl.use.kind == atJoin, home: key.home}
			group[key] = n
			all = append(all, n)
		}
		n.flows = append(n.flows, fl)
	}
	for _, n := range all {
		n.settle()
		n.home.lanes.nets = append(n.home.lanes.nets, n)
	}
	return all
}

func (n *net) settle() {
	n.from, n.to = float64(n.def.order), float64(n.def.order)
	for _, fl := range n.flows {
		for _, end := range []struct {
			home  *block
			order int
		}{{fl.def.home, fl.def.order}, {fl.use.home, fl.use.order}} {
			n.home = common(n.home, end.home)
			n.from, n.to = min(n.from, float64(end.order)), max(n.to, float64(end.order))
		}
		if fl.use.order <= fl.def.order && !n.join {
			n.named = true
		}
	}
	if n.def.kind == atItem || n.def.kind == atInput {
		n.named = true
	}
	if n.from == n.to {
		n.from, n.to = n.from-0.25, n.to+0.25
	}
}

func common(a, b *block) *block {
	for a.depth > b.depth {
		a = a.parent
	}
	for b.depth > a.depth {
		b = b.parent
	}
	for a != b {
		a, b = a.parent, b.parent
	}
	return a
}

// assign gives short nets the inner lanes: they are crossed least there.
func (c *channel) assign(minWidth float64) {
	sort.SliceStable(c.nets, func(i, j int) bool {
		a, b := c.nets[i], c.nets[j]
		if a.join != b.join {
			return a.join
		}
		if a.to-a.from != b.to-b.from {
			return a.to-a.from < b.to-b.from
		}
		return a.from < b.from
	})
	for _, n := range c.nets {
		n.lane = c.free(n)
		c.lanes[n.lane].taken = append(c.lanes[n.lane].taken, n)
	}
	half := laneHalf
	if len(c.lanes) > 5 {
		half = laneTight
	}
	c.width = laneLead + laneTrail
	for i := range c.lanes {
		l := &c.lanes[i]
		for _, n := range l.taken {
			spread := float64(max(len(n.strands())-1, 0)) * StrandGap / 2
			right := half + spread
			if n.named {
				right = max(right, BeadSize/2+nameGap+Width(Clip(n.def.name, nameClip), FontArgs)+nameGap)
			}
			left := half + spread
			if n.join {
				left, right = max(left, JoinRadius+3), max(right, JoinRadius+3)
			}
			l.left, l.right = max(l.left, left), max(l.right, right)
		}
		c.width += l.left + l.right
	}
	c.width = max(c.width, minWidth)
}

func (c *channel) free(n *net) int {
next:
	for i := range c.lanes {
		for _, o := range c.lanes[i].taken {
			if n.from < o.to && o.from < n.to || n.join || o.join && n.def != o.def && touches(n, o) {
				continue next
			}
		}
		return i
	}
	c.lanes = append(c.lanes, lane{})
	return len(c.lanes) - 1
}

func touches(a, b *net) bool { return a.from <= b.to && b.from <= a.to }

// place fixes the lines, from the edge of the content outward. Spare room
// goes before the first lane.
func (c *channel) place(x float64) {
	used := laneLead + laneTrail
	for _, l := range c.lanes {
		used += l.left + l.right
	}
	x += laneLead + (c.width-used)*0.6
	for i := range c.lanes {
		l := &c.lanes[i]
		l.x = x + l.left
		x += l.left + l.right
	}
}

func (n *net) x() float64 { return n.home.lanes.lanes[n.lane].x }

// strands are those of the value that the net carries.
func (n *net) strands() []Strand { return n.def.strands }
