package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"planproof/smt"
	"planproof/smt/smtlib"
)

var smtCommand = &command{
	name: "smt", summary: "ask the solver about an SMT-LIB script", usage: "FILE...", operands: [2]int{1, -1},
	flags: []flagSpec{
		{name: "model", help: "print the model after sat"},
		{name: "core", help: "print after unsat the assertions that none can be missed of, by name or line"},
		{name: "proof", value: "FILE", help: "write the proof of unsat to FILE"},
		{name: "check-proof", value: "FILE", help: "replay a proof against the script instead of solving it"},
		{name: "check-model", value: "FILE", help: "evaluate the script under a model instead of solving it"},
		{name: "engine", choice: []string{"own", "gini"}, help: "the propositional solver; gini logs no proofs"},
	},
	help: `
It prints sat, unsat or unknown, one line a file. Why an answer is unknown is
said on standard error. The exit code is 0 when every file could be read.

A proof is text: "planproof refutation 1"; the clauses that the script was
translated to, as DIMACS; "a", one assumption for each assertion, 0; the steps
as LRAT. A script that simplification alone refutes has "planproof folded 1" and
the number of the assertion that is false. --check-proof translates the script
again, demands the same clauses, and replays the steps without the solver; the
exit code is 1 when the proof is not accepted. A model is a list of define-fun;
--check-model evaluates every assertion under it.

examples:
  planproof smt question.smt2
  planproof smt --proof question.proof question.smt2
  planproof smt --check-proof question.proof question.smt2
`,
	run: runSMT,
}

func runSMT(i *invocation) int {
	only := ""
	for _, name := range []string{"proof", "check-proof", "check-model"} {
		switch {
		case !i.flags.has(name):
		case only != "":
			return i.wrong("--%s and --%s exclude each other", only, name)
		case len(i.operands) > 1:
			return i.wrong("--%s is about one script", name)
		default:
			only = name
		}
	}
	code := exitOK
	for _, name := range i.operands {
		text, err := i.readFile(name)
		if err != nil {
			code = i.fail("%s", err.Message)
			continue
		}
		if only == "check-proof" || only == "check-model" {
			return i.checkEvidence(name, string(text), only)
		}
		code = max(code, i.solveScript(name, string(text)))
	}
	return code
}

// budget are the solver's options that the flags give.
func (i *invocation) budget() smt.Budget {
	b := smt.Budget{MinimizeCore: i.flags.has("core"), Proof: i.flags.has("proof")}
	if i.flags.get("engine", "own") == "gini" {
		b.Engine = smt.EngineGini
	}
	return b
}

// solveScript answers one script. What the reader does not know is unknown.
func (i *invocation) solveScript(name, text string) int {
	s, err := smtlib.Read(text)
	if err != nil {
		i.because(name, err.Error())
		i.write([]byte("unknown\n"))
		return exitOK
	}
	r := s.Builder.Solve(s.Assertions, i.budget())
	if r.Reason != "" {
		i.because(name, r.Reason)
	}
	out := r.Status.String() + "\n"
	if r.Status == smt.Sat && i.flags.has("model") {
		out += smtlib.WriteModel(s, r.Model)
	}
	if r.Status == smt.Unsat && i.flags.has("core") {
		out += coreText(s, r.Core)
	}
	i.write([]byte(out))
	if i.flags.has("proof") {
		return i.writeProof(name, &r)
	}
	return exitOK
}

func (i *invocation) because(name, reason string) {
	fmt.Fprintf(i.err, "planproof smt: %s: %s\n", name, reason)
}

// coreText lists assertions by name, or by the line where they begin.
func coreText(s *smtlib.Script, core []int) string {
	var out strings.Builder
	out.WriteString("(\n")
	for _, a := range core {
		if s.Names[a] != "" {
			out.WriteString("  |" + s.Names[a] + "|\n")
		} else {
			out.WriteString("  line " + strconv.Itoa(s.Lines[a]) + "\n")
		}
	}
	return out.String() + ")\n"
}

func (i *invocation) writeProof(name string, r *smt.Result) int {
	if r.Status != smt.Unsat {
		return i.fail("%s: only unsat has a proof, and the answer is %s", name, r.Status)
	}
	if r.Proof == nil {
		return i.fail("%s: gini logs no proofs; leave --engine out", name)
	}
	file := i.flags["proof"]
	if err := os.WriteFile(file, r.Proof.AppendText(nil), 0o666); err != nil {
		return i.fail("can not write the proof: %v", err)
	}
	return exitOK
}

// checkEvidence checks a proof or a model against a script.
func (i *invocation) checkEvidence(name, text, kind string) int {
	evidence, problem := i.readFile(i.flags[kind])
	if problem != nil {
		return i.fail("%s", problem.Message)
	}
	s, err := smtlib.Read(text)
	if err != nil {
		return i.fail("%s: %v", name, err)
	}
	said := ""
	if kind == "check-model" {
		said, err = checkModel(s, string(evidence))
	} else {
		said, err = checkProof(s, string(evidence))
	}
	if err != nil {
		fmt.Fprintf(i.err, "planproof smt: %s: refused: %v\n", i.flags[kind], err)
		return exitRejected
	}
	i.write([]byte(said + "\n"))
	return exitOK
}

func checkProof(s *smtlib.Script, text string) (string, error) {
	p, err := smt.ReadProof(text)
	if err == nil {
		err = p.CheckFor(s.Builder, s.Assertions)
	}
	if err != nil {
		return "", err
	}
	if p.Len() == 0 {
		return "unsat: accepted, by simplification alone", nil
	}
	return fmt.Sprintf("unsat: accepted, %d steps", p.Len()), nil
}

func checkModel(s *smtlib.Script, text string) (string, error) {
	m, err := smtlib.ReadModel(s, text)
	if err != nil {
		return "", err
	}
	if i := smtlib.Holds(s, m); i >= 0 {
		return "", fmt.Errorf("the assertion in line %d is not true under the model", s.Lines[i])
	}
	return fmt.Sprintf("sat: accepted, %d assertions are true", len(s.Assertions)), nil
}
