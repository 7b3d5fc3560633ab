// Package embed is the page inside other pages.
//
//	inside/  the verdict as HTML, for readers without JavaScript
//	fill.go  puts it into the <plan-proof> elements of a page
//	page.go  embed.html, made from index.html
//	web/     the custom element, and script and style of embed.html
//
// All of it but inside/ is part of the build, not of the page's binaries.
package embed

import (
	"fmt"
	"html"
	"regexp"
	"strings"

	"planproof/core"
	"planproof/core/doc"
	"planproof/core/verify"
	"planproof/examples"
	"planproof/ui/embed/inside"
	"planproof/ui/share"
	"planproof/ui/share/flate"
	"planproof/ui/viewmodel"
)

var (
	element   = regexp.MustCompile(`(?s)(<plan-proof\b([^>]*)>)(.*?)(</plan-proof>)`)
	attribute = regexp.MustCompile(`([a-z-]+)(?:\s*=\s*"([^"]*)")?`)
)

// Fill renders what is inside every <plan-proof> element of a page. Site is
// the address of the folder with planproof's page, as seen from this page,
// with its slash at the end. Elements with src are left as they are: their
// bundle is not known here.
func Fill(page, site string) (string, error) {
	var failed error
	filled := element.ReplaceAllStringFunc(page, func(text string) string {
		m := element.FindStringSubmatch(text)
		verdict, err := fill(attributes(m[2]), site)
		if err != nil && failed == nil {
			failed = fmt.Errorf("%s: %w", m[1], err)
		}
		if verdict == "" {
			return text
		}
		return m[1] + "\n" + verdict + "\n" + m[4]
	})
	return filled, failed
}

func attributes(text string) map[string]string {
	out := map[string]string{}
	for _, m := range attribute.FindAllStringSubmatch(text, -1) {
		out[m[1]] = html.UnescapeString(m[2])
	}
	return out
}

func fill(attrs map[string]string, site string) (string, error) {
	l := share.Link{Kind: share.Example, Example: attrs["example"]}
	switch {
	case attrs["link"] != "":
		var err error
		if l, err = share.Parse(attrs["link"]); err != nil {
			return "", err
		}
	case attrs["src"] != "":
		return "", nil
	}
	l.At, l.View = attrs["step"], attrs["view"]
	docs, title, err := Open(l)
	if err != nil {
		return "", err
	}
	if t := attrs["title"]; t != "" {
		title = t
	}
	m, err := Verify(docs)
	if err != nil {
		return "", err
	}
	return inside.Verdict(m, title, site+l.Fragment()), nil
}

// Open gives the documents of a link to an example or of a packed one.
func Open(l share.Link) (share.Documents, string, error) {
	switch l.Kind {
	case share.Example:
		return example(l.Example)
	case share.Packed:
		payload, err := flate.Unpack(l.Packed, share.MaxPayload)
		if err != nil {
			return share.Documents{}, "", err
		}
		c, err := share.ReadPayload(payload)
		if err != nil || c.Base == "" {
			return c.Over(share.Documents{}), "", err
		}
		base, title, err := example(c.Base)
		return c.Over(base), title, err
	default:
		return share.Documents{}, "", fmt.Errorf("the link holds no documents")
	}
}

func example(id string) (share.Documents, string, error) {
	e, ok := examples.Find(id)
	if !ok {
		return share.Documents{}, "", fmt.Errorf("there is no example %q", id)
	}
	b, err := doc.ReadBundle(e.Text, doc.ReadOptions{})
	if err != nil {
		return share.Documents{}, "", fmt.Errorf("%s: %s", id, err.Message)
	}
	return share.Documents{Workflow: string(b.Workflow.Print()), Policy: string(b.Policy.Print()), Tools: string(doc.PrintTools(b.Tools))}, e.Title, nil
}

// Verify gives the model that the panes are drawn from.
func Verify(d share.Documents) (*viewmodel.Model, error) {
	b, err := doc.ReadParts([]byte(d.Workflow), []byte(d.Policy), []byte(d.Tools), doc.ReadOptions{Lenient: true})
	if err != nil {
		return nil, fmt.Errorf("%s", err.Message)
	}
	r, verr := core.Verify(b, core.Options{Detail: verify.DetailFull})
	if verr != nil {
		return nil, verr
	}
	return viewmodel.New(b.Workflow, b.Policy, r), nil
}

// Code is the element for a page, with the verdict inside.
func Code(e share.Embed) (string, error) {
	docs, title, err := Open(e.Link)
	if err != nil {
		return "", err
	}
	if e.Title == "" {
		e.Title = title
	}
	m, err := Verify(docs)
	if err != nil {
		return "", err
	}
	e.Inside = inside.Verdict(m, e.Title, e.Site+e.Link.Fragment())
	return strings.TrimSuffix(e.Element(), "\n") + "\n", nil
}
