//go:build unix

package guardproxy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"planproof/core/guard"
	"planproof/core/guard/filestore"
	"planproof/core/guard/proxy"
	"planproof/core/guard/store"
	"planproof/core/value"
)

// serverVariable makes the test binary the upstream server; its value says which.
const serverVariable = "PLANPROOF_TEST_UPSTREAM"

func TestMain(m *testing.M) {
	switch os.Getenv(serverVariable) {
	case "":
		os.Exit(m.Run())
	case "sdk":
		serveSDK()
	case "deaf": // starts, and neither reads nor writes
		time.Sleep(time.Minute)
	case "stubborn": // ignores that its input ended
		serveSDK()
		time.Sleep(time.Minute)
	}
	os.Exit(0)
}

type noArguments struct{}

type sizeArguments struct {
	Bytes int `json:"bytes"`
}

type textArguments struct {
	Text string `json:"text"`
}

// serveSDK is a server that is made with the official SDK: an implementation of the protocol that is not ours.
func serveSDK() {
	s := mcp.NewServer(&mcp.Implementation{Name: "test upstream", Version: "1"}, nil)
	said := func(text string) (*mcp.CallToolResult, any, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil, nil
	}
	mcp.AddTool(s, &mcp.Tool{Name: "echo"}, func(_ context.Context, _ *mcp.CallToolRequest, a textArguments) (*mcp.CallToolResult, any, error) {
		return said(a.Text)
	})
	mcp.AddTool(s, &mcp.Tool{Name: "big"}, func(_ context.Context, _ *mcp.CallToolRequest, a sizeArguments) (*mcp.CallToolResult, any, error) {
		return said(strings.Repeat("0123456789", a.Bytes/10))
	})
	mcp.AddTool(s, &mcp.Tool{Name: "pid"}, func(context.Context, *mcp.CallToolRequest, noArguments) (*mcp.CallToolResult, any, error) {
		return said(strconv.Itoa(os.Getpid()))
	})
	mcp.AddTool(s, &mcp.Tool{Name: "hang"}, func(ctx context.Context, _ *mcp.CallToolRequest, _ noArguments) (*mcp.CallToolResult, any, error) {
		<-ctx.Done()
		return said("woken")
	})
	mcp.AddTool(s, &mcp.Tool{Name: "garbage"}, func(ctx context.Context, _ *mcp.CallToolRequest, a textArguments) (*mcp.CallToolResult, any, error) {
		os.Stdout.WriteString(a.Text + "\n")
		<-ctx.Done()
		return said("too late")
	})
	mcp.AddTool(s, &mcp.Tool{Name: "fail"}, func(context.Context, *mcp.CallToolRequest, noArguments) (*mcp.CallToolResult, any, error) {
		return nil, nil, errors.New("it does not work")
	})
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil && !errors.Is(err, io.EOF) {
		fmt.Fprintln(os.Stderr, err)
	}
}

const everything = `{"mode":"literal","tools":{"echo":{},"big":{},"pid":{},"hang":{},"garbage":{},"fail":{}},
"policies":[
{"name":"no_secrets","tools":["echo"],"reads":["text"],"expr":"not contains(text, 'secret')","on_fail":"deny","reason":"No secrets."},
{"name":"short","tools":["echo"],"reads":["text"],"expr":"len(text) < 20","on_fail":"escalate","reason":"A person looks at long texts."}]}`

// A setup is what a world is made of.
type setup struct {
	server  string
	config  string
	elicit  func(message string) *mcp.ElicitResult // nil: the client can not ask
	timeout time.Duration
}

// A world is the SDK's client in front of the proxy in front of a server.
type world struct {
	t      *testing.T
	client *mcp.ClientSession
	path   string // the store
	log    strings.Builder
	done   chan error
	input  io.Closer // the client's output
	close  func()
}

