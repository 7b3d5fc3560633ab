package share

import (
	"strings"

	"planproof/core/finding"
	"planproof/core/report"
	"planproof/ui/markup"
)

// Embed is what a page needs to show a moment.
type Embed struct {
	// Site is the address of the folder that has plan-proof.js and
	// embed.html, with its slash at the end.
	Site     string
	Title    string
	Link     Link
	Theme    string // light, dark, or auto and ""
	ReadOnly bool
	// Inside is HTML for readers without JavaScript, such as
	// embed/inside writes; "" is a link.
	Inside string
}

// Element is the code with the custom element. Titles and links are escaped.
func (e Embed) Element() string {
	h := markup.New()
	h.Open("script", "type", "module", "src", e.Site+"plan-proof.js").Close("script").Raw("\n")
	attrs := []string{}
	switch e.Link.Kind {
	case Example:
		attrs = append(attrs, "example", e.Link.Example)
	case File:
		attrs = append(attrs, "src", e.Link.URL)
	case Packed:
		whole := e.Link
		whole.At, whole.View = "", ""
		attrs = append(attrs, "link", strings.TrimPrefix(whole.Fragment(), "#"))
	case None, Blank, Lesson:
	}
	attrs = append(attrs, "view", e.Link.View, "step", e.Link.At)
	if e.Theme != "auto" {
		attrs = append(attrs, "theme", e.Theme)
	}
	attrs = append(attrs, "title", e.Title)
	text := markup.New().Open("plan-proof", attrs...).String()
	if e.ReadOnly {
		text = strings.TrimSuffix(text, ">") + " readonly>"
	}
	inside := e.Inside
	if inside == "" {
		inside = markup.New().Open("a", "href", e.Site+e.Link.Fragment()).Text(e.title() + " in planproof").Close("a").String()
	}
	return h.String() + text + "\n" + inside + "\n</plan-proof>\n"
}

// Frame is the code with a plain iframe, for places that run no script.
func (e Embed) Frame() string {
	query := ""
	if e.Theme == "light" || e.Theme == "dark" {
		query = "?theme=" + e.Theme
	}
	fragment := e.Link.Fragment()
	if e.ReadOnly {
		fragment += "&readonly"
	}
	return markup.New().Open("iframe", "src", e.Site+"embed.html"+query+fragment, "title", e.title(), "width", "720", "height", "420", "loading", "lazy").
		Close("iframe").String() + "\n"
}

func (e Embed) title() string {
	if e.Title == "" {
		return "A verified plan"
	}
	return e.Title
}

// Markdown is a text for an issue or a chat: the link, the verdict, and every
// finding with its path and the code there. Nothing in a document can become
// markup.
func Markdown(url, title string, r *finding.Report, s report.Sources) string {
	if title == "" {
		title = "This plan"
	}
	return "[" + mdEscape(title) + " in planproof](<" + mdAddress(url) + ">)\n\n" + report.Markdown(r, s, report.Options{})
}

// mdEscape makes a title plain words: every mark that may mean something is
// escaped, line breaks become blanks.
func mdEscape(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r < ' ' || r == 0x7F || r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069:
			b.WriteByte(' ')
			continue
		case r == '@' || r == '#':
			// A mention or an issue number lives through a backslash.
			b.WriteString("&#" + map[rune]string{'@': "64", '#': "35"}[r] + ";")
			continue
		case strings.ContainsRune("\\`*_{}[]()<>+-.!|~&:/", r):
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

func mdAddress(url string) string {
	return strings.NewReplacer("<", "%3C", ">", "%3E", "\n", "%0A", "\r", "%0D", " ", "%20", "\\", "%5C", "`", "%60").Replace(url)
}
