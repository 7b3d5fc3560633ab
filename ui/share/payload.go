package share

import (
	"strconv"
	"strings"

	"planproof/core/doc"
	"planproof/core/finding"
)

// Documents are the three texts, as the user wrote them.
type Documents struct{ Workflow, Policy, Tools string }

// Contents are what a packed link holds: texts that differ from an example,
// or from nothing when Base is empty. A nil text is the example's.
type Contents struct {
	Base                    string
	Strict                  bool
	Workflow, Policy, Tools *string
}

// MaxPayload is the most that a payload may inflate to: three documents of
// the size that the readers accept, and their lengths.
const MaxPayload = 3*(doc.MaxBytes+16) + 256

// Over puts the contents in the place of the example's documents.
func (c Contents) Over(example Documents) Documents {
	for _, p := range []struct {
		to   *string
		text *string
	}{{&example.Workflow, c.Workflow}, {&example.Policy, c.Policy}, {&example.Tools, c.Tools}} {
		if p.text != nil {
			*p.to = *p.text
		} else if c.Base == "" {
			*p.to = ""
		}
	}
	return example
}

// Choose finds the ways to say the documents: link is short and needs no
// payload when they are those of the example; else the payloads are to be
// deflated, and the shortest result is the link's. base is the id of the
// example that they were made from, "" for none.
func Choose(docs Documents, base string, example Documents, strict bool) (link Link, payloads [][]byte) {
	whole := Contents{Strict: strict, Workflow: &docs.Workflow, Policy: &docs.Policy, Tools: &docs.Tools}
	if base == "" {
		return Link{Kind: Packed}, [][]byte{whole.Payload()}
	}
	if docs == example && !strict {
		return Link{Kind: Example, Example: base}, nil
	}
	part := whole
	part.Base = base
	for _, p := range []struct {
		text **string
		same bool
	}{{&part.Workflow, docs.Workflow == example.Workflow}, {&part.Policy, docs.Policy == example.Policy}, {&part.Tools, docs.Tools == example.Tools}} {
		if p.same {
			*p.text = nil
		}
	}
	return Link{Kind: Packed}, [][]byte{part.Payload(), whole.Payload()}
}

// Shortest is the shortest of some deflated payloads, the first among equals.
func Shortest(packed [][]byte) []byte {
	best := packed[0]
	for _, p := range packed[1:] {
		if len(p) < len(best) {
			best = p
		}
	}
	return best
}

// Payload writes the contents, version 1:
//
//	payload = base LF options LF document document document
//	options = "" or "s" (strict)
//	document = "=" (as in base) or length ":" bytes
//
// in the order workflow, policy, tools. Lengths are decimal and count bytes.
func (c Contents) Payload() []byte {
	b := append([]byte(c.Base), '\n')
	if c.Strict {
		b = append(b, 's')
	}
	b = append(b, '\n')
	for _, text := range []*string{c.Workflow, c.Policy, c.Tools} {
		if text == nil || *text == "" && c.Base == "" {
			b = append(b, '=')
			continue
		}
		b = strconv.AppendInt(b, int64(len(*text)), 10)
		b = append(append(b, ':'), *text...)
	}
	return b
}

// ReadPayload reads what Payload wrote.
func ReadPayload(payload []byte) (Contents, error) {
	var c Contents
	base, rest, ok := strings.Cut(string(payload), "\n")
	options, rest, ok2 := strings.Cut(rest, "\n")
	if !ok || !ok2 || base != "" && !isID(base) || options != "" && options != "s" {
		return c, Damaged("it does not begin like one")
	}
	c.Base, c.Strict = base, options == "s"
	for _, to := range []**string{&c.Workflow, &c.Policy, &c.Tools} {
		var err error
		if *to, rest, err = document(rest); err != nil {
			return Contents{}, err
		}
	}
	if rest != "" {
		return Contents{}, Damaged("something follows its documents")
	}
	return c, nil
}

func document(s string) (text *string, rest string, err error) {
	if rest, same := strings.CutPrefix(s, "="); same {
		return nil, rest, nil
	}
	length, rest, ok := strings.Cut(s, ":")
	n, perr := strconv.ParseUint(length, 10, 31)
	if !ok || perr != nil || strconv.FormatUint(n, 10) != length || n > uint64(len(rest)) {
		return nil, "", Damaged("a document is not whole")
	}
	d := rest[:n]
	return &d, rest[n:], nil
}

// Moment is the shortest cursor that finds event at of a trace: parts that
// change nothing are left out.
func Moment(t *finding.Trace, at int) string {
	if t == nil || at < 0 || at >= len(t.Events) {
		return ""
	}
	whole := t.CursorAt(at)
	found := t.Find(whole)
	for _, c := range []finding.Cursor{{Path: whole.Path}, {Path: whole.Path, Iter: whole.Iter}, {Path: whole.Path, Phase: whole.Phase}} {
		if t.Find(c) == found {
			return c.String()
		}
	}
	return whole.String()
}
