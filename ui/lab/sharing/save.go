package sharing

import (
	"strconv"
	"strings"

	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/report"
	"planproof/ui/embed/inside"
	"planproof/ui/lab"
	"planproof/ui/lab/verified"
)

// save makes a file. Arg is its kind; a drawing has its scale behind a blank.
func (r *Room) save(a lab.Ask) lab.Reply {
	v := r.Cache.Of(a.Context)
	kind, more, _ := strings.Cut(a.Arg, " ")
	if kind == "offline" {
		return r.offline(a, v)
	}
	if v.Err != nil {
		return lab.Reply{Same: true, Say: "There is no verdict to save."}
	}
	name := fileName(a.Title)
	if kind == "picture" {
		return r.picture(a, v, more)
	}
	file, ok := files[kind]
	if !ok {
		return lab.Reply{Same: true}
	}
	r.saved = "Saved as " + name + file.ext + "."
	reply := r.shown(a)
	reply.Effects = append(reply.Effects, lab.Download(name+file.ext, file.mime, file.text(r, a, v)))
	return reply
}

// files are the texts that can be saved.
var files = map[string]struct {
	ext, mime string
	text      func(*Room, lab.Ask, *verified.Case) string
}{
	"json": {".report.json", "application/json", func(_ *Room, _ lab.Ask, v *verified.Case) string {
		return string(report.JSON(withoutTrace(v.Report)))
	}},
	"trace": {".trace.json", "application/json", func(_ *Room, _ lab.Ask, v *verified.Case) string { return string(report.JSON(v.Report)) }},
	"sarif": {".sarif", "application/sarif+json", func(_ *Room, a lab.Ask, v *verified.Case) string {
		return string(report.SARIF(v.Report, sources(a, v)))
	}},
	"markdown": {".md", "text/markdown", func(r *Room, a lab.Ask, v *verified.Case) string { return r.markdown(a, chosen(a), v) }},
}

// sources are the documents that the report is about.
func sources(a lab.Ask, v *verified.Case) report.Sources {
	return report.SourcesOf(v.Bundle, report.Document{Doc: doc.DocWorkflow, Text: a.Workflow},
		report.Document{Doc: doc.DocPolicy, Text: a.Policy}, report.Document{Doc: doc.DocTools, Text: a.Tools})
}

func withoutTrace(r *finding.Report) *finding.Report {
	short := *r
	short.Trace = nil
	return &short
}

// picture saves the drawing that is chosen; scale 0 is SVG.
func (r *Room) picture(a lab.Ask, v *verified.Case, scale string) lab.Reply {
	n, err := strconv.Atoi(scale)
	id := field(a, "drawing", "plan")
	svg := draw(id, v, a.Context)
	if err != nil || svg == "" {
		return lab.Reply{Same: true, Say: "There is no such drawing."}
	}
	ext := ".svg"
	if n > 0 {
		ext = "@" + scale + "x.png"
	}
	name := fileName(a.Title) + "-" + fileName(id) + ext
	r.saved = "Saved as " + name + "."
	reply := r.shown(a)
	reply.Effects = append(reply.Effects, lab.Picture(name, svg, n))
	return reply
}

// offline saves the whole page with its documents.
func (r *Room) offline(a lab.Ask, v *verified.Case) lab.Reply {
	o := chosen(a)
	opening := lab.Opening{Docs: a.Docs, Title: a.Title, Origin: "file", Example: a.Example, View: o.view, At: r.now(a, o).At, Strict: a.Strict}
	text := ""
	if v.Err == nil {
		text = inside.Verdict(v.Model, a.Title, "#")
	}
	r.saved = "Putting the page into one file."
	reply := r.shown(a)
	reply.Effects = append(reply.Effects, lab.Offline(fileName(a.Title)+".html", text, "saved", opening))
	return reply
}

func (r *Room) wasSaved(a lab.Ask) lab.Reply {
	if why := a.Form.Get("error"); why != "" {
		r.saved = "The file was not made: " + why
		reply := r.shown(a)
		reply.Say = r.saved
		return reply
	}
	n, _ := strconv.ParseFloat(a.Arg, 64)
	r.saved = "Saved as " + fileName(a.Title) + ".html, " + strconv.FormatFloat(n/1e6, 'f', 1, 64) + " MB. It opens without a server and without a network."
	return r.shown(a)
}

// fileName makes a title a name that every file system takes.
func fileName(title string) string {
	var b strings.Builder
	for _, c := range strings.ToLower(title) {
		switch {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			b.WriteRune(c)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	name := strings.Trim(b.String(), "-")
	if name == "" {
		name = "plan"
	}
	return name[:min(len(name), 60)]
}
