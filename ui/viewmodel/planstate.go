package viewmodel

import (
	"sort"
	"strconv"
	"strings"

	"planproof/core/finding"
	"planproof/ui/svg"
)

// PartState is how a part of a drawing looks at a cursor.
type PartState struct {
	Class string
	Text  string // of a hop number or a loop's round
}

// PlanView computes the looks of a drawn plan's parts. It is made once per
// drawing.
type PlanView struct {
	m       *Model
	parts   []svg.Part
	defs    map[string][]defAt
	strands map[string]int // strands of a definition
	losses  map[string]int // first event at which a join lost a guarantee
}

// NewPlanView prepares a drawing of this model's plan.
func NewPlanView(m *Model, parts []svg.Part) *PlanView {
	v := &PlanView{m: m, parts: parts, defs: m.definitions(), strands: map[string]int{}, losses: map[string]int{}}
	for _, i := range m.LostEvents() {
		if _, ok := v.losses[m.events[i].Path]; !ok && m.events[i].Kind == finding.EvJoin {
			v.losses[m.events[i].Path] = i
		}
	}
	seen := map[svg.Part]bool{}
	for _, p := range parts {
		if p.Kind == svg.PartStrand && !seen[p] {
			seen[p] = true
			v.strands[p.Def]++
		}
	}
	return v
}

// States are the looks of all parts at an event, with a finding (or nil)
// selected whose flow is shown.
func (v *PlanView) States(at int, selected *Card) []PartState {
	out := make([]PartState, len(v.parts))
	hops, on := v.flow(selected)
	for i, p := range v.parts {
		switch p.Kind {
		case svg.PartStep:
			out[i].Class = v.step(p, at)
		case svg.PartFlow:
			out[i].Class = v.wireGroup(p, on)
		case svg.PartStrand:
			out[i].Class = v.strand(p, at)
		case svg.PartWire:
			out[i].Class = hide("wire", len(v.shown(p.Def, at)) > 0)
		case svg.PartTip:
			out[i].Class = v.tip(p, at)
		case svg.PartBead:
			out[i].Class = hide("bead "+v.m.Labels[p.Label].Class, !v.has(p.Def, p.Label, at))
		case svg.PartHop:
			out[i] = PartState{hide("hop", hops[p.Path] == ""), hops[p.Path]}
		case svg.PartPill:
			out[i] = v.pill(p.Path, at)
		case svg.PartLost:
			out[i].Class = hide("lost end", !v.lost(p.Path, at))
		case svg.PartNode, svg.PartEdge:
		}
	}
	return out
}

func hide(class string, hidden bool) string {
	if hidden {
		return class + " off"
	}
	return class
}

// step lights the step of the event; what a join or a loop head does lights
// the block.
func (v *PlanView) step(p svg.Part, at int) string {
	info := v.m.steps[p.Path]
	class := "block"
	if p.Name != "" {
		class = "join node"
	} else if info != nil && isCall(info) {
		class = "node"
	}
	e := v.m.Event(at)
	if e == nil || e.Path != p.Path || (p.Name != "") != (e.Kind == finding.EvJoin) && p.Name != "" {
		return class
	}
	return class + " is-now"
}

func (v *PlanView) wireGroup(p svg.Part, on map[[2]string]bool) string {
	class := "flow"
	if v.strands[p.Def] > 1 {
		class += " multi"
	}
	from, _, _ := strings.Cut(p.Def, "#")
	if on[[2]string{from, p.Path}] {
		class += " flow-on"
	}
	return class
}

// at is the value of a definition at an event, nil before it has one.
func (v *PlanView) at(def string, at int) *finding.AbstractValue {
	list := v.defs[def]
	k := sort.Search(len(list), func(i int) bool { return list[i].event > at })
	if k == 0 {
		return nil
	}
	return list[k-1].value
}

func (v *PlanView) shown(def string, at int) []string {
	if val := v.at(def, at); val != nil {
		return val.Labels
	}
	return nil
}

func (v *PlanView) has(def string, label, at int) bool {
	for _, n := range v.shown(def, at) {
		if n == v.m.Labels[label].Name {
			return true
		}
	}
	return false
}

func (v *PlanView) strand(p svg.Part, at int) string {
	class := "strand " + v.m.Labels[p.Label].Class
	if !v.has(p.Def, p.Label, at) {
		return class + " off"
	}
	if val := v.at(p.Def, at); sanitized(val) {
		class += " sanitized"
	}
	return class
}

// sanitized tells whether a value is sanitized for every rule it carries.
func sanitized(v *finding.AbstractValue) bool {
	return len(v.Carries) > 0 && len(v.SanitizedFor) == len(v.Carries)
}

func (v *PlanView) tip(p svg.Part, at int) string {
	if names := v.shown(p.Def, at); len(names) == 1 {
		if i := v.m.label(names[0]); i >= 0 {
			return "tip " + v.m.Labels[i].Class
		}
	}
	return "tip ink"
}

// pill says which round of a loop the event is in.
func (v *PlanView) pill(path string, at int) PartState {
	e := v.m.Event(at)
	info := v.m.steps[path]
	if e == nil || info == nil {
		return PartState{Class: "round off"}
	}
	if e.Path == path && (e.Kind == finding.EvDone || e.Kind == finding.EvMeet && e.Loop.Converged) {
		return PartState{"round", "fixpoint"}
	}
	depth := loopDepth(info)
	if (e.Path == path || strings.HasPrefix(e.Path, path+"/")) && depth < len(e.Iter) {
		return PartState{"round", "round " + strconv.Itoa(e.Iter[depth])}
	}
	return PartState{Class: "round off"}
}

// loopDepth counts the loops around a step.
func loopDepth(s *StepInfo) int {
	n := 0
	for p := s.Parent; p != nil; p = p.Parent {
		if isLoop(p) {
			n++
		}
	}
	return n
}

func (v *PlanView) lost(path string, at int) bool {
	first, ok := v.losses[path]
	return ok && first <= at
}

// flow numbers the steps of a finding's flow and names the wires between them.
func (v *PlanView) flow(c *Card) (hops map[string]string, on map[[2]string]bool) {
	hops, on = map[string]string{}, map[[2]string]bool{}
	if c == nil {
		return hops, on
	}
	for i, h := range c.Hops {
		if hops[h.Path] == "" {
			hops[h.Path] = strconv.Itoa(i + 1)
		}
		if i > 0 {
			on[[2]string{c.Hops[i-1].Path, h.Path}] = true
		}
	}
	return hops, on
}
