package report

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/wire"
)

var update = flag.Bool("update", false, "write the golden files")

// golden compares a rendering with testdata/<name>.
func golden(t *testing.T, name, have string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(have), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if have != string(want) {
		t.Errorf("%s differs; run the test with -update and look at the change\n%s", path, firstDifference(have, string(want)))
	}
}

func firstDifference(have, want string) string {
	h, w := strings.Split(have, "\n"), strings.Split(want, "\n")
	for i := range h {
		if i >= len(w) || h[i] != w[i] {
			return "have " + h[i]
		}
	}
	return "have fewer lines"
}

// mail is the sample: its sources, with positions, and a report as the
// verifier could have made it.
func mail(t *testing.T) (*finding.Report, Sources) {
	t.Helper()
	text, err := os.ReadFile("testdata/mail.json")
	if err != nil {
		t.Fatal(err)
	}
	b, derr := doc.ReadBundle(text, doc.ReadOptions{})
	if derr != nil {
		t.Fatal(derr)
	}
	s := SourcesOf(b, Document{Doc: doc.DocBundle, File: "plans/mail.json", Text: string(text)})
	return mailReport(func(part string) doc.Span { return spanOf(t, string(text), part) }), s
}

// spanOf is the place of the only occurrence of a part of a document.
func spanOf(t *testing.T, text, part string) doc.Span {
	t.Helper()
	if strings.Count(text, part) != 1 {
		t.Fatalf("%q occurs %d times", part, strings.Count(text, part))
	}
	at := strings.Index(text, part)
	src := doc.NewSource(doc.DocBundle, text)
	return src.Span(doc.Range{Start: int32(at), End: int32(at + len(part))})
}

func mailReport(at func(string) doc.Span) *finding.Report {
	where := at("len(mails) > 0")
	r := &finding.Report{
		Version: finding.ReportVersion, Engine: "planproof 0.1.0",
		Violations: []finding.Finding{leak(at), badAddress(at), openGuard(at), deadCall(at)},
		Warnings: []finding.Finding{{
			ID: finding.IDPostconditionOpen, Category: finding.Postcondition, RuleName: "postcondition:fetch_mail:len(result) <= 10",
			StepLabel: "fetch", Path: "/workflow/steps/0/tool_call", Certainty: finding.Possible,
			Message: "`len(result) <= 10` of `fetch_mail` is checked at run time", Span: at(`"fetch_mail", "arguments"`),
		}},
		Notes: []finding.Finding{{
			ID: finding.IDLenientNote, Category: finding.WellFormedness, RuleName: "lenient", Path: "/workflow",
			Certainty: finding.Definite, Message: "passed over a comment", Span: at(`"goal": "answer the mail"`),
		}},
		Lint: []finding.Finding{{
			ID: finding.IDLintGuardName, Category: finding.Lint, RuleName: "no_external_send", Path: "/policy/automata/0/transitions/0/condition",
			Certainty: finding.Definite, Message: "the guard names `recipient`, which is neither a parameter of `send_email` nor a constant of `no_external_send`",
			Hint: "did you mean `to`?", Span: at("recipient"),
		}},
		Obligations: []finding.Obligation{
			{Path: "/workflow/steps/1/conditional/then_steps/0", Category: finding.Precondition, Condition: "len(text) > 0", Status: finding.StatusProved, Facts: []string{"`x` is a text", "len(mails) > 0 (the condition of `has mail`)"}, Core: []finding.Premise{{Words: "len(mails) > 0 (the condition of `has mail`)", Span: &where}}},
			{Path: "/workflow/steps/0", Category: finding.Postcondition, Condition: "len(result) <= 10", Status: finding.StatusWarning},
			{Path: "/workflow/steps/2", Category: finding.Precondition, Condition: "domain_of(to) in allowed", Status: finding.StatusPossible},
			{Path: "/workflow/steps/2", Category: finding.Precondition, Condition: "x * x * x == 27", Status: finding.StatusUnknown, Reason: "a product of two unknowns"},
		},
		TaintOrder: []finding.OrderVerdict{{Rule: "no_exfiltration", Flagged: true}, {Rule: "other", Flagged: false}},
		Stats:      finding.Stats{Steps: 5, Events: 23, Iterations: 0, Queries: 1},
	}
	for _, list := range [][]finding.Finding{r.Violations, r.Warnings, r.Notes, r.Lint} {
		for i := range list {
			list[i].Seal()
		}
	}
	return r
}

