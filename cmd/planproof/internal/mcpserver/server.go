// Package mcpserver offers the verifier to agents over MCP: verify a plan, explain a finding, import what another
// program or a model wrote. Nothing is read or written but the messages; every call is answered from its arguments.
package mcpserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"planproof/core"
	"planproof/core/doc"
	"planproof/core/explain"
	"planproof/core/intake"
	"planproof/core/report"
	"planproof/core/value"
)

const instructions = "Verify a plan before any of its tools runs. verify says whether every run of the plan keeps to the policy, and names " +
	"each violation with its place and a fix; explain tells what a kind of finding means; import turns plans, tool lists and transcripts of " +
	"other programs into the bundle that verify takes. Violations are for the plan's author: change the plan, not the policy."

// New makes the server.
func New() *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "planproof", Title: "planproof", Version: core.Version}, &mcp.ServerOptions{Instructions: instructions})
	for _, t := range tools {
		s.AddTool(&mcp.Tool{
			Name: t.name, Title: t.title, Description: t.description, InputSchema: json.RawMessage(t.schema),
			Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: new(bool)},
		}, t.handle)
	}
	return s
}

// Serve serves one client on two streams until it closes them.
func Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	err := New().Run(ctx, &patient{&mcp.IOTransport{Reader: io.NopCloser(in), Writer: keepOpen{out}, MaxLineLength: 4 * doc.MaxBytes}})
	if errors.Is(err, io.EOF) || errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// keepOpen is a stream whose end is not the server's business.
type keepOpen struct{ io.Writer }

func (keepOpen) Close() error { return nil }

// A tool is one of the server's.
type tool struct {
	name, title, description string
	schema                   string
	run                      func(arguments) (*mcp.CallToolResult, error)
}

var tools = []*tool{verifyTool, explainTool, importTool}

// handle answers a call. What is wrong with its arguments is a result that the agent can read, not an error of the
// protocol.
func (t *tool) handle(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	a, err := readArguments(r.Params.Arguments)
	if err == nil {
		var result *mcp.CallToolResult
		if result, err = t.run(a); err == nil {
			return result, nil
		}
	}
	return failed(err), nil
}

func failed(err error) *mcp.CallToolResult {
	r := &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: err.Error()}}, IsError: true}
	var known *doc.Error
	if errors.As(err, &known) {
		r.StructuredContent = json.RawMessage(report.ProblemJSON(known))
	}
	return r
}

// said is an answer; structured may be nil.
func said(text string, structured []byte) *mcp.CallToolResult {
	r := &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}
	if structured != nil {
		r.StructuredContent = json.RawMessage(structured)
	}
	return r
}

// arguments are a call's arguments.
type arguments struct{ value.Object }

func readArguments(text []byte) (arguments, error) {
	if len(text) == 0 {
		return arguments{}, nil
	}
	v, problem := doc.ReadValue("arguments", text, 4*doc.MaxBytes)
	if problem != nil {
		return arguments{}, problem
	}
	o, ok := v.(value.Object)
	if !ok {
		return arguments{}, errors.New("the arguments are no object")
	}
	return arguments{o}, nil
}

// document is an argument that is a document: JSON as it is, or its text. Nil when it is not given.
func (a arguments) document(name string) []byte {
	switch v, _ := a.Get(name); v := v.(type) {
	case nil, value.Null:
		return nil
	case value.Text:
		return []byte(v)
	default:
		return value.AppendJSON(nil, v)
	}
}

func (a arguments) flag(name string) bool {
	v, _ := a.Get(name)
	return v == value.Bool(true)
}

func (a arguments) text(name string) string {
	v, _ := a.Get(name)
	t, _ := v.(value.Text)
	return string(t)
}

var verifyTool = &tool{
	name: "verify", title: "Verify a plan",
	description: "Decides whether every run of a plan keeps to its policy, before any tool runs. Give a bundle {workflow, policy, tools}, or the three " +
		"documents; each as JSON or as its text. The text answer says accepted or rejected with every violation; the structured answer is the report.",
	schema: `{"type":"object","properties":{
"bundle":{"description":"{workflow, policy, tools}, as an object or its text"},
"workflow":{"description":"the plan, when there is no bundle"},
"policy":{"description":"the policy, when there is no bundle"},
"tools":{"description":"the tools, when there is no bundle"},
"strict":{"type":"boolean","description":"refuse what is otherwise left to the run"},
"lenient":{"type":"boolean","description":"read a pasted answer: prose and fences around the JSON, commas, comments"}}}`,
	run: func(a arguments) (*mcp.CallToolResult, error) {
		b, err := a.bundle()
		if err != nil {
			return nil, err
		}
		r, wrong := core.Verify(b, core.Options{Strict: a.flag("strict")})
		if wrong != nil {
			return nil, wrong
		}
		sources := report.Sources{Bundle: b}
		return said(report.Text(r, sources, report.Options{}), report.JSON(r)), nil
	},
}

func (a arguments) bundle() (*doc.Bundle, error) {
	o := doc.ReadOptions{Lenient: a.flag("lenient")}
	var b *doc.Bundle
	var problem *doc.Error
	if text := a.document("bundle"); text != nil {
		b, problem = doc.ReadBundle(text, o)
	} else {
		parts := [3][]byte{}
		for i, name := range []string{"workflow", "policy", "tools"} {
			if parts[i] = a.document(name); parts[i] == nil {
				return nil, fmt.Errorf("there is no %s: give a bundle, or workflow, policy and tools", name)
			}
		}
		b, problem = doc.ReadParts(parts[0], parts[1], parts[2], o)
	}
	if problem != nil {
		return nil, problem
	}
	return b, nil
}

var explainTool = &tool{
	name: "explain", title: "Explain a kind of finding",
	description: "Tells what a kind of finding in a report means and how to fix the plan, such as taint/flow. Without an id all kinds are listed.",
	schema:      `{"type":"object","properties":{"id":{"type":"string","description":"the kind, as family/kind"}}}`,
	run: func(a arguments) (*mcp.CallToolResult, error) {
		id := strings.TrimSpace(a.text("id"))
		if id == "" {
			return said(strings.Join(explain.IDs(), "\n"), nil), nil
		}
		page, ok := explain.Page(id)
		if !ok {
			return nil, fmt.Errorf("no kind of finding is called %q; call explain without an id for the list", id)
		}
		return said(page, nil), nil
	},
}

var importTool = &tool{
	name: "import", title: "Import a plan of another program",
	description: "Reads a plan, tool list or transcript that another program or a model wrote (tool calls, Python plans, n8n, LangGraph, OpenAPI and more) " +
		"and answers with the bundle for verify, with notes on what was dropped and guessed. A policy that was not given is a draft: edit it before you rely on it.",
	schema: `{"type":"object","required":["text"],"properties":{
"text":{"type":"string","description":"what was pasted"},
"from":{"type":"string","description":"the format's id; auto asks every format"}}}`,
	run: func(a arguments) (*mcp.CallToolResult, error) {
		r := intake.Read(a.text("text"), intake.Options{From: a.text("from")})
		if r.Refused != nil {
			return nil, r.Refused
		}
		return said(r.Summary, r.AppendJSON(nil)), nil
	},
}
