package guard

import (
	"fmt"

	"planproof/core/ground"
	"planproof/core/value"
)

func (r *configReader) tools(at string, v value.Value, c *Config) {
	for _, m := range r.object(at, v) {
		c.Tools = append(c.Tools, r.tool(join(at, m.Key), m.Key, m.Value))
	}
}

func (r *configReader) tool(at, name string, v value.Value) ToolConfig {
	t := ToolConfig{Name: name, Injections: Grounded}
	if name == "" {
		r.fail(at, "a tool needs a name")
	}
	r.members(at, r.object(at, v), append(r.literalFields(&t), r.fullFields(&t.Full)...))
	return t
}

func (r *configReader) literalFields(t *ToolConfig) []field {
	return []field{
		{"schema", func(at string, v value.Value) { t.Schema = r.object(at, v) }},
		{"description", func(at string, v value.Value) { t.Description = r.text(at, v) }},
		{"ground", func(at string, v value.Value) { t.Ground = r.matched(at, v, ground.Token) }},
		{"ground_from", func(at string, v value.Value) { t.From = r.roles(at, v) }},
		{"ground_last", func(at string, v value.Value) { t.Last = r.count(at, v) }},
		{"injections", func(at string, v value.Value) {
			t.Injections = Injections(r.oneOf(at, v, "grounded", "any", "off"))
		}},
		{"locale", func(at string, v value.Value) { t.Locale = r.locale(at, v) }},
		{"scan_user", func(at string, v value.Value) { b := r.flag(at, v); t.ScanUser = &b }},
		{"tool_values", func(at string, v value.Value) { t.ToolValues = Verdict(r.oneOf(at, v, "deny", "escalate")) }},
		{"once", func(at string, v value.Value) { r.once(at, v, t) }},
		{"authorize", func(at string, v value.Value) { t.NoAuthorizer = !r.flag(at, v) }},
	}
}

func (r *configReader) fullFields(f *FullConfig) []field {
	return []field{
		{"actions", func(at string, v value.Value) { f.Actions = r.intents(at, v) }},
		{"types", func(at string, v value.Value) { f.Types = r.types(at, v) }},
		{"together", func(at string, v value.Value) { f.Together = r.groups(at, v) }},
		{"slots", func(at string, v value.Value) { f.Slots = r.texts(at, v) }},
		{"integrity", func(at string, v value.Value) { f.Trusted = r.oneOf(at, v, "trusted", "untrusted") == "trusted" }},
		{"confidentiality", func(at string, v value.Value) { f.Secret = r.oneOf(at, v, "secret", "public") == "secret" }},
		{"private", func(at string, v value.Value) { f.Private = r.texts(at, v) }},
		{"untrusted", func(at string, v value.Value) { f.Untrusted = r.texts(at, v) }},
	}
}

func (r *configReader) locale(at string, v value.Value) ground.Locale {
	name := r.text(at, v)
	if name == "none" {
		return ground.NoLocale
	}
	names := []string{"none"}
	for _, l := range ground.Locales {
		if string(l) == name {
			return l
		}
		if l != ground.NoLocale {
			names = append(names, string(l))
		}
	}
	r.unknown(at, "locale", name, names)
	return ground.NoLocale
}

// once reads true, false, or the arguments that make two calls the same.
func (r *configReader) once(at string, v value.Value, t *ToolConfig) {
	if b, ok := v.(value.Bool); ok {
		t.Once = bool(b)
		return
	}
	t.Once, t.Keys = true, r.texts(at, v)
	if len(t.Keys) == 0 {
		r.fail(at, "name at least one argument, or write true")
	}
}

func (r *configReader) intents(at string, v value.Value) []string {
	names := r.texts(at, v)
	for _, n := range names {
		if intentNamed(n) == nil {
			r.unknown(at, "intent", n, IntentNames())
		}
	}
	return names
}

var argumentTypes = []string{"iban", "email", "phone", "date", "money", "text"}

func (r *configReader) types(at string, v value.Value) []ArgType {
	out := []ArgType{}
	for _, m := range r.object(at, v) {
		out = append(out, ArgType{m.Key, r.oneOf(join(at, m.Key), m.Value, argumentTypes...)})
	}
	return out
}

var factTypes = []string{"string", "number", "integer", "boolean", "list", "object", "any"}

func (r *configReader) facts(at string, v value.Value, c *Config) {
	if list, ok := v.(value.List); ok {
		for i, item := range list {
			c.Facts = append(c.Facts, Fact{r.text(fmt.Sprintf("%s.%d", at, i), item), "any"})
		}
		return
	}
	for _, m := range r.object(at, v) {
		c.Facts = append(c.Facts, Fact{m.Key, r.oneOf(join(at, m.Key), m.Value, factTypes...)})
	}
}

func (r *configReader) computed(at string, v value.Value, c *Config) {
	for _, m := range r.object(at, v) {
		c.Computed = append(c.Computed, Computed{m.Key, r.expr(join(at, m.Key), m.Value)})
	}
}

