package rivals

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/chromedp/chromedp"

	"planproof/cmd/build/browser"
	"planproof/cmd/build/site"
)

//go:embed page
var page embed.FS

// Z3 is the version of the npm package that is fetched.
const Z3 = "z3-solver@5.2.0"

// Browser measures our solver and z3-solver in Chromium, in one page. The
// second is left out, and missing says why, when npm can not fetch it.
func Browser(root string, queries []Query) (times []Times, starts map[string]float64, missing error, err error) {
	files, missing := z3Files()
	wasm, err := site.WASM(root, "cmd/build/bench/rivals/solverwasm", false)
	if err != nil {
		return nil, nil, missing, err
	}
	files["solver.wasm"] = wasm
	if files["wasm_exec.js"], err = execScript(); err != nil {
		return nil, nil, missing, err
	}
	if files["queries.json"], err = asked(queries); err != nil {
		return nil, nil, missing, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, nil, missing, err
	}
	defer listener.Close()
	var at atomic.Pointer[string]
	go http.Serve(listener, handler(files, &at))
	times, starts, err = visit("http://" + listener.Addr().String() + "/index.html")
	if last := at.Load(); err != nil && last != nil {
		name, _ := url.QueryUnescape(*last)
		err = fmt.Errorf("%w; the page was at %s", err, name)
	}
	return times, starts, missing, err
}

func asked(queries []Query) ([]byte, error) {
	type entry struct {
		Name   string `json:"name"`
		Ours   string `json:"ours"`
		Theirs string `json:"theirs"`
	}
	var list []entry
	for _, q := range queries {
		list = append(list, entry{q.Name, q.Ours(), q.Theirs()})
	}
	return json.Marshal(list)
}

// handler serves the page with what z3-solver needs: its threads share memory,
// which browsers allow on isolated pages only.
//
// What the page says it is at goes to at.
func handler(files map[string][]byte, at *atomic.Pointer[string]) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/")
		if name == "at" {
			at.Store(&r.URL.RawQuery)
			return
		}
		data, ok := files[name]
		if !ok {
			var err error
			if data, err = page.ReadFile("page/" + name); err != nil {
				http.NotFound(w, r)
				return
			}
		}
		w.Header().Set("Cross-Origin-Opener-Policy", "same-origin")
		w.Header().Set("Cross-Origin-Embedder-Policy", "require-corp")
		w.Header().Set("Content-Type", site.MIME(filepath.Ext(name)))
		w.Write(data)
	})
}

// patienceOfPage is how long the page may take for all queries.
const patienceOfPage = 5 * time.Minute

// visit opens the page and waits for its result.
func visit(url string) ([]Times, map[string]float64, error) {
	path, err := browser.Find(false)
	if err != nil {
		return nil, nil, err
	}
	all, stop := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox)...)
	defer stop()
	ctx, cancel := chromedp.NewContext(all)
	defer cancel()
	ctx, cancel = context.WithTimeout(ctx, patienceOfPage) // a page that computes does not say so
	defer cancel()
	if _, err := chromedp.Run(ctx, chromedp.Navigate(url)); err != nil {
		return nil, nil, err
	}
	for ; ctx.Err() == nil; time.Sleep(100 * time.Millisecond) {
		text, err := chromedp.Run(ctx, chromedp.Evaluate[string](`window.result || ""`))
		if err != nil {
			return nil, nil, err
		}
		if text == "" {
			continue
		}
		var r struct {
			Error  string
			Times  []Times
			Starts map[string]float64
		}
		if err := json.Unmarshal([]byte(text), &r); err != nil {
			return nil, nil, err
		}
		if r.Error != "" {
			return nil, nil, errors.New(r.Error)
		}
		return r.Times, r.Starts, nil
	}
	return nil, nil, ctx.Err()
}

// z3Files are the two files of z3-solver that a page loads. npm fetches them
// once into the user's cache.
func z3Files() (map[string][]byte, error) {
	files := map[string][]byte{"z3-built.js": nil}
	cache, err := os.UserCacheDir()
	if err != nil {
		return files, err
	}
	dir := filepath.Join(cache, "planproof-bench", strings.ReplaceAll(Z3, "@", "-"))
	build := filepath.Join(dir, "node_modules", "z3-solver", "build")
	if _, err := os.Stat(filepath.Join(build, "z3-built.wasm")); err != nil {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return files, err
		}
		cmd := exec.Command("npm", "install", "--prefix", dir, "--no-save", "--no-audit", "--no-fund", Z3)
		if out, err := cmd.CombinedOutput(); err != nil {
			return files, fmt.Errorf("npm can not install %s: %w\n%s", Z3, err, out)
		}
	}
	for _, name := range []string{"z3-built.js", "z3-built.wasm"} {
		if files[name], err = os.ReadFile(filepath.Join(build, name)); err != nil {
			return files, err
		}
	}
	return files, nil
}

func execScript() ([]byte, error) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(strings.TrimSpace(string(out)), "lib", "wasm", "wasm_exec.js"))
}
