package guard

import (
	"planproof/core/guard/words"
)

var (
	fillers    = words.SetOf("well hmm hm um uh oh ah so and great perfect good please then ok okay alright sure right fine и ну а так")
	refusals   = words.SetOf("no nope nah not never don't dont wait stop нет не неа стоп подожди подождите погоди погодите нельзя никогда")
	retracts   = words.SetOf("instead nevermind вместо передумал передумала передумали")
	clauseBack = words.SetOf("actually wait стоп погоди погодите подожди подождите")
	weakWords  = words.SetOf("ok okay k sure fine alright correct right хорошо ладно окей ок")
	weakPairs  = []string{"all right", "of course", "go for it"}
	courtesy   = words.SetOf("ok okay k sure fine alright thanks thank thx you please then great good cool perfect well hmm hm so very much a lot dear " +
		"of course all right go for it хорошо ладно окей ок спасибо пожалуйста отлично большое вам тебе")
	strongWords = words.SetOf("yes yeah yep yup yea да ага угу конечно давай давайте подтверждаю согласен согласна согласны верно оформляйте оформляй " +
		"правильно одобряю разрешаю делайте делай продолжайте продолжай действуйте")
	strongPairs = []string{"go ahead", "that's right", "that is right", "that's correct", "that is correct", "that's fine", "that is fine",
		"that's ok", "that's okay", "that's good", "that's perfect", "that works", "this works", "it works for me", "works for me", "sounds good", "sounds great",
		"sounds right", "sounds fine", "sounds perfect", "looks right", "looks good", "looks correct", "looks great", "looks fine", "all good",
		"all correct", "is correct", "i agree", "we agree", "i confirm", "we confirm", "i approve", "we approve", "i accept", "we accept",
		"i authorize", "i am sure", "i'm sure", "may proceed", "can proceed", "let's proceed", "i do confirm", "let's do it", "let's do that", "fine with me",
		"fine by me", "ok with me", "okay with me"}
	// openers accept only at the start of a clause, or behind "I" and "I have".
	openers   = words.SetOf("confirmed approved agreed accepted proceed")
	doPairs   = []string{"do it", "do that", "do so", "go for it", "make it so"}
	selfWords = words.SetOf("i i've we we've i'm")
	denials   = words.SetOf("not no never don't dont can't cannot won't wouldn't couldn't shouldn't didn't doesn't isn't aren't wasn't haven't hasn't hadn't " +
		"refuse/s/d/~ing decline/s/d without unable neither nor не ни нельзя никогда")
	reserves = words.SetOf("but though although unless except however if provided providing assuming until before maybe perhaps possibly но если кроме хотя однако пока при")
)

// Accepts reports whether a reply of the user explicitly accepts what the
// assistant proposed. It is narrow: who accepts in other words is asked again.
func Accepts(reply string) bool {
	ts := words.Lex(reply, words.Options{})
	if len(ts) == 0 || opensWithRefusal(ts) || takesBack(ts) {
		return false
	}
	if isWeakYes(ts) {
		return true
	}
	for _, s := range words.Sentences(ts) {
		part := ts[s.From:s.To]
		if words.IsQuestion(part) || !saysYes(part) {
			continue
		}
		return !isReserved(part)
	}
	return false
}

func opensWithRefusal(ts []words.Token) bool {
	i := 0
	for i < len(ts) && (!ts[i].Word || fillers[ts[i].Text]) {
		i++
	}
	if i == len(ts) {
		return false
	}
	return refusals[ts[i].Text] || pairAt(ts, i, "hold on") || pairAt(ts, i, "да нет") || pairAt(ts, i, "hang on")
}

// takesBack reports a retraction: some words anywhere, others where a clause
// begins.
func takesBack(ts []words.Token) bool {
	for i, t := range ts {
		if retracts[t.Text] || pairAt(ts, i, "changed my mind") || pairAt(ts, i, "change my mind") || pairAt(ts, i, "never mind") ||
			pairAt(ts, i, "second thought") || pairAt(ts, i, "scratch that") || pairAt(ts, i, "не надо") || pairAt(ts, i, "не нужно") {
			return true
		}
		if startsClause(ts, i) && (clauseBack[t.Text] || pairAt(ts, i, "hold on") || pairAt(ts, i, "hang on") || t.Text == "no" && !noTrouble(ts, i) ||
			t.Text == "нет" || t.Text == "nope") {
			return true
		}
	}
	return false
}

func noTrouble(ts []words.Token, i int) bool {
	return pairAt(ts, i, "no problem") || pairAt(ts, i, "no worries") || pairAt(ts, i, "no need") || pairAt(ts, i, "no questions") ||
		pairAt(ts, i, "no other") || pairAt(ts, i, "no further") || pairAt(ts, i, "no more")
}

// startsClause: nothing but fillers stands between the token and the last
// punctuation.
func startsClause(ts []words.Token, i int) bool {
	for i > 0 {
		prev := ts[i-1]
		if !prev.Word && prev.Text != "'" && prev.Text != "\"" || ts[i].Line {
			return true
		}
		if prev.Word && !fillers[prev.Text] {
			return false
		}
		i--
	}
	return true
}

// isWeakYes: nothing but weak words and courtesy, and no question.
func isWeakYes(ts []words.Token) bool {
	weak := false
	for i, t := range ts {
		if t.Text == "?" || t.Word && !courtesy[t.Text] && !weakWords[t.Text] && !fillers[t.Text] {
			return false
		}
		weak = weak || weakWords[t.Text]
		for _, p := range weakPairs {
			weak = weak || pairAt(ts, i, p)
		}
	}
	return weak
}

func saysYes(ts []words.Token) bool {
	for i := range ts {
		if yesAt(ts, i) && !denied(ts, i) {
			return true
		}
	}
	return false
}

func yesAt(ts []words.Token, i int) bool {
	w := ts[i].Text
	if strongWords[w] {
		return true
	}
	if openers[w] && (startsClause(ts, i) || afterSelf(ts, i) || afterYes(ts, i)) {
		return true
	}
	for _, p := range strongPairs {
		if pairAt(ts, i, p) {
			return true
		}
	}
	for _, p := range doPairs {
		if pairAt(ts, i, p) && (startsClause(ts, i) || afterYes(ts, i)) {
			return true
		}
	}
	return false
}

func afterSelf(ts []words.Token, i int) bool {
	if i > 1 && ts[i-1].Text == "have" {
		i--
	}
	return i > 0 && selfWords[ts[i-1].Text]
}

// afterYes: a yes word stands right before, courtesy aside.
func afterYes(ts []words.Token, i int) bool {
	for i--; i >= 0 && ts[i].Word && courtesy[ts[i].Text]; i-- {
	}
	return i >= 0 && strongWords[ts[i].Text]
}

// denied: one of the three words before says no.
func denied(ts []words.Token, i int) bool {
	for k, n := i-1, 0; k >= 0 && n < 3; k-- {
		if !ts[k].Word {
			continue
		}
		if denials[ts[k].Text] {
			return true
		}
		n++
	}
	return false
}

func lastWord(ts []words.Token) int {
	for i := len(ts) - 1; i >= 0; i-- {
		if ts[i].Word {
			return i
		}
	}
	return -1
}

// isReserved: a word makes the yes of the sentence conditional.
func isReserved(ts []words.Token) bool {
	for i, t := range ts {
		if reserves[t.Text] || pairAt(ts, i, "as long as") || pairAt(ts, i, "on condition") || pairAt(ts, i, "and no") && i+2 == lastWord(ts)+1 {
			return true
		}
	}
	return false
}
