package absent

import (
	"strings"
	"testing"

	"planproof/ui/lab"
	"planproof/ui/lab/labtest"
	"planproof/ui/lab/verified"
)

func TestAnswers(t *testing.T) {
	for _, c := range []struct{ example, source, sink, want string }{
		{"email-malicious", "fetch_mail", "send_email", "flagged"},
		{"email-safe", "fetch_mail", "summarize_emails", "no rule is about it"},
		{"survey-redacted", "typeform_list_responses", "forum_create_topic", "clean"},
	} {
		p := &labtest.Page{T: t, Room: &Room{Cache: &verified.Cache{}}, Context: labtest.Example(t, c.example)}
		r := p.Ask(lab.Look, "", lab.Field{Name: "source", Value: c.source}, lab.Field{Name: "sink", Value: c.sink})
		if !strings.Contains(r.HTML, c.want) {
			t.Errorf("%s: %s to %s: %s", c.example, c.source, c.sink, r.HTML)
		}
	}
}
