//go:build browser

package browsertest

import (
	"context"
	"flag"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"planproof/cmd/build/browser"
	"planproof/cmd/build/pack"
	"planproof/cmd/build/site"
)

var screenshots = flag.String("screenshots", os.Getenv("PLANPROOF_SCREENSHOTS"), "folder for pictures of the views")

var (
	allocator context.Context
	stop      func()
	why       error // there is no browser
	pages     = map[string]func() (string, error){}
	pagesLock sync.Mutex
)

func TestMain(m *testing.M) {
	flag.Parse()
	path, err := browser.Find(false)
	if err != nil {
		why = err
	} else {
		allocator, stop = chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:],
			chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.Flag("force-color-profile", "srgb"), chromedp.Flag("hide-scrollbars", true))...)
		defer stop()
	}
	os.Exit(m.Run())
}

// address serves the page, built once a set of tags.
func address(t *testing.T, tags ...string) string {
	t.Helper()
	key := strings.Join(tags, ",")
	pagesLock.Lock()
	start := pages[key]
	if start == nil {
		start = sync.OnceValues(func() (string, error) { return serve(tags) })
		pages[key] = start
	}
	pagesLock.Unlock()
	url, err := start()
	if err != nil {
		t.Fatal(err)
	}
	return url
}

func serve(tags []string) (string, error) {
	files, err := siteFiles(tags)
	if err != nil {
		return "", err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	go http.Serve(listener, site.Handler(files, 5))
	return "http://" + listener.Addr().String(), nil
}

func siteFiles(tags []string) ([]site.File, error) {
	if dir := os.Getenv("PLANPROOF_SITE"); dir != "" && len(tags) == 0 {
		return folder(dir)
	}
	root, err := site.Root()
	if err != nil {
		return nil, err
	}
	return pack.Site(root, tags...)
}

func folder(dir string) ([]site.File, error) {
	var files []site.File
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		files = append(files, site.File{Name: filepath.ToSlash(name), Type: site.MIME(filepath.Ext(name)), Data: data})
		return err
	})
	return files, err
}

// tab is one browser tab with everything that went wrong in it.
type tab struct {
	t       *testing.T
	ctx     context.Context
	mu      sync.Mutex
	wrong   []string
	allowed []string // complaints that a test provokes
}

// open opens a page in a fresh tab. Errors fail the test when it ends.
func open(t *testing.T, url string, width, height int64) *tab {
	t.Helper()
	if why != nil {
		if os.Getenv("PLANPROOF_REQUIRE_BROWSER") == "1" {
			t.Fatal(why)
		}
		t.Skip("no browser: ", why)
	}
	ctx, cancel := chromedp.NewContext(allocator)
	b := &tab{t: t, ctx: ctx}
	b.do(chromedp.EmulateViewport(width, height))
	console := chromedp.Console(ctx)
	go func() {
		for m, err := range console {
			if err != nil {
				return
			}
			b.hear(m)
		}
	}()
	t.Cleanup(func() {
		time.Sleep(50 * time.Millisecond) // what is on its way
		b.mu.Lock()
		for _, w := range b.wrong {
			t.Error(w)
		}
		b.mu.Unlock()
		cancel()
	})
	b.do(chromedp.Navigate(url))
	return b
}

func (b *tab) hear(m chromedp.ConsoleMessage) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case m.Type == chromedp.ConsoleException, m.Type == "error", m.Type == "assert", strings.Contains(m.Text, "Content Security Policy"):
		b.complain(string(m.Type) + ": " + m.Text)
	}
}

func (b *tab) complain(text string) {
	for _, a := range b.allowed {
		if strings.Contains(text, a) {
			return
		}
	}
	b.wrong = append(b.wrong, text)
}

// stepTime is how long one action may take.
const stepTime = 30 * time.Second

func (b *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	for _, a := range actions {
		run(b, a)
	}
}

func run[T any](b *tab, a chromedp.Action[T]) T {
	b.t.Helper()
	ctx := b.ctx
	if chromedp.FromContext(ctx).Target != nil {
		var cancel func()
		ctx, cancel = context.WithTimeout(ctx, stepTime)
		defer cancel()
	}
	v, err := chromedp.Run(ctx, a)
	if err != nil {
		b.mu.Lock()
		wrong := strings.Join(b.wrong, "\n")
		b.mu.Unlock()
		b.t.Fatalf("%v\n%s", err, wrong)
	}
	return v
}

// js evaluates an expression in the page.
func js[T any](b *tab, expr string) T {
	b.t.Helper()
	return run(b, chromedp.Evaluate[T](expr, chromedp.EvalAwaitPromise))
}

// wait waits until an expression is true in the page.
func (b *tab) wait(expr string) {
	b.t.Helper()
	deadline := time.Now().Add(20 * time.Second)
	for !js[bool](b, "!!("+expr+")") {
		if time.Now().After(deadline) {
			b.shot("failed")
			b.t.Fatalf("never true: %s\nstatus %s\n%s", expr, b.state(), b.text("#pane"))
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func id(testid string) string { return `[data-testid="` + testid + `"]` }

func (b *tab) text(selector string) string {
	return js[string](b, "(document.querySelector(`"+selector+"`)||{}).innerText||''")
}

func (b *tab) state() string {
	return js[string](b, "document.querySelector('[data-testid=status]').dataset.state")
}

func (b *tab) waitState(state string) {
	b.t.Helper()
	b.wait("document.querySelector('[data-testid=status]').dataset.state==='" + state + "'")
}

func (b *tab) click(selector string) {
	b.t.Helper()
	b.do(chromedp.Click(chromedp.CSS(selector)))
}

func (b *tab) key(keys string) {
	b.t.Helper()
	b.do(chromedp.KeyEvent(keys))
}

// shot writes a picture when pictures are wanted.
func (b *tab) shot(name string) {
	if *screenshots == "" {
		return
	}
	png := run(b, chromedp.CaptureScreenshot())
	if err := os.MkdirAll(*screenshots, 0o755); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*screenshots, name+".png"), png, 0o644); err != nil {
		b.t.Fatal(err)
	}
}
