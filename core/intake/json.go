package intake

import (
	"strconv"

	"planproof/core/doc"
	"planproof/core/value"
)

// Version is the version of the JSON form of a Result.
const Version = 1

// AppendJSON appends the result as one JSON object with a fixed order of keys:
//
//	{"version", "ok", "summary", "pieces":[{"format","name","syntax","ties","plans","tools","refused","span"}],
//	 "plans":[{"title","goal","calls","branches","loops","refs","helpers","refused"}], "plan",
//	 "workflow", "policy", "tools", "has_policy", "has_tools", "drafted":[name],
//	 "transcript":[…], "origins":[{"path","span"}], "notes":[{"kind","message","span"}], "refused"}
//
// workflow, policy and tools are null when ok is false; workflow is null also when the paste held no plan.
func (r *Result) AppendJSON(dst []byte) []byte {
	w := jsonWriter{dst: strconv.AppendInt(append(dst, `{"version":`...), Version, 10)}
	w.bool("ok", r.Bundle != nil)
	w.text("summary", r.Summary)
	list(&w, "pieces", r.Pieces, (*jsonWriter).piece)
	list(&w, "plans", r.Plans, (*jsonWriter).plan)
	w.int("plan", r.Plan)
	w.documents(r)
	w.bool("has_policy", r.HasPolicy)
	w.bool("has_tools", r.HasTools)
	list(&w, "drafted", r.Drafted, func(w *jsonWriter, name *string) { w.dst = value.AppendQuoted(w.dst, *name) })
	w.key("transcript")
	if r.Talk == nil {
		w.dst = append(w.dst, "null"...)
	} else {
		w.dst = r.Talk.AppendJSON(w.dst)
	}
	list(&w, "origins", r.Origins, func(w *jsonWriter, o *Origin) {
		w.dst = value.AppendQuoted(append(w.dst, `{"path":`...), o.Path)
		w.dst = append(o.Span.AppendJSON(append(w.dst, `,"span":`...)), '}')
	})
	list(&w, "notes", r.Notes, func(w *jsonWriter, n *Note) { w.dst = n.AppendJSON(w.dst) })
	w.refused(r.Refused)
	return append(w.dst, '}')
}

// A jsonWriter appends the members of an object that is open and has a first member.
type jsonWriter struct{ dst []byte }

func (w *jsonWriter) key(key string) {
	w.dst = append(value.AppendQuoted(append(w.dst, ','), key), ':')
}

func (w *jsonWriter) text(key, s string) {
	w.key(key)
	w.dst = value.AppendQuoted(w.dst, s)
}

func (w *jsonWriter) bool(key string, b bool) {
	w.key(key)
	w.dst = strconv.AppendBool(w.dst, b)
}

func (w *jsonWriter) int(key string, n int) {
	w.key(key)
	w.dst = strconv.AppendInt(w.dst, int64(n), 10)
}

func (w *jsonWriter) refused(r *Refused) {
	w.key("refused")
	if r == nil {
		w.dst = append(w.dst, "null"...)
		return
	}
	w.dst = r.AppendJSON(w.dst)
}

// list appends a list under a key.
func list[T any](w *jsonWriter, key string, items []T, add func(*jsonWriter, *T)) {
	w.key(key)
	w.dst = append(w.dst, '[')
	for i := range items {
		if i > 0 {
			w.dst = append(w.dst, ',')
		}
		add(w, &items[i])
	}
	w.dst = append(w.dst, ']')
}

func (w *jsonWriter) piece(f *Found) {
	w.dst = value.AppendQuoted(append(w.dst, `{"format":`...), f.Format)
	w.text("name", f.Name)
	w.text("syntax", string(f.Syntax))
	list(w, "ties", f.Ties, func(w *jsonWriter, id *string) { w.dst = value.AppendQuoted(w.dst, *id) })
	w.int("plans", f.Plans)
	w.int("tools", f.Tools)
	w.refused(f.Refused)
	w.key("span")
	w.dst = append(f.Span.AppendJSON(w.dst), '}')
}

func (w *jsonWriter) plan(p *PlanInfo) {
	w.dst = value.AppendQuoted(append(w.dst, `{"title":`...), p.Title)
	w.text("goal", p.Goal)
	w.int("calls", p.Stats.Calls)
	w.int("branches", p.Stats.Branches)
	w.int("loops", p.Stats.Loops)
	w.int("refs", p.Stats.Refs)
	w.int("helpers", p.Stats.Helpers)
	w.refused(p.Refused)
	w.dst = append(w.dst, '}')
}

// documents appends the parts of the bundle.
func (w *jsonWriter) documents(r *Result) {
	if r.Bundle == nil {
		w.dst = append(w.dst, `,"workflow":null,"policy":null,"tools":null`...)
		return
	}
	w.key("workflow")
	if r.Plan < 0 {
		w.dst = append(w.dst, "null"...)
	} else {
		w.dst = r.Bundle.Workflow.AppendJSON(w.dst)
	}
	w.dst = r.Bundle.Policy.AppendJSON(append(w.dst, `,"policy":`...))
	w.dst = doc.AppendToolsJSON(append(w.dst, `,"tools":`...), r.Bundle.Tools)
}

// AppendJSON appends the messages: [{"role","text","calls":[{"id","tool","arguments"}],"call_id","tool","error"}].
func (t *Transcript) AppendJSON(dst []byte) []byte {
	dst = append(dst, '[')
	for i := range t.Messages {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = t.Messages[i].appendJSON(dst)
	}
	return append(dst, ']')
}

func (m *Message) appendJSON(dst []byte) []byte {
	w := jsonWriter{dst: value.AppendQuoted(append(dst, `{"role":`...), m.Role)}
	w.text("text", m.Text)
	if len(m.Calls) > 0 {
		list(&w, "calls", m.Calls, func(w *jsonWriter, c *ToolUse) {
			w.dst = value.AppendQuoted(append(w.dst, `{"id":`...), c.ID)
			w.text("tool", c.Tool)
			w.key("arguments")
			w.dst = append(value.AppendJSON(w.dst, c.Args), '}')
		})
	}
	if m.Role == RoleTool {
		w.text("call_id", m.CallID)
		w.text("tool", m.Tool)
		w.bool("error", m.IsError)
	}
	return append(w.dst, '}')
}
