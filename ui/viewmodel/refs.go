package viewmodel

import (
	"strings"

	"planproof/core/doc"
	"planproof/core/finding"
)

// RefLabels is a reference in the workflow's text whose value carries labels
// when the step is reached: in some round, where there are several.
type RefLabels struct {
	Start, End int    // bytes of the name, with its quotes
	Class      string // t1 to t6: the color of the first label
	Letters    string
}

// RefLabels lists the references of all calls in the order of the text. Text is
// the workflow as it was verified.
func (m *Model) RefLabels(text string) []RefLabels {
	at := map[string][]int{} // the events at which a call begins
	for i := range m.events {
		if e := &m.events[i]; e.Kind == finding.EvCall {
			at[e.Path] = append(at[e.Path], i)
		}
	}
	var out []RefLabels
	for _, s := range m.order {
		if call, ok := s.Node.(*doc.ToolCall); ok {
			for _, arg := range call.Args {
				out = m.refLabels(out, text, arg.Value, at[s.Path])
			}
		}
	}
	return out
}

func (m *Model) refLabels(out []RefLabels, text string, v doc.Value, events []int) []RefLabels {
	switch v := v.(type) {
	case *doc.Ref:
		if r := m.carried(v.Name, events); r.Letters != "" {
			if r.Start, r.End = nameIn(text, v.Range); r.End > r.Start {
				out = append(out, r)
			}
		}
	case *doc.List:
		for _, item := range v.Items {
			out = m.refLabels(out, text, item, events)
		}
	case *doc.Object:
		for _, member := range v.Members {
			out = m.refLabels(out, text, member.Value, events)
		}
	case *doc.Literal:
	}
	return out
}

// carried are the labels of a name at any of the events, in the palette's
// order.
func (m *Model) carried(name string, events []int) (r RefLabels) {
	seen := make([]bool, len(m.Labels))
	for _, i := range events {
		if v := m.line.value(name, i); v != nil {
			for _, l := range v.Labels {
				if k := m.label(l); k >= 0 {
					seen[k] = true
				}
			}
		}
	}
	for k, yes := range seen {
		if yes {
			if r.Letters == "" {
				r.Class = "t" + m.Labels[k].Class[1:]
			}
			r.Letters += m.Labels[k].Letter
		}
	}
	return r
}

// nameIn is where the name of a reference is written: {"ref": "x"} or "@x".
func nameIn(text string, r doc.Range) (start, end int) {
	if r.Start < 0 || int(r.End) > len(text) {
		return 0, 0
	}
	part := text[r.Start:r.End]
	plain := strings.HasPrefix(part, `"`)
	if key := strings.Index(part, `"path"`); key >= 0 { // the name stands before it, or behind it
		if before := strings.Index(part[:key], `"ref"`); before >= 0 {
			part = part[:key]
		} else if ref := strings.LastIndex(part, `"ref"`); ref >= 0 {
			r.Start += int32(ref)
			part = part[ref:]
		}
	}
	colon := strings.IndexByte(part, ':') + 1
	quote, last := strings.IndexByte(part[colon:], '"'), strings.LastIndexByte(part, '"')
	if plain {
		colon, quote = 0, 0
	}
	if quote < 0 || last < colon+quote {
		return 0, 0
	}
	return int(r.Start) + colon + quote, int(r.Start) + last + 1
}
