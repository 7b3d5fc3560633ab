// Package joins is the join playground: two values of the trace, wherever they
// stand, and what their join would be, component by component.
package joins

import (
	"strconv"

	"planproof/core/finding"
	"planproof/ui/lab"
	"planproof/ui/lab/verified"
	"planproof/ui/markup"
	"planproof/ui/pane"
	"planproof/ui/viewmodel"
)

// Room joins two values that the user picks. A value is a name and an event;
// until one is chosen it is the event at the cursor.
type Room struct {
	Cache *verified.Cache
}

var _ lab.Room = (*Room)(nil)

// Handle implements lab.Room.
func (r *Room) Handle(a lab.Ask) lab.Reply {
	k := r.Cache.Of(a.Context)
	if k.Err != nil {
		return lab.Reply{HTML: k.Refusal()}
	}
	names := k.Model.Names()
	if len(names) == 0 {
		return lab.Reply{HTML: markup.New().El("p", "note", "No name is bound in this plan.").String()}
	}
	at := k.Event(a.Context)
	x := operand(k.Model, a.Form, "x", at, names[0])
	y := operand(k.Model, a.Form, "y", at, second(k.Model, names, at))
	h := markup.New().Open("div", "class", "join-pick")
	pick(h, k.Model, "x", x)
	pick(h, k.Model, "y", y)
	h.Close("div")
	switch {
	case x.value == nil || y.value == nil:
		for _, o := range []chosen{x, y} {
			if o.value == nil {
				h.Open("p", "class", "note").Code(o.name).Text(" has no value after event " + strconv.Itoa(o.event+1) + ".").Close("p")
			}
		}
	default:
		j := k.Model.JoinOf(*x.value, *y.value)
		h.Raw(pane.SmallHasse(k.Model, j, x.name, y.name))
		h.Raw(pane.JoinTable(k.Model, &j))
	}
	return lab.Reply{HTML: h.String()}
}

// chosen is an operand: a name, the event after which its value is taken, and
// whether that event was given or is the cursor's.
type chosen struct {
	name  string
	event int
	fixed string
	value *finding.AbstractValue
}

func operand(m *viewmodel.Model, f lab.Fields, which string, at int, name string) chosen {
	c := chosen{name: name, event: at}
	if n := f.Get(which + "-name"); n != "" {
		c.name = n
	}
	if n, err := strconv.Atoi(f.Get(which + "-event")); err == nil {
		c.event = min(max(n, 1), m.Events()) - 1
		c.fixed = strconv.Itoa(c.event + 1)
	}
	c.value = m.ValueAt(c.name, c.event)
	return c
}

func pick(h *markup.Writer, m *viewmodel.Model, which string, c chosen) {
	h.Open("div").El("i", "", which).Text(" ").Open("select", "class", "picker", "name", which+"-name", "data-lab-change", lab.Look, "aria-label", "Value "+which, "data-testid", "join-"+which)
	for _, n := range m.Names() {
		selected := ""
		if n == c.name {
			selected = "selected"
		}
		h.Open("option", "value", n, "selected", selected).Text(n).Close("option")
	}
	h.Close("select").Text(" after event ")
	h.Open("input", "class", "small-number", "type", "number", "min", "1", "max", strconv.Itoa(m.Events()), "name", which+"-event",
		"placeholder", strconv.Itoa(c.event+1), "value", c.fixed, "data-lab-input", lab.Look, "aria-label", "Event of value "+which)
	h.Close("div")
}

// second is the last name that has a value after an event.
func second(m *viewmodel.Model, names []string, at int) string {
	for i := len(names) - 1; i > 0; i-- {
		if m.ValueAt(names[i], at) != nil {
			return names[i]
		}
	}
	return names[0]
}
