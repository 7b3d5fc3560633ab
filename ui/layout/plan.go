package layout

// Kind is the kind of a step.
type Kind uint8

// The kinds of steps.
const (
	Call Kind = iota
	Branch
	Loop
)

// Plan is what is drawn.
type Plan struct {
	Inputs []Input
	Steps  []*Step
}

// Input is a name that is bound before the first step.
type Input struct {
	Name    string
	Strands []Strand
}

// Step is one box. Then is the body of a loop.
type Step struct {
	Path  string
	Kind  Kind
	Label string

	Tool    string // of a call
	Args    []Arg
	Binding string

	Head       string // condition, or name of the collection
	HeadRefs   []string
	Item       string
	Note       string // at the right of a branch's head
	Then, Else []*Step

	Strands []Strand // labels that the result (of a loop: the item) may carry
	Marks   int      // findings to make room for
	Lost    bool     // a join that may lose a guarantee
}

// Arg is one argument; Refs are the names in its value.
type Arg struct {
	Param, Text string
	Refs        []string
}

// Strand is one label on a wire, by its index.
type Strand struct{ Label int }

// Point is a place in a drawing.
type Point struct{ X, Y float64 }

// Rect is an axis-parallel box.
type Rect struct{ X, Y, W, H float64 }

// Right and Bottom are the far edges.
func (r Rect) Right() float64 { return r.X + r.W }

// Bottom is the lower edge.
func (r Rect) Bottom() float64 { return r.Y + r.H }

// Overlaps tells whether the insides of two boxes have a point in common.
func (r Rect) Overlaps(o Rect) bool {
	const e = 0.01
	return r.X+e < o.Right() && o.X+e < r.Right() && r.Y+e < o.Bottom() && o.Y+e < r.Bottom()
}

// Contains tells whether o lies inside r.
func (r Rect) Contains(o Rect) bool {
	const e = 0.01
	return o.X >= r.X-e && o.Y >= r.Y-e && o.Right() <= r.Right()+e && o.Bottom() <= r.Bottom()+e
}

// Anchor is where a text's X is.
type Anchor uint8

// The anchors.
const (
	Start Anchor = iota
	Middle
	End
)

// Text is a placed text; Y is the base line. Bold marks a keyword at its
// beginning, that many letters long.
type Text struct {
	X, Y   float64
	Anchor Anchor
	S      string
	Class  string
	Font   Font
	Full   string // the unclipped text, when S is not it
}

// Bounds is the box that the text may cover.
func (t Text) Bounds() Rect {
	w := Width(t.S, t.Font)
	x := t.X
	switch t.Anchor {
	case Middle:
		x -= w / 2
	case End:
		x -= w
	}
	return Rect{x, t.Y - t.Font.Size*0.8, w, t.Font.Size}
}

// Bead is a lettered label; X and Y are its middle.
type Bead struct {
	X, Y  float64
	Label int
}

// BeadSize is the edge of a bead, BeadStep the distance of two neighbors.
const (
	BeadSize = 13.0
	BeadStep = 14.5
)

// Bounds is the bead's box.
func (b Bead) Bounds() Rect { return Rect{b.X - BeadSize/2, b.Y - BeadSize/2, BeadSize, BeadSize} }

// Drawing is a placed plan.
type Drawing struct {
	W, H  float64
	Boxes []*Box // every step, in document order
	Nets  []*Net
	Joins []*JoinNode
	Spine []Point // arrows between steps: pairs of upper and lower end
}

// Box is one placed step.
type Box struct {
	Step *Step
	Rect
	Depth int
	Texts []Text
	Beads []Bead  // of the binding
	Marks []Point // middle of each finding's diamond
	Hop   Point   // middle of the hop number
	Rules []float64
	Pill  Rect    // of a loop: the round
	Band  float64 // height of a block's head
}

// JoinNode is the ⊔ where two branches meet on one name.
type JoinNode struct {
	Path, Name string
	Point
}

// JoinRadius is the size of a join.
const JoinRadius = 10.0

// Net is a value and everywhere it goes.
type Net struct {
	Key    string // of the definition, see Key; wires into a join have that of the join
	Name   string
	Lane   float64
	Inside bool // drawn over a block's ground
	Routes []*Route
	Beads  []Bead
	Text   *Text // the name, where the definition does not show it
}

// Route is one wire from a definition to a use.
type Route struct {
	Def      string // key of the definition
	From, To string // paths of the steps; From is empty for an input
	Points   []Point
	Strands  []Strand
	Tip      bool // ends with an arrow head
	Inside   bool
}
