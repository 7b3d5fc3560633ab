package check

import (
	"planproof/core/cond"
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/flow"
	"planproof/core/prove"
	"planproof/core/types"
	"planproof/core/value"
)

// existence is what is known of whether the part of a value at a path exists.
type existence uint8

const (
	exists   existence = iota // in every run
	open                      // in some runs; the executor stops the others
	unlisted                  // nothing is declared that could say so
	missing                   // in no run
)

// Parts checks that the parts that references take of values exist. That one
// exists in no run is a violation. One that may be missing is left to the run,
// which stops before the call, as it does at a condition of the plan that has
// no value: nothing unchecked happens. Where something is declared of the
// value, a warning says so. The state after it knows that the parts exist.
func (c *Context) Parts(s *Site) {
	for i := range s.Call.Args {
		for _, ref := range s.Call.Args[i].Refs {
			b := s.State.Lookup(ref.Slot)
			if b == nil || len(ref.Doc.Path) == 0 {
				continue
			}
			part := c.Domain.PartVersion(b.Version, ref.Doc.Path)
			is, w := c.existence(s.State, part)
			f := c.atArg(s, i, "", finding.WellFormedness, "missing_part")
			f.Path += ref.Inside
			f.Span = c.span(ref.Doc.Range)
			c.partFinding(f, is, ref.Doc.String(), w)
			s.State = c.assumePart(s.State, part, ref.Doc)
		}
	}
}

// CollectionPart is Parts for the collection of a loop.
func (c *Context) CollectionPart(spot Spot, n *doc.Loop, whole *flow.Binding) {
	if whole == nil || len(n.Path) == 0 {
		return
	}
	is, w := c.existence(spot.State, c.Domain.PartVersion(whole.Version, n.Path))
	f := c.atSpot(spot, "", finding.WellFormedness, "missing_part", "/loop/collection_path", n.Collection.Range)
	c.partFinding(f, is, n.Collection.Value+n.Path.String(), w)
}

func (c *Context) partFinding(f finding.Finding, is existence, part string, w *finding.Witness) {
	switch is {
	case missing:
		f.ID = finding.IDMissingPart
		f.Message = "there is no `" + part + "`, whatever the value is"
		f.Hint = "correct the path; conditions and documents count elements from 0"
		c.Out.Violation(f)
	case open:
		f.ID = finding.IDOpenPart
		f.Certainty = finding.Possible
		f.Message = "`" + part + "` may not exist: then the run stops here, before anything is called with it"
		f.Hint = "nothing to do when that is meant; else ask first, in a conditional or a postcondition"
		f.Witness = w
		c.Out.Warning(f)
	case exists, unlisted:
	}
}

// existence asks whether evaluating the path can fail, under the facts and
// what is declared.
func (c *Context) existence(s flow.State, part *flow.Version) (existence, *finding.Witness) {
	whole := c.versionVar(s, part.Of)
	whole.Type = types.Intersect(whole.Type, part.Of.Declared)
	about := []*flow.Version{part.Of}
	q := prove.Question{Cond: c.access(part.Path)}
	q.Add(accessed, whole)
	var d decision
	c.addFacts(&q, &d, s, about)
	declared := whole.Type.String() != types.Any.String() && !whole.Type.IsOpaque()
	if !declared && whole.Enum == nil && len(q.Facts) == 0 {
		return unlisted, nil
	}
	switch c.ask(&d, q); {
	case d.alwaysFails():
		return missing, nil
	case d.canError == no:
		return exists, nil
	case !declared:
		return unlisted, nil
	}
	return open, d.errorWitness
}

// accessed is the name of the whole in the conditions that access makes.
const accessed = "value"

// access is the condition that evaluates a path.
func (c *Context) access(path value.Path) *cond.Expr {
	text := accessed + path.String()
	e, ok := c.accesses[text]
	if !ok {
		e, _ = cond.Parse(text) // the path's length is limited, and what it prints can be read
		c.accesses[text] = e
	}
	return e
}

// taken is a condition that says nothing of a value but that it is there.
var taken, _ = cond.Parse("True or " + accessed)

// assumePart is s with the fact that a part exists.
func (c *Context) assumePart(s flow.State, part *flow.Version, ref *doc.Ref) flow.State {
	f := prove.Fact{Cond: taken, Holds: true, Names: []prove.Named{{Name: accessed, Sym: c.symbol(s, part)}}}
	return s.Assume(c.Domain.Fact(f, []*flow.Version{part.Of, part}, "`"+ref.String()+"` exists (it was taken before)", c.span(ref.Range)))
}
