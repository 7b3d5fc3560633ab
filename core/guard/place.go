package guard

import (
	"fmt"
	"slices"

	"planproof/core/guard/pattern"
)

func (g *Guard) compilePolicies() error {
	names := []string{}
	for i := range g.config.Policies {
		p := &policy{Policy: g.config.Policies[i]}
		where := "policies." + p.Name
		if isBuiltinCheck(p.Name) {
			return mistake(where, "the name belongs to a built-in check: choose another")
		}
		for _, text := range p.Phrases {
			compiled, err := pattern.Compile(text, true)
			if err != nil {
				return mistake(where+".phrases", "%s", err)
			}
			p.phrases = append(p.phrases, compiled)
		}
		if err := g.place(p, where, &names); err != nil {
			return err
		}
	}
	return nil
}

// place gives a policy to its tools: those it names, or all that provide what
// it reads.
func (g *Guard) place(p *policy, where string, names *[]string) error {
	for _, name := range p.Tools {
		t := g.tool(name)
		if t == nil {
			return mistake(where+".tools", "there is no tool %q", name)
		}
		if slices.ContainsFunc(t.policies, func(q *policy) bool { return q.Name == p.Name }) {
			return mistake(where, "the tool %q has a policy of this name already", name)
		}
		t.policies = append(t.policies, p)
	}
	if p.Tools != nil {
		return nil
	}
	for _, read := range p.Reads {
		if !g.isFact(read) && !slices.ContainsFunc(g.tools, func(t *tool) bool { return g.provides(t, read) }) {
			return mistake(where+".reads", "no tool has an argument %q and no fact is declared with that name: declare it, or name the tools", read)
		}
	}
	if contains(*names, p.Name) {
		return mistake(where, "there are two policies of this name")
	}
	*names = append(*names, p.Name)
	for _, t := range g.tools {
		if !slices.ContainsFunc(p.Reads, func(read string) bool { return !g.provides(t, read) }) {
			t.policies = append(t.policies, p)
		}
	}
	return nil
}

// provides reports whether a call of the tool gives a name a value. A tool
// without a readable schema may have any argument.
func (g *Guard) provides(t *tool, name string) bool {
	return g.isFact(name) || t.schema == nil || t.takes(name)
}

func (g *Guard) compileConfirmations() error {
	for i := range g.config.Confirmations {
		c := &g.config.Confirmations[i]
		where := fmt.Sprintf("require_confirmation.%d", i)
		for _, name := range c.Tools {
			t := g.tool(name)
			switch {
			case t == nil:
				return mistake(where+".tools", "there is no tool %q", name)
			case t.confirm != nil:
				return mistake(where+".tools", "the tool %q has a confirmation already", name)
			}
			t.confirm = c
			if t.schema == nil {
				continue
			}
			for _, a := range append(slices.Clone(c.Arguments), matchNames(c.Match)...) {
				if !t.takes(a) {
					return mistake(where, "the tool %q has no argument %q", name, a)
				}
			}
		}
	}
	return nil
}

func matchNames(args []GroundArg) []string {
	var out []string
	for _, a := range args {
		out = append(out, a.Name)
	}
	return out
}