// newWorld starts a server, the proxy and a client; at the end of the test all must end, and the store verify.
func newWorld(t *testing.T, s setup) *world {
	t.Helper()
	if s.config == "" {
		s.config = everything
	}
	w := startWorld(t, s)
	o := &mcp.ClientOptions{}
	if s.elicit != nil {
		o.ElicitationHandler = func(_ context.Context, r *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			return s.elicit(r.Params.Message), nil
		}
	}
	return w.connect(o)
}

type pipes struct {
	in  io.WriteCloser
	out io.Reader
}

func startWorld(t *testing.T, s setup) *started {
	t.Helper()
	c, err := guard.ReadConfig([]byte(s.config))
	if err != nil {
		t.Fatal(err)
	}
	g, err := guard.New(c)
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, path: filepath.Join(t.TempDir(), "calls.jsonl"), done: make(chan error, 1)}
	log, err := filestore.Open(w.path, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(serverVariable, s.server)
	in, toProxy := io.Pipe()
	fromProxy, out := io.Pipe()
	go func() {
		err := Run(context.Background(), Config{
			Proxy:   proxy.New(proxy.Options{Guard: g, Facts: value.Object{}, Limits: proxy.DefaultLimits, Elicit: true, Log: log, Version: "test"}),
			Command: []string{os.Args[0]}, In: in, Out: out, Err: &w.log, Timeout: s.timeout, Grace: time.Second,
		})
		log.Close()
		w.done <- err
	}()
	w.input = toProxy
	return &started{w, pipes{toProxy, fromProxy}}
}

// started is a world whose client is not connected.
type started struct {
	*world
	pipes
}

func (s *started) connect(o *mcp.ClientOptions) *world {
	s.t.Helper()
	c := mcp.NewClient(&mcp.Implementation{Name: "test client", Version: "1"}, o)
	session, err := c.Connect(s.t.Context(), &mcp.IOTransport{Reader: io.NopCloser(s.out), Writer: s.in}, nil)
	if err != nil {
		s.t.Fatalf("connecting: %v\n%s", err, s.log.String())
	}
	s.client = session
	s.close = func() { session.Close() }
	return s.world
}

// end closes the client; the proxy ends soon, and its store verifies. It returns what the proxy said.
func (w *world) end() string {
	w.t.Helper()
	w.close()
	select {
	case err := <-w.done:
		if err != nil {
			w.t.Error(err)
		}
	case <-time.After(20 * time.Second):
		w.t.Fatal("the proxy does not end")
	}
	r, err := filestore.Verify(w.path, nil)
	if err != nil || !r.OK() {
		w.t.Errorf("the store: %v, %+v", err, r)
	}
	return w.log.String()
}

// call calls a tool; it must be answered within a time.
func (w *world) call(name string, arguments any) (*mcp.CallToolResult, error) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), 2*time.Minute)
	defer cancel()
	return w.client.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: arguments})
}

func (w *world) want(name string, arguments any, wantError bool, mention string) {
	w.t.Helper()
	r, err := w.call(name, arguments)
	if err != nil {
		w.t.Errorf("%s: %v", name, err)
		return
	}
	if text := words(r); r.IsError != wantError || !strings.Contains(text, mention) {
		w.t.Errorf("%s: error %v, %.300q; want error %v, %q", name, r.IsError, text, wantError, mention)
	}
}

func words(r *mcp.CallToolResult) string {
	var parts []string
	for _, c := range r.Content {
		if t, ok := c.(*mcp.TextContent); ok {
			parts = append(parts, t.Text)
		}
	}
	return strings.Join(parts, "\n")
}

// entries are the recorded decisions.
func (w *world) entries() []store.Entry {
	w.t.Helper()
	s, err := filestore.Open(w.path, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	defer s.Close()
	all, err := store.Query(s, store.Filter{})
	if err != nil {
		w.t.Fatal(err)
	}
	return all
}

func signal9(pid int) error { return syscall.Kill(pid, syscall.SIGKILL) }
