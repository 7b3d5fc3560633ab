//go:build browser

package browsertest

import (
	"encoding/json"
	"strings"
	"testing"

	"planproof/core"
	"planproof/core/doc"
	"planproof/core/verify"
	"planproof/examples"
)

// asked runs one verification in a worker like the page's own and keeps the
// answer's text in window.answered.
const asked = `(() => {
  window.answered = null;
  const w = new Worker("worker.js");
  w.onmessage = e => {
    if (e.data.t === "ready") w.postMessage(Object.assign({ t: "verify", id: 1, strict: false, lenient: false, trace: true }, QUESTION));
    if (e.data.t === "answer") { window.answered = e.data.json; w.terminate(); }
  };
  w.postMessage({ t: "boot", module: planproof.module });
  return true;
})()`

// TestSameReportAsTheCommandLine: for every example the page's worker gives
// the report of the verifier on the command line, byte for byte.
func TestSameReportAsTheCommandLine(t *testing.T) {
	b := open(t, address(t)+"/#blank", 1440, 900)
	b.wait("document.querySelector('[data-testid=verdict]').innerText.includes('Engine ready')")
	cases := 0
	for _, e := range examples.All() {
		var parts struct{ Workflow, Policy, Tools json.RawMessage }
		if err := json.Unmarshal(e.Text, &parts); err != nil {
			t.Fatal(err)
		}
		bundle, derr := doc.ReadParts(parts.Workflow, parts.Policy, parts.Tools, doc.ReadOptions{})
		if derr != nil {
			t.Fatal(e.ID, derr)
		}
		r, err := core.Verify(bundle, core.Options{Detail: verify.DetailFull})
		if err != nil {
			t.Fatal(e.ID, err)
		}
		question, _ := json.Marshal(map[string]string{"workflow": string(parts.Workflow), "policy": string(parts.Policy), "tools": string(parts.Tools)})
		js[bool](b, strings.Replace(asked, "QUESTION", string(question), 1))
		b.wait("window.answered !== null")
		if got, want := js[string](b, "window.answered"), string(r.AppendWire(nil)); got != want {
			t.Errorf("%s: the page says\n%.300s\nthe command line\n%.300s", e.ID, got, want)
		}
		cases++
	}
	t.Logf("%d cases compared", cases)
}
