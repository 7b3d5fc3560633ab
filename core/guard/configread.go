package guard

import (
	"fmt"
	"slices"
	"strings"

	"planproof/core/cond"
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/ground"
	"planproof/core/value"
)

// MaxConfig is the largest configuration that ReadConfig reads, in bytes.
const MaxConfig = 4 << 20

// ReadConfig reads a configuration from JSON. Errors: *ConfigError, and
// *doc.Error for what is no JSON.
func ReadConfig(text []byte) (*Config, error) {
	v, err := doc.ReadValue("config", text, MaxConfig)
	if err != nil {
		return nil, err
	}
	return ConfigOf(v)
}

// ConfigOf reads a configuration from a value. The error is a *ConfigError:
// the first mistake, with its path.
func ConfigOf(v value.Value) (*Config, error) {
	r := &configReader{}
	c := &Config{Mode: Full, ToolValues: Deny}
	o := r.object("", v)
	r.members("", o, []field{
		{"mode", func(at string, v value.Value) { c.Mode = Mode(r.oneOf(at, v, "literal", "full")) }},
		{"tools", func(at string, v value.Value) { r.tools(at, v, c) }},
		{"facts", func(at string, v value.Value) { r.facts(at, v, c) }},
		{"computed", func(at string, v value.Value) { r.computed(at, v, c) }},
		{"policies", func(at string, v value.Value) { r.policies(at, v, c) }},
		{"require_confirmation", func(at string, v value.Value) { r.confirmations(at, v, c) }},
		{"tool_values", func(at string, v value.Value) { c.ToolValues = Verdict(r.oneOf(at, v, "deny", "escalate")) }},
		{"scan_user", func(at string, v value.Value) { c.ScanUser = r.flag(at, v) }},
		{"authorizer", func(at string, v value.Value) { c.Authorizer = r.authorizer(at, v) }},
		{"secrets", func(at string, v value.Value) { c.Secrets = r.texts(at, v) }},
	})
	if r.err != nil {
		return nil, r.err
	}
	return c, nil
}

// configReader keeps the first mistake; everything after it reads on in vain.
type configReader struct{ err *ConfigError }

// field is a member that a reader knows.
type field struct {
	key  string
	read func(at string, v value.Value)
}

func (r *configReader) fail(at, format string, args ...any) {
	if r.err == nil {
		r.err = &ConfigError{at, fmt.Sprintf(format, args...)}
	}
}

// members reads the members of an object; null is left out. A member that
// nobody knows is a mistake.
func (r *configReader) members(at string, o value.Object, known []field) {
	for _, m := range o {
		i := slices.IndexFunc(known, func(f field) bool { return f.key == m.Key })
		if i < 0 {
			r.unknown(join(at, m.Key), "field", m.Key, fieldNames(known))
			continue
		}
		if _, null := m.Value.(value.Null); !null {
			known[i].read(join(at, m.Key), m.Value)
		}
	}
}

func fieldNames(known []field) []string {
	var out []string
	for _, f := range known {
		out = append(out, f.key)
	}
	return out
}

// unknown says that a name is none of the known ones, and which is near.
func (r *configReader) unknown(at, what, name string, known []string) {
	hint := "known are " + strings.Join(known, ", ")
	if near := finding.Nearest(name, known); near != "" {
		hint = "did you mean " + near + "?"
	}
	r.fail(at, "there is no %s %q; %s", what, name, hint)
}

func (r *configReader) object(at string, v value.Value) value.Object {
	o, ok := v.(value.Object)
	if !ok {
		r.fail(at, "this must be an object, not %s", value.KindName(v))
	}
	return o
}

func (r *configReader) list(at string, v value.Value) value.List {
	l, ok := v.(value.List)
	if !ok {
		r.fail(at, "this must be a list, not %s", value.KindName(v))
	}
	return l
}

func (r *configReader) text(at string, v value.Value) string {
	t, ok := v.(value.Text)
	if !ok {
		r.fail(at, "this must be a text, not %s", value.KindName(v))
	}
	return string(t)
}

func (r *configReader) flag(at string, v value.Value) bool {
	b, ok := v.(value.Bool)
	if !ok {
		r.fail(at, "this must be true or false, not %s", value.KindName(v))
	}
	return bool(b)
}

// texts reads a list of texts, or one text as a list of it.
func (r *configReader) texts(at string, v value.Value) []string {
	if t, ok := v.(value.Text); ok {
		return []string{string(t)}
	}
	out := []string{}
	for i, item := range r.list(at, v) {
		out = append(out, r.text(fmt.Sprintf("%s.%d", at, i), item))
	}
	return out
}

// count reads a whole number of at least 1.
func (r *configReader) count(at string, v value.Value) int {
	n, ok := v.(value.Number)
	i, whole := n.Int64()
	if !ok || !whole || i < 1 || i > 1<<30 {
		r.fail(at, "this must be a whole number of at least 1")
		return 0
	}
	return int(i)
}

func (r *configReader) oneOf(at string, v value.Value, names ...string) string {
	s := r.text(at, v)
	if !contains(names, s) && r.err == nil {
		r.unknown(at, "choice", s, names)
	}
	return s
}

func (r *configReader) expr(at string, v value.Value) *cond.Expr {
	e, err := cond.Parse(r.text(at, v))
	if err != nil {
		r.fail(at, "%s", err.Message)
		return nil
	}
	return e.Resolve(nil)
}

// roles reads the roles that ground an argument. The assistant never does.
func (r *configReader) roles(at string, v value.Value) []Role {
	var out []Role
	for _, name := range r.texts(at, v) {
		role, ok := RoleNamed(name)
		switch {
		case !ok:
			r.unknown(at, "role", name, []string{"user", "tool", "system"})
		case role == Assistant:
			r.fail(at, "the assistant's own words never ground a value: leave the role out")
		}
		out = append(out, role)
	}
	if len(out) == 0 {
		r.fail(at, "name at least one of user, tool, system")
	}
	return out
}

// matched reads arguments with their matchers: a list of names, or an object
// from name to matcher.
func (r *configReader) matched(at string, v value.Value, fallback ground.Matcher) []GroundArg {
	var out []GroundArg
	if o, ok := v.(value.Object); ok {
		for _, m := range o {
			name := r.text(join(at, m.Key), m.Value)
			matcher, ok := ground.Named(name)
			if !ok && r.err == nil {
				r.unknown(join(at, m.Key), "matcher", name, matcherNames())
			}
			out = append(out, GroundArg{m.Key, matcher})
		}
		return out
	}
	for _, name := range r.texts(at, v) {
		out = append(out, GroundArg{name, fallback})
	}
	return out
}

func matcherNames() []string {
	var out []string
	for _, m := range ground.Matchers {
		out = append(out, string(m))
	}
	return out
}

// groups reads a list of lists of names; one list of names is one group.
func (r *configReader) groups(at string, v value.Value) [][]string {
	out := [][]string{}
	list := r.list(at, v)
	if len(list) > 0 {
		if _, flat := list[0].(value.Text); flat {
			return [][]string{r.texts(at, v)}
		}
	}
	for i, item := range list {
		out = append(out, r.texts(fmt.Sprintf("%s.%d", at, i), item))
	}
	return out
}
