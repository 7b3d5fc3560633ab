package guard

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"planproof/core/value"
)

// minSecret is the shortest part of a secret output that is recognized, in
// characters; shorter ones are in honest texts too.
const minSecret = 8

// checkSecrets: what is secret must not stand in an argument that leaves. A
// secret is a text that the author lists, a word of an output of a secret tool
// that stands nowhere else, or what looks like a credential.
func (d *deciding) checkSecrets() {
	c := Check{Name: CheckSecrets, OnFail: Deny, State: Passed}
	if d.full == nil {
		d.skip(c)
		return
	}
	for _, m := range d.full {
		if contains(d.tool.Full.Private, m.Key) {
			continue
		}
		for _, h := range leaves(m.Key, m.Key, m.Value) {
			if what, q := d.secretIn(h); what != "" {
				c.fail(fmt.Sprintf("%s holds %s", h.path, what))
				if q != nil {
					c.Quotes = append(c.Quotes, *q)
				}
			}
		}
	}
	d.add(c)
}

func (d *deciding) secretIn(h *hit) (string, *Quote) {
	t, ok := h.value.(value.Text)
	if !ok {
		return "", nil
	}
	text := string(t)
	for _, s := range d.guard.config.Secrets {
		if len(s) > 0 && (strings.Contains(text, s) || strings.Contains(squeeze(text), squeeze(s)) && len(squeeze(s)) >= minSecret) {
			return "a text that must not leave", nil
		}
	}
	if q := d.secretOutput(text, h.path); q != nil {
		return "a part of a secret output", q
	}
	if d.looksSecret(text) {
		return "what looks like a credential", nil
	}
	return "", nil
}

// squeeze leaves letters and digits alone, in lower case.
func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// looksSecret reports a word that looks like a credential wherever it stands.
// One that the user wrote themselves may go where they say.
func (d *deciding) looksSecret(text string) bool {
	if strings.Contains(text, "PRIVATE KEY-----") {
		return true
	}
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("\"'`,;()<>", r) }) {
		if (hasKeyPrefix(w) || isAssignment(w)) && !d.userWrote(w) {
			return true
		}
	}
	return false
}

// keyPrefixes begin the keys of well-known services; least is how many
// characters follow at least.
var keyPrefixes = []struct {
	text  string
	least int
}{{"sk-", 16}, {"pk-", 16}, {"rk-", 16}, {"sk_", 16}, {"ghp_", 20}, {"gho_", 20}, {"ghs_", 20}, {"github_pat_", 20}, {"AKIA", 12},
	{"xoxb-", 10}, {"xoxp-", 10}, {"xoxa-", 10}, {"glpat-", 16}, {"eyJhbGci", 20}}

func hasKeyPrefix(w string) bool {
	for _, p := range keyPrefixes {
		if rest, ok := strings.CutPrefix(w, p.text); ok && len(rest) >= p.least {
			return true
		}
	}
	return false
}

// secretNames are what variables that hold a secret are called.
var secretNames = []string{"APIKEY", "SECRET", "TOKEN", "PASSWORD", "PASSWD", "ACCESSKEY", "PRIVATEKEY"}

var withoutJoiners = strings.NewReplacer("_", "", "-", "")

// isAssignment: NAME=value, or an upper-case NAME:value, where the name is that
// of a secret.
func isAssignment(w string) bool {
	name, v, ok := strings.Cut(w, "=")
	if !ok {
		name, v, ok = strings.Cut(w, ":")
		ok = ok && name == strings.ToUpper(name)
	}
	plain := strings.ToUpper(withoutJoiners.Replace(name))
	return ok && len(v) >= 4 && slices.ContainsFunc(secretNames, func(s string) bool { return strings.Contains(plain, s) })
}

func (d *deciding) userWrote(s string) bool {
	return slices.ContainsFunc(d.talk, func(m Message) bool { return m.Role == User && strings.Contains(m.Text, s) })
}

// secretOutput quotes a word of a secret output that the text holds and that
// no other message has.
func (d *deciding) secretOutput(text, path string) *Quote {
	for i, m := range d.talk {
		t := d.guard.tool(m.Source)
		if m.Role != Tool || t == nil || !t.Full.Secret {
			continue
		}
		for _, s := range secretWords(m.Text) {
			if strings.Contains(text, s.text) && !d.public(s.text) {
				q := quoteOf(path, i, m, d.text(i), span(s.start, s.end))
				return &q
			}
		}
	}
	return nil
}

// public: the text stands in a message that is not secret.
func (d *deciding) public(s string) bool {
	return slices.ContainsFunc(d.talk, func(m Message) bool {
		t := d.guard.tool(m.Source)
		secret := m.Role == Tool && t != nil && t.Full.Secret
		return !secret && m.Role != Assistant && strings.Contains(m.Text, s)
	})
}

type secretWord struct {
	text       string
	start, end int
}

// secretWords are the runs without white space and quotes that are long
// enough, or that have a digit and at least six characters.
func secretWords(text string) []secretWord {
	var out []secretWord
	rs := runesOf(text)
	from := 0
	for i := 0; i <= len(rs); i++ {
		if i < len(rs) && !unicode.IsSpace(rs[i]) && !strings.ContainsRune("\"'`,;()[]{}<>", rs[i]) {
			continue
		}
		w := strings.Trim(textOf(rs[from:i]), ".:!?=")
		_, digits := visibleCount(w)
		n := value.RuneCount(w)
		if n >= minSecret || digits > 0 && n >= 6 {
			out = append(out, secretWord{w, from, i})
			if _, v, ok := strings.Cut(w, "="); ok && value.RuneCount(v) >= 4 {
				out = append(out, secretWord{v, from, i})
			}
		}
		from = i + 1
	}
	return out
}
