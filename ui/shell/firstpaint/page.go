// Package firstpaint renders the shell as the static HTML of index.html. It is
// no part of the wasm binary.
package firstpaint

import (
	"bytes"
	"strings"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/staticrender"

	"planproof/ui/markup"
	"planproof/ui/shell"
)

// Static renders the shell as HTML with the given content in its hosts. The
// page's index.html holds this text for the state before anything happened:
// it is the first paint, and the wasm binary takes it over without replacing
// an element.
func Static(c *shell.Chrome, hosts map[string]string) (string, error) {
	env, err := vugu.NewBuildEnv()
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	if err := staticrender.New(&b).Render(env.RunBuild(&shell.Root{Chrome: c})); err != nil {
		return "", err
	}
	html := b.String()
	for name, content := range hosts {
		at := strings.Index(html, `data-host="`+name+`"`)
		if at < 0 {
			continue
		}
		at += strings.IndexByte(html[at:], '>') + 1
		html = html[:at] + content + html[at:]
	}
	return html, nil
}

// Aside is the place of the room that stands beside the documents. Like the
// text areas it belongs to the static page.
const Aside = `<aside class="lesson-pane" data-lab="lesson" data-lab-aside aria-label="Lesson"></aside>`

// Editors are the three text areas, the first one shown. They belong to the
// static page: the wasm binary only draws behind them.
func Editors() string {
	h := markup.New()
	for i, d := range []struct{ id, name, hint string }{
		{"workflow", "Workflow", "Type JSON here, or paste anything"},
		{"policy", "Policy", `{"name": "…", "allowed_tools": […], "taint_rules": […]}`},
		{"tools", "Tools", `[{"name": "…", "params": […]}]`},
	} {
		h.Raw(`<div class="editor" id="editor-` + d.id + `" role="tabpanel" aria-labelledby="doc-tab-` + d.id + `"`)
		if i > 0 {
			h.Raw(" hidden")
		}
		h.Raw(`><div class="ta"><div class="ta-gutter" aria-hidden="true"></div><div class="ta-text"><div class="ta-under" aria-hidden="true"></div>`)
		h.Open("textarea", "data-doc", d.id, "data-testid", "editor-"+d.id, "aria-label", d.name+" document", "placeholder", d.hint,
			"rows", "40", "cols", "60", "wrap", "off", "spellcheck", "false", "autocomplete", "off", "autocapitalize", "off").Close("textarea")
		h.Raw("</div></div></div>")
	}
	return h.String()
}
