package main

import (
	"fmt"

	"planproof/core/cert"
	"planproof/core/cert/emit"
	"planproof/core/cert/export"
	"planproof/core/doc"
	"planproof/core/ir"
	"planproof/core/report"
	"planproof/core/verify"
)

var certCommand = &command{
	name: "cert", summary: "write, check and export certificates of accepted plans", usage: "emit FILE | check FILE CERT | coq FILE | dafny FILE", operands: [2]int{2, 3},
	flags: append(partFlags[:len(partFlags):len(partFlags)],
		flagSpec{name: "no-replay", help: "check: list what rests on the solver instead of asking it again"}),
	help: `
emit   prints the certificate of a plan that breaks no taint rule and drives no
       automaton into an error state: a state for each loop, and what the
       conditions at each call can do.
check  checks a certificate that anybody made: one pass, no search, by an
       algorithm that is proved sound. What the certificate takes from the
       solver is asked again. FILE or CERT may be - for standard input.
coq    prints the plan, the policy and the certificate as a Coq file that proves
       the plan safe by running the proved checker inside of Coq.
dafny  prints the check of the certificate as a Dafny program.

The exit code is 0 when the certificate is accepted, 1 when it is refused (or
there is none to emit), 2 when a document could not be read.

examples:
  planproof cert emit examples/email-safe.json > safe.cert.json
  planproof cert check examples/email-safe.json safe.cert.json
`,
	run: runCert,
}

func runCert(i *invocation) int {
	verb := i.operands[0]
	want := map[string]int{"emit": 2, "check": 3, "coq": 2, "dafny": 2}[verb]
	if want != len(i.operands) {
		return i.wrong("expected %s", i.command.usage)
	}
	in, err := i.read(i.operands[1])
	if err != nil {
		return i.problem(err, in.sources)
	}
	p, err := ir.Build(in.bundle)
	if err != nil {
		return i.problem(err, in.sources)
	}
	v := verify.Converge(p, verify.Options{})
	if verb == "check" {
		return i.certCheck(p, v)
	}
	c := emit.Certificate(p, v)
	if answer := cert.Check(p, c, cert.DataFlow); !answer.Accepted {
		fmt.Fprintf(i.err, "planproof cert: there is no certificate for this plan: %s\n  at %s\n", answer.Refusal.Message, answer.Refusal.Path)
		return exitRejected
	}
	switch verb {
	case "coq":
		i.write(export.Coq(p, c))
	case "dafny":
		i.write(export.Dafny(p, c))
	default:
		i.write(append(cert.AppendJSON(nil, p, c), '\n'))
	}
	return exitOK
}

// certCheck checks a certificate: as a whole when every precondition and
// invariant is in it, else for scope, taint rules and automata.
func (i *invocation) certCheck(p *ir.Program, v *verify.Converged) int {
	text, err := i.readFile(i.operands[2])
	if err != nil {
		return i.problem(err, report.Sources{})
	}
	c, readErr := cert.ReadJSON(text, p)
	if readErr != nil {
		return i.problem(&doc.Error{Kind: doc.KindInput, Message: "the certificate: " + readErr.Error()}, report.Sources{})
	}
	scope, part := cert.Everything, "taint rules, automata, allowlist, preconditions and invariants"
	answer := cert.Check(p, c, scope)
	if r := answer.Refusal; r != nil && (r.Test == cert.TestAllowed || r.Test == cert.TestContract) {
		fmt.Fprintf(i.out, "Not covered: %s (at %s)\n", r.Message, r.Path)
		scope, part = cert.DataFlow, "taint rules and automata"
		answer = cert.Check(p, c, scope)
	}
	if !answer.Accepted {
		fmt.Fprintf(i.out, "Refused at %s: %s\n", answer.Refusal.Path, answer.Refusal.Message)
		if name := answer.Refusal.Test.Proof(); name != "" {
			fmt.Fprintf(i.out, "  the test is %s in proofs/theories\n", name)
		}
		return exitRejected
	}
	if !i.flags.has("no-replay") {
		if failed := emit.Replay(p, v, c); len(failed) > 0 {
			for _, path := range failed {
				fmt.Fprintf(i.out, "Refused at %s: the solver does not confirm what the certificate takes from it\n", path)
			}
			return exitRejected
		}
	}
	i.certAccepted(answer, part)
	return exitOK
}

func (i *invocation) certAccepted(answer cert.Verdict, part string) {
	fmt.Fprintf(i.out, "Accepted for %s: one pass over %s and %s, %s of the table looked at.\n", part,
		counted(answer.Calls, "call", "calls"), counted(answer.Loops, "loop", "loops"), counted(answer.Reasons, "entry", "entries"))
	how := "asked again and confirmed"
	if i.flags.has("no-replay") {
		how = "not asked again"
	}
	for _, o := range answer.Obligations {
		fmt.Fprintf(i.out, "  by the solver (%s): %s at %s\n", how, o.What, o.Path)
		for _, f := range o.Facts {
			fmt.Fprintf(i.out, "    from: %s\n", f)
		}
	}
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
