package prove

import (
	"errors"
	"strconv"
	"strings"

	"planproof/core/cond"
	"planproof/smt"
)

// ErrConcrete says that nothing in a question is symbolic: it is answered by
// evaluating it, and there is nothing to ask a solver.
var ErrConcrete = errors.New("nothing is symbolic here: the condition is evaluated")

// Script writes the question "can one of these outcomes happen?" as SMT-LIB 2.6
// for any solver: unsat says that none can. Facts are the named assertions
// |fact 1|, |fact 2|, … in the question's order, declarations |declared x|, the
// outcomes |goal|. What no theory covers is a free constant; then another
// solver's unsat is right, and its sat can be one that Decide does not say.
// comment comes first, and status, when not empty, as what is known.
func Script(q Question, outcome cond.Outcome, comment, status string) (string, error) {
	u := unknownsOf(&q)
	if len(u.vars) == 0 {
		return "", ErrConcrete
	}
	t := newNamedTranslator(&q, u, readableNames(u.vars))
	t.ask(outcome)
	if t.work > maxWork {
		return "", errTooMany
	}
	s := smt.Script{Comment: comment, Status: status, Names: make([]string, len(t.asked))}
	for i, a := range t.asked {
		switch {
		case i == len(t.asked)-1:
			s.Names[i] = "goal"
		case a.about == nil:
		case a.about.Fact >= 0:
			s.Names[i] = "fact " + strconv.Itoa(a.about.Fact+1)
		default:
			s.Names[i] = "declared " + a.about.Var + a.about.Path
		}
	}
	text, err := t.b.AppendScript(nil, t.terms(), s)
	return string(text), err
}

// readableNames gives every variable its own name where that can not be
// mistaken for one that is made up, and none otherwise.
func readableNames(vars []*Var) map[int]string {
	out, taken := map[int]string{}, map[string]bool{}
	for _, v := range vars {
		if plain(v.Name) && !taken[v.Name] {
			taken[v.Name] = true
			out[v.ID] = v.Name
		}
	}
	return out
}

// plain: letters, digits and underscores, and not like the names v1 and t1.
func plain(name string) bool {
	for _, r := range name {
		if r != '_' && (r < '0' || r > '9') && (r|32 < 'a' || r|32 > 'z') {
			return false
		}
	}
	made := len(name) > 1 && (name[0] == 'v' || name[0] == 't') && strings.Trim(name[1:], "0123456789") == ""
	return name != "" && !made
}
