//go:build browser

package browsertest

import (
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// room opens a room from the header and waits until it shows something.
func (b *tab) room(name, ready string) {
	b.t.Helper()
	b.press(`header [data-lab-open="` + name + `"]`)
	b.wait("document.querySelector(`" + ready + "`)")
}

const exampleLink = "#example=inbox-digest"

// fresh: the documents as they are now have a verdict. The state that the page
// shows may be a frame behind.
const fresh = "planproof.page.context().state === 'done'"

// The link of an example that nobody edited names it; an edit makes it hold
// the documents; both open what was shown.
func TestShareLink(t *testing.T) {
	home := address(t)
	b := open(t, home, 1440, 900)
	b.waitState("done")
	b.click(id("tab-loops"))
	b.slide(30)
	b.room("share", id("share-link"))
	b.wait("document.querySelector('[data-testid=share-link]').value.includes('&at=')")
	b.shot("share-1440x900-light")
	b.press(id("share-link"))
	b.wait("planproof.copied")
	link := js[string](b, "planproof.copied")
	if !strings.HasPrefix(link, home+"/"+exampleLink+"&at=") || !strings.HasSuffix(link, "&view=loops") {
		t.Fatal(link)
	}
	there := open(t, link, 1440, 900)
	there.waitState("done")
	there.wait(`document.querySelector('[data-testid="pane-loops"]')`)
	there.wait("document.querySelector('[data-testid=cursor]').innerText.startsWith('30 /')")

	b.press(`[name="moment"]`)
	b.wait("!document.querySelector('[data-testid=share-link]').value.includes('&at=')")
	if got := js[string](b, "document.querySelector('[data-testid=share-link]').value"); got != home+"/"+exampleLink+"&view=loops" {
		t.Error(got)
	}
	b.do(press("Escape"))
	b.set(id("editor-workflow"), strings.Replace(js[string](b, "document.querySelector('[data-testid=editor-workflow]').value"), "inbox", "spam", 1))
	b.wait(fresh)
	b.room("share", id("share-link"))
	b.wait("document.querySelector('[data-testid=share-link]').value.includes('#p1=')")
	edited := open(t, js[string](b, "document.querySelector('[data-testid=share-link]').value"), 1440, 900)
	edited.waitState("done")
	if !strings.Contains(js[string](edited, textOf), "spam") {
		t.Error("the link opens other documents")
	}
	if got := js[string](b, "document.querySelector('[data-testid=share-embed]').value"); !strings.Contains(got, "<plan-proof link=\"p1=") || !strings.Contains(got, "<b>Rejected.</b>") {
		t.Error(got)
	}
	if got := js[string](b, "document.querySelector('[data-testid=share-markdown]').value"); !strings.Contains(got, "Rejected") {
		t.Error(got)
	}
}

// Saved drawings need no stylesheet: in an image of their own they have their
// colors, and the labels their letters.
func TestSaveDrawings(t *testing.T) {
	b := open(t, address(t)+"/?theme=dark", 1440, 900)
	b.waitState("done")
	b.room("share", id("share-svg"))
	for _, drawing := range js[[]string](b, `[...document.querySelectorAll('[name=drawing] option')].map(o => o.value)`) {
		js[bool](b, `(() => { planproof.saved = null; const s = document.querySelector('[name=drawing]'); s.value = `+quote(drawing)+`; s.dispatchEvent(new Event('change', {bubbles: true})); return true })()`)
		b.press(id("share-svg"))
		b.wait("planproof.saved")
		svg := js[string](b, "planproof.saved.blob.text()")
		for _, bad := range []string{"class=", "data-k", "var(--", "url(#", "tabindex"} {
			if strings.Contains(svg, bad) {
				t.Errorf("%s: %s in it", drawing, bad)
			}
		}
		if strings.HasPrefix(drawing, "plan") && !strings.Contains(svg, ">email_content</text>") {
			t.Error("no legend in ", drawing)
		}
		if colors := js[int](b, inks); colors < 3 {
			t.Errorf("%s has %d colors", drawing, colors)
		}
		save(t, b, "drawing-"+strings.NewReplacer(":", "-", "/", "-").Replace(drawing)+".svg", svg)
	}
	js[bool](b, "(planproof.saved = null, true)")
	b.press(id("share-png2"))
	b.wait("planproof.saved")
	if got := js[string](b, "planproof.saved.blob.type + ' ' + planproof.saved.name"); !strings.HasPrefix(got, "image/png ") || !strings.HasSuffix(got, "@2x.png") {
		t.Error(got)
	}
}

// inks counts the colors of the saved drawing, drawn without the page.
const inks = `(async () => {
  const img = new Image();
  img.src = URL.createObjectURL(planproof.saved.blob);
  await img.decode();
  const c = document.createElement("canvas");
  c.width = img.naturalWidth; c.height = img.naturalHeight;
  const g = c.getContext("2d");
  g.drawImage(img, 0, 0);
  const d = g.getImageData(0, 0, c.width, c.height).data, seen = new Map();
  for (let i = 0; i < d.length; i += 4) { const k = d[i] << 16 | d[i + 1] << 8 | d[i + 2]; seen.set(k, (seen.get(k) || 0) + 1); }
  return [...seen.values()].filter(n => n > 20).length;
})()`

func quote(s string) string {
	text, _ := json.Marshal(s)
	return string(text)
}

func save(t *testing.T, _ *tab, name, text string) {
	if *screenshots == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(*screenshots, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestSaveReports(t *testing.T) {
	b := open(t, address(t)+"/#example=email-malicious", 1440, 900)
	b.waitState("done")
	b.room("share", id("share-json"))
	for button, field := range map[string]string{"share-json": "violations", "share-trace": "trace", "share-sarif": "runs"} {
		js[bool](b, "(planproof.saved = null, true)")
		b.press(id(button))
		b.wait("planproof.saved")
		if !js[bool](b, "(async () => '"+field+"' in JSON.parse(await planproof.saved.blob.text()))()") {
			t.Error(button)
		}
	}
}

// The whole page in one file: opened from the disk it shows the same verdict
// at the same moment, works on, and can be saved again.
func TestOfflineFile(t *testing.T) {
	b := open(t, address(t), 1440, 900)
	b.waitState("done")
	b.set(id("editor-workflow"), strings.Replace(js[string](b, "document.querySelector('[data-testid=editor-workflow]').value"), "inbox", "</script><!--", 1))
	b.wait(fresh)
	b.click(id("tab-automata"))
	b.slide(40)
	want := js[string](b, "planproof.page.context().cursor")
	b.room("share", id("share-offline"))
	b.press(id("share-offline"))
	b.wait("planproof.saved")
	b.wait("document.querySelector('.sharing').innerText.includes(' MB')")
	b.shot("share-saved-1440x900-light")
	text := js[string](b, "planproof.saved.blob.text()")
	file := filepath.Join(t.TempDir(), "saved page.html")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes", len(text))
	f := open(t, (&url.URL{Scheme: "file", Path: file}).String(), 1440, 900)
	f.waitState("done")
	f.wait(`document.querySelector('[data-testid="pane-automata"]')`)
	f.wait("planproof.page.context().cursor === " + quote(want))
	if a, c := b.text(".flag"), f.text(".flag"); a != c {
		t.Errorf("%q became %q", a, c)
	}
	if a, c := js[string](b, textOf), js[string](f, textOf); a != c {
		t.Error("other documents")
	}
	f.wait("document.querySelector('.cm-content')") // the editor, too
	f.shot("offline-file")
	js[bool](f, "(location.hash = 'example=email-safe', true)")
	f.wait("document.querySelector('.flag').innerText.includes('Accepted')")
	f.room("share", id("share-offline"))
	f.press(id("share-offline"))
	f.wait("planproof.saved")
	if n := js[int](f, "planproof.saved.blob.size"); n < len(text)*9/10 {
		t.Errorf("saved again it has %d bytes of %d", n, len(text))
	}
}

// The palette finds and does, with keys alone.
func TestPalette(t *testing.T) {
	b := open(t, address(t), 1440, 900)
	b.waitState("done")
	js[bool](b, "(document.dispatchEvent(new KeyboardEvent('keydown', {key: 'k', ctrlKey: true, bubbles: true})), true)")
	b.wait("document.activeElement.dataset.testid === 'palette'")
	b.wait("document.querySelectorAll('[data-testid=palette-item]').length > 20")
	b.key("prec")
	b.wait("document.querySelector('.palette mark')")
	b.shot("palette-1440x900-light")
	b.do(press("ArrowDown"), press("ArrowUp"))
	for range 6 {
		b.do(press("Backspace"))
	}
	b.key("automata")
	b.do(press("Enter"))
	b.wait(`document.querySelector('[data-testid="pane-automata"]')`)
	b.wait("!document.querySelector('#lab').open")
	b.click(id("commands"))
	b.wait("document.activeElement.dataset.testid === 'palette' && document.activeElement.value === ''")
	b.key("star pattern")
	b.wait("document.querySelectorAll('[data-testid=palette-item]').length === 1")
	b.do(press("Enter"))
	b.wait("location.hash === '#example=star-pattern'")
	b.click(id("commands"))
	b.wait("document.activeElement.dataset.testid === 'palette'")
	b.key("share")
	b.do(press("Enter"))
	b.wait("document.querySelector('#lab').open && document.querySelector('[data-testid=share-link]')")
}

// A lesson drives the cursor; its exercise is solved in the editors; the tick
// is there after a reload.
func TestLesson(t *testing.T) {
	home := address(t)
	b := open(t, home, 1440, 900)
	b.waitState("done")
	b.room("lesson", id("lesson-item"))
	b.shot("lessons-1440x900-light")
	b.click(`[data-testid="lesson-item"][data-lab-arg="code-and-data"]`)
	b.wait("location.hash === '#lesson=code-and-data'")
	b.wait("document.querySelector('.case h1').innerText.includes('malicious')")
	b.waitState("done")
	shows := js[int](b, "document.querySelectorAll('[data-testid=lesson-show]').length")
	for i := range shows {
		js[bool](b, `(document.querySelectorAll('[data-testid=lesson-show]')[`+strconv.Itoa(i)+`].click(), true)`)
		b.wait(`document.querySelectorAll('[data-testid=lesson-show]')[` + strconv.Itoa(i) + `].classList.contains('is-now')`)
	}
	b.press(id("exercise-edit"))
	b.wait("document.querySelectorAll('[data-testid=exercise-goal]').length > 3")
	b.shot("exercise-1440x900-light")
	b.wait("document.querySelector('[data-testid=exercise-goal][data-met=false]')")
	text := js[string](b, "document.querySelector('[data-testid=editor-workflow]').value")
	text = strings.Replace(text, "attacker@evil.com", "ann@company.com", 1)
	at := strings.LastIndex(text, `{"ref"`)
	if at < 0 {
		at = strings.LastIndex(text, "{\n")
	}
	end := at + strings.IndexByte(text[at:], '}') + 1
	b.set(id("editor-workflow"), text[:at]+`"It was read."`+text[end:])
	b.wait("document.querySelector('[data-testid=exercise-solved]')")
	b.shot("exercise-solved-1440x900-light")
	b.do(navigate(home + "/#blank"))
	again := open(t, home+"/#lesson=three-rounds-prove-nothing", 1440, 900)
	again.waitState("done")
	again.wait(`document.querySelector('[data-testid="pane-loops"]')`)
	again.wait("document.querySelector('[data-testid=lesson-show].is-now')")
	again.shot("lesson-1440x900-light")
	again.press(id("lesson-list"))
	again.wait("document.querySelector('[data-testid=lesson-item]')")
	b.room("gallery", id("gallery-item"))
	b.wait("document.querySelector('.gallery').innerText.includes('1 of ')")
}

// Every room in both themes, on a desk and on a phone.
func TestRoomViews(t *testing.T) {
	for _, size := range []struct {
		name string
		w, h int64
	}{{"1440x900", 1440, 900}, {"390x844", 390, 844}} {
		for _, theme := range []string{"light", "dark"} {
			b := open(t, address(t)+"/?theme="+theme, size.w, size.h)
			b.waitState("done")
			end := "-" + size.name + "-" + theme
			for _, r := range []struct{ name, ready string }{{"share", `[data-testid="share-link"]`}, {"palette", `[data-testid="palette-item"]`}, {"gallery", `[data-testid="gallery-item"]`}} {
				js[bool](b, `(planproof.lab.dialog("`+r.name+`"), true)`)
				b.wait("document.querySelector(`" + r.ready + "`)")
				if wide := js[int](b, "Math.round(document.querySelector('#lab').scrollWidth - document.querySelector('#lab').clientWidth)"); wide > 1 {
					t.Errorf("%s%s scrolls sideways by %d", r.name, end, wide)
				}
				b.shot(r.name + end)
				b.do(press("Escape"))
			}
			js[bool](b, `(location.hash = "lesson=three-rounds-prove-nothing", true)`)
			b.wait("document.querySelector('[data-testid=lesson-show].is-now')")
			if size.w < 700 {
				b.press(`.paneswitch [data-arg="text"]`)
			}
			b.shot("lesson" + end)
			b.press(id("exercise-edit"))
			b.wait("document.querySelector('[data-testid=exercise-goal]')")
			b.shot("exercise" + end)
			if wide := js[int](b, "document.documentElement.scrollWidth - innerWidth"); wide > 0 {
				t.Errorf("lesson%s scrolls sideways by %d", end, wide)
			}
		}
	}
}

// Presentation mode shows one pane, larger, and gives everything back.
func TestPresentation(t *testing.T) {
	b := open(t, address(t), 1440, 900)
	b.waitState("done")
	visible := func() string {
		return js[string](b, `["docs", "plan", "inspector"].filter(c => document.querySelector("main > ." + c).offsetParent).join(" ")`)
	}
	b.key("p")
	b.wait("document.documentElement.dataset.present !== undefined")
	if got := visible(); got != "inspector" {
		t.Errorf("it shows %q", got)
	}
	b.shot("present-verdict-1440x900-light")
	b.do(press("PageUp"))
	b.wait("document.querySelector('#app').dataset.pane === 'plan'")
	if got := visible(); got != "plan" {
		t.Errorf("it shows %q", got)
	}
	b.shot("present-plan-1440x900-light")
	if wide := js[int](b, "document.documentElement.scrollHeight - innerHeight"); wide > 0 {
		t.Errorf("the page scrolls by %d", wide)
	}
	b.key("5")
	b.wait(`document.querySelector('[data-testid="pane-loops"]')?.offsetParent`)
	b.do(press("Escape"))
	b.wait("document.documentElement.dataset.present === undefined")
	if got := visible(); got != "docs plan inspector" {
		t.Errorf("afterwards it shows %q", got)
	}
}
