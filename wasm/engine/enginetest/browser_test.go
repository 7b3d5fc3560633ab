//go:build browser

package enginetest

import (
	"encoding/json"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"planproof/cmd/build/browser/tab"
	"planproof/cmd/build/pack"
	"planproof/cmd/build/site"
	"planproof/examples"
)

// serve serves a folder as the page is served, under the same policy.
func serve(t *testing.T, dir string) string {
	t.Helper()
	files, err := pack.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(site.Handler(files, 5))
	t.Cleanup(s.Close)
	return s.URL
}

// In the browser the library gives the same bytes, in the page and in a
// worker, under the policy that the page has.
func TestSameBytesInBrowser(t *testing.T) {
	b := tab.Start(t)
	url := serve(t, engine(t))
	page := b.Open(t, url+"/examples/js/index.html")
	page.Wait("document.getElementById('verdict').textContent.includes('is ready')")
	qs, want := questions(t)
	text, _ := json.Marshal(qs)
	for _, worker := range []string{"false", "true"} {
		tab.Eval[bool](page, `(window.answers = undefined, import("/dist/engine/engine.js").then(async m => {
			const engine = await m.load({ worker: `+worker+` });
			window.answers = await Promise.all(`+string(text)+`.map(q => engine.verify(q.bundle, { ...q.options, format: "text" })));
			engine.close();
		}), true)`)
		page.Wait("window.answers")
		for i, got := range tab.Eval[[]string](page, "window.answers") {
			if got != want[i] {
				t.Errorf("worker %s: case %d %v: differs\n%.300s\n%.300s", worker, i, qs[i].Options, got, want[i])
			}
		}
	}
}

func TestExamplePage(t *testing.T) {
	b := tab.Start(t)
	page := b.Open(t, serve(t, engine(t))+"/examples/js/index.html")
	page.Wait("!document.getElementById('check').disabled")
	malicious, _ := examples.Find("email-malicious")
	for _, c := range []struct{ text, want string }{
		{string(malicious.Text), "Rejected. 3 checks fail."}, {"{", "Not read. "}, {strings.Replace(string(malicious.Text), `"goal": "`, `"goal": "<img src=x onerror=alert(1)>`, 1), "Rejected."},
	} {
		text, _ := json.Marshal(c.text)
		want, _ := json.Marshal(c.want)
		tab.Eval[bool](page, "(document.getElementById('verdict').textContent = '', document.getElementById('bundle').value = "+string(text)+", document.getElementById('check').click(), true)")
		page.Wait("document.getElementById('verdict').textContent.startsWith(" + string(want) + ")")
	}
	if n := tab.Eval[int](page, "document.querySelectorAll('#findings > li').length"); n != 3 {
		t.Errorf("%d findings", n)
	}
}

// A crash in the browser rejects what waits, and the next load works.
func TestCrashInBrowser(t *testing.T) {
	dir := engine(t, "crashtest")
	if err := os.WriteFile(filepath.Join(dir, "blank.html"), []byte("<!doctype html><title>blank</title><link rel=icon href=data:,>"), 0o644); err != nil {
		t.Fatal(err)
	}
	page := tab.Start(t).Open(t, serve(t, dir)+"/blank.html")
	tab.Eval[bool](page, `(import("/dist/engine/engine.js").then(async m => {
		const out = [];
		const call = (e, text) => e.verify(text).then(r => out.push(r.ok), err => out.push(err.name));
		for (const worker of [false, true]) for (const crash of ["panic", "overflow"]) {
			const engine = await m.load({ worker });
			await Promise.all([call(engine, "{"), call(engine, "crash-test: " + crash), call(engine, "{")]);
			const next = await m.load({ worker });
			await call(next, "{");
			next.close();
		}
		const engine = await m.load({ worker: true });
		setTimeout(() => engine.close(), 100);
		await call(engine, "crash-test: hang");
		window.out = out.join(" ");
	}, err => { window.out = String(err); }), true)`)
	page.Wait("window.out")
	want := strings.TrimSpace(strings.Repeat("false EngineStopped EngineStopped false ", 4)) + " EngineStopped"
	if got := tab.Eval[string](page, "window.out"); got != want {
		t.Errorf("%s", got)
	}
}
