package guard

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"planproof/core/value"
)

// Definition is the function-calling definition of a tool: {name,
// description, parameters}. With policies the description ends with the
// reasons for which calls are refused.
func (g *Guard) Definition(name string, policies bool) (value.Object, bool) {
	t := g.tool(name)
	if t == nil {
		return nil, false
	}
	text := t.Description
	if policies && len(t.policies) > 0 {
		lines := []string{"A guard checks this call: it is refused unless"}
		for _, onFail := range []Verdict{Deny, Escalate} {
			for _, p := range t.policies {
				if p.OnFail == onFail {
					lines = append(lines, "- "+p.why()+map[Verdict]string{Escalate: " (else a person decides)"}[onFail])
				}
			}
		}
		text = strings.TrimSpace(text + "\n\n" + strings.Join(lines, "\n"))
	}
	schema := t.Schema
	if t.schema == nil {
		schema = value.Object{{Key: "type", Value: value.Text("object")}, {Key: "additionalProperties", Value: value.Bool(true)}}
	}
	return value.Object{
		{Key: "name", Value: value.Text(t.Name)},
		{Key: "description", Value: value.Text(text)},
		{Key: "parameters", Value: schema},
	}, true
}

// Fingerprint changes when anything that decides on calls of the tool does:
// its declaration, its policies, what it confirms, the mode. It is the hex of
// a SHA-256; empty for an unknown tool.
func (g *Guard) Fingerprint(name string) string {
	t := g.tool(name)
	if t == nil {
		return ""
	}
	f := &fingerprint{}
	f.tool(g.config.Mode, t)
	for _, o := range g.tools {
		if o.Full.Trusted || o.Full.Secret {
			f.add("source", o.Name, strconv.FormatBool(o.Full.Trusted), strconv.FormatBool(o.Full.Secret))
		}
	}
	f.shared(g.config)
	sum := sha256.Sum256(f.text)
	return hex.EncodeToString(sum[:])
}

// tool adds what is declared of a tool.
func (f *fingerprint) tool(mode Mode, t *tool) {
	f.add("mode", string(mode), "schema", string(value.AppendCanonical(nil, schemaValue(t.Schema))))
	for _, a := range t.Ground {
		f.add("ground", a.Name, string(a.Matcher))
	}
	for _, r := range t.From {
		f.add("from", string(r))
	}
	f.add("tool", string(t.Injections), string(t.Locale), string(t.values), strconv.FormatBool(t.scan), strconv.Itoa(t.Last),
		strconv.FormatBool(t.Once), strings.Join(t.Keys, ","), strconv.FormatBool(t.NoAuthorizer))
	f.full(t.Full)
	for _, o := range t.own {
		f.add("matcher", o.argument, o.matcher.Version())
	}
	for _, p := range t.policies {
		f.policy(p)
	}
	if c := t.confirm; c != nil {
		f.add("confirm", strings.Join(c.Arguments, ","), strconv.FormatBool(c.Arguments == nil), strconv.Itoa(c.Last), string(c.OnFail))
		for _, m := range c.Match {
			f.add("match", m.Name, string(m.Matcher))
		}
	}
}

// shared adds what all tools have in common.
func (f *fingerprint) shared(c *Config) {
	for _, fact := range c.Computed {
		f.add("computed", fact.Name, fact.Expr.Source())
	}
	for _, s := range c.Secrets {
		f.add("secret", s)
	}
	if a := c.Authorizer; a != nil {
		f.add("authorizer", string(a.Always))
		if a.YesIf != nil {
			f.add("yes_if", a.YesIf.Source())
		}
	}
}

func schemaValue(o value.Object) value.Value {
	if o == nil {
		return value.Null{}
	}
	return o
}

// fingerprint joins texts so that no two lists of them join to the same.
type fingerprint struct{ text []byte }

func (f *fingerprint) add(parts ...string) {
	for _, p := range parts {
		f.text = append(value.AppendQuoted(f.text, p), ',')
	}
	f.text = append(f.text, '\n')
}

func (f *fingerprint) full(c FullConfig) {
	f.add("full", strings.Join(c.Actions, ","), strconv.FormatBool(c.Actions == nil), strings.Join(c.Slots, ","),
		strconv.FormatBool(c.Slots == nil), strconv.FormatBool(c.Trusted), strconv.FormatBool(c.Secret),
		strings.Join(c.Private, ","), strings.Join(c.Untrusted, ","), strconv.FormatBool(c.Together == nil))
	for _, t := range c.Types {
		f.add("type", t.Name, t.Type)
	}
	for _, group := range c.Together {
		f.add(append([]string{"together"}, group...)...)
	}
}

func (f *fingerprint) policy(p *policy) {
	f.add("policy", p.Name, string(p.OnFail), p.Reason, strings.Join(p.Reads, ","), strings.Join(p.Intents, ","))
	f.add(append([]string{"phrases"}, p.Phrases...)...)
	if p.Expr != nil {
		f.add("expr", p.Expr.Source())
	}
	for _, u := range p.Paths {
		f.add("path_under", u.Name, u.Root)
	}
}
