package flow

import (
	"math/rand/v2"
	"slices"
	"testing"

	"planproof/core/types"
	"planproof/core/value"
)

// The shapes that versions are declared with, and values to try them on.
var (
	shapeTypes  = []string{"Any", "str", "int", "str | int", "list[str]", "int | None", "Opaque", "bool"}
	shapeEnums  = [][]value.Value{nil, nil, {value.Text("a"), value.Text("b")}, {value.Int(1), value.Int(2), value.Bool(true)}, {value.Text("b")}}
	shapeValues = []value.Value{value.Null{}, value.Bool(true), value.Int(-3), value.Int(1), value.Int(2), value.Int(7), value.Text("a"), value.Text("b"), value.Text("zz"), value.List{value.Text("a")}}
)

// shape is one declaration, as a parameter makes it.
type shape struct {
	t        types.Type
	enum     []value.Value
	min, max *value.Number
}

func randomShape(rng *rand.Rand) shape {
	s := shape{t: types.Parse(shapeTypes[rng.IntN(len(shapeTypes))]), enum: shapeEnums[rng.IntN(len(shapeEnums))]}
	if rng.IntN(3) == 0 {
		n := value.Int(int64(rng.IntN(5) - 2))
		s.min = &n
	}
	if rng.IntN(3) == 0 {
		n := value.Int(int64(rng.IntN(5)))
		s.max = &n
	}
	return s
}

// admits says whether v passes the declaration, as the executor checks it.
func (s shape) admits(v value.Value) bool {
	return (Known{Type: s.t, Enum: s.enum, Min: s.min, Max: s.max}).admits(v)
}

func (k Known) admits(v value.Value) bool {
	if !k.Type.Accepts(v) || k.Enum != nil && !slices.ContainsFunc(k.Enum, func(e value.Value) bool { return sameKind(e, v) && value.Equal(e, v) }) {
		return false
	}
	n, isNumber := v.(value.Number)
	return !isNumber || (k.Min == nil || n.Cmp(*k.Min) >= 0) && (k.Max == nil || n.Cmp(*k.Max) <= 0)
}

// TestShapesCoverWhatPasses: what is known after two checks admits every value
// that passes both, and what a join keeps admits every value of either side.
func TestShapesCoverWhatPasses(t *testing.T) {
	d := NewDomain(sample())
	v := d.slotVersion('i', "", 1)
	rng := rand.New(rand.NewPCG(5, 5))
	for i := range 20_000 {
		a, b := randomShape(rng), randomShape(rng)
		one, _ := d.Entry().AssumeShape(v, a.t, a.enum, a.min, a.max)
		both, _ := one.AssumeShape(v, b.t, b.enum, b.min, b.max)
		other, _ := d.Entry().AssumeShape(v, b.t, b.enum, b.min, b.max)
		joined := d.Join(one, other, "/join")
		for _, x := range shapeValues {
			if a.admits(x) && b.admits(x) && !both.Known(v).admits(x) {
				t.Fatalf("case %d: %v passes %+v and %+v, but is excluded after both", i, x, a, b)
			}
			if (a.admits(x) || b.admits(x)) && !joined.Known(v).admits(x) {
				t.Fatalf("case %d: %v passes %+v or %+v, but is excluded after the join: %+v", i, x, a, b, joined.Known(v))
			}
		}
	}
}

// TestJoinsOfTypesEnd: a name whose type differs on every path does not grow a
// type without end.
func TestJoinsOfTypesEnd(t *testing.T) {
	d := NewDomain(sample())
	v := d.slotVersion('i', "", 1)
	s, _ := d.Entry().AssumeShape(v, types.Parse("str"), nil, nil, nil)
	for i := range 1000 {
		o, _ := d.Entry().AssumeShape(v, types.Parse(shapeTypes[i%len(shapeTypes)]), nil, nil, nil)
		s = d.Join(s, o, "/join")
	}
	if n := len(s.Known(v).Type.String()); n > 100 {
		t.Errorf("the type grew to %d letters", n)
	}
}
