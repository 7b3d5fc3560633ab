package cert_test

import (
	"slices"
	"testing"

	"planproof/core"
	"planproof/core/cert"
	"planproof/core/cert/emit"
	"planproof/core/check"
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/internal/progen"
	"planproof/core/ir"
	"planproof/core/verify"
	"planproof/examples"
)

// verdicts are the columns of the table: what is flagged.
type verdicts struct {
	precise   bool // data flow, per rule
	order     bool // order, sanitizers ignored: proved above precise
	clearing  bool // order, sanitizers clear it: unsound
	automaton bool
	contract  bool // precondition
	ok        bool
}

func programOf(t *testing.T, text []byte) *ir.Program {
	t.Helper()
	b, derr := doc.ReadBundle(text, doc.ReadOptions{})
	if derr != nil {
		t.Fatal(derr)
	}
	p, derr := ir.Build(b)
	if derr != nil {
		t.Fatal(derr)
	}
	return p
}

// verdictsOf takes the precise and the automaton column from the report, and
// holds the report to the checker.
func verdictsOf(t *testing.T, p *ir.Program) verdicts {
	t.Helper()
	v := verify.Converge(p, verify.Options{})
	has := func(c finding.Category) bool {
		return slices.ContainsFunc(v.Report.Violations, func(f finding.Finding) bool { return f.Category == c })
	}
	m := cert.ModelOf(p, cert.DataFlow)
	out := verdicts{precise: has(finding.Taint), automaton: has(finding.AutomatonCategory), contract: has(finding.Precondition), ok: v.Report.OK}
	for r := range p.Rules {
		out.order = out.order || m.Flagged(r)
		out.clearing = out.clearing || m.FlaggedClearing(r)
	}
	if got := cert.Check(p, emit.Certificate(p, v), cert.DataFlow).Accepted; got != (!out.precise && !out.automaton) {
		t.Errorf("the checker accepts: %v; the report: %+v", got, out)
	}
	return out
}

// TestScenarios is the table of the five e-mail scenarios of
// guardians-lemmascript (theories/Scenarios.v, table, proves it of the model),
// then cases that it gets wrong.
func TestScenarios(t *testing.T) {
	for id, want := range map[string]verdicts{
		//                                    precise order clearing automaton contract ok
		"lemmascript-safe":               {false, false, false, false, false, true},
		"lemmascript-malicious":          {true, true, true, true, true, false},
		"lemmascript-literal-send":       {false, false, false, true, true, false},
		"lemmascript-branching-leak":     {true, true, true, true, true, false},
		"lemmascript-fetch-then-literal": {false, true, true, true, true, false},
		// Redacting one value clears its bit for all of them: it misses the leak.
		"lemmascript-another-value-redacted": {true, true, false, false, false, false},
		// It looks at the first call of a sink only, and so at the harmless one.
		"lemmascript-second-send": {true, true, true, false, false, false},
		// It takes "the tool is called" for "the guard holds".
		"lemmascript-colleague": {false, false, false, false, false, true},
	} {
		e, ok := examples.Find(id)
		if !ok {
			t.Errorf("there is no example %s", id)
			continue
		}
		if got := verdictsOf(t, programOf(t, e.Text)); got != want {
			t.Errorf("%s: %+v, want %+v", id, got, want)
		}
	}
}

// mail is a workflow with the tools of the scenarios.
func mail(steps string) []byte {
	return []byte(`{"workflow":{"goal":"g","steps":[` + steps + `]},"policy":{"name":"p","allowed_tools":["fetch","redact","summarize","send"],` +
		`"taint_rules":[{"name":"r","source_tool":"fetch","sink_tool":"send","sink_param":"body","sanitizers":["redact"]}]},` +
		`"tools":[{"name":"fetch","params":[]},{"name":"redact","params":[{"name":"t"}]},` +
		`{"name":"summarize","params":[{"name":"a"},{"name":"b","required":false}]},{"name":"send","params":[{"name":"body"}]}]}`)
}

