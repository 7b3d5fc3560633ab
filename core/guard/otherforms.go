package guard

import (
	"slices"
	"strings"

	"planproof/core/ground"
	"planproof/core/guard/forms"
	"planproof/core/guard/words"
	"planproof/core/value"
)

// otherForms finds a value in the other forms of its type: the declared one,
// or the one that it has the shape of.
func (d *deciding) otherForms(h *hit, at int) []ground.Span {
	switch v := h.value.(type) {
	case value.Number:
		return d.amounts(v, at)
	case value.Text:
		return d.textForms(h, string(v), at)
	case value.Null, value.Bool, value.List, value.Tuple, value.Object:
	}
	return nil
}

func (d *deciding) textForms(h *hit, v string, at int) []ground.Span {
	declared := d.tool.guess.typeOf(h.argument)
	if declared == "text" || h.matcher == ground.URL || h.matcher == ground.URLPrefix {
		return nil
	}
	if iban, ok := forms.IBAN(v); ok {
		return forms.FindIBAN(runesOf(d.talk[at].Text), iban)
	}
	if day, clock, ok := forms.ParseDay(v); ok {
		return forms.FindDay(d.lexed(at), day, clock, d.today())
	}
	if strings.Contains(v, "@") && !strings.ContainsAny(v, " \t\n") {
		return d.text(at).Find(value.Text(v), ground.Options{Matcher: ground.NoCase})
	}
	if digits, ok := forms.Phone(v); ok && (declared == "phone" || strings.HasPrefix(digits, "+")) {
		return forms.FindPhone(runesOf(d.talk[at].Text), digits)
	}
	return nil
}

// today is the given fact of that name, a day as YYYY-MM-DD.
func (d *deciding) today() *forms.Day {
	v, _ := d.request.Facts.Get("today")
	t, _ := v.(value.Text)
	day, _, ok := forms.ParseDay(string(t))
	if !ok {
		return nil
	}
	return &day
}

// amounts finds a number that has a currency next to it, also where plain
// search takes it for a part of an identifier, and where a single mark would
// leave open what it means. A locale settles that, and then only the plain
// search counts.
func (d *deciding) amounts(v value.Number, at int) []ground.Span {
	var out []ground.Span
	accounts := forms.Accounts(runesOf(d.talk[at].Text))
	for _, a := range forms.Amounts(d.lexed(at)) {
		if slices.ContainsFunc(accounts, func(s ground.Span) bool { return a.Start < s.End && s.Start < a.End }) {
			continue
		}
		if a.Currency && a.Value.Cmp(v) == 0 && (d.tool.Locale == ground.NoLocale || !strings.ContainsAny(d.text(at).Quote(a.Span), ".,'")) {
			out = append(out, a.Span)
		}
	}
	return out
}

var (
	idNouns = words.SetOf("invoice/s order/s room number no nr # apartment apt flat id ticket/s page item step case version line row table chapter seat gate " +
		"flight account zip code year transaction")
	notNouns = words.SetOf("as is this thus plus minus less its perhaps always yours ours sometimes afterwards towards besides versus across")
)

// writtenAsAmount reports that some place of a number is not that of a count
// ("40 chairs") or of a name ("invoice 40").
func (d *deciding) writtenAsAmount(h *hit) bool {
	for _, q := range h.all {
		ts := d.lexed(q.Message)
		first, last := tokensAt(ts, words.Span{From: 0, To: len(ts)}, q.Start, q.End)
		if q.Role != User || first < 0 || !isCount(ts, last+1) && (first == 0 || !idNouns[ts[first-1].Text]) {
			return true
		}
	}
	return false
}

// isCount: a plural noun that is no currency follows.
func isCount(ts []words.Token, i int) bool {
	if i >= len(ts) || !ts[i].Word || ts[i].Digit || forms.IsCurrency(ts[i]) {
		return false
	}
	w := ts[i].Text
	return len(w) >= 4 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !notNouns[w]
}

// checkTogether: the values of a group must be said together, in one piece of
// a sentence and nearest to one another, unless nothing else could be meant.
func (d *deciding) checkTogether(c *Check) {
	for _, group := range d.tool.guess.together {
		hits := d.groupHits(group)
		if len(hits) < 2 || d.saidTogether(hits) {
			continue
		}
		var names []string
		for _, h := range hits {
			names = append(names, h.path+" "+show(h.value))
			c.Quotes = append(c.Quotes, *h.quote)
		}
		c.fail(strings.Join(names, " and ") + " are not said together")
	}
}

