package report

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"planproof/core/finding"
)

// field says what SARIF 2.1.0 has at one field: a scalar type, the name of an
// object type, or a list ("[]type") of one of them. A leading ! is required.
type fields map[string]string

// sarifTypes is the structure of the parts of a log that reports have, by hand
// from the standard: every object is closed, as in its schema.
var sarifTypes = map[string]fields{
	"sarifLog":    {"$schema": "uri", "version": "!=2.1.0", "runs": "![]run", "properties": "bag"},
	"run":         {"tool": "!tool", "invocations": "[]invocation", "artifacts": "[]artifact", "columnKind": "=utf16CodeUnits|unicodeCodePoints", "results": "[]result", "properties": "bag"},
	"tool":        {"driver": "!toolComponent", "properties": "bag"},
	"invocation":  {"executionSuccessful": "!bool", "properties": "bag"},
	"artifact":    {"location": "artifactLocation", "mimeType": "mime", "roles": "[]role", "properties": "bag"},
	"message":     {"text": "string", "markdown": "string", "id": "string", "arguments": "[]string", "properties": "bag"},
	"multiformat": {"text": "!string", "markdown": "string", "properties": "bag"},
	"toolComponent": {"name": "!string", "version": "string", "semanticVersion": "string", "informationUri": "uri",
		"rules": "[]reportingDescriptor", "properties": "bag"},
	"reportingDescriptor": {"id": "!string", "name": "string", "shortDescription": "multiformat", "fullDescription": "multiformat",
		"help": "multiformat", "helpUri": "uri", "defaultConfiguration": "configuration", "properties": "bag"},
	"configuration":    {"enabled": "bool", "level": "level", "rank": "number", "properties": "bag"},
	"artifactLocation": {"uri": "uri", "uriBaseId": "string", "index": "index", "description": "message", "properties": "bag"},
	"result": {"ruleId": "string", "ruleIndex": "index", "level": "level", "kind": "string", "message": "!message", "locations": "[]location",
		"relatedLocations": "[]location", "codeFlows": "[]codeFlow", "partialFingerprints": "strings", "fingerprints": "strings", "properties": "bag"},
	"location":         {"id": "index", "physicalLocation": "physicalLocation", "logicalLocations": "[]logicalLocation", "message": "message", "properties": "bag"},
	"physicalLocation": {"artifactLocation": "!artifactLocation", "region": "region", "contextRegion": "region", "properties": "bag"},
	"region": {"startLine": "positive", "startColumn": "positive", "endLine": "positive", "endColumn": "positive", "charOffset": "index", "charLength": "index",
		"byteOffset": "index", "byteLength": "index", "snippet": "artifactContent", "properties": "bag"},
	"artifactContent":    {"text": "string", "binary": "string", "properties": "bag"},
	"logicalLocation":    {"name": "string", "fullyQualifiedName": "string", "kind": "string", "properties": "bag"},
	"codeFlow":           {"message": "message", "threadFlows": "![]threadFlow", "properties": "bag"},
	"threadFlow":         {"id": "string", "message": "message", "locations": "![]threadFlowLocation", "properties": "bag"},
	"threadFlowLocation": {"location": "location", "kinds": "[]string", "nestingLevel": "index", "executionOrder": "index", "importance": "=important|essential|unimportant", "properties": "bag"},
}

// uriReference is RFC 3986 as far as characters go.
var uriReference = regexp.MustCompile(`^([A-Za-z0-9\-._~!$&'()*+,;=:@/?#]|%[0-9A-F]{2})*$`)

// checkSARIF walks a log by the table and returns what is wrong.
func checkSARIF(typ, at string, v any) []string {
	if item, ok := strings.CutPrefix(typ, "[]"); ok {
		list, ok := v.([]any)
		if !ok {
			return []string{at + ": no list"}
		}
		var bad []string
		for i, e := range list {
			bad = append(bad, checkSARIF(item, fmt.Sprintf("%s/%d", at, i), e)...)
		}
		return bad
	}
	if f, ok := sarifTypes[typ]; ok {
		return checkObject(f, at, v)
	}
	if !scalarOK(typ, v) {
		return []string{fmt.Sprintf("%s: %v is no %s", at, v, typ)}
	}
	return nil
}

func checkObject(f fields, at string, v any) []string {
	o, ok := v.(map[string]any)
	if !ok {
		return []string{at + ": no object"}
	}
	var bad []string
	for name, value := range o {
		typ, known := f[name]
		if !known {
			bad = append(bad, at+": unknown field "+name)
			continue
		}
		bad = append(bad, checkSARIF(strings.TrimPrefix(typ, "!"), at+"/"+name, value)...)
	}
	for name, typ := range f {
		if _, has := o[name]; !has && strings.HasPrefix(typ, "!") {
			bad = append(bad, at+": no "+name)
		}
	}
	return bad
}

func scalarOK(typ string, v any) bool {
	text, isText := v.(string)
	number, isNumber := v.(float64)
	switch {
	case strings.HasPrefix(typ, "="):
		return isText && slices.Contains(strings.Split(typ[1:], "|"), text)
	case typ == "string":
		return isText
	case typ == "uri":
		return isText && uriReference.MatchString(text)
	case typ == "mime":
		return isText && strings.Count(text, "/") == 1
	case typ == "role":
		return text == "analysisTarget"
	case typ == "level":
		return slices.Contains([]string{"none", "note", "warning", "error"}, text)
	case typ == "index":
		return isNumber && number >= 0
	case typ == "positive":
		return isNumber && number >= 1
	case typ == "bool":
		_, ok := v.(bool)
		return ok
	}
	o, isObject := v.(map[string]any)
	if typ == "strings" {
		for _, e := range o {
			if _, ok := e.(string); !ok {
				return false
			}
		}
	}
	return isObject && (typ == "bag" || typ == "strings")
}