func step(label, tool, args, bind string) string {
	if bind != "" {
		bind = `,"result_binding":"` + bind + `"`
	}
	return `{"label":"` + label + `","tool_call":{"tool_name":"` + tool + `","arguments":{` + args + `}` + bind + `}}`
}

// TestLemmascriptMisses: the remaining cases in which guardians-lemmascript is
// wrong.
func TestLemmascriptMisses(t *testing.T) {
	for name, c := range map[string]struct {
		steps   string
		precise bool
	}{
		// It makes one chain of the values that meet in the summary, in which
		// redacting the note comes after fetching the mail.
		"a graph is no chain": {step("1", "fetch", "", "e") + "," + step("2", "redact", `"t":"x"`, "n") + "," +
			step("3", "summarize", `"a":{"ref":"e"},"b":{"ref":"n"}`, "s") + "," + step("4", "send", `"body":{"ref":"s"}`, ""), true},
		// It takes the first producer of a name.
		"a name is bound again": {step("1", "redact", `"t":"x"`, "e") + "," + step("2", "fetch", "", "e") + "," + step("3", "send", `"body":{"ref":"e"}`, ""), true},
		"a name is bound again, the other way": {step("1", "fetch", "", "e") + "," + step("2", "redact", `"t":{"ref":"e"}`, "e") + "," +
			step("3", "send", `"body":{"ref":"e"}`, ""), false},
		// It recurses without end on a name that is made of itself.
		"a name made of itself": {step("1", "summarize", `"a":{"ref":"x"}`, "x") + "," + step("2", "send", `"body":{"ref":"x"}`, ""), false},
	} {
		p := programOf(t, mail(c.steps))
		v := verify.Converge(p, verify.Options{})
		precise := slices.ContainsFunc(v.Report.Violations, func(f finding.Finding) bool { return f.Category == finding.Taint })
		if precise != c.precise {
			t.Errorf("%s: flagged %v, want %v", name, precise, c.precise)
		}
		answer := cert.Check(p, emit.Certificate(p, v), cert.DataFlow)
		if name == "a name made of itself" {
			if answer.Accepted || answer.Refusal.Test != cert.TestBound {
				t.Errorf("%s: %+v", name, answer)
			}
		} else if answer.Accepted == precise {
			t.Errorf("%s: the checker accepts %v", name, answer.Accepted)
		}
	}
}

// TestOrderIsAbove: on random programs the order verdict of the report is the
// one of the model, and it flags every rule that the precise one does.
func TestOrderIsAbove(t *testing.T) {
	cases, sharper := 0, 0
	total := uint64(1500)
	if testing.Short() {
		total = 200
	}
	for seed := range total {
		b, derr := doc.ReadBundle(progen.Bundle(seed), doc.ReadOptions{})
		if derr != nil {
			t.Fatal(derr)
		}
		p, derr := ir.Build(b)
		if derr != nil {
			continue
		}
		cases++
		m, order := cert.ModelOf(p, cert.DataFlow), check.TaintOrder(p)
		r, err := core.Verify(b, core.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for k, o := range order {
			if o.Flagged != m.Flagged(k) {
				t.Fatalf("seed %d: rule %s: %v in the report, %v in the model", seed, o.Rule, o.Flagged, m.Flagged(k))
			}
			flagged := slices.ContainsFunc(r.Violations, func(f finding.Finding) bool {
				return f.RuleName == o.Rule && (f.Category == finding.Taint || f.Category == finding.ImplicitFlow)
			})
			if flagged && !o.Flagged {
				t.Fatalf("seed %d: rule %s is violated and not flagged by order", seed, o.Rule)
			}
			if o.Flagged && !flagged {
				sharper++
			}
		}
	}
	t.Logf("%d cases; %d rules flagged by order alone", cases, sharper)
}
