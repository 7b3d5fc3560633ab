package flow

import (
	"strconv"

	"planproof/core/ir"
)

// Version is one value that the plan's run has at one point: an input, a
// call's result, a loop item, or the merge of two at a join or a loop head.
// Facts are about versions, never about names: rebinding a name gives it
// another version, and what is known of the old one stays true of it.
//
// A version inside a loop stands for the value in the current round. That is
// sound because a loop head keeps only the facts of its entry, which can not
// be about versions that the body makes.
type Version struct {
	ID   int
	Name string // the variable it was made for; "result" for a call's unbound result
}

// versionKey is where a version is made. The same place gives the same
// version in every pass over a loop.
type versionKey struct {
	kind byte // i input, r result, j join, h loop head, e loop item, m merged last result
	path string
	slot ir.Slot
}

// version interns a version.
func (d *Domain) version(kind byte, path string, slot ir.Slot, name string) *Version {
	key := versionKey{kind, path, slot}
	v, ok := d.versions[key]
	if !ok {
		v = &Version{ID: len(d.versions) + 1, Name: name}
		d.versions[key] = v
	}
	return v
}

func (d *Domain) slotVersion(kind byte, path string, slot ir.Slot) *Version {
	return d.version(kind, path, slot, d.p.Names[slot])
}

// ResultVersion is the version of a call's result.
func (d *Domain) ResultVersion(c *ir.Call) *Version {
	if c.Bind != ir.None {
		return d.slotVersion('r', c.Path, c.Bind)
	}
	return d.version('r', c.Path, ir.None, "result_"+strconv.Itoa(c.Index+1))
}

// ItemVersion is the version of a loop's item in the current round.
func (d *Domain) ItemVersion(l *ir.Loop) *Version { return d.slotVersion('e', l.Path, l.Item) }
