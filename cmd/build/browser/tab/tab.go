//go:build !js

package tab

import (
	"context"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"planproof/cmd/build/browser"
)

// Tab is a browser tab with everything that went wrong in it.
type Tab struct {
	t       *testing.T
	ctx     context.Context
	mu      sync.Mutex
	wrong   []string
	allowed []string
}

// Browser is a running Chromium with a profile of its own.
type Browser struct{ ctx context.Context }

// Start starts a Chromium that ends with the test. Without one the test is
// skipped, or fails when PLANPROOF_REQUIRE_BROWSER is 1.
func Start(t *testing.T) *Browser {
	t.Helper()
	path, err := browser.Find(false)
	if err != nil {
		if os.Getenv("PLANPROOF_REQUIRE_BROWSER") == "1" {
			t.Fatal(err)
		}
		t.Skip("no browser: ", err)
	}
	ctx, stop := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox)...)
	t.Cleanup(stop)
	return &Browser{ctx}
}

// Open opens an address in a fresh tab.
func (b *Browser) Open(t *testing.T, url string) *Tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(b.ctx)
	tab := &Tab{t: t, ctx: ctx}
	do(tab, chromedp.EmulateViewport(1000, 800))
	console := chromedp.Console(ctx)
	go func() {
		for m, err := range console {
			if err != nil {
				return
			}
			tab.hear(m)
		}
	}()
	t.Cleanup(func() {
		time.Sleep(50 * time.Millisecond) // what is on its way
		tab.mu.Lock()
		defer tab.mu.Unlock()
		for _, w := range tab.wrong {
			t.Error(w)
		}
		cancel()
	})
	tab.Go(url)
	return tab
}

// Go navigates.
func (b *Tab) Go(url string) {
	b.t.Helper()
	do(b, chromedp.Navigate(url))
}

// Allow makes a complaint that contains the text no failure.
func (b *Tab) Allow(text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.allowed = append(b.allowed, text)
}

func (b *Tab) hear(m chromedp.ConsoleMessage) {
	if m.Type != chromedp.ConsoleException && m.Type != "error" && m.Type != "assert" && !strings.Contains(m.Text, "Content Security Policy") {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, a := range b.allowed {
		if strings.Contains(m.Text, a) {
			return
		}
	}
	b.wrong = append(b.wrong, string(m.Type)+": "+m.Text)
}

func do[T any](b *Tab, a chromedp.Action[T]) T {
	b.t.Helper()
	ctx := b.ctx
	if chromedp.FromContext(ctx).Target != nil {
		var cancel func()
		ctx, cancel = context.WithTimeout(ctx, time.Minute)
		defer cancel()
	}
	v, err := chromedp.Run(ctx, a)
	if err != nil {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.t.Fatalf("%v\n%s", err, strings.Join(b.wrong, "\n"))
	}
	return v
}

// Eval evaluates an expression in the page.
func Eval[T any](b *Tab, expr string) T {
	b.t.Helper()
	return do(b, chromedp.Evaluate[T](expr))
}

// Wait waits until an expression is true in the page.
func (b *Tab) Wait(expr string) {
	b.t.Helper()
	deadline := time.Now().Add(60 * time.Second)
	for !Eval[bool](b, "(() => { try { return !!("+expr+") } catch { return false } })()") {
		if time.Now().After(deadline) {
			b.t.Fatalf("never true: %s\n%s", expr, Eval[string](b, "document.body.innerText.slice(0, 2000)"))
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// Picture is a PNG of what the tab shows.
func (b *Tab) Picture() []byte {
	b.t.Helper()
	return do(b, chromedp.CaptureScreenshot())
}