func (r *configReader) policies(at string, v value.Value, c *Config) {
	for i, item := range r.list(at, v) {
		c.Policies = append(c.Policies, r.policy(fmt.Sprintf("%s.%d", at, i), item))
	}
}

func (r *configReader) policy(at string, v value.Value) Policy {
	p := Policy{}
	r.members(at, r.object(at, v), []field{
		{"name", func(at string, v value.Value) { p.Name = r.text(at, v) }},
		{"tools", func(at string, v value.Value) { p.Tools = r.texts(at, v) }},
		{"reads", func(at string, v value.Value) { p.Reads = r.texts(at, v) }},
		{"expr", func(at string, v value.Value) { p.Expr = r.policyExpr(at, v, &p) }},
		{"on_fail", func(at string, v value.Value) { p.OnFail = Verdict(r.oneOf(at, v, "deny", "escalate")) }},
		{"reason", func(at string, v value.Value) { p.Reason = r.text(at, v) }},
		{"intent", func(at string, v value.Value) { p.Intents = r.intents(at, v) }},
		{"phrases", func(at string, v value.Value) { p.Phrases = r.texts(at, v) }},
	})
	r.checkPolicy(at, &p)
	return p
}

// checkPolicy completes a policy: a request policy has a name made of its
// intents and escalates unless it says otherwise.
func (r *configReader) checkPolicy(at string, p *Policy) {
	request := p.Intents != nil || p.Phrases != nil
	switch {
	case request && p.Expr != nil:
		r.fail(at, "a policy has an expression, or an intent and phrases, not both")
	case request && len(p.Intents) == 0 && len(p.Phrases) == 0:
		r.fail(at, "name an intent or give phrases")
	case request && len(p.Tools) == 0:
		r.fail(at, "name the tools that need the request")
	case !request && p.Expr == nil:
		r.fail(at, "a policy needs an expression (expr), or an intent or phrases")
	case !request && p.Name == "":
		r.fail(at, "give the policy a name: reasons and records use it")
	case p.Tools != nil && len(p.Tools) == 0:
		r.fail(at, "the list of tools is empty: name tools, or leave it out for every tool")
	}
	if request && p.Name == "" {
		p.Name = requestName(p)
	}
	if p.OnFail == "" {
		p.OnFail = Deny
		if request {
			p.OnFail = Escalate
		}
	}
	if !request && p.Reads == nil && p.Expr != nil {
		p.Reads = readsOf(p)
	}
}

// readsOf are the names that an expression reads.
func readsOf(p *Policy) []string {
	out := []string{}
	for _, n := range p.Expr.Names() {
		name := n.Name
		for _, u := range p.Paths {
			if u.Stand == name {
				name = u.Name
			}
		}
		if !contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

func requestName(p *Policy) string {
	name := "user_asked_to"
	for i, intent := range p.Intents {
		if i > 0 {
			name += "_or"
		}
		name += "_" + intent
	}
	switch {
	case len(p.Phrases) > 0 && len(p.Intents) > 0:
		name += "_or_phrases"
	case len(p.Phrases) > 0:
		name += "_phrases"
	}
	return name
}

func (r *configReader) confirmations(at string, v value.Value, c *Config) {
	for i, item := range r.list(at, v) {
		c.Confirmations = append(c.Confirmations, r.confirmation(fmt.Sprintf("%s.%d", at, i), item))
	}
}

func (r *configReader) confirmation(at string, v value.Value) Confirmation {
	c := Confirmation{OnFail: Deny}
	r.members(at, r.object(at, v), []field{
		{"tools", func(at string, v value.Value) { c.Tools = r.texts(at, v) }},
		{"arguments", func(at string, v value.Value) { c.Arguments = r.texts(at, v) }},
		{"match", func(at string, v value.Value) { c.Match = r.matched(at, v, ground.NoCase) }},
		{"last", func(at string, v value.Value) { c.Last = r.count(at, v) }},
		{"on_fail", func(at string, v value.Value) { c.OnFail = Verdict(r.oneOf(at, v, "deny", "escalate")) }},
	})
	if len(c.Tools) == 0 {
		r.fail(at, "name the tools that need a confirmation")
	}
	return c
}

func (r *configReader) authorizer(at string, v value.Value) *AuthorizerConfig {
	a := &AuthorizerConfig{}
	r.members(at, r.object(at, v), []field{
		{"yes_if", func(at string, v value.Value) { a.YesIf = r.expr(at, v) }},
		{"always", func(at string, v value.Value) { a.Always = Answer(r.oneOf(at, v, "yes", "no", "unsure")) }},
		{"request", func(at string, v value.Value) {
			if !r.flag(at, v) {
				r.fail(at, "write true, or leave the authorizer out")
			}
		}},
	})
	if a.YesIf != nil && a.Always != "" {
		r.fail(at, "choose one of yes_if, always and request")
	}
	return a
}
