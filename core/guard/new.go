package guard

import (
	"fmt"
	"slices"

	"planproof/core/guard/pattern"
	"planproof/core/value"
)

// Guard is a compiled Config. It is immutable but for Adopt and SetAuthorizer,
// and may be shared.
type Guard struct {
	config     *Config
	tools      []*tool
	authorizer Authorizer
	texts      textCache
}

// tool is a compiled ToolConfig.
type tool struct {
	ToolConfig
	schema     *schema // nil when there is none or it can not be read
	unreadable string  // why schema is nil
	scan       bool
	values     Verdict // what becomes of values that only tools gave
	policies   []*policy
	confirm    *Confirmation
	guess      inferred // full mode
	own        []ownMatcher
}

// policy is a compiled Policy.
type policy struct {
	Policy
	phrases []*pattern.Pattern
}

// Names that conditions can read beside arguments and declared facts.
const (
	factCallsMade = "calls_made"
	factRequest   = "user_request"
)

// builtins are the facts of every call. No argument and no declared fact may
// have such a name.
var builtins = []string{"tool_name", "tool_arguments", "conversation", "conversation_roles", factRequest, "argument_errors",
	"call_arguments", "grounding", "proposal", factCallsMade}

// New compiles a configuration. The error is the first mistake in it, a
// *ConfigError.
func New(c *Config) (*Guard, error) {
	g := &Guard{config: c, authorizer: authorizerOf(c.Authorizer)}
	if err := g.checkFacts(); err != nil {
		return nil, err
	}
	for i := range c.Tools {
		t := &tool{ToolConfig: c.Tools[i]}
		g.tools = append(g.tools, t)
		if err := g.compileTool(t); err != nil {
			return nil, err
		}
	}
	for _, step := range []func() error{g.compilePolicies, g.compileConfirmations, g.checkArguments} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return g, nil
}

func mistake(where, format string, args ...any) error {
	return &ConfigError{where, fmt.Sprintf(format, args...)}
}

func (g *Guard) checkFacts() error {
	seen := slices.Clone(builtins)
	for _, f := range g.config.Facts {
		if contains(seen, f.Name) {
			return mistake("facts."+f.Name, "the name is taken: the guard gives this fact itself, or it is declared twice; choose another")
		}
		seen = append(seen, f.Name)
	}
	for _, f := range g.config.Computed {
		if contains(seen, f.Name) {
			return mistake("computed."+f.Name, "the name is taken: choose another")
		}
		seen = append(seen, f.Name)
	}
	return nil
}

func (g *Guard) compileTool(t *tool) error {
	where := "tools." + t.Name
	for _, other := range g.tools[:len(g.tools)-1] {
		if other.Name == t.Name {
			return mistake(where, "the tool is declared twice")
		}
	}
	t.scan = g.config.ScanUser
	if t.ScanUser != nil {
		t.scan = *t.ScanUser
	}
	if t.values = t.ToolValues; t.values == "" {
		t.values = g.config.ToolValues
	}
	if t.From == nil {
		t.From = []Role{User, Tool, System}
	}
	t.read()
	return g.checkTool(t)
}

// read compiles the schema; one that can not be read makes every call
// escalate.
func (t *tool) read() {
	t.schema, t.unreadable = nil, "no schema is known"
	if t.Schema == nil {
		return
	}
	s, err := compileSchema(t.Schema)
	if err != nil {
		t.unreadable = err.Error()
		return
	}
	t.schema, t.unreadable = s, ""
	t.guess = infer(t)
}

// checkTool checks the names of arguments that the declaration mentions.
func (g *Guard) checkTool(t *tool) error {
	if t.schema == nil {
		return nil
	}
	where := "tools." + t.Name
	for _, a := range t.Ground {
		if !t.takes(a.Name) {
			return mistake(where+".ground", "the tool has no argument %q", a.Name)
		}
	}
	named := [][]string{t.Keys, t.Full.Slots, t.Full.Private, t.Full.Untrusted}
	named = append(named, t.Full.Together...)
	for _, a := range t.Full.Types {
		named = append(named, []string{a.Name})
	}
	for _, names := range named {
		for _, n := range names {
			if !t.takes(n) {
				return mistake(where, "the tool has no argument %q", n)
			}
		}
	}
	return nil
}

func (t *tool) takes(name string) bool {
	return t.schema.extra != nil || t.schema.open || t.schema.has(name)
}

func (t *tool) arguments() []string {
	var out []string
	if t.schema != nil {
		for _, p := range t.schema.props {
			out = append(out, p.name)
		}
	}
	return out
}

func (g *Guard) tool(name string) *tool {
	for _, t := range g.tools {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// checkArguments refuses arguments that are named like a fact.
func (g *Guard) checkArguments() error {
	for _, t := range g.tools {
		if err := g.collides(t); err != nil {
			return err
		}
	}
	return nil
}

func (g *Guard) collides(t *tool) error {
	for _, name := range t.arguments() {
		if g.isFact(name) {
			return mistake("tools."+t.Name, "the argument %q is named like a fact of the guard: rename the fact, or wrap the tool", name)
		}
	}
	return nil
}

func (g *Guard) isFact(name string) bool {
	return contains(builtins, name) ||
		slices.ContainsFunc(g.config.Facts, func(f Fact) bool { return f.Name == name }) ||
		slices.ContainsFunc(g.config.Computed, func(f Computed) bool { return f.Name == name })
}

// SetAuthorizer sets who is asked last; nil asks nobody.
func (g *Guard) SetAuthorizer(a Authorizer) { g.authorizer = a }

// Adopt gives a declared tool without a schema its schema and, if it has none,
// its description. A declared schema is kept. Errors: an unknown tool, or a
// declaration that does not fit the schema (*ConfigError): leave the tool out
// then. A schema that can not be read is no error: every call of the tool then
// escalates.
func (g *Guard) Adopt(name string, schema value.Object, description string) error {
	t := g.tool(name)
	if t == nil {
		return mistake("tools", "there is no tool %q", name)
	}
	if t.Description == "" {
		t.Description = description
	}
	if t.Schema != nil {
		return nil
	}
	t.Schema = schema
	t.read()
	if err := g.checkTool(t); err != nil {
		return err
	}
	return g.collides(t)
}

// Tools are the names of the declared tools in their order.
func (g *Guard) Tools() []string {
	var out []string
	for _, t := range g.tools {
		out = append(out, t.Name)
	}
	return out
}

// isBuiltinCheck reports a name that a built-in check has.
func isBuiltinCheck(name string) bool {
	return slices.ContainsFunc(nextSteps, func(s nextStep) bool { return s.check == name })
}
