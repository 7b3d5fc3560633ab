package check

import (
	"planproof/core/flow"
	"planproof/core/ir"
)

// Absence says why data of a source was not flagged at one argument of one
// call. Verdict is "flagged", "not_reached", "no_rule", "sanitized" or
// "excluded"; Where is the step that made the difference, "" when there is
// none.
type Absence struct {
	Path    string `json:"path"`
	Step    string `json:"step"`
	Param   string `json:"param"`
	Rule    string `json:"rule,omitempty"`
	Verdict string `json:"verdict"`
	Where   string `json:"where,omitempty"`
	Message string `json:"message"`
}

// WhyNot answers for every rule that could have flagged data of source at an
// argument of a site; when there is none, it says that.
func (c *Context) WhyNot(s *Site, arg int, source *ir.Tool) []Absence {
	a := &s.Call.Args[arg]
	base := Absence{Path: s.Call.Path, Step: s.Call.Label, Param: a.Name}
	target := "`" + s.Call.Tool.Name + "." + a.Name + "`"
	v := s.Args[arg].Value
	if !v.Provenance.Has(source.Index) {
		base.Verdict = "not_reached"
		base.Message = "no data of `" + source.Name + "` flows into " + target + ", which is " + c.madeFrom(v)
		return []Absence{base}
	}
	var out []Absence
	for _, sink := range s.Call.Sinks {
		if sink.Arg == arg && source.Sources.Has(sink.Rule.Index) {
			out = append(out, c.absence(base, s, sink, target))
		}
	}
	if len(out) == 0 {
		base.Verdict = "no_rule"
		base.Message = "data of `" + source.Name + "` flows into " + target + ", and no taint rule says that it must not"
		return []Absence{base}
	}
	return out
}

func (c *Context) madeFrom(v flow.Value) string {
	var names []string
	all := c.Program.ToolNames()
	for t := range v.Provenance.All() {
		names = append(names, all[t])
	}
	if len(names) == 0 {
		return "a literal of the plan"
	}
	return "made from " + quoted(names)
}

func (c *Context) absence(a Absence, s *Site, sink ir.Sink, target string) Absence {
	r := sink.Rule
	a.Rule = r.Name
	switch v := s.Args[sink.Arg].Value; {
	case v.Sanitized.Has(r.Index):
		a.Verdict = "sanitized"
		a.Message = "`" + r.Name + "` is about " + target + ", but the data is sanitized on every path"
		if o := sanitizedAt(s.Args[sink.Arg].Uses, r.Index); o != nil {
			a.Where = o.Path
			a.Message += ", by `" + o.Name + "`"
		}
	case r.Condition != nil && c.decide(s, r.Condition, decisionScope{}).certainlyFalse():
		a.Verdict = "excluded"
		a.Message = "the condition `" + r.Condition.Written() + "` of `" + r.Name + "` is false at this call"
	default:
		a.Verdict = "flagged"
		a.Message = "`" + r.Name + "` flags it"
	}
	return a
}

// sanitizedAt finds the call nearest to the sink that made the data clean: its
// result is sanitized and something that went into it was not.
func sanitizedAt(uses []flow.Use, rule int) *flow.Origin {
	seen := map[*flow.Origin]bool{}
	queue := append([]flow.Use{}, uses...)
	for ; len(queue) > 0; queue = queue[1:] {
		o := queue[0].Origin
		if seen[o] || !o.Value.Sanitized.Has(rule) {
			continue
		}
		seen[o] = true
		for _, u := range o.From {
			if !u.Origin.Value.Sanitized.Has(rule) {
				return o
			}
		}
		queue = append(queue, o.From...)
	}
	return nil
}
