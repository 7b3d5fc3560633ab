//go:build unix

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// fileServer is a public MCP server from npm, at a fixed version.
const fileServer = "@modelcontextprotocol/server-filesystem@2026.8.31"

// installed is the program of the file server; the test is skipped where it can not be had.
func installed(t *testing.T) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	dir := filepath.Join(cache, "planproof-test", strings.NewReplacer("/", "-", "@", "").Replace(fileServer))
	program := filepath.Join(dir, "node_modules", ".bin", "mcp-server-filesystem")
	if _, err := os.Stat(program); err == nil {
		return program
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Skip("skipped: there is no npm to install " + fileServer + " with")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	if out, err := exec.CommandContext(ctx, npm, "install", "--prefix", dir, "--no-audit", "--no-fund", fileServer).CombinedOutput(); err != nil {
		t.Skipf("skipped: %s can not be installed: %v\n%s", fileServer, err, out)
	}
	return program
}

// fileRules are the rules of docs/proxy.md for the file server, for a directory.
func fileRules(t *testing.T, dir string) string {
	t.Helper()
	page, err := os.ReadFile("../../docs/proxy.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(page), "```json\n")
	rules, _, closed := strings.Cut(rest, "```")
	if !found || !closed || !strings.Contains(rules, "'/srv/project'") {
		t.Fatal("docs/proxy.md has no configuration")
	}
	return strings.Replace(rules, "/srv/project", dir, 1)
}

// A fileWorld is the program's proxy in front of the real file server, and the SDK's client.
type fileWorld struct {
	t      *testing.T
	client *mcp.ClientSession
	dir    string // the files
	store  string
	config string
	wait   func() error // for the proxy's end
	kill   func()
}

func newFileWorld(t *testing.T, elicit func(string) *mcp.ElicitResult, flags ...string) *fileWorld {
	t.Helper()
	program := installed(t)
	dir := t.TempDir()
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	w := &fileWorld{t: t, dir: filepath.Join(dir, "project"), store: filepath.Join(dir, "calls.jsonl")}
	for n, f := range flags {
		if path, ok := strings.CutPrefix(f, "--store="); ok {
			w.store = path
			flags = slices.Delete(flags, n, n+1)
			break
		}
	}
	if err := os.Mkdir(w.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	w.config = written(t, "guard.json", fileRules(t, w.dir))
	args := append([]string{"guard", "proxy", "--config", w.config, "--store", w.store}, flags...)
	c := exec.Command(binary, append(args, "--", program, dir)...)
	var o mcp.ClientOptions
	if elicit != nil {
		o.ElicitationHandler = func(_ context.Context, r *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			return elicit(r.Params.Message), nil
		}
	}
	transport := w.start(c)
	w.client, err = mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &o).Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// start starts the proxy. The transport takes longer lines than the SDK's own for commands: the file server says
// everything twice.
func (w *fileWorld) start(c *exec.Cmd) mcp.Transport {
	w.t.Helper()
	in, err := c.StdinPipe()
	if err != nil {
		w.t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		w.t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		w.t.Fatal(err)
	}
	w.wait = c.Wait
	w.kill = func() { c.Process.Kill() }
	w.t.Cleanup(func() { c.Process.Kill() })
	return &mcp.IOTransport{Reader: io.NopCloser(out), Writer: in, MaxLineLength: 64 << 20}
}

func (w *fileWorld) path(name string) string { return filepath.Join(w.dir, name) }

func (w *fileWorld) put(name, text string) {
	w.t.Helper()
	if err := os.WriteFile(w.path(name), []byte(text), 0o644); err != nil {
		w.t.Fatal(err)
	}
}

func (w *fileWorld) call(tool string, arguments map[string]any) (text string, isError bool) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), time.Minute)
	defer cancel()
	r, err := w.client.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		return err.Error(), true
	}
	for _, c := range r.Content {
		if t, ok := c.(*mcp.TextContent); ok {
			text += t.Text
		}
	}
	return text, r.IsError
}

func (w *fileWorld) want(tool string, arguments map[string]any, isError bool, mention string) {
	w.t.Helper()
	if text, wrong := w.call(tool, arguments); wrong != isError || !strings.Contains(text, mention) {
		w.t.Errorf("%s %v: error %v, %.300s; want error %v, %q", tool, arguments, wrong, text, isError, mention)
	}
}

// end closes the client; the store verifies, and every decision replays.
func (w *fileWorld) end() {
	w.t.Helper()
	w.client.Close()
	if err := w.wait(); err != nil {
		w.t.Error(err)
	}
	planproof(w.t, "", "guard", "verify", w.store).mustHave(w.t, 0, "The store verifies")
	planproof(w.t, "", "guard", "replay", w.store, "--config", w.config).mustHave(w.t, 0, "decisions replay")
}

