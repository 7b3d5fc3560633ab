// Package core is the verifier's front door.
//
// A bundle (workflow, policy, tool specs) goes in, a report comes out:
//
//	b, err := doc.ReadBundle(text, doc.ReadOptions{})
//	r, err := core.Verify(b, core.Options{})
//	fmt.Println(r.OK, r.Violations)
//
// The packages below it, from the documents to the answer:
//
//	doc      documents: strict and tolerant readers, printer, schemas
//	cond     the condition language: one grammar, its evaluators
//	ir       the interned, rule-expanded program
//	lattice  finite lattices with their laws; flow: the abstract domain
//	check    one file a rule family; prove: conditions against smt/
//	verify   the walk, the loop fixpoint, the trace recorder
//	cert     certificates and their checker, proved in proofs/
//	finding  findings, obligations, trace, cursor; report renders them
package core

import (
	"planproof/core/cert/certify"
	"planproof/core/check"
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/ir"
	"planproof/core/verify"
)

// Version is the engine's version, as reports print it.
const Version = "0.1.0"

// Options of a verification.
type Options struct {
	// Strict makes a postcondition that can not be proved a violation
	// (category "unparseable") instead of a warning.
	Strict bool
	// Detail DetailFull records the trace.
	Detail verify.Detail
	// Explain, when set, is what obligations are to say beyond their verdict:
	// minimal cores, the questions as SMT-LIB.
	Explain *check.Explain
	// Certificate puts the certificate into the report of a plan that has one.
	// It is checked in any case.
	Certificate bool
}

// Verify checks a bundle. It is a pure function: no clock, no randomness, no
// I/O; the same bundle and options give the same report. The error, when not
// nil, is a *doc.Error of kind "policy": the documents contradict each other
// and nothing was analysed. A refused plan is a report, not an error. The
// bundle's own options are added to the given ones.
func Verify(b *doc.Bundle, o Options) (*finding.Report, error) {
	p, perr := ir.Build(b)
	if perr != nil {
		return nil, perr
	}
	v := verify.Converge(p, verify.Options{Strict: o.Strict || b.Options.Strict, Detail: o.Detail, Explain: o.Explain})
	certify.Judge(p, v, o.Certificate)
	r := v.Report
	r.Engine = "planproof " + Version
	r.Notes = append(r.Notes, notes(b)...)
	return r, nil
}

// notes are what is to be said of the documents themselves: what the tolerant
// reader changed, and that a plan without steps shows nothing.
func notes(b *doc.Bundle) []finding.Finding {
	var out []finding.Finding
	for _, n := range b.Notes {
		out = append(out, lenientNote(n))
	}
	if len(b.Workflow.Steps) == 0 {
		f := finding.Finding{
			ID: finding.IDNoSteps, Category: finding.WellFormedness, RuleName: "no_steps",
			Path: "/workflow/steps", Certainty: finding.Definite, Message: "the plan has no steps, so nothing was checked",
			Hint: "an accepted plan without steps says nothing about the policy", Span: b.Workflow.Source.Span(b.Workflow.Range),
		}
		f.Seal()
		out = append(out, f)
	}
	return out
}

// lenientNote reports what the tolerant reader changed.
func lenientNote(n doc.Note) finding.Finding {
	f := finding.Finding{
		ID: finding.IDLenientNote, Category: finding.WellFormedness, RuleName: "lenient",
		Path: "/workflow", Certainty: finding.Definite, Message: n.Message, Span: n.Span,
	}
	f.Seal()
	return f
}
