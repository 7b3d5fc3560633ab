//go:build browser

package browsertest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"planproof/cmd/build/site"
	"planproof/examples"
	"planproof/ui/paste"
)

func planOf(t *testing.T, id string) string {
	t.Helper()
	e, ok := examples.Find(id)
	if !ok {
		t.Fatal("no example ", id)
	}
	return paste.Sort(string(e.Text)).Workflow
}

func (b *tab) dialogOpen(is bool) {
	b.t.Helper()
	b.wait(fmt.Sprintf(`document.getElementById('lab').open === %v`, is))
}

// The static page has no model: the prompt is copied, answers are pasted, and
// the accepted plan is loaded.
func TestPlanByHand(t *testing.T) {
	for _, v := range []struct {
		theme string
		w, h  int64
		size  string
	}{{"light", 1440, 900, "1440x900"}, {"dark", 390, 844, "390x844"}} {
		t.Run(v.size, func(t *testing.T) {
			t.Parallel()
			b := open(t, address(t)+"/?theme="+v.theme+"#example=email-malicious", v.w, v.h)
			b.waitState("done")
			if v.w < 700 {
				b.click(`.paneswitch [data-arg="text"]`)
			}
			b.press(id("plan-open"))
			b.dialogOpen(true)
			b.has("plan-goal")
			if js[bool](b, `getComputedStyle(document.querySelector('[data-testid="plan-ask"]')).display !== 'none'`) {
				t.Error("the static page offers a model")
			}
			b.press(id("plan-prompt"))
			b.wait(`(planproof.copied||'').includes('The goal: Read the inbox and reply')`)
			b.typeIn("plan-answer", "Of course! Here is the plan:\n```json\n"+planOf(t, "email-malicious")+"\n```")
			b.press(id("plan-read"))
			b.wait(`document.querySelector('[data-testid="plan-attempt"][data-state="refused"]')`)
			b.shot("plan-refused-" + v.size + "-" + v.theme)
			b.press(id("plan-copy-feedback"))
			b.wait(`(planproof.copied||'').includes('no_exfiltration')`)
			b.typeIn("plan-answer", planOf(t, "email-safe"))
			b.press(id("plan-read"))
			b.wait(`document.querySelector('[data-testid="plan-attempt"][data-state="accepted"]')`)
			js[bool](b, `(document.querySelector('[data-state="accepted"]').scrollIntoView(),true)`)
			b.shot("plan-accepted-" + v.size + "-" + v.theme)
			b.press(`[data-state="accepted"] [data-testid="plan-use"]`)
			b.dialogOpen(false)
			b.wait(`document.querySelector('[data-testid="status"]').innerText.includes('Accepted')`)
		})
	}
}

// A server that forwards to a model: the model's refused plan goes back to it,
// the second one is accepted.
func TestPlanWithModel(t *testing.T) {
	if why != nil {
		t.Skip("no browser: ", why)
	}
	asked := 0
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := planOf(t, "email-malicious")
		if asked++; asked > 1 {
			answer = planOf(t, "email-safe")
		}
		w.Header().Set("Content-Type", "text/event-stream")
		for len(answer) > 0 {
			piece := answer[:min(97, len(answer))]
			answer = answer[len(piece):]
			text, _ := json.Marshal(piece)
			fmt.Fprintf(w, "data: {\"choices\":[{\"delta\":{\"content\":%s}}]}\n\n", text)
			w.(http.Flusher).Flush()
		}
		fmt.Fprint(w, "data: [DONE]\n\n")
	}))
	defer model.Close()
	files, err := siteFiles(nil)
	if err != nil {
		t.Fatal(err)
	}
	llm := &site.LLM{URL: model.URL, Model: "test"}
	page := httptest.NewServer(llm.With(site.Handler(llm.Announce(files), 1)))
	defer page.Close()
	b := open(t, page.URL+"/#example=email-malicious", 1440, 900)
	b.waitState("done")
	b.press(id("plan-open"))
	b.has("plan-goal")
	b.press(id("plan-ask"))
	b.wait(`document.querySelector('[data-testid="plan-attempt"][data-state="refused"]')`)
	b.press(id("plan-ask"))
	b.wait(`document.querySelector('[data-testid="plan-attempt"][data-state="accepted"]')`)
	if asked != 2 || !strings.Contains(b.text(id("plan-attempt")), "attempt 1") {
		t.Error(asked)
	}
}