// checkLog checks a log's structure and the references inside of it.
func checkLog(t *testing.T, log []byte) {
	t.Helper()
	var v any
	if err := json.Unmarshal(log, &v); err != nil {
		t.Fatal(err)
	}
	for _, bad := range checkSARIF("sarifLog", "", v) {
		t.Error(bad)
	}
	var typed sarifLog
	if err := json.Unmarshal(log, &typed); err != nil {
		t.Fatal(err)
	}
	for _, run := range typed.Runs {
		checkRun(t, &run)
	}
}

func checkRun(t *testing.T, run *sarifRun) {
	t.Helper()
	ids := map[string]bool{}
	for _, rule := range run.Tool.Driver.Rules {
		if ids[rule.ID] {
			t.Errorf("rule %s twice", rule.ID)
		}
		ids[rule.ID] = true
		if rule.Help == nil || rule.Help.Markdown == "" {
			t.Errorf("rule %s has no help", rule.ID)
		}
	}
	for i, r := range run.Results {
		if r.RuleIndex >= len(run.Tool.Driver.Rules) || run.Tool.Driver.Rules[r.RuleIndex].ID != r.RuleID {
			t.Errorf("result %d: rule %d is not %s", i, r.RuleIndex, r.RuleID)
		}
		locations := slices.Concat(r.Locations, r.RelatedLocations)
		for _, flow := range r.CodeFlows {
			for n, l := range flow.ThreadFlows[0].Locations {
				locations = append(locations, l.Location)
				if l.ExecutionOrder != n+1 {
					t.Errorf("result %d: hop %d has order %d", i, n, l.ExecutionOrder)
				}
			}
		}
		for _, l := range locations {
			if p := l.PhysicalLocation; p != nil && run.Artifacts[*p.ArtifactLocation.Index].Location.URI != p.ArtifactLocation.URI {
				t.Errorf("result %d: artifact %d is not %s", i, *p.ArtifactLocation.Index, p.ArtifactLocation.URI)
			}
		}
	}
}

func TestSARIFStructure(t *testing.T) {
	r, s := mail(t)
	checkLog(t, SARIF(r, s))
	checkLog(t, SARIF(r, Sources{}))
	checkLog(t, SARIF(hostile(t)))
	checkLog(t, SARIF(&finding.Report{}, Sources{}))
}

// The checker itself must see what is wrong.
func TestSARIFCheckerRefuses(t *testing.T) {
	for _, text := range []string{
		`{}`, `{"version":"2.0.0","runs":[]}`, `{"version":"2.1.0","runs":[{}]}`, `{"version":"2.1.0","runs":[],"x":1}`,
		`{"version":"2.1.0","runs":[{"tool":{"driver":{}}}]}`,
		`{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"p"}},"columnKind":"bytes"}]}`,
		`{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"p"}},"results":[{"message":{},"level":"fatal"}]}]}`,
		`{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"p"}},"results":[{"message":{"text":1}}]}]}`,
		`{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"p"}},"artifacts":[{"location":{"uri":"a b"}}]}]}`,
	} {
		var v any
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err)
		}
		if len(checkSARIF("sarifLog", "", v)) == 0 {
			t.Errorf("accepted %s", text)
		}
	}
}

func TestSARIFPlaces(t *testing.T) {
	r, s := mail(t)
	var log sarifLog
	if err := json.Unmarshal(SARIF(r, s), &log); err != nil {
		t.Fatal(err)
	}
	first := log.Runs[0].Results[0]
	if len(first.RelatedLocations) != 2 || len(first.CodeFlows[0].ThreadFlows[0].Locations) != 7 {
		t.Fatalf("%d related locations, %d hops", len(first.RelatedLocations), len(first.CodeFlows[0].ThreadFlows[0].Locations))
	}
	for i, want := range []string{`"fetch"`, `"fetch"`, `"raw"`, `"raw"`, `"raw"`, `"has mail"`, `"send"`} {
		p := first.CodeFlows[0].ThreadFlows[0].Locations[i].Location.PhysicalLocation
		if p == nil || p.Region.Snippet == nil || p.Region.Snippet.Text != want {
			t.Errorf("hop %d is not at %s: %+v", i+1, want, p)
		}
	}
	if have := first.RelatedLocations[0].PhysicalLocation.Region.Snippet.Text; have != `"no_exfiltration"` {
		t.Errorf("the rule is at %s", have)
	}
}

func TestFileURI(t *testing.T) {
	for _, c := range [][2]string{
		{"plans/mail.json", "plans/mail.json"}, {"a b/ü#?.json", "a%20b/%C3%BC%23%3F.json"}, {"/tmp/x.json", "file:///tmp/x.json"},
		{`C:\plans\x.json`, "file:///C%3A/plans/x.json"}, {`plans\x.json`, "plans/x.json"}, {"a:b", "a%3Ab"}, {"", ""},
	} {
		if have := fileURI(c[0]); have != c[1] {
			t.Errorf("fileURI(%q) = %q, want %q", c[0], have, c[1])
		}
	}
}
