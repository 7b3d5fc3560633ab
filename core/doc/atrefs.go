package doc

import (
	"fmt"
	"strings"

	"planproof/core/value"
)

// Models write "@emails" where they mean {"ref": "emails"}. The tolerant reader takes it so when the name was bound
// before, by the order of the text. That is an approximation of the scope rules, on the generous side: a name that was
// bound in one branch only counts here, and the verifier refuses the reference.

// atRefs replaces such texts in a workflow.
type atRefs struct {
	src   *Source
	log   *noteLog
	bound map[string]Text
}

func (d *decoder) readAtRefs(w *Workflow) {
	a := &atRefs{src: w.Source, log: d.log, bound: map[string]Text{}}
	for _, in := range w.Inputs {
		a.bound[in.Value] = in
	}
	a.steps(w.Steps)
}

func (a *atRefs) steps(steps []Step) {
	for i := range steps {
		switch node := steps[i].Node.(type) {
		case *ToolCall:
			a.call(node)
		case *Conditional:
			a.steps(node.Then)
			a.steps(node.Else)
		case *Loop:
			a.loop(node)
		}
	}
}

func (a *atRefs) call(c *ToolCall) {
	for i := range c.Args {
		c.Args[i].Value = a.value(c.Args[i].Value)
	}
	if c.Binding != nil {
		a.bound[c.Binding.Value] = *c.Binding
	}
}

// loop binds the item for the body only.
func (a *atRefs) loop(l *Loop) {
	if name, ok := a.meant(l.Collection.Value, l.Collection.Range); ok {
		l.Collection.Value = name
		l.Collection.Range = afterAt(a.src, l.Collection.Range)
	}
	before, shadowed := a.bound[l.Item.Value]
	a.bound[l.Item.Value] = l.Item
	a.steps(l.Body)
	if delete(a.bound, l.Item.Value); shadowed {
		a.bound[l.Item.Value] = before
	}
}

func (a *atRefs) value(v Value) Value {
	switch v := v.(type) {
	case *Literal:
		return a.literal(v)
	case *Ref:
		if name, ok := a.meant(v.Name, v.Range); ok {
			return &Ref{v.Range, name}
		}
	case *List:
		for i := range v.Items {
			v.Items[i] = a.value(v.Items[i])
		}
	case *Object:
		for i := range v.Members {
			v.Members[i].Value = a.value(v.Members[i].Value)
		}
	}
	return v
}

// meant returns the bound name that "@name" means where a name is wanted.
func (a *atRefs) meant(s string, r Range) (string, bool) {
	name, at := strings.CutPrefix(s, "@")
	if _, exact := a.bound[s]; !at || exact {
		return "", false
	}
	if _, ok := a.bound[name]; !ok {
		return "", false
	}
	a.log.addFunc(a.src, r, func() string { return fmt.Sprintf("read `%s` as the name `%s`", short(s), short(name)) })
	return name, true
}

// afterAt returns the range of the name in a string "@name" without escapes; other strings keep their range.
func afterAt(src *Source, r Range) Range {
	raw := src.Slice(r)
	start, end := quotes(raw)
	if raw[start] != '@' || strings.IndexByte(raw, '\\') >= 0 {
		return r
	}
	return Range{r.Start + int32(start) + 1, r.Start + int32(end)}
}

// literal takes a text "@name" as a reference, and notes one that stays text: it may be a slip of the pen.
func (a *atRefs) literal(l *Literal) Value {
	name, ok := atName(l)
	if !ok {
		return l
	}
	for _, bound := range []string{name, "@" + name} {
		if to, ok := a.bound[bound]; ok {
			a.log.addFunc(a.src, l.Range, func() string { return a.tookRef(name, bound, to) })
			return &Ref{l.Range, bound}
		}
	}
	a.log.addFunc(a.src, l.Range, func() string {
		return fmt.Sprintf("`@%s` stays text: nothing named `%s` is bound before it", short(name), short(name))
	})
	return l
}

func (a *atRefs) tookRef(name, bound string, to Text) string {
	return fmt.Sprintf("read the text `@%s` as a reference to `%s`, in scope by the order of the text (bound at line %d)",
		short(name), short(bound), a.src.Span(to.Range).Start.Line)
}

// atName returns the name in a text that is "@" and an identifier.
func atName(l *Literal) (string, bool) {
	text, ok := l.Value.(value.Text)
	if !ok {
		return "", false
	}
	name, at := strings.CutPrefix(string(text), "@")
	w := word(name)
	return name, at && w != "" && w == name && (w[0] < '0' || w[0] > '9')
}
