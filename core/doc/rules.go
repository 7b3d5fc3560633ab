package doc

import (
	"fmt"
	"slices"

	"planproof/core/value"
)

// This file holds what a document must keep beyond the forms of its fields.

// reservedTools are names that provenance and wildcards use for something else.
var reservedTools = []string{Any, "input", "literal", "unknown"}

// resultName is what conditions call the result of a tool.
const resultName = "result"

func checkTool(d *decoder, _ int32, t *ToolSpec) *Error {
	if slices.Contains(reservedTools, t.Name.Value) {
		return d.failAt(KindInput, t.Name, fmt.Sprintf("a tool can not be named `%s`: the name is reserved", t.Name.Value), "rename the tool")
	}
	return nil
}

func checkParam(d *decoder, _ int32, p *Param) *Error {
	if p.Name.Value == resultName {
		return d.failAt(KindInput, p.Name, "a parameter can not be named `result`: conditions call the tool's result so", "rename the parameter")
	}
	if p.Min != nil && p.Max != nil && p.Min.Cmp(*p.Max) > 0 {
		return d.failAt(KindInput, p.Name, fmt.Sprintf("the parameter `%s` has a min of %v above its max of %v: no value would be allowed",
			short(p.Name.Value), p.Min, p.Max), "swap or correct them")
	}
	return nil
}

func checkScript(d *decoder, n int32, s *Script) *Error {
	if s.Error == nil {
		if s.Result == nil {
			s.Result = value.Null{}
		}
		return nil
	}
	if s.Result != nil {
		at := d.t.nodes[n].Start
		return d.t.src.fail(KindInput, Range{at, at + 1}, "a script has a result or an error, not both", "make two scripts of it")
	}
	return nil
}

func checkPolicy(d *decoder, _ int32, p *Policy) *Error {
	if err := d.noWildcard(p.AllowedTools, "`allowed_tools`"); err != nil {
		return err
	}
	for i := range p.TaintRules {
		if err := d.noWildcard(p.TaintRules[i].Sanitizers, "`sanitizers`"); err != nil {
			return err
		}
	}
	for i := range p.Grounding {
		if err := d.noWildcard([]Text{p.Grounding[i].Tool, p.Grounding[i].Param}, "`grounding`"); err != nil {
			return err
		}
	}
	for _, inv := range p.Invariants {
		if _, _, ok := SplitInvariant(inv.Value); !ok {
			return d.failAt(KindPolicy, inv, fmt.Sprintf("the invariant `%s` names no tool", short(inv.Value)),
				"write \"<tool>: <condition>\", as in \"transfer: amount <= 100\"")
		}
	}
	return nil
}

// noWildcard refuses a `*` where it would be read as a name and match nothing.
func (d *decoder) noWildcard(names []Text, where string) *Error {
	for _, n := range names {
		if n.Value == Any {
			return d.failAt(KindPolicy, n, "`*` is not a wildcard in "+where, "name each one")
		}
	}
	return nil
}

func checkAutomaton(d *decoder, _ int32, a *Automaton) *Error {
	declared := make(map[string]bool, len(a.States))
	for _, s := range a.States {
		declared[s.Name.Value] = true
	}
	if err := d.declared(a, declared, a.Initial); err != nil {
		return err
	}
	for i := range a.Transitions {
		t := &a.Transitions[i]
		for _, name := range []Text{t.From, t.To} {
			if err := d.declared(a, declared, name); err != nil {
				return err
			}
		}
	}
	return nil
}

func (d *decoder) declared(a *Automaton, declared map[string]bool, name Text) *Error {
	if declared[name.Value] {
		return nil
	}
	names := make([]string, len(a.States))
	for i, s := range a.States {
		names[i] = s.Name.Value
	}
	return d.failAt(KindPolicy, name, fmt.Sprintf("the automaton `%s` has no state `%s`", short(a.Name.Value), short(name.Value)),
		suggest(name.Value, names))
}

// SplitInvariant splits "<tool>: <condition>" and returns the tool and the offset where the condition starts, blanks
// skipped. The tool is the leading run of letters, digits, and _ - . / : up to its last colon; so a tool may have
// colons in its name. ok is false when no tool is named.
func SplitInvariant(s string) (tool string, condition int, ok bool) {
	start := skipBlanks(s, 0)
	end := start
	for end < len(s) && isToolByte(s[end]) {
		end++
	}
	for end > start && s[end-1] != ':' {
		end--
	}
	if end <= start+1 {
		return "", 0, false
	}
	return s[start : end-1], skipBlanks(s, end), true
}

func skipBlanks(s string, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\t' || s[i] == '\n' || s[i] == '\r') {
		i++
	}
	return i
}

// isToolByte takes every byte beyond ASCII for a letter.
func isToolByte(c byte) bool {
	return isWordByte(c) && c != '$' || c == '-' || c == '.' || c == '/' || c == ':' || c >= 0x80
}
