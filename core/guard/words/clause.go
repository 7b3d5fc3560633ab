package words

import (
	"slices"
	"strings"
)

// Span is a range of tokens; To is exclusive.
type Span struct{ From, To int }

// Sentences splits tokens at . ! ? … and line breaks. A full stop inside a
// word (a host name, a number) does not end a sentence.
func Sentences(ts []Token) []Span {
	return split(ts, func(i int) bool {
		return ts[i].Line || isStop(ts[i-1].Text) && (ts[i].Space || ts[i-1].Text != ".") && !isStop(ts[i].Text)
	})
}

func split(ts []Token, begins func(i int) bool) []Span {
	var out []Span
	from := 0
	for i := 1; i <= len(ts); i++ {
		if i == len(ts) || begins(i) {
			out = append(out, Span{from, i})
			from = i
		}
	}
	return out
}

// IsQuestion reports that a sentence ends in a question mark.
func IsQuestion(ts []Token) bool {
	return slices.ContainsFunc(ts, func(t Token) bool { return t.Text == "?" })
}

var contrasts = set("but yet instead just only rather however otherwise then зато но лучше просто aber sondern mais sino")

// Clauses splits sentences further: at ; : dashes and commas, and before words
// of contrast. A comma between the items of a list does not split: behind it
// stand only names, numbers and the like up to the next comma.
func Clauses(ts []Token) []Span {
	var out []Span
	for _, s := range Sentences(ts) {
		part := ts[s.From:s.To]
		for _, c := range split(part, func(i int) bool { return beginsClause(part, i) }) {
			out = append(out, Span{s.From + c.From, s.From + c.To})
		}
	}
	return out
}

func beginsClause(ts []Token, i int) bool {
	prev := ts[i-1].Text
	switch {
	case prev == ";" || prev == ":" && ts[i].Space || prev == "-" && ts[i-1].Space && ts[i].Space:
		return true
	case prev == ",":
		return ts[i].Space && !listGoesOn(ts, i)
	}
	return contrasts[ts[i].Text]
}

var joiners = set("and or nor und oder et ou y o и или ни")

// listGoesOn reports that what stands behind a comma is another item of the
// list before it: no word of running text up to the next comma.
func listGoesOn(ts []Token, i int) bool {
	for ; i < len(ts) && ts[i].Text != ","; i++ {
		if ts[i].Word && !ts[i].Digit && !ts[i].Title && !joiners[ts[i].Text] && !glued(ts, i) {
			return false
		}
	}
	return true
}

// glued reports that a token is part of an address or an identifier.
func glued(ts []Token, i int) bool {
	return i > 0 && !ts[i].Space && !ts[i-1].Word || i+1 < len(ts) && !ts[i+1].Space && !ts[i+1].Word && !isStop(ts[i+1].Text) &&
		ts[i+1].Text != ","
}

// InAddress reports that a word is a part of an address or a file name: a . @ /
// or : without blanks joins it to another word.
func InAddress(ts []Token, i int) bool {
	joins := func(at int) bool {
		return at > 0 && at+1 < len(ts) && strings.Contains(".@/:", ts[at].Text) && !ts[at].Space && !ts[at+1].Space && ts[at-1].Word && ts[at+1].Word
	}
	return joins(i-1) || joins(i+1)
}

var (
	negators = set("not never cannot dont don't doesn't didn't won't wouldn't can't couldn't shouldn't mustn't needn't isn't aren't " +
		"wasn't weren't haven't hasn't hadn't ain't shan't without avoid refuse stop skip neither nor except excluding " +
		"не нельзя никогда ни кроме без nicht nie niemals kein keine keinen ohne ne jamais sans nunca")
	// harmless follow a negator and undo it: "do not forget to", "not only".
	harmless = set("forget hesitate fail worry only just more less later sure mind necessarily забудь забудьте только позднее позже более менее")
	// instead turn away from what follows two words: "instead of".
	awayFrom = set("instead rather other вместо")
)

// Negated reports whether the token at i stands in the scope of a negation in
// its clause (from is where the clause begins): a negator before it that is
// not undone, or "instead of" and the like right before it.
func Negated(ts []Token, from, i int) bool {
	for k := from; k < i; k++ {
		if negates(ts, k) {
			return true
		}
	}
	return false
}

// negates reports that a token is a negator.
func negates(ts []Token, k int) bool {
	next := func(n int) string {
		if k+n < len(ts) {
			return ts[k+n].Text
		}
		return ""
	}
	switch {
	case negators[ts[k].Text]:
		return !harmless[next(1)]
	case ts[k].Text == "no":
		return next(1) == "longer" || next(1) == "payment" || next(1) == "payments" || next(1) == "transfer"
	case ts[k].Text == "вместо":
		return true
	case awayFrom[ts[k].Text]:
		return next(1) == "of" || next(1) == "than"
	}
	return false
}

// ForbiddenAfter reports whether what stands before the token at i is
// forbidden behind it: "… must not be paid".
func ForbiddenAfter(ts []Token, i, to int) bool {
	for k := i; k < min(to, i+3); k++ {
		switch ts[k].Text {
		case "must", "should", "shall", "may", "can", "do", "is", "are":
			return k+1 < to && (ts[k+1].Text == "not" || ts[k+1].Text == "never")
		case "mustn't", "shouldn't", "can't", "cannot":
			return true
		}
	}
	return false
}

func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

// SetOf is the set of the words of a text in the notation of Inflect.
func SetOf(text string) map[string]bool {
	out := map[string]bool{}
	for _, f := range strings.Fields(text) {
		for _, w := range Inflect(f) {
			out[w] = true
		}
	}
	return out
}
