package guard

import (
	"fmt"
	"slices"

	"planproof/core/ground"
)

// Finding is a remark of Lint.
type Finding struct {
	Where   string `json:"where"`
	Message string `json:"message"`
}

// Lint are the remarks on a configuration that loads but says less than its
// author may think, in the order of the tools.
func (g *Guard) Lint() []Finding {
	l := &linter{guard: g}
	for _, t := range g.tools {
		l.tool(t)
	}
	for i := range g.config.Policies {
		l.policy(&g.config.Policies[i])
	}
	return l.out
}

type linter struct {
	guard *Guard
	out   []Finding
}

func (l *linter) say(where, format string, args ...any) {
	l.out = append(l.out, Finding{where, fmt.Sprintf(format, args...)})
}

func (l *linter) tool(t *tool) {
	where := "tools." + t.Name
	if t.schema == nil {
		l.say(where+".schema", "every call escalates: %s; give the tool a schema that can be read", t.unreadable)
		return
	}
	l.grounding(t, where)
	l.effects(t, where)
	if t.Once && len(t.Keys) == 0 && (l.guard.config.Mode == Literal || len(t.Ground) == 0) && len(t.schema.props) > 1 {
		l.say(where+".once", "a changed optional argument makes another call: name the arguments that make it the same (once: [\"…\"])")
	}
	if t.Last > 0 && t.confirm != nil {
		l.say(where+".ground_last", "the user's yes is their last message: a value of the request before it no longer grounds; use a larger number")
	}
}

// grounding remarks on arguments that looking for them proves little about.
func (l *linter) grounding(t *tool, where string) {
	for _, a := range t.Ground {
		p := t.property(a.Name)
		at := where + ".ground." + a.Name
		switch {
		case p == nil:
			continue
		case p.schema.enum != nil:
			l.say(at, "the values are a closed set, and such words are in almost any text: ask for the action (a request policy or a confirmation) instead")
		case contains(p.schema.types, "boolean"):
			l.say(at, "true and false are written nowhere: every call is denied")
		case a.Matcher == ground.Substring:
			l.say(at, "substring finds a value inside longer ones: use token or whole")
		case a.Matcher == ground.URLPrefix && len(t.guess.actions) > 0 && t.guess.acts():
			l.say(at, "a path can carry data out, and this tool sends: use url")
		case l.guard.config.Mode == Literal && t.guess.typeOf(a.Name) == "money" && t.Locale == ground.NoLocale:
			l.say(at, "an amount such as 1,500 grounds nothing without a locale: say how the users write numbers")
		}
	}
}

// effects remarks on tools that act and check nothing.
func (l *linter) effects(t *tool, where string) {
	if l.guard.config.Mode == Full && t.confirm != nil && len(t.guess.actions)+len(t.guess.verbs) == 0 {
		l.say(where+".actions", "the tool's name does not say what it does, so a confirmation is not bound to it: name its actions")
	}
	if !t.guess.acts() || t.Full.Trusted && len(t.schema.props) == 0 {
		return
	}
	if len(t.Ground) == 0 && len(t.policies) == 0 && t.confirm == nil && l.guard.authorizer == nil && len(t.schema.props) > 0 {
		l.say(where, "the tool acts, and nothing checks its arguments: ground those that the user must give, or add a policy")
	}
	if len(t.Ground) > 0 && hasRole(t.From, Tool) && t.Injections == Off && l.guard.config.Mode == Literal {
		l.say(where+".injections", "values may come from tool outputs, and instructions in them are not looked at: restrict ground_from or add a policy")
	}
}

func (t *tool) property(name string) *property {
	i := slices.IndexFunc(t.schema.props, func(p property) bool { return p.name == name })
	if i < 0 {
		return nil
	}
	return &t.schema.props[i]
}

// policy remarks on a policy that no tool has.
func (l *linter) policy(p *Policy) {
	used := slices.ContainsFunc(l.guard.tools, func(t *tool) bool {
		return slices.ContainsFunc(t.policies, func(q *policy) bool { return q.Name == p.Name })
	})
	if !used {
		l.say("policies."+p.Name, "no single tool has all that it reads (%v), so it checks nothing", p.Reads)
	}
	if p.Expr != nil && p.Reason == "" {
		l.say("policies."+p.Name+".reason", "say why: the reason is what the agent and the reviewer read")
	}
}
