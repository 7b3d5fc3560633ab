package report

import (
	"strconv"
	"strings"

	"planproof/core/finding"
)

// HTML renders a report as one static page: no script, no request, inline
// style, light and dark by the reader's preference. Every text of the
// documents is cleaned and escaped.
func HTML(r *finding.Report, s Sources, o Options) string {
	h := &htmler{s: &s, o: o}
	word, why := verdict(r)
	h.head(word, why)
	h.summary(r, word, why)
	for _, sec := range sections(r) {
		h.section(sec)
	}
	h.obligations(r.Obligations)
	h.raw("</main>\n<footer>")
	if order := orderLine(r); order != "" {
		h.element("p", "", message(order))
	}
	h.element("p", "", esc(otherCounts(r)))
	h.element("p", "muted", esc(work(r)))
	h.raw("</footer>\n</body>\n</html>\n")
	return h.b.String()
}

// htmler writes HTML. Raw takes markup; every text goes through esc.
type htmler struct {
	b strings.Builder
	s *Sources
	o Options
}

func (h *htmler) raw(markup string) { h.b.WriteString(markup) }

// element writes an element around markup that is already escaped.
func (h *htmler) element(tag, class, inner string) {
	h.raw("<" + tag)
	if class != "" {
		h.raw(` class="` + class + `"`)
	}
	h.raw(">" + inner + "</" + tag + ">\n")
}

// esc cleans and escapes a text for content and for attributes.
func esc(s string) string { return escaper.Replace(clean(s)) }

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")

// message renders a message with its code.
func message(s string) string {
	var b strings.Builder
	for _, c := range inline(s) {
		if c.code {
			b.WriteString("<code>" + esc(c.text) + "</code>")
		} else {
			b.WriteString(esc(c.text))
		}
	}
	return b.String()
}

func codeTag(s string) string { return "<code>" + esc(s) + "</code>" }

func (h *htmler) head(word outcome, why string) {
	h.raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n" +
		"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n" +
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n" +
		"<title>" + esc(string(word)+". "+why) + "</title>\n<style>\n" + pageStyle + "</style>\n</head>\n<body>\n")
}

// outcomeClass is the class of a verdict: the tombstone is filled when
// accepted, hollow when refused, dashed when there is no verdict.
func outcomeClass(o outcome) string {
	switch o {
	case accepted:
		return "proved"
	case rejected:
		return "rejected"
	}
	return "incomplete"
}

func (h *htmler) summary(r *finding.Report, word outcome, why string) {
	h.raw("<header>\n<p class=\"wordmark\">planproof <i class=\"tomb " + outcomeClass(word) + "\"></i></p>\n")
	h.element("h1", "", `<span class="`+outcomeClass(word)+`">`+esc(string(word))+".</span> "+esc(why))
	h.element("p", "muted", esc(capital(count(len(r.Violations), "violation"))+". "+otherCounts(r)))
	h.raw("</header>\n<main>\n")
}

func (h *htmler) section(sec section) {
	if len(sec.findings) == 0 {
		return
	}
	h.raw("<section>\n")
	h.element("h2", "", esc(sec.title))
	n := h.o.shown(len(sec.findings))
	for i := range sec.findings[:n] {
		if f := &sec.findings[i]; brief(f) {
			h.element("p", "", codeTag(placeOnly(f.Span))+" "+message(f.Message))
		} else {
			h.finding(f, i+1, sec.mark)
		}
	}
	h.more(len(sec.findings) - n)
	h.raw("</section>\n")
}

func (h *htmler) more(n int) {
	if n > 0 {
		h.element("p", "muted", numeral(n)+" more are not shown here.")
	}
}

// certaintyClass is the class that colors a finding's mark.
func certaintyClass(f *finding.Finding, mark string) string {
	switch {
	case mark == markOpen:
		return "incomplete"
	case mark == markShown:
		return "rejected"
	case mark == markNote:
		return "muted"
	}
	return "possible"
}

func (h *htmler) finding(f *finding.Finding, number int, mark string) {
	word := ""
	if mark == "" {
		word, mark = certainty(f)
		word = esc(word) + " · "
	}
	h.raw("<article>\n")
	h.element("h3", "", `<b class="number">`+strconv.Itoa(number)+`</b> <span class="`+certaintyClass(f, mark)+`">`+mark+"</span> "+message(f.Message))
	h.element("p", "muted", word+message(kind(f)))
	h.element("p", "muted", esc(where(f)))
	h.snippet(f)
	h.flow(f.Flow)
	h.witness(f.Witness)
	if f.Hint != "" {
		h.element("p", "hint", "<b>Hint</b> "+message(f.Hint))
	}
	h.raw("</article>\n")
}

func (h *htmler) snippet(f *finding.Finding) {
	at := h.s.place(f.Span)
	if at == "" {
		return
	}
	h.element("p", "place", codeTag(at))
	sn, ok := h.s.snippet(f.Span, h.o.width()-10)
	if !ok {
		return
	}
	before, part, after := sn.split()
	h.element("pre", "", `<span class="muted">`+strconv.Itoa(sn.Line)+" │ </span>"+
		esc(before)+"<mark>"+esc(part)+"</mark>"+esc(after))
}

// split cuts the code of a snippet before and after the marked part.
func (s snippet) split() (before, part, after string) {
	from, to, at := len(s.Code), len(s.Code), 0
	for i, r := range s.Code {
		if at >= s.From && i < from {
			from = i
		}
		if at >= s.To && i < to {
			to = i
		}
		at += cells(r)
	}
	return s.Code[:from], s.Code[from:to], s.Code[to:]
}

func (h *htmler) flow(hops []finding.Hop) {
	if len(hops) == 0 {
		return
	}
	h.raw("<table class=\"flow\">\n<caption>Flow</caption>\n")
	for i := range hops {
		p := &hops[i]
		h.raw("<tr><th>" + strconv.Itoa(i+1) + "</th><td>" + esc(string(p.Rule)) + "</td><td>" + codeTag(p.From) + " → " + codeTag(p.To) +
			"</td><td>" + codeTag(labelSet(p.Labels)) + `</td><td class="muted">` + esc(stepOf(p.Path)) + "</td></tr>\n")
	}
	h.raw("</table>\n")
}

func (h *htmler) witness(w *finding.Witness) {
	if w == nil || len(w.Bindings) == 0 {
		return
	}
	h.raw("<table class=\"witness\">\n<caption>Witness" + esc(replayNote(w)) + "</caption>\n")
	for _, b := range w.Bindings {
		h.raw("<tr><th>" + codeTag(b.Key) + "</th><td>" + codeTag(shortValue(string(b.Value))) + "</td></tr>\n")
	}
	h.raw("</table>\n")
}

func (h *htmler) obligations(os []finding.Obligation) {
	h.raw("<section>\n")
	h.element("h2", "", "Obligations")
	h.element("p", "", esc(obligationCounts(os)))
	n := h.o.shown(len(os))
	if n > 0 {
		h.raw("<table>\n")
	}
	for i := range os[:n] {
		o := &os[i]
		word, mark := statusWord(o.Status)
		h.raw("<tr><th>" + mark + " " + esc(word) + "</th><td>" + esc(spoken(string(o.Category))) + "</td><td>" + codeTag(o.Condition) +
			"</td><td class=\"muted\">" + esc(stepOf(o.Path)) + message(reason(o)) + "</td></tr>\n")
	}
	if n > 0 {
		h.raw("</table>\n")
	}
	h.more(len(os) - n)
	h.raw("</section>\n")
}