// groupHits are the values of a group that the user wrote. Those that come
// from elsewhere are for the check of lineage.
func (d *deciding) groupHits(group []string) []*hit {
	var out []*hit
	for _, h := range d.grounds.hits {
		if contains(group, h.argument) && h.quote != nil && h.quote.Role == User {
			out = append(out, h)
		}
	}
	return out
}

func (d *deciding) saidTogether(hits []*hit) bool {
	for _, q := range hits[0].all {
		if q.Role == User && d.nearestHere(hits, q) {
			return true
		}
	}
	for _, h := range hits {
		if d.hasRival(h) {
			return false
		}
	}
	return true
}

// nearestHere: every value of the group stands in the piece of the sentence
// that the place is in, and nothing of its kind is nearer to the place.
func (d *deciding) nearestHere(hits []*hit, anchor Quote) bool {
	piece, ok := d.piece(anchor)
	if !ok {
		return false
	}
	for _, h := range hits[1:] {
		near := nearestTo(anchor, h.all, piece)
		if near < 0 || slices.ContainsFunc(d.rivals(h, anchor.Message), func(s ground.Span) bool {
			return s.Start >= piece.Start && s.End <= piece.End && distance(anchor, s) < near
		}) {
			return false
		}
	}
	return true
}

// nearestTo is the distance to the nearest of the places in a piece; -1 when
// none is there.
func nearestTo(anchor Quote, places []Quote, piece ground.Span) int {
	best := -1
	for _, q := range places {
		if q.Message != anchor.Message || q.Start < piece.Start || q.End > piece.End {
			continue
		}
		if n := distance(anchor, span(q.Start, q.End)); best < 0 || n < best {
			best = n
		}
	}
	return best
}

func distance(q Quote, s ground.Span) int {
	if s.Start >= q.End {
		return s.Start - q.End
	}
	return max(0, q.Start-s.End)
}

var pieceJoiners = words.SetOf("and then also plus und dann et y и затем потом")

// piece is the part of a sentence between commas and words such as "and" that
// a place is in, in code points.
func (d *deciding) piece(q Quote) (ground.Span, bool) {
	ts := d.lexed(q.Message)
	for _, s := range words.Sentences(ts) {
		first, last := tokensAt(ts, s, q.Start, q.End)
		if first < 0 {
			continue
		}
		from, to := first, last+1
		for from > s.From && !endsPiece(ts, from-1) {
			from--
		}
		for to < s.To && !endsPiece(ts, to) {
			to++
		}
		return span(ts[from].Start, ts[to-1].End), true
	}
	return ground.Span{}, false
}

// endsPiece: a joining word, or punctuation with a blank behind it.
func endsPiece(ts []words.Token, i int) bool {
	if pieceJoiners[ts[i].Text] {
		return true
	}
	return (ts[i].Text == "," || ts[i].Text == ";") && (i+1 == len(ts) || ts[i+1].Space)
}

// hasRival: some message of the user has another thing of the value's kind.
func (d *deciding) hasRival(h *hit) bool {
	for i, m := range d.talk {
		if m.Role == User && len(d.rivals(h, i)) > 0 {
			return true
		}
	}
	return false
}

// rivals are the other amounts or accounts of a message.
func (d *deciding) rivals(h *hit, at int) []ground.Span {
	var out []ground.Span
	accounts := forms.Accounts(runesOf(d.talk[at].Text))
	if _, isNumber := h.value.(value.Number); !isNumber {
		for _, s := range accounts {
			if !overlapsAny(s, h.all, at) {
				out = append(out, s)
			}
		}
		return out
	}
	ts := d.lexed(at)
	for _, a := range forms.Amounts(ts) {
		inside := slices.ContainsFunc(accounts, func(s ground.Span) bool { return a.Start < s.End && s.Start < a.End })
		counts := isCount(ts, a.To) || a.From > 0 && idNouns[ts[a.From-1].Text]
		if !inside && !counts && (a.Currency || !looksLikeDate(ts, a)) && !overlapsAny(a.Span, h.all, at) {
			out = append(out, a.Span)
		}
	}
	return out
}

// looksLikeDate: a bare number of a year or next to the name of a month.
func looksLikeDate(ts []words.Token, a forms.Amount) bool {
	n, ok := a.Value.Int64()
	return ok && n >= 1900 && n <= 2100 && a.To == a.From+1 || len(forms.FindMonth(ts, a.From-1, a.To)) > 0
}

func overlapsAny(s ground.Span, places []Quote, at int) bool {
	return slices.ContainsFunc(places, func(q Quote) bool { return q.Message == at && q.Start < s.End && s.Start < q.End })
}
