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
	if name, path, ok := a.part(strings.TrimPrefix(l.Collection.Value, "@"), l.Path); ok {
		a.log.addFunc(a.src, l.Collection.Range, func() string { return partNote(name, path) })
		l.Collection.Value, l.Path = name, path
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
			return &Ref{v.Range, name, v.Path}
		}
		return a.dotted(v)
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

// dotted takes {"ref": "x.field[0]"} as the part of x that it spells, when x is bound and the whole is no name.
func (a *atRefs) dotted(r *Ref) Value {
	name, path, ok := a.part(r.Name, r.Path)
	if !ok {
		return r
	}
	a.log.addFunc(a.src, r.Range, func() string { return partNote(name, path) })
	return &Ref{r.Range, name, path}
}

// part splits "x.field[0]" where a name is wanted, when x is bound and the whole is not, and no path is given.
func (a *atRefs) part(s string, given value.Path) (name string, path value.Path, ok bool) {
	name, path, ok = SplitRef(s)
	_, whole := a.bound[s]
	_, bound := a.bound[name]
	return name, path, ok && bound && !whole && len(given) == 0
}

func partNote(name string, path value.Path) string {
	return fmt.Sprintf("read `%s` as the part `%s` of `%s`", short(name+path.String()), short(path.String()), short(name))
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
	name, path, ok := atName(l)
	if !ok {
		return l
	}
	for _, bound := range []string{name, "@" + name} {
		if to, ok := a.bound[bound]; ok {
			ref := &Ref{l.Range, bound, path}
			a.log.addFunc(a.src, l.Range, func() string { return a.tookRef(ref, to) })
			return ref
		}
	}
	a.log.addFunc(a.src, l.Range, func() string {
		return fmt.Sprintf("`@%s` stays text: nothing named `%s` is bound before it", short(name+path.String()), short(name))
	})
	return l
}

func (a *atRefs) tookRef(ref *Ref, to Text) string {
	return fmt.Sprintf("read the text `@%s` as a reference to `%s`, in scope by the order of the text (bound at line %d)",
		short(strings.TrimPrefix(ref.String(), "@")), short(ref.String()), a.src.Span(to.Range).Start.Line)
}

// atName returns the name in a text that is "@" and an identifier, and the path that may follow: "@mails[0].subject".
func atName(l *Literal) (string, value.Path, bool) {
	text, ok := l.Value.(value.Text)
	if !ok {
		return "", nil, false
	}
	name, at := strings.CutPrefix(string(text), "@")
	w := word(name)
	path, isPath := value.ParsePath(name[len(w):])
	return w, path, at && isPath && w != "" && (w[0] < '0' || w[0] > '9')
}
