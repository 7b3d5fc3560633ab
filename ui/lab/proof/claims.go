package proof

import (
	"strings"

	"planproof/core/cert"
	"planproof/core/ir"
	"planproof/core/value"
	"planproof/ui/lab/words"
	"planproof/ui/markup"
)

// test is one thing that the checker tests, and what it comes from.
type test struct {
	test  cert.Test
	words string
	file  string // of proofs/theories
}

// tests are in the order in which a call, a loop and the table meet them.
var tests = []test{
	{cert.TestAllowed, "every tool that is called is one that the policy allows", "Check.v"},
	{cert.TestBound, "every name that is read is bound on every way to it", "Check.v"},
	{cert.TestShadowed, "no loop's item has the name of a variable in scope", ""},
	{cert.TestData, "no raw data of a rule is in an argument that is a sink of it", "Check.v"},
	{cert.TestControl, "no raw data of a rule decides whether a sink of it is called", "Check.v"},
	{cert.TestContract, "every precondition and invariant is listed as proved", "Check.v"},
	{cert.TestAutomaton, "no state that an automaton may be in is an error state", "Check.v"},
	{cert.TestHead, "every loop has a state in the certificate", "Check.v"},
	{cert.TestEntry, "it covers the state in which the loop is entered", "Check.v"},
	{cert.TestRound, "it covers the state after one round from it, hence after any number", "Check.v"},
	{cert.TestReason, "what the table excludes is excluded by evaluation, or listed as the solver's", "Table.v"},
}

// theorem is one of the proofs that the tests add up to.
type theorem struct{ name, file, words string }

var theorems = []theorem{
	{"soundness", "Sound.v", "What passes every test is safe: in every run, whatever the data, the branches and the number of rounds, no rule is broken, no automaton is in an error state, and no reference is undefined."},
	{"soundness_justified", "Table.v", "For what the table excludes, one reason for each entry is enough."},
	{"join_lub", "Domain.v", "Joining two branches is the least upper bound: it forgets no run and adds nothing that it need not."},
	{"one_bit", "Check.v", "One bit for a value and a rule says as much as “carries” and “sanitized for”."},
	{"infer_complete", "Infer.v", "When there is a certificate at all, the analysis finds one."},
	{"precise_below_order", "Verdicts.v", "What the data flow verdict flags, the order verdict flags."},
}

// tests lists what was tested, and the theorems that make it enough.
func (r *Room) tests(h *markup.Writer) {
	h.Open("section", "class", "sect").Open("h2").Text("What is tested, and why it is enough").Close("h2")
	h.Open("table", "class", "tbl tests").Open("tbody")
	failed := cert.Test("")
	if f := r.answer.verdict.Refusal; f != nil {
		failed = f.Test
	}
	for _, t := range tests {
		class, mark, color := "", "proved", "is-proved"
		switch {
		case t.test == failed:
			class, mark, color = "bad", "confirmed", "is-rejected"
		case !r.answer.verdict.Accepted:
			mark, color = "unreachable", "is-unreachable" // the check ended at the first that failed
		case r.answer.scope == cert.DataFlow && (t.test == cert.TestAllowed || t.test == cert.TestContract):
			mark, color = "assumed", "is-unreachable"
		}
		h.Open("tr", "class", class, "data-testid", "proof-test", "data-test", string(t.test), "data-mark", mark).Open("td", "class", color).Mark(mark).Close("td")
		h.Open("td").Text(words.Sentence(t.words)).Close("td").Open("td", "class", "th")
		if name := t.test.Proof(); name != "" {
			h.Open("span", "title", "proofs/theories/"+t.file).Code(name).Close("span")
		} else {
			h.El("span", "muted", "beside the proofs")
		}
		h.Close("td").Close("tr")
	}
	h.Close("tbody").Close("table").Open("dl", "class", "theorems")
	for _, t := range theorems {
		h.Open("dt", "data-testid", "proof-theorem").Code(t.name).El("span", "muted", " proofs/theories/"+t.file).Close("dt").El("dd", "", t.words)
	}
	h.Close("dl").Close("section")
}

// claim is an entry that the analysis did not make, to be refused.
type claim struct{ words, entry string }

// claims are false or unfounded entries that fit the plan: that a transition
// can not fire, that a rule does not apply.
func (r *Room) claims() []claim {
	var out []claim
	r.visit(r.program.Body, func(c *ir.Call) {
		for _, a := range r.program.Automata {
			for _, t := range a.Declared {
				if t.Fires(c.Tool.Index) && t.From != t.To && !strings.Contains(r.text, string(value.AppendQuoted(nil, c.Path))) {
					out = append(out, claim{c.Label + " never moves " + a.Name, entry(c.Path, "next", value.Object{
						{Key: "automaton", Value: value.Text(a.Name)}, {Key: "state", Value: value.Text(a.States[t.From])}, {Key: "fires", Value: value.List{}},
						{Key: "stays", Value: value.Bool(true)}, {Key: "by", Value: value.Text("evaluation")},
					})})
					break
				}
			}
		}
		for _, sink := range c.Sinks {
			if sink.Rule.Condition != nil && !strings.Contains(r.text, string(value.AppendQuoted(nil, c.Path))) {
				out = append(out, claim{sink.Rule.Name + " does not apply at " + c.Label, entry(c.Path, "excluded", value.Object{
					{Key: "rule", Value: value.Text(sink.Rule.Name)}, {Key: "by", Value: value.Text("evaluation")},
				})})
			}
		}
	})
	return out
}

func entry(path, kind string, fact value.Object) string {
	return string(value.AppendJSON(nil, value.Object{{Key: "path", Value: value.Text(path)}, {Key: kind, Value: value.List{fact}}}))
}

// visit meets every call in the order of the plan.
func (r *Room) visit(steps []ir.Step, f func(*ir.Call)) {
	for _, s := range steps {
		switch s := s.(type) {
		case *ir.Call:
			f(s)
		case *ir.Branch:
			r.visit(s.Then, f)
			r.visit(s.Else, f)
		case *ir.Loop:
			r.visit(s.Body, f)
		}
	}
}

// callAt finds a call by its path.
func (r *Room) callAt(path string) (found *ir.Call) {
	r.visit(r.program.Body, func(c *ir.Call) {
		if c.Path == path {
			found = c
		}
	})
	return found
}
