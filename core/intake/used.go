package intake

import (
	"slices"

	"planproof/core/cond"
)

// usedNames are the names that steps refer to.
func usedNames(steps []Step) map[string]bool {
	out := map[string]bool{}
	useSteps(steps, out)
	return out
}

func useSteps(steps []Step, out map[string]bool) {
	for _, s := range steps {
		switch s := s.(type) {
		case *Call:
			for _, a := range s.Args {
				useValue(a.Value, out)
			}
		case *If:
			if e, err := cond.Parse(s.Cond); err == nil {
				for _, n := range e.Names() {
					out[n.Name] = true
				}
			}
			useSteps(s.Then, out)
			useSteps(s.Else, out)
		case *Each:
			useValue(s.Over, out)
			useSteps(s.Body, out)
		}
	}
}

func useValue(v Value, out map[string]bool) {
	all := func(vs []Value) {
		for _, v := range vs {
			useValue(v, out)
		}
	}
	switch v := v.(type) {
	case Ref:
		out[v.Name] = true
	case List:
		all(v.Items)
	case Object:
		for _, f := range v.Fields {
			useValue(f.Value, out)
		}
	case Joined:
		all(v.Parts)
	case Computed:
		all(v.About)
	case Merged:
		all(v.Parts)
	case Lit:
	}
}

// prune leaves out calls of helpers whose result nothing uses: importers write them for values that may be needed. A call
// that only its own next round would use is not needed either.
func prune(steps []Step) []Step {
	for {
		used, changed := map[string]bool{}, false
		useOthers(steps, used)
		if steps = pruned(steps, used, &changed); !changed {
			return steps
		}
	}
}

// useOthers collects the names that steps use, without those that helpers use to bind the same name again.
func useOthers(steps []Step, out map[string]bool) {
	for _, s := range steps {
		switch s := s.(type) {
		case *Call:
			mine := map[string]bool{}
			useSteps([]Step{s}, mine)
			for name := range mine {
				if name != s.Bind || !slices.Contains(helperOrder, s.Tool) {
					out[name] = true
				}
			}
		case *If:
			useSteps([]Step{&If{Cond: s.Cond}}, out)
			useOthers(s.Then, out)
			useOthers(s.Else, out)
		case *Each:
			useValue(s.Over, out)
			useOthers(s.Body, out)
		}
	}
}

func pruned(steps []Step, used map[string]bool, changed *bool) []Step {
	var out []Step
	for _, s := range steps {
		switch s := s.(type) {
		case *Call:
			if s.Bind != "" && !used[s.Bind] && slices.Contains(helperOrder, s.Tool) {
				*changed = true
				continue
			}
		case *If:
			s.Then, s.Else = pruned(s.Then, used, changed), pruned(s.Else, used, changed)
		case *Each:
			s.Body = pruned(s.Body, used, changed)
		}
		out = append(out, s)
	}
	return out
}
