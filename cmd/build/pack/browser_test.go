//go:build browser

package pack

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"planproof/cmd/build/browser/tab"
	"planproof/cmd/build/site"
)

var built = sync.OnceValues(func() ([]site.File, error) {
	root, err := site.Root()
	if err != nil {
		return nil, err
	}
	files, err := Site(root)
	if err != nil {
		return nil, err
	}
	if files, err = Dist(files); err != nil {
		return nil, err
	}
	files, _ = Compress(files, 4)
	return files, nil
})

// serve serves the folder under /dist/ and the repository's examples beside
// it, as examples/embed expects them.
func serve(t *testing.T) *httptest.Server {
	t.Helper()
	files, err := built()
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(newHost(t, files, "/dist/", http.FileServer(http.Dir("../../.."))))
	t.Cleanup(s.Close)
	return s
}

const done = `document.querySelector('[data-testid=status]').dataset.state === 'done'`

// The folder works as it is, and a second visit works with the network off.
func TestOffline(t *testing.T) {
	s := serve(t)
	page := tab.Start(t).Open(t, s.URL+"/dist/")
	page.Wait(done)
	page.Wait("navigator.serviceWorker.controller")
	files, _ := built()
	kept := 0
	for _, f := range files {
		if ext := filepath.Ext(f.Name); ext != ".gz" && ext != ".br" && f.Name != "sw.js" && f.Name != "_headers" {
			kept++
		}
	}
	tab.Eval[bool](page, `(setInterval(async () => { let n = 0; for (const c of await caches.keys()) n += (await (await caches.open(c)).keys()).length; window.kept = n; }, 50), true)`)
	page.Wait("window.kept === " + strconv.Itoa(kept))
	s.CloseClientConnections()
	s.Close()
	for _, address := range []string{"/dist/", "/dist/?theme=dark#example=email-safe", "/dist/index.html", "/dist/embed.html#example=payments"} {
		page.Go("about:blank")
		page.Go(s.URL + address)
		page.Wait(done)
	}
}

// Three embeds on one page under a strict policy: each shows its plan, says
// its height, keeps its address, and replaces the text for readers without
// JavaScript.
func TestThreeEmbeds(t *testing.T) {
	s := serve(t)
	page := tab.Start(t).Open(t, s.URL+"/examples/embed/index.html")
	if n := tab.Eval[int](page, "document.querySelectorAll('plan-proof').length"); n != 3 {
		t.Fatalf("%d elements", n)
	}
	const frame = "document.querySelectorAll('plan-proof')[N].shadowRoot.querySelector('iframe')"
	for i, want := range []struct{ address, verdict, tab, theme string }{
		{"/dist/embed.html#example=inbox-digest&at=66&view=loops&readonly", "Rejected", "loops", ""},
		{"/dist/embed.html?theme=light#example=redacted-on-one-branch&view=lattice&readonly", "Rejected", "lattice", "light"},
		{"/dist/embed.html?theme=dark#example=payments&view=verdict", "Accepted", "verdict", "dark"},
	} {
		f := strings.ReplaceAll(frame, "N", strconv.Itoa(i))
		tab.Eval[bool](page, "(document.querySelectorAll('plan-proof')["+strconv.Itoa(i)+"].scrollIntoView({block: 'center'}), true)")
		page.Wait(f + ".classList.contains('ready')")
		page.Wait(f + ".contentDocument.querySelector('[data-testid=tab-" + want.tab + "]').getAttribute('aria-selected') === 'true'")
		if got := tab.Eval[string](page, f+".contentWindow.location.href"); got != s.URL+want.address {
			t.Errorf("its address is %s, should be %s", got, s.URL+want.address)
		}
		if got := tab.Eval[string](page, f+".contentDocument.querySelector('.flag').innerText"); !strings.Contains(got, want.verdict) {
			t.Errorf("%d: %s", i, got)
		}
		if got := tab.Eval[string](page, f+".contentDocument.documentElement.dataset.theme || ''"); got != want.theme {
			t.Errorf("%d: theme %s", i, got)
		}
		height := tab.Eval[float64](page, f+".getBoundingClientRect().height")
		if height < 320 || height > 900 {
			t.Errorf("%d: %f pixels high", i, height)
		}
		if !tab.Eval[bool](page, f+".title !== '' && "+f+".loading === 'lazy' && document.querySelectorAll('plan-proof section')["+strconv.Itoa(i)+"].offsetParent === null") {
			t.Errorf("%d: no title, not lazy, or the static text still shows", i)
		}
		open := tab.Eval[string](page, f+".contentDocument.querySelector('.embed-open').href")
		if want := s.URL + "/dist/" + strings.TrimSuffix(strings.TrimPrefix(want.address, "/dist/embed.html"), "&readonly"); open != want {
			t.Errorf("%d opens %s, should be %s", i, open, want)
		}
		picture(t, page, "embed-"+strconv.Itoa(i))
	}
	// A change of attributes makes a fresh frame and no entry in the history.
	length := tab.Eval[int](page, "history.length")
	tab.Eval[bool](page, "(() => { const p = document.querySelector('plan-proof'); p.setAttribute('example', 'email-safe'); p.setAttribute('view', 'verdict'); p.removeAttribute('step'); return true })()")
	f := strings.ReplaceAll(frame, "N", "0")
	page.Wait(f + ".contentDocument.querySelector('.flag').innerText.includes('Accepted')")
	if got := tab.Eval[int](page, "history.length"); got != length {
		t.Errorf("the history grew from %d to %d", length, got)
	}
}

// A plain iframe works as well.
func TestPlainFrame(t *testing.T) {
	s := serve(t)
	page := tab.Start(t).Open(t, s.URL+"/dist/embed.html#example=email-malicious&readonly")
	page.Wait(done)
	if tab.Eval[bool](page, "!!document.querySelector('.docs').offsetParent") {
		t.Error("read only, and the documents show")
	}
}

func picture(t *testing.T, page *tab.Tab, name string) {
	dir := os.Getenv("PLANPROOF_SCREENSHOTS")
	if dir == "" {
		return
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), page.Picture(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// The page that is served with hashed names can be saved as one file, too,
// with the binaries that are only fetched later.
func TestSaveOffline(t *testing.T) {
	s := serve(t)
	page := tab.Start(t).Open(t, s.URL+"/dist/#example=email-safe")
	page.Wait(done)
	tab.Eval[bool](page, "(planproof.lab.dialog('share'), true)")
	page.Wait("document.querySelector('[data-testid=share-offline]')")
	tab.Eval[bool](page, "(document.querySelector('[data-testid=share-offline]').click(), true)")
	page.Wait("planproof.saved")
	tab.Eval[bool](page, "(planproof.saved.blob.text().then(text => { window.text = text; }), true)")
	page.Wait("window.text")
	text := tab.Eval[string](page, "window.text")
	file := filepath.Join(t.TempDir(), "saved.html")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes", len(text))
	s.CloseClientConnections()
	s.Close()
	page.Go("file://" + file)
	page.Wait(done)
	page.Wait("document.querySelector('.case h1').innerText.includes('safe')")
	if got := tab.Eval[string](page, "document.querySelector('.flag').innerText"); !strings.Contains(got, "Accepted") {
		t.Error(got)
	}
	tab.Eval[bool](page, "(planproof.lab.dialog('paste'), true)")
	page.Wait("document.querySelector('[data-testid=paste]')")
	if tab.Eval[bool](page, "!!document.querySelector('script[src], link[rel=stylesheet]')") {
		t.Error("the file loads something")
	}
}
