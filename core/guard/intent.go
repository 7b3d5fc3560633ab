package guard

import (
	"slices"
	"strings"

	"planproof/core/guard/pattern"
	"planproof/core/guard/words"
)

// intent is a kind of action and the words with which a user asks for it.
type intent struct {
	name string
	// words in the notation of words.Inflect; stems begin a word.
	words, stems string
	// pairs are sequences of words; * is any word.
	pairs []string
	web   bool // a web address asks for it too

	wordSet  map[string]bool
	stemList []string
}

var intents = []*intent{
	{name: "reserve", words: "book/s/ed/ing/ings reserve/s/d/~ing/~ation/~ations rebook/s/ed/ing", stems: "заброниру бронир брон зарезервир резерв"},
	{name: "event", words: "calendar/s event/s meeting/s appointment/s remind/s/ed/er/ers/ing schedule/s/d/~ing reschedule/s/d/~ing",
		stems: "календар событи встреч напомн напомин расписан"},
	{name: "visit", words: "visit/s/ed/ing website/s site/s webpage/s link/s url/s browse/s/d/~ing webpages article/s", web: true,
		pairs: []string{"web page", "web pages", "web site", "web sites"},
		stems: "сайт ссылк веб страниц статья статью статьи статье статей статьям статьей"},
	{name: "pay", words: "pay/s/ing/ment/ments paid transfer/s/red/ring/ed/ing wire/s/d/~ing refund/s/ed/ing reimburse/s/d/~ing money remit/s/ted",
		stems: "оплат заплат платеж плати перевед перевод переведи перевест перечисл возмест возврат деньг денег"},
	{name: "send", words: "send/s/ing sent email/s/ed/ing mail/s/ed/ing message/s/d/~ing reply/~ies/~ied/ing forward/s/ed/ing tell/s/ing told write/s/~ing respond/s/ed",
		pairs: []string{"e mail", "e mails", "let * know"},
		stems: "отправ отошл напиш написа пошл перешл ответь сообщи письм"},
	{name: "delete", words: "delete/s/d/~ing/~ion remove/s/d/~ing/~al cancel/s/led/ed/ling/ing/lation erase/s/d/~ing wipe/s/d/~ing purge/s/d/~ing clean/s/ed/ing cleanup drop/s/ped unsubscribe",
		pairs: []string{"get rid", "throw away"},
		stems: "удал отмен сотр стер стира очист очищ убер"},
	{name: "invite", words: "invite/s/d/~ing invitation/s", pairs: []string{"add * to"}, stems: "приглас приглаш"},
	{name: "post", words: "post/s/ed/ing publish/es/ed/ing upload/s/ed/ing", stems: "опублик публик выложи загруз размест размещ запости"},
	{name: "share", words: "share/s/d/~ing", stems: "подел расшар предостав"},
}

func init() {
	for _, in := range intents {
		in.wordSet = words.SetOf(in.words)
		in.stemList = strings.Fields(in.stems)
	}
}

// IntentNames are the kinds of action that a request policy can ask for.
func IntentNames() []string {
	var out []string
	for _, in := range intents {
		out = append(out, in.name)
	}
	return out
}

func intentNamed(name string) *intent {
	i := slices.IndexFunc(intents, func(in *intent) bool { return in.name == name })
	if i < 0 {
		return nil
	}
	return intents[i]
}

// Asks reports whether a text of the user asks for a kind of action (one of
// IntentNames): a word of it stands in a clause that is not negated.
func Asks(name, text string) bool {
	in := intentNamed(name)
	return in != nil && in.asked(words.Lex(text, words.Options{}))
}

func (in *intent) asked(ts []words.Token) bool {
	for _, c := range words.Clauses(ts) {
		if in.in(ts, c) >= 0 {
			return true
		}
	}
	return false
}

// in is the first token of a clause that asks for the action and is not
// negated; -1 when there is none.
func (in *intent) in(ts []words.Token, c words.Span) int {
	for i := c.From; i < c.To; i++ {
		if in.at(ts, i) && !words.Negated(ts, c.From, i) {
			return i
		}
	}
	return -1
}

func (in *intent) at(ts []words.Token, i int) bool {
	w := ts[i].Text
	if in.web && (w == "www" || w == "http" || w == "https") && i+1 < len(ts) && !ts[i+1].Word && !ts[i+1].Space {
		return true
	}
	if words.InAddress(ts, i) {
		return false
	}
	if in.wordSet[w] || slices.ContainsFunc(in.stemList, func(s string) bool { return strings.HasPrefix(w, s) }) {
		return true
	}
	return slices.ContainsFunc(in.pairs, func(p string) bool { return pairAt(ts, i, p) })
}

// pairAt matches a sequence of words; a hyphen may stand between them.
func pairAt(ts []words.Token, i int, pair string) bool {
	for _, w := range strings.Fields(pair) {
		for i < len(ts) && ts[i].Text == "-" && !ts[i].Space {
			i++
		}
		if i >= len(ts) || w != "*" && ts[i].Text != w || !ts[i].Word {
			return false
		}
		i++
	}
	return true
}

// phraseAsks reports whether a phrase of the author matches the user's words
// in a clause that is not negated.
func phraseAsks(p *pattern.Pattern, text string) bool {
	folded := words.Fold(text)
	start, _, found, _ := p.Find(folded)
	if !found {
		return false
	}
	ts := words.Lex(folded, words.Options{})
	for _, c := range words.Clauses(ts) {
		for i := c.From; i < c.To; i++ {
			if ts[i].End > start {
				return !words.Negated(ts, c.From, i)
			}
		}
	}
	return true
}
