// Package labtest talks to rooms as the page does, without a browser.
package labtest

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"io"
	"strconv"
	"testing"

	"planproof/core/doc"
	"planproof/examples"
	"planproof/ui/lab"
)

// Example is a context with the documents of an example, as the page shows
// them after its verdict.
func Example(t testing.TB, id string) lab.Context {
	t.Helper()
	for _, e := range examples.All() {
		if e.ID != id {
			continue
		}
		b, err := doc.ReadBundle(e.Text, doc.ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return lab.Context{Docs: lab.Docs{
			Workflow: string(b.Workflow.Print()), Policy: string(b.Policy.Print()), Tools: string(doc.PrintTools(b.Tools)),
		}, Title: e.Title, Example: id, State: "done", Event: 0, Open: 1, Tab: "verdict", Address: "https://host.example/planproof/"}
	}
	t.Fatalf("no example %s", id)
	return lab.Context{}
}

// Page carries out the effects of a room that concern nobody but the room:
// files of the site, deflate and inflate. Other effects are collected.
type Page struct {
	T       testing.TB
	Room    lab.Room
	Context lab.Context
	Files   map[string]string // of the site
	Effects []lab.Effect      // that were left to the page
}

// Ask asks the room and lets it finish; the result is its last reply.
func (p *Page) Ask(do, arg string, form ...lab.Field) lab.Reply {
	p.T.Helper()
	r := p.Room.Handle(lab.Ask{Do: do, Arg: arg, Form: form, Context: p.Context})
	for _, e := range r.Effects {
		switch e.Do {
		case "fetch":
			if text, ok := p.Files[e.With.Get("path")]; ok {
				r = p.Ask(e.With.Get("then"), text)
			} else {
				r = p.Ask(e.With.Get("then"), "", lab.Field{Name: "error", Value: "The file can not be fetched (404)."})
			}
		case "deflate":
			r = p.Ask(e.With.Get("then"), "", p.packed(e, deflate)...)
		case "inflate":
			out, err := inflate(p.bytes(e.With.Get("0")))
			if err != nil {
				r = p.Ask(e.With.Get("then"), "", lab.Field{Name: "error", Value: err.Error()})
			} else {
				r = p.Ask(e.With.Get("then"), base64.StdEncoding.EncodeToString(out))
			}
		default:
			p.Effects = append(p.Effects, e)
		}
	}
	return r
}

// Last is the last effect that was left to the page.
func (p *Page) Last() lab.Effect {
	p.T.Helper()
	if len(p.Effects) == 0 {
		p.T.Fatal("the room asked the page for nothing")
	}
	return p.Effects[len(p.Effects)-1]
}

func (p *Page) bytes(s string) []byte {
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		p.T.Fatal(err)
	}
	return b
}

func (p *Page) packed(e lab.Effect, f func([]byte) []byte) []lab.Field {
	var out []lab.Field
	for i := 0; e.With.Get(strconv.Itoa(i)) != ""; i++ {
		n := strconv.Itoa(i)
		out = append(out, lab.Field{Name: n, Value: base64.StdEncoding.EncodeToString(f(p.bytes(e.With.Get(n))))})
	}
	return out
}

func deflate(b []byte) []byte {
	var out bytes.Buffer
	w, _ := flate.NewWriter(&out, flate.BestCompression)
	w.Write(b) // a bytes.Buffer does not fail
	w.Close()
	return out.Bytes()
}

func inflate(b []byte) ([]byte, error) { return io.ReadAll(flate.NewReader(bytes.NewReader(b))) }
