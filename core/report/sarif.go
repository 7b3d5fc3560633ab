package report

import (
	"strings"
	"unicode"

	"planproof/core/doc"
	"planproof/core/explain"
	"planproof/core/finding"
	"planproof/core/wire"
)

const (
	sarifSchema = "https://json.schemastore.org/sarif-2.1.0.json"
	// fingerprintKey names how Finding.Fingerprint is computed.
	fingerprintKey = "planproof/v1"
)

// SARIF renders a report as a SARIF 2.1.0 log with one run. Columns count code
// points, as the report's do. A violation is an error whatever its certainty:
// the plan is refused either way.
func SARIF(r *finding.Report, s Sources) []byte {
	w := &sarifWriter{s: &s, rules: map[string]int{}, artifacts: map[string]int{}}
	for _, level := range []struct {
		name     string
		findings []finding.Finding
	}{{"error", r.Violations}, {"warning", r.Warnings}, {"warning", r.Lint}, {"note", r.Notes}} {
		for i := range level.findings {
			w.result(&level.findings[i], level.name)
		}
	}
	name, version, _ := strings.Cut(r.Engine, " ")
	if name == "" {
		name = "planproof"
	}
	w.run.Tool.Driver.Name = name
	w.run.Tool.Driver.Version, w.run.Tool.Driver.SemanticVersion = version, version
	w.run.Invocations = []sarifInvocation{{ExecutionSuccessful: true}}
	w.run.ColumnKind = "unicodeCodePoints"
	w.run.Properties = wire.Object{
		{Key: "verdict", Value: quoted(Verdict(r))},
		{Key: "stats", Value: wire.Raw(wire.Append(nil, r.Stats))},
	}
	return append(wire.Append(nil, sarifLog{sarifSchema, "2.1.0", []sarifRun{w.run}}), '\n')
}

// sarifWriter builds one run.
type sarifWriter struct {
	s         *Sources
	run       sarifRun
	rules     map[string]int
	artifacts map[string]int
}

func quoted(s string) wire.Raw { return wire.Raw(wire.Append(nil, s)) }

func (w *sarifWriter) result(f *finding.Finding, level string) {
	out := sarifResult{
		RuleID: f.ID, RuleIndex: w.rule(f.ID, level), Level: level,
		Message:             sarifText{Text: sarifMessage(f)},
		Locations:           []sarifLocation{w.location(f.Span, f.Path, f.StepLabel)},
		PartialFingerprints: wire.Object{{Key: fingerprintKey, Value: quoted(f.Fingerprint)}},
		Properties: wire.Object{
			{Key: "category", Value: quoted(string(f.Category))},
			{Key: "ruleName", Value: quoted(f.RuleName)},
			{Key: "certainty", Value: quoted(string(f.Certainty))},
		},
	}
	if f.Unreachable {
		out.Properties = append(out.Properties, wire.Member{Key: "unreachable", Value: "true"})
	}
	if f.Witness != nil {
		out.Properties = append(out.Properties, wire.Member{Key: "witness", Value: wire.Raw(wire.Append(nil, f.Witness))})
	}
	if len(f.Flow) > 0 {
		out.CodeFlows = []sarifCodeFlow{w.codeFlow(f)}
	}
	out.RelatedLocations = w.related(f)
	w.run.Results = append(w.run.Results, out)
}

// sarifMessage is the message and the hint.
func sarifMessage(f *finding.Finding) string {
	text := sentence(clean(f.Message))
	if f.Hint != "" {
		text += " " + sentence(capitalWord(clean(f.Hint)))
	}
	return sarifEscape(text)
}

func sentence(s string) string {
	if s == "" || strings.ContainsRune(".?!", rune(s[len(s)-1])) {
		return s
	}
	return s + "."
}

func capitalWord(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return capital(s)
}

// sarifEscape makes a text a message string: braces, which mark placeholders,
// are doubled (3.11.5), and a text that could hold an embedded link has its
// brackets quoted (3.11.6).
func sarifEscape(s string) string {
	s = strings.NewReplacer("{", "{{", "}", "}}").Replace(s)
	if strings.Contains(s, "](") {
		s = strings.NewReplacer("[", `\[`, "]", `\]`).Replace(s)
	}
	return s
}

// rule is the number of a rule; its texts are the explanation page of the id.
func (w *sarifWriter) rule(id, level string) int {
	if n, ok := w.rules[id]; ok {
		return n
	}
	rule := sarifRule{ID: id, Name: pascal(id), DefaultConfiguration: sarifConfig{level}}
	if page, ok := explain.Page(id); ok {
		title, body := explain.Split(page)
		rule.ShortDescription = &sarifText{Text: sarifEscape(title)}
		rule.FullDescription = &sarifText{Text: sarifEscape(sentence(title))}
		rule.Help = &sarifText{Text: body, Markdown: page}
	}
	family, _, _ := strings.Cut(id, "/")
	rule.Properties = wire.Object{{Key: "tags", Value: wire.Raw(wire.Append(nil, []string{"security", family}))}}
	w.rules[id] = len(w.run.Tool.Driver.Rules)
	w.run.Tool.Driver.Rules = append(w.run.Tool.Driver.Rules, rule)
	return w.rules[id]
}

