package flow

import (
	"slices"
	"strconv"

	"planproof/core/ir"
	"planproof/core/types"
	"planproof/core/value"
)

// Version is one value that the plan's run has at one point: an input, a
// call's result, a loop item, or the merge of two at a join or a loop head.
// Facts are about versions, never about names: rebinding a name gives it
// another version, and what is known of the old one stays true of it.
//
// A version inside a loop stands for the value in the current round. That is
// sound because a loop head keeps only the facts of its entry, which can not
// be about versions that the body makes.
//
// The part of a version at a path is a version too, the same wherever it is
// asked for: Of is the whole, Path leads to the part.
type Version struct {
	ID   int
	Name string // the variable it was made for; "result" for a call's unbound result
	Of   *Version
	Path value.Path
	// Declared is what is declared of a result and its parts. Nothing is proved
	// from it, since a run does not stop at a result of another type.
	Declared types.Type
}

// versionKey is where a version is made. The same place gives the same
// version in every pass over a loop.
type versionKey struct {
	kind byte // i input, r result, j join, h loop head, e loop item, m merged last result, p part
	path string
	slot ir.Slot
}

// version interns a version.
func (d *Domain) version(kind byte, path string, slot ir.Slot, name string) *Version {
	key := versionKey{kind, path, slot}
	v, ok := d.versions[key]
	if !ok {
		v = &Version{ID: len(d.versions) + 1, Name: name, Declared: types.Any}
		d.versions[key] = v
	}
	return v
}

func (d *Domain) slotVersion(kind byte, path string, slot ir.Slot) *Version {
	return d.version(kind, path, slot, d.p.Names[slot])
}

// ResultVersion is the version of a call's result.
func (d *Domain) ResultVersion(c *ir.Call) *Version {
	v := d.version('r', c.Path, ir.None, "result_"+strconv.Itoa(c.Index+1))
	if c.Bind != ir.None {
		v = d.slotVersion('r', c.Path, c.Bind)
	}
	v.Declared = c.Tool.Return
	return v
}

// ItemVersion is the version of a loop's item in the current round, an
// element of the collection.
func (d *Domain) ItemVersion(l *ir.Loop, collection *Version) *Version {
	v := d.slotVersion('e', l.Path, l.Item)
	if collection != nil {
		v.Declared = types.Union(PartTypes(collection.Declared, value.AtIndex(0))...)
	}
	return v
}

// PartVersion is the version of the part of v at a path; of the empty path v
// itself.
func (d *Domain) PartVersion(v *Version, path value.Path) *Version {
	if len(path) == 0 {
		return v
	}
	if v.Of != nil {
		v, path = v.Of, slices.Concat(v.Path, path)
	}
	part := d.version('p', strconv.Itoa(v.ID)+path.String(), ir.None, v.Name+path.String())
	part.Of, part.Path, part.Declared = v, path, v.Declared
	for _, s := range path {
		part.Declared = types.Union(PartTypes(part.Declared, s)...)
	}
	return part
}

// PartTypes are the types that the part of a value of type t at one step has:
// none when no such value has that part.
func PartTypes(t types.Type, s value.Step) []types.Type {
	switch {
	case t.IsOpaque():
		return []types.Type{types.Any}
	case !s.IsIndex && t.Kinds().Has(value.ObjectKind):
		return t.Values()
	case !s.IsIndex:
		return nil
	}
	var out []types.Type
	if t.Kinds().Has(value.ListKind) {
		out = t.Elems()
	}
	if t.Kinds().Has(value.TextKind) {
		out = append(slices.Clip(out), types.Parse("str"))
	}
	return out
}