func leak(at func(string) doc.Span) finding.Finding {
	labels := []string{"email_content"}
	return finding.Finding{
		ID: finding.IDTaintFlow, Category: finding.Taint, RuleName: "no_exfiltration", StepLabel: "send",
		Path: "/workflow/steps/2/tool_call/arguments/body", Certainty: finding.Possible,
		Message: "data from `fetch_mail` may reach `send_email.body`", Hint: "pass it through `summarize` first, on every path",
		Span: at(`{"ref": "text"}`), Cursor: "/workflow/steps/2!rule",
		Flow: []finding.Hop{
			{Path: "/workflow/steps/0", Rule: finding.HopSource, From: "fetch_mail", To: "fetch_mail.result", Labels: labels},
			{Path: "/workflow/steps/0", Rule: finding.HopBind, From: "fetch_mail.result", To: "mails", Labels: labels},
			{Path: "/workflow/steps/1/conditional/else_steps/0", Rule: finding.HopArg, From: "mails", To: "keep.value", Labels: labels},
			{Path: "/workflow/steps/1/conditional/else_steps/0", Rule: finding.HopResult, From: "keep.value", To: "keep.result", Labels: labels},
			{Path: "/workflow/steps/1/conditional/else_steps/0", Rule: finding.HopBind, From: "keep.result", To: "text", Labels: labels},
			{Path: "/workflow/steps/1", Rule: finding.HopJoin, From: "text", To: "text", Labels: labels},
			{Path: "/workflow/steps/2", Rule: finding.HopSink, From: "text", To: "send_email.body", Labels: labels},
		},
	}
}

func badAddress(at func(string) doc.Span) finding.Finding {
	return finding.Finding{
		ID: finding.IDPrecondition, Category: finding.Precondition, RuleName: "precondition:send_email:domain_of(to) in allowed", StepLabel: "send",
		Path: "/workflow/steps/2/tool_call", Certainty: finding.Possible,
		Message: "`domain_of(to) in allowed` of `send_email` may be false, and then nothing would stop the call, because the address comes from outside of the plan and is not checked",
		Hint:    "put the call into a branch on `domain_of(addr) in allowed`",
		Span:    at(`{"ref": "addr"}`),
		Witness: &finding.Witness{Bindings: wire.Object{{Key: "addr", Value: `"a@b@c"`}, {Key: "draft", Value: wire.Raw(`"` + strings.Repeat("x", 4097) + `"`)}}, Replay: "confirmed"},
	}
}

func openGuard(at func(string) doc.Span) finding.Finding {
	return finding.Finding{
		ID: finding.IDGuardIncomplete, Category: finding.AnalysisIncomplete, RuleName: "automaton_guard", StepLabel: "send",
		Path: "/workflow/steps/2/tool_call", Certainty: finding.Definite,
		Message: "the guard `domain_of(recipient) not in allowed` of `no_external_send` names `recipient`, which is not defined",
		Hint:    "correct it", Span: at("domain_of(recipient) not in allowed"),
	}
}

func deadCall(at func(string) doc.Span) finding.Finding {
	return finding.Finding{
		ID: finding.IDToolNotAllowed, Category: finding.Allowlist, RuleName: "allowed_tools", StepLabel: "has mail",
		Path: "/workflow/steps/1/conditional", Certainty: finding.Definite, Unreachable: true,
		Message: "the policy does not allow the tool `keep`", Hint: "remove the step",
		Span: at("\"condition\": \"len(mails) > 0\",\n\t\t\t\t\"then_steps\""),
	}
}

func TestGoldenMail(t *testing.T) {
	r, s := mail(t)
	golden(t, "mail.txt", Text(r, s, Options{}))
	golden(t, "mail.color.txt", Text(r, s, Options{Color: true, Width: 72}))
	golden(t, "mail.md", Markdown(r, s, Options{}))
	golden(t, "mail.html", HTML(r, s, Options{}))
	golden(t, "mail.sarif", string(SARIF(r, s)))
	golden(t, "mail.report.json", string(JSON(r)))
}

