package layout_test

import (
	"math/rand"
	"reflect"
	"testing"

	"planproof/ui/layout"
	"planproof/ui/layout/layouttest"
)

// The laws of a drawn plan: boxes do not overlap unless one contains the
// other, every text is inside its box and on nobody else, wires end at their
// boxes, and the same plan gives the same drawing.
func TestPlanLaws(t *testing.T) {
	for seed := range int64(400) {
		r := rand.New(rand.NewSource(seed))
		p := layouttest.RandomPlan(r, 1+r.Intn(40))
		width := 280 + float64(r.Intn(500))
		d := layout.LayoutPlan(p, width)
		if again := layout.LayoutPlan(p, width); !reflect.DeepEqual(d, again) {
			t.Fatalf("seed %d: two drawings of one plan differ", seed)
		}
		checkPlan(t, seed, d)
		if t.Failed() {
			return
		}
	}
}

type placed struct {
	what string
	r    layout.Rect
}

func checkPlan(t *testing.T, seed int64, d *layout.Drawing) {
	t.Helper()
	var texts []placed
	for i, b := range d.Boxes {
		for _, o := range d.Boxes[:i] {
			if b.Overlaps(o.Rect) && !o.Contains(b.Rect) {
				t.Errorf("seed %d: %s overlaps %s", seed, b.Step.Path, o.Step.Path)
			}
		}
		if b.Right() > d.W || b.Bottom() > d.H || b.X < 0 {
			t.Errorf("seed %d: %s is outside of the drawing", seed, b.Step.Path)
		}
		for _, x := range b.Texts {
			texts = append(texts, placed{b.Step.Path + " " + x.S, x.Bounds()})
			if !b.Contains(x.Bounds()) {
				t.Errorf("seed %d: %q is outside of its box %v %v", seed, x.S, x.Bounds(), b.Rect)
			}
		}
		for _, x := range b.Beads {
			texts = append(texts, placed{b.Step.Path + " bead", x.Bounds()})
		}
		for _, m := range b.Marks {
			texts = append(texts, placed{b.Step.Path + " mark", layout.Rect{X: m.X - 9, Y: m.Y - 6, W: 18, H: 12}})
		}
		if b.Pill.W > 0 {
			texts = append(texts, placed{b.Step.Path + " pill", b.Pill})
		}
	}
	for _, n := range d.Nets {
		for _, x := range n.Beads {
			texts = append(texts, placed{n.Key + " bead", x.Bounds()})
		}
		if n.Text != nil {
			texts = append(texts, placed{n.Key + " name", n.Text.Bounds()})
		}
	}
	for i, a := range texts {
		for _, b := range texts[:i] {
			if a.r.Overlaps(b.r) {
				t.Errorf("seed %d: %s is on %s: %v %v", seed, a.what, b.what, a.r, b.r)
			}
		}
	}
	checkWires(t, seed, d)
}

func checkWires(t *testing.T, seed int64, d *layout.Drawing) {
	at := map[string]layout.Rect{}
	for _, b := range d.Boxes {
		at[b.Step.Path] = b.Rect
	}
	for _, n := range d.Nets {
		for _, r := range n.Routes {
			end := r.Points[len(r.Points)-1]
			box := at[r.To]
			if r.Tip && (end.X != box.Right() || end.Y < box.Y || end.Y > box.Bottom()) {
				t.Errorf("seed %d: wire to %s ends at %v, box %v", seed, r.To, end, box)
			}
			for i := 1; i < len(r.Points); i++ {
				if p, q := r.Points[i-1], r.Points[i]; p.X != q.X && p.Y != q.Y {
					t.Errorf("seed %d: wire to %s is not orthogonal", seed, r.To)
				}
			}
		}
	}
}

func TestHasseLaws(t *testing.T) {
	for seed := range int64(300) {
		r := rand.New(rand.NewSource(seed))
		h := layout.LayoutHasse(layouttest.RandomSets(r, 1+r.Intn(5)), 428)
		var all []placed
		for _, n := range h.Nodes {
			all = append(all, placed{"cell", n.Cell})
			if n.Who.S != "" {
				all = append(all, placed{"names " + n.Who.S, n.Who.Bounds()})
			}
		}
		inside(t, seed, all, h.W, h.H)
		for _, e := range h.Edges {
			lo, hi := h.Nodes[e.Low], h.Nodes[e.High]
			if lo.Set&^hi.Set != 0 || lo.Set == hi.Set || lo.Cell.Y <= hi.Cell.Y {
				t.Errorf("seed %d: edge from %b to %b", seed, lo.Set, hi.Set)
			}
		}
		checkCover(t, seed, h)
	}
}

// checkCover holds the edges against the definition of a covering pair.
func checkCover(t *testing.T, seed int64, h *layout.Hasse) {
	drawn := map[layout.HasseEdge]bool{}
	for _, e := range h.Edges {
		drawn[e] = true
	}
	below := func(i, j int) bool {
		return i != j && h.Nodes[i].Set&^h.Nodes[j].Set == 0
	}
	for i := range h.Nodes {
		for j := range h.Nodes {
			want := below(i, j)
			for k := range h.Nodes {
				want = want && !(below(i, k) && below(k, j))
			}
			if drawn[layout.HasseEdge{Low: i, High: j}] != want {
				t.Errorf("seed %d: edge %b-%b drawn %v, covering %v", seed, h.Nodes[i].Set, h.Nodes[j].Set, !want, want)
			}
		}
	}
}

func TestAutomatonLaws(t *testing.T) {
	for seed := range int64(400) {
		r := rand.New(rand.NewSource(seed))
		d := layout.LayoutAutomaton(layouttest.RandomAutomaton(r), 428)
		var all []placed
		for _, s := range d.States {
			all = append(all, placed{"state " + s.Name, s.Rect})
		}
		for _, e := range d.Edges {
			all = append(all, placed{"number " + e.Number.S, e.Number.Bounds()}, placed{"words " + e.Number.S + " " + e.Label.S, e.Label.Bounds()})
			if len(e.Curve)%3 != 1 {
				t.Errorf("seed %d: a curve of %d points", seed, len(e.Curve))
			}
		}
		inside(t, seed, all, d.W, d.H)
		if t.Failed() {
			return
		}
	}
}

// inside checks that nothing overlaps and nothing is cut off.
func inside(t *testing.T, seed int64, all []placed, w, h float64) {
	t.Helper()
	for i, a := range all {
		if a.r.X < -0.5 || a.r.Right() > w+0.5 || a.r.Y < -0.5 || a.r.Bottom() > h+0.5 {
			t.Errorf("seed %d: %s is cut off: %v in %v×%v", seed, a.what, a.r, w, h)
		}
		for _, b := range all[:i] {
			if a.r.Overlaps(b.r) {
				t.Errorf("seed %d: %s is on %s: %v %v", seed, a.what, b.what, a.r, b.r)
			}
		}
	}
}
