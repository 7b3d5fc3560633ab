package layout

import (
	"math/bits"
	"sort"
	"strings"
)

// LabelSet is a set of label indexes. More than 64 labels are drawn by the
// first 64; the text beside the drawing has all.
type LabelSet uint64

// Size is the number of labels in the set.
func (s LabelSet) Size() int { return bits.OnesCount64(uint64(s)) }

// Labels lists the set in order.
func (s LabelSet) Labels() []int {
	var out []int
	for ; s != 0; s &= s - 1 {
		out = append(out, bits.TrailingZeros64(uint64(s)))
	}
	return out
}

// SetNode is one set that occurs, with the names that have it.
type SetNode struct {
	Set   LabelSet
	Names []string
}

// HasseNode is a placed set. Names stand at the right of the cell, or at its
// left where the cell is the first of several in its rank.
type HasseNode struct {
	SetNode
	Cell  Rect
	Beads []Bead
	Who   Text // no text when the set has no names
	Left  bool
	slot  float64 // width with the names
	want  float64
	rank  int
}

// Middle is the middle of the cell.
func (n *HasseNode) Middle() Point { return Point{n.Cell.X + n.Cell.W/2, n.Cell.Y + n.Cell.H/2} }

// HasseEdge is one pair of the covering relation, lower first.
type HasseEdge struct{ Low, High int }

// Hasse is a placed diagram.
type Hasse struct {
	W, H  float64
	Nodes []*HasseNode // by size, then by set
	Edges []HasseEdge
}

// Measures of the diagram.
const (
	cellH     = 24.0
	cellPad   = 8.0
	beadBig   = 15.0
	beadGap   = 1.5
	rankGap   = 34.0
	hasseGap  = 22.0
	whoGap    = 8.0
	whoLetter = 26
)

// LayoutHasse draws sets by inclusion: the empty set at the bottom, every set
// in the rank of its size, an edge for every covering pair. Sets that do not
// occur are not drawn, so an edge may span several ranks. Ranks are ordered by
// the barycenter of their lower neighbors (Sugiyama, Tagawa, Toda 1981).
func LayoutHasse(sets []SetNode, width float64) *Hasse {
	h := &Hasse{W: width}
	for _, s := range sets {
		h.Nodes = append(h.Nodes, newHasseNode(s))
	}
	sort.SliceStable(h.Nodes, func(i, j int) bool {
		a, b := h.Nodes[i].Set, h.Nodes[j].Set
		if a.Size() != b.Size() {
			return a.Size() < b.Size()
		}
		return a < b
	})
	h.cover()
	ranks := h.ranks()
	for _, r := range ranks {
		w := hasseGap * float64(len(r)-1)
		for _, i := range r {
			w += h.Nodes[i].slot
		}
		h.W = max(h.W, w+2*margin)
	}
	h.order(ranks)
	h.H = float64(len(ranks))*(cellH+rankGap) - rankGap + 2*4
	h.place(ranks)
	return h
}

func newHasseNode(s SetNode) *HasseNode {
	n := &HasseNode{SetNode: s}
	k := float64(max(s.Set.Size(), 1))
	n.Cell.W, n.Cell.H = k*beadBig+(k-1)*beadGap+2*cellPad, cellH
	who := Clip(strings.Join(s.Names, " "), whoLetter)
	n.Who = Text{S: who, Class: "who", Font: FontArgs, Full: strings.Join(s.Names, " ")}
	if n.Who.Full == who {
		n.Who.Full = ""
	}
	n.slot = n.Cell.W
	if who != "" {
		n.slot += whoGap + Width(who, FontArgs)
	}
	return n
}

// cover finds the pairs with nothing between them.
func (h *Hasse) cover() {
	for j, hi := range h.Nodes {
		for i, lo := range h.Nodes[:j] {
			if lo.Set&^hi.Set != 0 || lo.Set == hi.Set {
				continue
			}
			covered := true
			for _, mid := range h.Nodes[i+1 : j] {
				if mid.Set != lo.Set && mid.Set != hi.Set && lo.Set&^mid.Set == 0 && mid.Set&^hi.Set == 0 {
					covered = false
					break
				}
			}
			if covered {
				h.Edges = append(h.Edges, HasseEdge{i, j})
			}
		}
	}
}

// ranks groups the nodes by size; sizes that do not occur take no room.
func (h *Hasse) ranks() [][]int {
	var out [][]int
	size := -1
	for i, n := range h.Nodes {
		if n.Set.Size() != size {
			size = n.Set.Size()
			out = append(out, nil)
		}
		n.rank = len(out) - 1
		out[n.rank] = append(out[n.rank], i)
	}
	return out
}

// order sweeps up and down, moving every node to the mean of its neighbors.
func (h *Hasse) order(ranks [][]int) {
	for _, r := range ranks {
		h.spread(r)
	}
	for pass := 0; pass < 6; pass++ {
		for k := range ranks {
			r := ranks[k]
			if pass%2 == 1 {
				r = ranks[len(ranks)-1-k]
			}
			for _, i := range r {
				h.Nodes[i].want = h.mean(i, pass%2 == 0)
			}
			sort.SliceStable(r, func(a, b int) bool { return h.Nodes[r[a]].want < h.Nodes[r[b]].want })
			h.spread(r)
		}
	}
}

// mean is the middle of a node's neighbors below (or above).
func (h *Hasse) mean(i int, below bool) float64 {
	sum, n := 0.0, 0.0
	for _, e := range h.Edges {
		if below && e.High == i {
			sum, n = sum+h.Nodes[e.Low].Middle().X, n+1
		}
		if !below && e.Low == i {
			sum, n = sum+h.Nodes[e.High].Middle().X, n+1
		}
	}
	if n == 0 {
		return h.Nodes[i].Middle().X
	}
	return sum / n
}

// spread places one rank from left to right around the middle.
func (h *Hasse) spread(r []int) {
	w := 0.0
	for _, i := range r {
		w += h.Nodes[i].slot
	}
	gap := hasseGap
	if len(r) > 1 {
		gap = min(max(hasseGap, (h.W-w)/float64(len(r)+1)), 86)
	}
	x := (h.W - w - gap*float64(len(r)-1)) / 2
	for k, i := range r {
		n := h.Nodes[i]
		n.Left = len(r) > 1 && k == 0 && n.Who.S != ""
		n.Cell.X = x
		if n.Left {
			n.Cell.X = x + n.slot - n.Cell.W
		}
		x += n.slot + gap
	}
}

func (h *Hasse) place(ranks [][]int) {
	for _, n := range h.Nodes {
		n.Cell.Y = h.H - 4 - cellH - float64(n.rank)*(cellH+rankGap)
		base := n.Cell.Y + 16
		if n.Left {
			n.Who.X, n.Who.Y, n.Who.Anchor = n.Cell.X-whoGap, base, End
		} else {
			n.Who.X, n.Who.Y = n.Cell.Right()+whoGap, base
		}
		x := n.Cell.X + cellPad + beadBig/2
		for _, l := range n.Set.Labels() {
			n.Beads = append(n.Beads, Bead{x, n.Cell.Y + cellH/2, l})
			x += beadBig + beadGap
		}
	}
}
