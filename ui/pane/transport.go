package pane

import (
	"math"
	"strconv"

	"planproof/ui/markup"
	"planproof/ui/viewmodel"
)

// Say is the sentence of the live region.
func Say(s viewmodel.Sentence, live bool) string {
	h := markup.New()
	if !live {
		return h.El("span", "muted", "No events.").String()
	}
	return h.El("span", "now", s.Now).Open("span").Rich(s.Text).Close("span").String()
}

// Position is "i / n".
func Position(m *viewmodel.Model, at int) string {
	return itoa(at+1) + " / " + itoa(m.Events())
}

// PositionWords is the slider's value for those who do not see it.
func PositionWords(m *viewmodel.Model, at int) string {
	return "event " + itoa(at+1) + " of " + itoa(m.Events()) + ": " + m.Say(at).Now
}

// Track is the picture behind the slider: chapters, rounds, joins that lost
// something and findings. Widths are percentages, so that it needs no layout.
// What is behind the cursor is the same picture, clipped at Done.
func Track(m *viewmodel.Model, open int, width float64) string {
	t := &track{h: markup.New(), n: float64(max(m.Events(), 1)), letter: letterWidth / max(width, 100) * 100}
	t.h.Raw(`<svg aria-hidden="true"><clipPath id="track-done"><rect data-done="" x="0" y="0" width="0" height="46"/></clipPath>`)
	free := 0.0
	chapters := m.Chapters()
	for _, c := range chapters {
		t.chapter(c, &free)
	}
	t.h.Raw(`<g clip-path="url(#track-done)">`)
	for _, c := range chapters {
		t.bar("done", c)
	}
	t.h.Raw("</g>")
	for _, i := range m.LostEvents() {
		t.h.Raw(`<text class="jn" x="` + t.x(float64(i)+0.5) + `" y="14">▽</text>`)
	}
	for _, c := range m.Cards {
		if !c.Quiet && c.Event >= 0 {
			t.finding(c, open)
		}
	}
	return t.h.Raw("</svg>").String()
}

type track struct {
	h      *markup.Writer
	n      float64
	letter float64 // width of a letter, in per cent of the track
}

// x is where an event stands, in per cent: event i has its middle at i+½.
func (t *track) x(i float64) string { return percent(i / t.n * 100) }

func percent(f float64) string {
	return strconv.FormatFloat(math.Round(f*100)/100, 'f', -1, 64) + "%"
}

// letterWidth is the width of a letter of a name, in pixels.
const letterWidth = 6.2

// Done is how far the track is behind the cursor.
func Done(m *viewmodel.Model, at int) string {
	return percent((float64(at) + 0.5) / float64(max(m.Events(), 1)) * 100)
}

func (t *track) bar(class string, c viewmodel.Chapter) {
	from, to := float64(c.From), float64(c.To)
	gap := min(0.15*t.n/100, (to-from)*0.1)
	t.rect(class, from+gap, to-gap)
}

func (t *track) chapter(c viewmodel.Chapter, free *float64) {
	from, to := float64(c.From), float64(c.To)
	t.bar("chap", c)
	if c.Label != "" && len(c.Rounds) == 0 {
		t.name((from+to)/2, c.Label, free)
		return
	}
	last := c.Rounds[len(c.Rounds)-1]
	t.h.Raw(`<line class="rl" x1="` + t.x(float64(c.Rounds[0].From)) + `" y1="33" x2="` + t.x(float64(last.To)) + `" y2="33"/>`)
	for _, r := range c.Rounds {
		t.h.Raw(`<line class="rl" x1="` + t.x(float64(r.From)) + `" y1="30" x2="` + t.x(float64(r.From)) + `" y2="36"/>`)
		t.name(float64(r.From+r.To)/2, "round "+itoa(r.N), free)
	}
}

func (t *track) rect(class string, from, to float64) {
	t.h.Raw(`<rect class="` + class + `" x="` + t.x(from) + `" y="21" width="` + percent(max(to-from, 0)/t.n*100) + `" height="7"/>`)
}

// name writes a chapter's name where it does not touch the one before.
func (t *track) name(mid float64, words string, free *float64) {
	w := float64(len([]rune(words))) * t.letter
	x := mid / t.n * 100
	if words == "" || x-w/2 < *free || x+w/2 > 100 {
		return
	}
	*free = x + w/2 + t.letter
	t.h.Raw(`<text class="it" x="` + percent(x) + `" y="45">`).Text(words).Raw("</text>")
}

func (t *track) finding(c *viewmodel.Card, open int) {
	class := "f"
	switch c.Class {
	case "is-possible":
		class += " abstract"
	case "is-incomplete":
		class += " unread"
	}
	if c.Number == open {
		class += " sel"
	}
	t.h.Raw(`<svg class="` + class + `" x="` + t.x(float64(c.Event)+0.5) + `" y="0" overflow="visible">`)
	if c.Class == "is-incomplete" {
		t.h.Raw(`<circle cx="0" cy="8.5" r="5"/>`)
	} else {
		t.h.Raw(`<path d="M0 3l5.5 5.5L0 14l-5.5-5.5z"><title>finding ` + itoa(c.Number) + `, event ` + itoa(c.Event+1) + `</title></path>`)
	}
	t.h.Raw("</svg>")
}
