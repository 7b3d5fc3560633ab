package run

import (
	"planproof/core/finding"
	"planproof/core/value"
	"planproof/core/wire"
)

// Result is one run, complete or not.
type Result struct {
	// Stop is nil when the plan ran to its end.
	Stop *SecurityViolation
	// Env are the names in scope when the run ended, in the order in which the
	// plan first mentions them.
	Env []Binding
	// Calls are the calls that were made, in order.
	Calls    []*Call
	Automata []AutomatonState
	ToolCalls,
	LoopRounds int
	// Report is the verification's, when Execute made one.
	Report *finding.Report

	passed []*SecurityViolation // violations that a replay let pass
}

// OK reports that the plan ran to its end.
func (r *Result) OK() bool { return r.Stop == nil }

// Binding is a name and its value.
type Binding struct {
	Name  string
	Value value.Value
	Taint finding.AbstractValue
}

// Call is one call of a tool. Result is nil when the tool failed; then Error
// has its message.
type Call struct {
	Path   string
	Label  string
	Iter   []int // the round of every enclosing loop, from 1
	Tool   string
	Args   []Arg
	Result value.Value
	Error  string
	Taint  finding.AbstractValue // of the result
	// Undeclared is set when the result is not of the declared return type.
	Undeclared bool
}

// Arg is one argument of a call.
type Arg struct {
	Name    string
	Value   value.Value
	Default bool // the call left it out
	Taint   finding.AbstractValue
}

// Values are the arguments as an object.
func (c *Call) Values() value.Object {
	out := make(value.Object, len(c.Args))
	for i, a := range c.Args {
		out[i] = value.Member{Key: a.Name, Value: a.Value}
	}
	return out
}

// AutomatonState is the state of one automaton.
type AutomatonState struct {
	Automaton string `json:"automaton"`
	State     string `json:"state"`
	IsError   bool   `json:"is_error,omitempty"`
}

// AppendWire appends the result as JSON: {ok, stop?, calls, env, automata,
// used, report?}.
func (r *Result) AppendWire(dst []byte) []byte {
	w := resultWire{OK: r.OK(), Stop: r.Stop, Calls: []callWire{}, Automata: r.Automata, Report: r.Report}
	for _, c := range r.Calls {
		w.Calls = append(w.Calls, c.wire())
	}
	for _, b := range r.Env {
		w.Env = append(w.Env, wire.Member{Key: b.Name, Value: wire.FromValue(b.Value)})
	}
	for _, u := range []struct {
		name string
		n    int
	}{{BudgetLoopIter, r.LoopRounds}, {BudgetToolCall, r.ToolCalls}} {
		if u.n > 0 {
			w.Used = append(w.Used, wire.Member{Key: u.name, Value: wire.FromValue(value.Int(int64(u.n)))})
		}
	}
	return wire.Append(dst, w)
}

type resultWire struct {
	OK       bool               `json:"ok"`
	Stop     *SecurityViolation `json:"stop,omitempty"`
	Calls    []callWire         `json:"calls"`
	Env      wire.Object        `json:"env"`
	Automata []AutomatonState   `json:"automata"`
	Used     wire.Object        `json:"used"`
	Report   *finding.Report    `json:"report,omitempty"`
}

type callWire struct {
	Path       string                `json:"path"`
	Label      string                `json:"step_label"`
	Iter       []int                 `json:"iter,omitempty"`
	Tool       string                `json:"tool"`
	Args       wire.Object           `json:"args"`
	Result     wire.Raw              `json:"result,omitempty"`
	Error      string                `json:"error,omitempty"`
	Taint      finding.AbstractValue `json:"taint"`
	Undeclared bool                  `json:"undeclared_type,omitempty"`
}

func (c *Call) wire() callWire {
	w := callWire{Path: c.Path, Label: c.Label, Iter: c.Iter, Tool: c.Tool, Error: c.Error, Taint: c.Taint, Undeclared: c.Undeclared}
	for _, a := range c.Args {
		w.Args = append(w.Args, wire.Member{Key: a.Name, Value: wire.FromValue(a.Value)})
	}
	if c.Result != nil {
		w.Result = wire.FromValue(c.Result)
	}
	return w
}
