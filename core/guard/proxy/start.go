package proxy

import (
	"slices"

	"planproof/core/value"
	"planproof/core/wire"
)

// versions are the versions of MCP that this proxy speaks, newest first. Later ones have no session to check calls
// against.
var versions = []string{"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}

// serverName is what the proxy calls itself, before the name of the upstream.
const serverName = "planproof-guard"

// initialize greets the client. The upstream is initialized once; a client that asks again gets the same answer.
func (p *Proxy) initialize(m *message) {
	if p.ready {
		p.answer(m.id, p.greeting)
		return
	}
	info := objectOf(m.params, "clientInfo")
	p.client = textOf(info, "name")
	p.elicit = p.o.Elicit && asksForms(objectOf(m.params, "capabilities"))
	version := textOf(m.params, "protocolVersion")
	if !slices.Contains(versions, version) {
		version = versions[0]
	}
	params := object(
		wire.Member{Key: "protocolVersion", Value: text(version)},
		wire.Member{Key: "capabilities", Value: "{}"},
		wire.Member{Key: "clientInfo", Value: p.self(serverName)},
	)
	p.ask(Upstream, m.id, "initialize", params, func(r reply) { p.greet(m.id, r) })
}

// asksForms reports whether the client can show a form. An empty elicitation capability means forms.
func asksForms(capabilities value.Object) bool {
	elicitation, ok := capabilities.Get("elicitation")
	o, isObject := elicitation.(value.Object)
	if !ok || !isObject {
		return false
	}
	_, form := o.Get("form")
	return form || len(o) == 0
}

func (p *Proxy) self(name string) wire.Raw {
	return object(wire.Member{Key: "name", Value: text(name)}, wire.Member{Key: "version", Value: text(p.o.Version)})
}

func (p *Proxy) greet(id value.Value, r reply) {
	result, isObject := r.result.(value.Object)
	switch {
	case r.lost != "":
		p.refuse(id, codeInternal, "the upstream did not start: %s", r.lost)
		return
	case r.err != nil:
		p.refuse(id, codeInternal, "the upstream refused to start: %s", r.err.Message)
		return
	case !isObject || !slices.Contains(versions, textOf(result, "protocolVersion")):
		p.refuse(id, codeInternal, "the upstream speaks no version of MCP that this proxy speaks")
		return
	}
	p.ready = true
	name := serverName
	if upstream := textOf(objectOf(result, "serverInfo"), "name"); upstream != "" {
		name += " for " + upstream
	}
	p.greeting = object(
		wire.Member{Key: "protocolVersion", Value: text(textOf(result, "protocolVersion"))},
		wire.Member{Key: "capabilities", Value: `{"tools":{}}`},
		wire.Member{Key: "serverInfo", Value: p.self(name)},
		wire.Member{Key: "instructions", Value: text(instructions(textOf(result, "instructions")))},
	)
	p.send(Upstream, notification("notifications/initialized", "{}"))
	p.answer(id, p.greeting)
}

func instructions(upstream string) string {
	s := "Every call is checked by a guard before it is made. A call that is refused comes back as an error with the reasons and what to do; " +
		"do not repeat it unchanged."
	if upstream != "" {
		s += "\n\n" + upstream
	}
	return s
}
