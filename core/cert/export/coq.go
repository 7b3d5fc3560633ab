package export

import (
	"strconv"
	"strings"

	"planproof/core/cert"
	"planproof/core/ir"
	"planproof/core/lattice"
)

// Coq writes a Coq file that states and proves that no run of the plan breaks
// its policy, given the justifications of what the certificate's table
// excludes. It needs the theories of proofs/. The certificate must be one that
// cert.Check accepts; nil when it does not.
func Coq(p *ir.Program, c *cert.Certificate) []byte {
	n := numbered(p, c)
	if n == nil {
		return nil
	}
	w := &coqWriter{n: n}
	w.line("(* Made by planproof. Check it with: coqc -Q proofs/build/theories Planproof FILE *)")
	w.line("From Coq Require Import List.")
	w.line("From Planproof Require Import Base Syntax Concrete Domain Check Sound Table.")
	w.line("Import ListNotations.")
	w.legend()
	w.line("Definition P : policy := " + w.policy() + ".")
	w.line("Definition w : workflow := " + w.steps(n.Workflow, "  ") + ".")
	w.line("Definition E : entries := " + w.entries() + ".")
	w.line("Definition C : list (nat * astate) := " + w.heads() + ".")
	w.WriteString(coqStatement)
	return []byte(w.String())
}

const coqStatement = `
(* The certificate is accepted: the proved checker is run here. *)
Theorem accepted : check P (table_of P E) C w = true.
Proof. vm_compute. reflexivity. Qed.

(* So the plan is safe, in every run for which the exclusions in E are justified. *)
Theorem safe : forall fi orc real s,
  start_env P s -> justified P fi orc real w s E ->
  forall tr k, runs real (map (KS []) w, s) tr k ->
  safe_trace P fi orc tr /\ (fst k <> [] -> exists ev k', move k ev k').
Proof. exact (soundness_justified P E C w accepted). Qed.

Print Assumptions safe.
`

type coqWriter struct {
	strings.Builder
	n *cert.Numbered
}

func (w *coqWriter) line(s string) { w.WriteString(s + "\n") }

// legend says what the numbers stand for.
func (w *coqWriter) legend() {
	for _, part := range []struct {
		what  string
		names []string
	}{{"tool", w.n.Tools}, {"variable", w.n.Vars}, {"parameter", w.n.Params}, {"rule", w.n.RuleNames}, {"condition", w.n.Conditions}} {
		for i, name := range part.names {
			w.line("(* " + part.what + " " + strconv.Itoa(i) + ": " + comment(name) + " *)")
		}
	}
}

func list(items []string) string { return "[" + strings.Join(items, "; ") + "]" }

func pair(a, b int) string { return "(" + strconv.Itoa(a) + ", " + strconv.Itoa(b) + ")" }

func option(n int) string {
	if n < 0 {
		return "None"
	}
	return "(Some " + strconv.Itoa(n) + ")"
}

func guard(g cert.Guard) string {
	if g == cert.Always {
		return "GTrue"
	}
	return "(GOpaque " + strconv.Itoa(int(g)) + ")"
}

func (w *coqWriter) policy() string {
	var intro, rules, pre, auts, marks, inputs []string
	for _, i := range w.n.Intro {
		intro = append(intro, pair(i.Tool, i.Label))
	}
	for i := range w.n.Rules {
		r := &w.n.Rules[i]
		sources := "(Some " + list(numbers(r.Labels())) + ")"
		if r.AnySource {
			sources = "None"
		}
		rules = append(rules, "mkRule "+sources+" "+option(r.Sink)+" "+option(r.Param)+" "+guard(r.Guard)+" "+list(elems(r.Sanitizers))+" "+strconv.FormatBool(r.Deny))
	}
	for _, p := range w.n.Pre {
		pre = append(pre, "("+strconv.Itoa(p.Tool)+", "+guard(p.Guard)+")")
	}
	for i := range w.n.Automata {
		a := &w.n.Automata[i]
		var trans []string
		for _, t := range a.Trans {
			trans = append(trans, "mkTrans "+strconv.Itoa(t.From)+" "+option(t.Tool)+" "+guard(t.Guard)+" "+strconv.Itoa(t.To))
		}
		auts = append(auts, "mkAut "+strconv.Itoa(a.Init)+" "+list(elems(a.Err))+" "+list(trans))
	}
	for _, m := range w.n.Marks {
		marks = append(marks, pair(m.Tool, m.Param))
	}
	for _, in := range w.n.Inputs {
		inputs = append(inputs, "("+strconv.Itoa(in.Var)+", "+list(elems(in.Labels))+")")
	}
	parts := []string{"mkPolicy", list(elems(w.n.Allowed)), list(intro), list(rules), list(pre), list(auts), list(marks), list(inputs), strconv.FormatBool(w.n.Track)}
	return strings.Join(parts, "\n  ")
}

