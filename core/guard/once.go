package guard

import (
	"fmt"

	"planproof/core/value"
)

// madeCalls reads the fact calls_made.
func madeCalls(v value.Value) []MadeCall {
	var out []MadeCall
	list, _ := v.(value.List)
	for _, item := range list {
		if c, err := CallOf(item); err == nil {
			o, _ := c.Arguments.(value.Object)
			out = append(out, MadeCall{c.Name, o})
		}
	}
	return out
}

// checkOnce fails when the same call was made already.
func (d *deciding) checkOnce() {
	c := Check{Name: CheckOnce, OnFail: Escalate, State: Passed}
	made, given := d.request.Facts.Get(factCallsMade)
	switch {
	case d.full == nil:
		d.skip(c)
		return
	case !given:
		c.State, c.Missing = Abstained, []string{factCallsMade}
		c.Reason = "can not be evaluated: not given: " + factCallsMade
	default:
		for _, m := range madeCalls(made) {
			if m.Name == d.tool.Name && d.sameCall(m.Arguments) {
				c.fail(fmt.Sprintf("%s was called already with %s", m.Name, show(d.keyed(m.Arguments))))
				break
			}
		}
	}
	d.add(c)
}

func (d *deciding) sameCall(made value.Object) bool {
	if full, _, mistakes := d.revalidated(made); len(mistakes) == 0 {
		made = full
	}
	return value.Equal(d.keyed(made), d.keyed(d.full))
}

func (d *deciding) revalidated(made value.Object) (full, sent value.Object, mistakes []argumentError) {
	if d.tool.schema == nil {
		return made, made, nil
	}
	return d.tool.schema.validate(made)
}

// keyed are the arguments that make two calls the same.
func (d *deciding) keyed(arguments value.Object) value.Object {
	keys := d.onceKeys()
	if len(keys) == 0 {
		return arguments
	}
	out := value.Object{}
	for _, k := range keys {
		v, _ := arguments.Get(k)
		if v == nil {
			v = value.Null{}
		}
		out = append(out, value.Member{Key: k, Value: v})
	}
	return out
}

// onceKeys: what was declared; in full mode the grounded arguments, which are
// the ones that matter, so that a changed note is no new call.
func (d *deciding) onceKeys() []string {
	if len(d.tool.Keys) > 0 || d.guard.config.Mode == Literal {
		return d.tool.Keys
	}
	return matchNames(d.tool.Ground)
}