// Without sources a report has the same statements, and no snippets.
func TestGoldenBare(t *testing.T) {
	r, _ := mail(t)
	golden(t, "bare.txt", Text(r, Sources{}, Options{Limit: 2}))
	golden(t, "bare.md", Markdown(r, Sources{}, Options{Limit: 2}))
	golden(t, "bare.sarif", string(SARIF(r, Sources{})))
}

func TestVerdict(t *testing.T) {
	f := func(cs ...finding.Category) []finding.Finding {
		var out []finding.Finding
		for _, c := range cs {
			out = append(out, finding.Finding{Category: c})
		}
		return out
	}
	for _, c := range []struct {
		violations []finding.Finding
		want       string
	}{
		{nil, "Accepted. No run of this plan breaks the policy."},
		{f(finding.Taint), "Rejected. The plan is refused with 1 violation: 1 taint."},
		{f(finding.Taint, finding.Precondition, finding.AutomatonCategory), "Rejected. The plan is refused with 3 violations: 1 taint, 1 precondition, 1 automaton."},
		{f(finding.MissingSpec, finding.Taint, finding.MissingSpec), "Rejected. The plan is refused with 3 violations: 2 missing spec, 1 taint."},
		{f(finding.AnalysisIncomplete), "Not established. 1 check could not be decided, so nothing is claimed about this plan."},
		{f(finding.AnalysisIncomplete, finding.AnalysisIncomplete), "Not established. 2 checks could not be decided, so nothing is claimed about this plan."},
		{f(finding.AnalysisIncomplete, finding.Taint), "Rejected. The plan is refused with 2 violations: 1 analysis incomplete, 1 taint."},
		{f(make([]finding.Category, 1234)...), "Rejected. The plan is refused with 1,234 violations: 1,234 ."},
	} {
		r := &finding.Report{OK: len(c.violations) == 0, Violations: c.violations}
		if have := Verdict(r); have != c.want {
			t.Errorf("have %q, want %q", have, c.want)
		}
	}
}

func TestAccepted(t *testing.T) {
	r := &finding.Report{Version: 1, Engine: "planproof 0.1.0", OK: true, Stats: finding.Stats{Steps: 1}}
	golden(t, "accepted.txt", Text(r, Sources{}, Options{}))
	golden(t, "accepted.md", Markdown(r, Sources{}, Options{}))
	golden(t, "accepted.html", HTML(r, Sources{}, Options{}))
	golden(t, "accepted.sarif", string(SARIF(r, Sources{})))
}

// Lines of source and prose fit; names, paths and rows of a flow stay whole.
func TestLinesFit(t *testing.T) {
	r, s := mail(t)
	for _, w := range []int{60, 80, 100} {
		for _, line := range strings.Split(Text(r, s, Options{Width: w}), "\n") {
			if n := width(line); n > w && strings.Contains(line, "│") {
				t.Errorf("%d cells at width %d: %s", n, w, line)
			}
		}
	}
}

func TestProblem(t *testing.T) {
	text := "{\"goal\": \"x\",\n \"stpes\": []}"
	span := spanOf(t, text, `"stpes"`)
	e := &doc.Error{Kind: doc.KindInput, Message: "unknown field `stpes` in workflow", Hint: "did you mean `steps`?", Span: &span}
	s := Sources{Documents: []Document{{Doc: doc.DocBundle, File: "a.json", Text: text}}}
	want := "input error: unknown field `stpes` in workflow\n  bundle:2:2  a.json:2:2\n      2 │  \"stpes\": []}\n        │  ^^^^^^^\n  hint  did you mean `steps`?\n"
	if have := Problem(e, s, Options{}); have != want {
		t.Errorf("have\n%s\nwant\n%s", have, want)
	}
	if have, want := string(ProblemJSON(e)), `{"ok":false,"error":{"kind":"input","message":"unknown field `+"`stpes`"+` in workflow","hint":"did you mean `+"`steps`"+`?","span":{"doc":"bundle","start":{"line":2,"column":2,"offset":15},"end":{"line":2,"column":9,"offset":22}}}}`+"\n"; have != want {
		t.Errorf("have %s want %s", have, want)
	}
}
