package export

import (
	"strconv"

	"planproof/core/cert"
	"planproof/core/lattice"
)

// move moves automaton i to any state that the table allows.
func (w *dafnyWriter) move(c *cert.Call, i int) {
	a := &w.n.Automata[i]
	var from lattice.Set
	for _, t := range a.Trans {
		if t.Tool == cert.Any || t.Tool == c.Tool {
			from = from.With(t.From)
		}
	}
	name, word := "q"+strconv.Itoa(i), "if "
	for q := range from.All() {
		w.put(word + name + " == " + strconv.Itoa(q) + " {")
		w.nested(func() { w.choose(name, elems(w.successors(c, i, q))) })
		word = "} else if "
	}
	if word != "if " {
		w.put("}")
	}
}

// choose sets a name to any of the values.
func (w *dafnyWriter) choose(name string, values []string) {
	if len(values) == 0 {
		w.put("assume false; // the table says that no run gets here")
		return
	}
	for _, v := range values[:len(values)-1] {
		w.put("if * { " + name + " := " + v + "; } else")
	}
	w.put("{ " + name + " := " + values[len(values)-1] + "; }")
}

func (w *dafnyWriter) successors(c *cert.Call, i, q int) lattice.Set {
	a, e := &w.n.Automata[i], w.next[[3]int{c.ID, i, q}]
	var out lattice.Set
	if e == nil || e.Stays {
		out = out.With(q)
	}
	for j, t := range a.Trans {
		listed := e == nil
		if e != nil {
			for _, f := range e.Fires {
				listed = listed || f == j
			}
		}
		if listed && t.From == q && (t.Tool == cert.Any || t.Tool == c.Tool) {
			out = out.With(t.To)
		}
	}
	return out
}
