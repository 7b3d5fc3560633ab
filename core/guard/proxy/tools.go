package proxy

import (
	"slices"

	"planproof/core/guard/store"
	"planproof/core/value"
	"planproof/core/wire"
)

// listTools answers tools/list with one page.
func (p *Proxy) listTools(id value.Value) {
	p.fetchTools(id, func(tools []wire.Raw, failed string) {
		if failed != "" {
			p.refuse(id, codeInternal, "the upstream's tools can not be listed: %s", failed)
			return
		}
		p.answer(id, object(wire.Member{Key: "tools", Value: list(tools...)}))
	})
}

// fetchTools asks the upstream for all pages of its list, and adopts what the guard declares.
func (p *Proxy) fetchTools(of value.Value, then func(tools []wire.Raw, failed string)) {
	var all value.List
	pages := 0
	var next func(cursor value.Value)
	next = func(cursor value.Value) {
		params := wire.Raw("{}")
		if cursor != nil {
			params = object(wire.Member{Key: "cursor", Value: raw(cursor)})
		}
		p.ask(Upstream, of, "tools/list", params, func(r reply) {
			page, isObject := r.result.(value.Object)
			tools, _ := page.Get("tools")
			items, isList := tools.(value.List)
			pages++
			switch {
			case r.lost != "":
				then(nil, r.lost)
				return
			case r.err != nil:
				then(nil, r.err.Message)
				return
			case !isObject || !isList:
				then(nil, "the answer has no tools")
				return
			}
			all = append(all, items...)
			if cursor, ok := page.Get("nextCursor"); ok && cursor != (value.Null{}) && cursor != value.Text("") {
				if pages == MaxPages {
					then(nil, "the list does not end")
					return
				}
				next(cursor)
				return
			}
			then(p.adoptAll(all), "")
		})
	}
	next(nil)
}

// adoptAll gives the guard the schemas of the tools that it declares, and returns their definitions for the client.
func (p *Proxy) adoptAll(tools value.List) []wire.Raw {
	p.offered = map[string]bool{}
	var out []wire.Raw
	declared := p.o.Guard.Tools()
	for _, item := range tools {
		tool, _ := item.(value.Object)
		name := textOf(tool, "name")
		if !slices.Contains(declared, name) || p.offered[name] || !p.adopt(name, tool) {
			continue
		}
		p.offered[name] = true
		out = append(out, p.definition(name, tool))
	}
	return out
}

// adopt gives the guard a tool's schema, once: an upstream that changes a tool later changes nothing here. False hides
// the tool.
func (p *Proxy) adopt(name string, tool value.Object) bool {
	if p.adopted[name] {
		return true
	}
	if p.hidden[name] != "" {
		return false
	}
	schema := objectOf(tool, "inputSchema")
	if schema == nil {
		schema = value.Object{{Key: "type", Value: value.Text("unreadable")}}
	}
	adoption := &store.Adoption{Tool: name, Description: textOf(tool, "description"), Schema: schema}
	needed := p.o.Guard.Unreadable(name) != "" // otherwise its schema is declared, and stays
	if err := p.o.Guard.Adopt(name, schema, adoption.Description); err != nil {
		p.hidden[name] = err.Error()
		p.operator("the tool %s is hidden: %s", name, err)
		return false
	}
	p.adopted[name] = true
	if needed {
		p.log(adoption)
	}
	if why := p.o.Guard.Unreadable(name); why != "" {
		p.operator("every call of the tool %s escalates, since its schema can not be read: %s", name, why)
	}
	return true
}

// kept are the members of a tool's definition that the client sees as the upstream wrote them. outputSchema is not
// among them: a refused call's structured content is the decision, which fits no such schema.
var kept = []string{"title", "annotations", "icons", "_meta"}

// definition is a tool as the client sees it: described and with the schema that the guard checks.
func (p *Proxy) definition(name string, tool value.Object) wire.Raw {
	o := wire.Object{{Key: "name", Value: text(name)}}
	d, _ := p.o.Guard.Definition(name, false)
	if s := textOf(d, "description"); s != "" {
		o = append(o, wire.Member{Key: "description", Value: text(s)})
	}
	schema := wire.Raw(`{"type":"object"}`)
	if s := objectOf(d, "parameters"); s != nil && p.o.Guard.Unreadable(name) == "" {
		schema = raw(s)
	}
	o = append(o, wire.Member{Key: "inputSchema", Value: schema})
	for _, key := range kept {
		if v, ok := tool.Get(key); ok {
			o = append(o, wire.Member{Key: key, Value: raw(v)})
		}
	}
	return wire.Raw(o.AppendWire(nil))
}
