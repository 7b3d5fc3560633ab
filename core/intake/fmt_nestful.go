package intake

import (
	"strconv"
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// nestfulPlans reads plans in the form of the NESTFUL data set: records {"input", "output": [{"name", "arguments",
// "label"}]}, one record or a list of them, and the list of calls alone; output and tools may be texts of JSON. A record is a
// plan.
//
// Maps: a label → the name of the result; "$var1$" and "$var1.field[0]$" → references with field paths, also inside of
// longer text; a name without its label before it is refused with the name.
//
// Dropped: the call of var_result, which collects the answer, and what a record holds besides.
var nestfulPlans = &Format{ID: "nestful", Name: "NESTFUL plans", Detect: detectNestful, Import: importNestful}

// answerTool is the call that is none: it lists what belongs to the answer.
const answerTool = "var_result"

// nestfulCalls returns the calls of a record, or of a list of calls.
func nestfulCalls(v *doc.Syntax) []*doc.Syntax {
	if out := v.Get("output"); out.Is(doc.SyntaxList) {
		v = out
	} else if inner := innerTree(out); inner != nil {
		v = inner
	}
	items := v.List()
	for _, call := range items {
		if !call.Has("name", "arguments") {
			return nil
		}
	}
	for _, call := range items {
		if call.Has("label") || call.Str("name") == answerTool {
			return items
		}
	}
	return nil
}

func detectNestful(p *Piece) Score {
	v := p.Tree
	switch {
	case len(p.Rows) > 0 && nestfulCalls(p.Rows[0]) != nil, nestfulCalls(v) != nil:
		return Sure - 5
	case v.Is(doc.SyntaxList) && len(v.Items) > 0 && v.Items[0].Has("output") && nestfulCalls(v.Items[0]) != nil:
		return Sure - 5
	}
	return No
}

func importNestful(p *Piece, notes *Notes) (*Draft, *Refusal) {
	records := p.Rows
	switch {
	case nestfulCalls(p.Tree) != nil:
		records = []*doc.Syntax{p.Tree}
	case records == nil:
		records = p.Tree.List()
	}
	d := &Draft{}
	answers := 0
	for _, record := range records {
		calls := nestfulCalls(record)
		if calls == nil {
			notes.Drop(record.Range, "a record without calls was passed over")
			continue
		}
		d.Tools = append(d.Tools, nestfulTools(record.Get("tools"), notes)...)
		n := &nestful{bound: map[string]string{}, answers: &answers}
		d.Plans = append(d.Plans, n.plan(record, calls))
	}
	if len(d.Plans) == 0 {
		return nil, &Refusal{Construct: "no calls", At: p.Range, Message: "there are no calls with labels here", Hint: "paste records with `output`"}
	}
	if answers > 0 {
		notes.Drop(p.Range, plural(answers, "call")+" of `"+answerTool+"` collects the answer and is no step")
	}
	return d, nil
}

// nestfulTools reads the tools of a record, a list or the text of one.
func nestfulTools(v *doc.Syntax, notes *Notes) []doc.ToolSpec {
	if inner := innerTree(v); inner != nil {
		v = inner
	}
	return toolSpecs(v, notes)
}

// A nestful reads one plan.
type nestful struct {
	names   Names
	bound   map[string]string // label → name in the plan
	refused *Refusal
	answers *int
}

func (n *nestful) plan(record *doc.Syntax, calls []*doc.Syntax) *Plan {
	p := &Plan{Goal: record.Str("input"), Title: shorten(record.Str("input"), 60), At: record.Range}
	for _, call := range calls {
		if call.Str("name") == answerTool {
			*n.answers++
			continue
		}
		step := &Call{Tool: call.Str("name"), Args: ArgsOf(call.Get("arguments"), n.leaf), At: call.Range}
		if label := strings.Trim(call.Str("label"), "$"); label != "" {
			step.Bind = n.names.Fresh(label)
			n.bound[label] = step.Bind
		}
		p.Steps = append(p.Steps, step)
	}
	if p.Refused = n.refused; p.Refused != nil {
		p.Steps = nil
	}
	return p
}

// leaf reads the references of a text: text between two dollars that begins like a label.
func (n *nestful) leaf(v *doc.Syntax) Value {
	var parts []Value
	rest := v.Text
	for {
		start := strings.IndexByte(rest, '$')
		if start < 0 {
			break
		}
		size := strings.IndexByte(rest[start+1:], '$')
		if size < 0 {
			break
		}
		ref, ok := n.ref(rest[start+1:start+1+size], v.Range)
		if !ok {
			return nil
		}
		if start > 0 {
			parts = append(parts, Lit{value.Text(rest[:start])})
		}
		parts = append(parts, ref)
		rest = rest[start+size+2:]
	}
	switch {
	case len(parts) == 0:
		return nil
	case rest != "":
		parts = append(parts, Lit{value.Text(rest)})
	case len(parts) == 1:
		return parts[0]
	}
	return Joined{parts, v.Range}
}

// ref reads label.field[0].other; ok is false when the text is no such path, as in "costs $5 or $6".
func (n *nestful) ref(text string, at doc.Range) (Ref, bool) {
	label, keys, ok := splitPath(text)
	if !ok {
		return Ref{}, false
	}
	name, known := n.bound[label]
	if !known {
		if n.refused == nil {
			n.refused = &Refusal{Construct: "unknown label", Names: []string{label}, At: at,
				Message: "the label " + ticked(label) + " is used before a call has it", Hint: "give the call that makes it this label"}
		}
		return Ref{Name: label, At: at}, true
	}
	return Ref{name, keys, at}, true
}

// splitPath reads a name with a path of fields and indexes: a.b[0]["c d"].
func splitPath(text string) (name string, path []value.Value, ok bool) {
	end := 0
	for end < len(text) && isWordByte(text[end]) {
		end++
	}
	if end == 0 || text[0] >= '0' && text[0] <= '9' {
		return "", nil, false
	}
	name, rest := text[:end], text[end:]
	for rest != "" {
		key, more, ok := pathKey(rest)
		if !ok {
			return "", nil, false
		}
		path = append(path, key)
		rest = more
	}
	return name, path, true
}

// pathKey reads ".field", "[0]" or "['field']" at the start of a text.
func pathKey(s string) (key value.Value, rest string, ok bool) {
	switch s[0] {
	case '.':
		end := 1
		for end < len(s) && s[end] != '.' && s[end] != '[' {
			end++
		}
		if end == 1 {
			return nil, "", false
		}
		return fieldKey(s[1:end]), s[end:], true
	case '[':
		end := strings.IndexByte(s, ']')
		if end < 2 {
			return nil, "", false
		}
		inner := s[1:end]
		if q := inner[0]; (q == '"' || q == '\'') && len(inner) >= 2 && inner[len(inner)-1] == q {
			return value.Text(inner[1 : len(inner)-1]), s[end+1:], true
		}
		return fieldKey(inner), s[end+1:], true
	}
	return nil, "", false
}

// fieldKey is a number when it is written as an index, else text.
func fieldKey(s string) value.Value {
	if i, err := strconv.ParseInt(s, 10, 32); err == nil {
		return value.Int(i)
	}
	return value.Text(s)
}