// pascal is an id as a name: "automaton/error-reachable" is
// AutomatonErrorReachable.
func pascal(id string) string {
	var b strings.Builder
	up := true
	for _, r := range id {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			up = true
			continue
		}
		if up {
			r, up = unicode.ToUpper(r), false
		}
		b.WriteRune(r)
	}
	return b.String()
}

// location is a place: in a file when the span has one, and by its path.
func (w *sarifWriter) location(span doc.Span, path, label string) sarifLocation {
	out := sarifLocation{LogicalLocations: []sarifLogicalLocation{{Name: clean(label), FullyQualifiedName: clean(path)}}}
	if span.Start.Line > 0 {
		out.PhysicalLocation = w.physical(span)
	}
	return out
}

func (w *sarifWriter) physical(span doc.Span) *sarifPhysicalLocation {
	region := &sarifRegion{
		StartLine: span.Start.Line, StartColumn: max(1, span.Start.Column), EndLine: max(1, span.End.Line), EndColumn: max(1, span.End.Column),
		ByteOffset: max(0, span.Start.Offset), ByteLength: max(0, span.End.Offset-span.Start.Offset),
	}
	const longest = 1024 // a snippet says what is meant; a whole document does not
	if t, ok := w.s.find(span.Doc); ok && span.Start.Offset >= 0 && region.ByteLength > 0 && region.ByteLength <= longest && span.End.Offset <= len(t.Text) {
		region.Snippet = &sarifText{Text: t.Text[span.Start.Offset:span.End.Offset]}
	}
	return &sarifPhysicalLocation{w.artifact(span.Doc), region}
}

// artifact names the file of a document, and enters it in the run's list.
func (w *sarifWriter) artifact(name string) sarifArtifactLocation {
	uri := fileURI(name + ".json")
	if t, ok := w.s.find(name); ok && t.File != "" {
		uri = fileURI(t.File)
	}
	n, ok := w.artifacts[uri]
	if !ok {
		n = len(w.run.Artifacts)
		w.artifacts[uri] = n
		w.run.Artifacts = append(w.run.Artifacts, sarifArtifact{sarifArtifactLocation{URI: uri}, "application/json", []string{"analysisTarget"}})
	}
	return sarifArtifactLocation{URI: uri, Index: &n}
}

// codeFlow is a finding's flow, hop by hop.
func (w *sarifWriter) codeFlow(f *finding.Finding) sarifCodeFlow {
	var flow sarifThreadFlow
	for i := range f.Flow {
		h := &f.Flow[i]
		at := w.location(w.s.stepSpan(h.Path), h.Path, "")
		labels := ""
		if len(h.Labels) > 0 {
			labels = ", labels " + strings.Trim(labelSet(h.Labels), "{}")
		}
		at.Message = &sarifText{Text: sarifEscape(string(h.Rule) + ": " + clean(h.From) + " → " + clean(h.To) + labels)}
		importance := "important"
		if i == 0 || i == len(f.Flow)-1 {
			importance = "essential"
		}
		flow.Locations = append(flow.Locations, sarifThreadFlowLocation{at, []string{string(h.Rule)}, i + 1, importance})
	}
	return sarifCodeFlow{[]sarifThreadFlow{flow}}
}

// related are the rule that is broken and the step that the data comes from.
func (w *sarifWriter) related(f *finding.Finding) []sarifLocation {
	var out []sarifLocation
	add := func(span doc.Span, message string) {
		if span.Start.Line == 0 {
			return
		}
		id := len(out) + 1
		out = append(out, sarifLocation{ID: &id, PhysicalLocation: w.physical(span), Message: &sarifText{Text: sarifEscape(message)}})
	}
	add(w.s.ruleSpan(f), "the rule `"+clean(f.RuleName)+"`")
	if len(f.Flow) > 0 {
		add(w.s.stepSpan(f.Flow[0].Path), "the data comes from here")
	}
	return out
}

// fileURI is a path as a relative reference or file URI (RFC 3986).
func fileURI(path string) string {
	path = strings.ReplaceAll(path, `\`, "/")
	var b strings.Builder
	switch {
	case len(path) > 2 && path[1] == ':' && path[2] == '/':
		b.WriteString("file:///")
	case strings.HasPrefix(path, "/"):
		b.WriteString("file://")
	}
	for i := 0; i < len(path); i++ {
		c := path[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-._~/!$&'()*+,;=@", c) >= 0 {
			b.WriteByte(c)
			continue
		}
		const hex = "0123456789ABCDEF"
		b.WriteByte('%')
		b.WriteByte(hex[c>>4])
		b.WriteByte(hex[c&15])
	}
	return b.String()
}
