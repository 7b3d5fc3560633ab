package ground_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"planproof/core/ground"
	"planproof/core/ground/uts46"
	"planproof/core/value"
)

// readVectors reads testdata/<name>, or guard/<name> of the directory that
// PLANPROOF_VECTORS names.
func readVectors(t *testing.T, name string, into any) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if dir := os.Getenv("PLANPROOF_VECTORS"); dir != "" {
		path = filepath.Join(dir, "guard", name)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

// tally prints how many vectors are right and names the others.
func tally(t *testing.T, what string, all int, wrong []string) {
	t.Helper()
	t.Logf("%s: %d of %d right", what, all-len(wrong), all)
	if len(wrong) > 0 {
		t.Errorf("%s: wrong: %s", what, strings.Join(wrong, " "))
	}
}

type spans struct {
	Spans  [][2]int `json:"spans"`
	Quotes []string `json:"quotes"`
}

type groundVector struct {
	ID, Matcher, Type, Text string
	Locale                  string
	Value                   string
	Expect                  spans
	Recommended             *spans
}

var rules = []struct {
	name string
	host ground.HostRule
}{{"plain hosts", nil}, {"UTS 46", uts46.Host}}

func TestGroundVectors(t *testing.T) {
	var file struct{ Vectors []groundVector }
	readVectors(t, "ground.json", &file)
	for _, rule := range rules {
		var wrong []string
		for _, v := range file.Vectors {
			if why := v.wrong(rule.host); why != "" {
				t.Logf("%s: %s", v.ID, why)
				wrong = append(wrong, v.ID)
			}
		}
		tally(t, "ground.json, "+rule.name, len(file.Vectors), wrong)
	}
}

func (v *groundVector) wrong(hosts ground.HostRule) string {
	m, ok := ground.Named(v.Matcher)
	if !ok {
		return "no matcher " + v.Matcher
	}
	text := ground.NewText(v.Text)
	found := text.Find(v.value(), ground.Options{Matcher: m, Locale: ground.Locale(v.Locale), Hosts: hosts})
	want := v.Expect
	if v.Recommended != nil {
		want = *v.Recommended
	}
	got := spans{}
	for _, s := range found {
		got.Spans = append(got.Spans, [2]int{s.Start, s.End})
		got.Quotes = append(got.Quotes, text.Quote(s))
	}
	if len(got.Spans) != len(want.Spans) {
		return show(got) + ", want " + show(want)
	}
	for i := range got.Spans {
		if got.Spans[i] != want.Spans[i] || v.Recommended == nil && got.Quotes[i] != want.Quotes[i] {
			return show(got) + ", want " + show(want)
		}
	}
	return ""
}

func show(s spans) string {
	text, _ := json.Marshal(s)
	return string(text)
}

func (v *groundVector) value() value.Value {
	switch v.Type {
	case "boolean":
		return value.Bool(v.Value == "True")
	case "integer", "number":
		n, err := value.ParseNumber(v.Value)
		if err != nil {
			panic(v.ID + ": " + err.Error())
		}
		return n
	}
	return value.Text(v.Value)
}

func TestSameURLVectors(t *testing.T) {
	var file struct {
		Vectors []struct {
			ID, Value, Written, Path string
			Expect                   bool
			Recommended              *bool
		}
	}
	readVectors(t, "same_url.json", &file)
	for _, rule := range rules {
		var wrong []string
		for _, v := range file.Vectors {
			want := v.Expect
			if v.Recommended != nil {
				want = *v.Recommended
			}
			if ground.SameURL(v.Value, v.Written, v.Path == "prefix", rule.host) != want {
				wrong = append(wrong, v.ID)
			}
		}
		tally(t, "same_url.json, "+rule.name, len(file.Vectors), wrong)
	}
}
