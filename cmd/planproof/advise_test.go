package main

import (
	"strings"
	"testing"
)

func example(name string) string { return "../../../examples/" + name + ".json" }

func TestFixes(t *testing.T) {
	planproof(t, "", "verify", "--fixes", example("redacted-on-one-branch")).
		mustHave(t, 1, "pass `letter` through `redact_identifiers` first", "removes violation 1; the plan is then accepted")
	planproof(t, "", "verify", "--fixes", "--format", "json", example("pay-without-asking")).
		mustHave(t, 1, `"fixes":[{"fingerprint":`, `"title":"call `, `"ok":true`)
	planproof(t, "", "verify", "--fixes", example("star-pattern")).mustHave(t, 1, "No fix was found that holds.")
}

// TestMinimize: what is printed is a bundle that has the same violation.
func TestMinimize(t *testing.T) {
	small := planproof(t, "", "verify", "--minimize", "--finding", "mail_stays_private", example("inbox-digest"))
	small.mustHave(t, 1, `"tool_name": "post_status"`)
	if !strings.Contains(small.err, "6 of 12 steps are left") {
		t.Errorf("standard error: %s", small.err)
	}
	planproof(t, small.out, "verify", "-").mustHave(t, 1, "rule `mail_stays_private`")
	planproof(t, "", "verify", "--minimize", example("email-safe")).mustHave(t, 2)
}

func TestWhyNot(t *testing.T) {
	planproof(t, "", "why-not", example("survey-redacted"), "--source", "x", "--sink", "y").mustHave(t, 2)
	planproof(t, "", "why-not", example("email-safe"), "--source", "fetch_mail", "--sink", "summarize_emails.emails").
		mustHave(t, 0, "no taint rule says that it must not")
	planproof(t, "", "why-not", example("email-safe"), "--source", "fetch_mail", "--sink", "send_email").
		mustHave(t, 0, "The plan does not call send_email")
}