func (w *coqWriter) steps(steps []cert.Step, indent string) string {
	var out []string
	for _, s := range steps {
		out = append(out, w.step(s, indent))
	}
	return "[" + strings.Join(out, ";\n"+indent) + "]"
}

func (w *coqWriter) step(s cert.Step, indent string) string {
	inner := indent + "  "
	switch s := s.(type) {
	case *cert.Call:
		var args []string
		for i := range s.Args {
			args = append(args, "("+strconv.Itoa(s.Args[i].Param)+", "+arg(&s.Args[i])+")")
		}
		return "Call (mkCall " + strconv.Itoa(s.Tool) + " " + list(args) + " " + option(s.Bind) + " " + strconv.Itoa(s.ID) + ")"
	case *cert.Cond:
		return "Cond " + list(numbers(s.Reads)) + "\n" + inner + w.steps(s.Then, inner) + "\n" + inner + w.steps(s.Else, inner)
	case *cert.Loop:
		return "Loop " + strconv.Itoa(s.ID) + " " + strconv.Itoa(s.Coll) + " " + strconv.Itoa(s.Item) + "\n" + inner + w.steps(s.Body, inner)
	default:
		panic("export: a step is a call, a conditional or a loop")
	}
}

func arg(a *cert.Arg) string {
	switch {
	case a.Mix:
		return "AMix " + list(numbers(a.Refs))
	case len(a.Refs) == 1:
		return "ARef " + strconv.Itoa(a.Refs[0])
	default:
		return "ALit " + strconv.Itoa(a.Lit)
	}
}

func (w *coqWriter) entries() string {
	var next, rules, holds []string
	for _, e := range w.n.Next {
		next = append(next, "(("+strconv.Itoa(e.Call)+", "+strconv.Itoa(e.Automaton)+", "+strconv.Itoa(e.State)+"), ("+list(numbers(e.Fires))+", "+strconv.FormatBool(e.Stays)+"))")
	}
	for _, e := range w.n.NoRule {
		rules = append(rules, pair(e.Call, e.Rule))
	}
	for _, e := range w.n.Holds {
		if e.Pre < len(w.n.Pre) {
			holds = append(holds, pair(e.Call, e.Pre))
		}
	}
	return "mkEntries\n  " + list(next) + "\n  " + list(rules) + "\n  " + list(holds)
}

func (w *coqWriter) heads() string {
	var out []string
	for i, h := range w.n.Heads {
		if h != nil {
			out = append(out, "("+strconv.Itoa(i)+", "+head(h)+")")
		}
	}
	return "[" + strings.Join(out, ";\n  ") + "]"
}

func head(h *cert.Head) string {
	var bound, facts []string
	for _, k := range h.Known {
		bound = append(bound, strconv.Itoa(k.Var))
		facts = append(facts, fact("FV", k.Var, k.Raw)...)
	}
	for i, s := range h.Automata {
		facts = append(facts, fact("FQ", i, s)...)
	}
	return "mkA " + list(bound) + " " + list(facts)
}

func fact(kind string, of int, s lattice.Set) []string {
	var out []string
	for e := range s.All() {
		out = append(out, kind+" "+strconv.Itoa(of)+" "+strconv.Itoa(e))
	}
	return out
}