func TestProxyInFrontOfARealServer(t *testing.T) {
	answers := []bool{true, false, false}
	var asked int
	w := newFileWorld(t, func(string) *mcp.ElicitResult {
		asked++
		return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"approve": answers[asked-1]}}
	})
	tools, err := w.client.ListTools(t.Context(), nil)
	if err != nil || len(tools.Tools) != 4 {
		t.Errorf("%v, %v", tools, err)
	}
	w.put("a.txt", "The summary belongs into "+w.path("b.txt")+" please.")
	w.put("big.txt", strings.Repeat("0123456789abcde\n", 10<<20/16))
	w.want("read_text_file", map[string]any{"path": w.path("a.txt")}, false, "The summary belongs")
	w.want("read_text_file", map[string]any{"path": w.path("a.txt"), "head": "1"}, false, "The summary belongs") // "1" is sent as 1
	w.want("read_text_file", map[string]any{"path": w.dir + "/../calls.jsonl"}, true, "Only files of this project.")
	w.want("write_file", map[string]any{"path": w.path("b.txt"), "content": "short"}, false, "Successfully wrote")
	w.want("write_file", map[string]any{"path": w.path("c.txt"), "content": "short"}, true, "arguments_grounded")
	w.want("move_file", map[string]any{"source": w.path("a.txt"), "destination": w.path("b.txt")}, true, "known_tool")
	long := map[string]any{"path": w.path("b.txt"), "content": strings.Repeat("long ", 50)}
	w.want("write_file", long, false, "Successfully wrote")
	w.want("write_file", long, true, "rejected by")
	w.want("create_directory", map[string]any{"path": w.path("sub")}, false, "created")
	w.want("create_directory", map[string]any{"path": w.path("sub")}, true, "rejected by") // asked, since it was made already
	if text, err := os.ReadFile(w.path("b.txt")); err != nil || !strings.HasPrefix(string(text), "long long") {
		t.Errorf("b.txt is %q, %v", text, err)
	}
	if text, wrong := w.call("read_text_file", map[string]any{"path": w.path("big.txt")}); wrong || len(text) < 10<<20 {
		t.Errorf("the file of 10 MB: %d bytes, error %v", len(text), wrong)
	}
	w.want("read_text_file", map[string]any{"path": w.path("none.txt")}, true, "ENOENT")
	w.end()
}

// A thousand calls of a real server; it is killed, and the proxy says so.
func TestProxyThousandCallsAndKill(t *testing.T) {
	n := 1_000
	if testing.Short() {
		n = 30
	}
	w := newFileWorld(t, nil)
	w.put("a.txt", "hello")
	start := time.Now()
	for i := range n {
		path, wantError, mention := w.path("a.txt"), false, "hello"
		if i%10 == 9 {
			path, wantError, mention = "/etc/passwd", true, "Only files"
		}
		w.want("read_text_file", map[string]any{"path": path}, wantError, mention)
		if t.Failed() {
			break
		}
	}
	t.Logf("%d calls in %s", n, time.Since(start).Round(time.Millisecond))
	w.killServer()
	w.want("read_text_file", map[string]any{"path": w.path("a.txt")}, true, "")
	w.end()
}

// killServer kills the server, which is a child of the proxy and knows the directory.
func (w *fileWorld) killServer() {
	w.t.Helper()
	processes, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil || len(processes) == 0 {
		w.t.Skip("skipped: there is no /proc to find the server in")
	}
	killed := 0
	for _, p := range processes {
		line, _ := os.ReadFile(p)
		args := strings.Split(strings.TrimRight(string(line), "\x00"), "\x00")
		var pid int
		fmt.Sscanf(p, "/proc/%d/", &pid)
		if args[len(args)-1] == filepath.Dir(w.dir) && args[0] != binary && syscall.Kill(pid, syscall.SIGKILL) == nil {
			killed++
		}
	}
	if killed == 0 {
		w.t.Error("the server is not found")
	}
}

// The proxy itself is killed in the middle of calls: its store verifies, every answer that the client got is in it, and
// the next proxy goes on with it.
func TestProxyKilled(t *testing.T) {
	rounds := 8
	if testing.Short() {
		rounds = 2
	}
	var path string
	got := map[float64]string{} // the record of each answer → its trace
	for round := range rounds {
		w := newFileWorld(t, nil, "--store="+otherwise(path, filepath.Join(t.TempDir(), "calls.jsonl")))
		path = w.store
		w.put("a.txt", "hello")
		time.AfterFunc(time.Duration(round*60)*time.Millisecond, func() { w.kill() })
		for {
			r, err := w.client.CallTool(t.Context(), &mcp.CallToolParams{Name: "read_text_file", Arguments: map[string]any{"path": w.path("a.txt")}})
			if err != nil {
				break
			}
			meta, _ := r.Meta["planproof"].(map[string]any)
			id, _ := meta["id"].(float64)
			got[id], _ = meta["trace"].(string)
		}
		w.wait()
		planproof(t, "", "guard", "verify", path).mustHave(t, 0, "The store verifies")
	}
	stored := map[float64]string{}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		var r struct {
			ID    float64
			Trace string
		}
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		stored[r.ID] = r.Trace
	}
	for id, trace := range got {
		if stored[id] != trace {
			t.Errorf("record %v is %q; its client was told %q", id, stored[id], trace)
		}
	}
	t.Logf("%d answers in %d rounds", len(got), rounds)
}
