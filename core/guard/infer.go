package guard

import (
	"slices"
	"strings"
	"unicode"

	"planproof/core/guard/words"
	"planproof/core/value"
)

// inferred is what full mode knows of a tool: what was declared, and what
// names and types say where nothing was.
type inferred struct {
	actions  []*intent
	verbs    []string // the verb in the name of a tool that acts
	topics   []string // words of the name of a tool that reads
	types    []ArgType
	together [][]string
	slots    []string
	enums    []string // grounded arguments with a closed set of values
}

// nameActions says which intent a word in a tool's name stands for. Words
// earlier in the list win: to send money is to pay.
var nameActions = []struct{ intent, words string }{
	{"pay", "pay payment payments payout transfer wire refund remit money transaction donate charge withdraw reimburse purchase buy invoice"},
	{"delete", "delete rm remove purge wipe erase cancel drop destroy unlink clear trash unsubscribe"},
	{"reserve", "book reserve reservation booking"},
	{"event", "event calendar meeting remind reminder schedule reschedule appointment"},
	{"invite", "invite invitation participants member"},
	{"send", "send mail email reply forward message notify sms respond"},
	{"post", "post publish upload tweet"},
	{"share", "share"},
	{"visit", "visit browse webpage website url fetch open get_page"},
}

// actionsOfName are the intents that a tool's name names, the strongest first.
func actionsOfName(name string) []string {
	parts := nameWords(name)
	var out []string
	for _, a := range nameActions {
		list := strings.Fields(a.words)
		if slices.ContainsFunc(parts, func(w string) bool { return contains(list, w) }) {
			out = append(out, a.intent)
		}
	}
	if len(out) > 1 && out[0] == "pay" {
		out = out[:1]
	}
	return out
}

// readingVerbs begin the names of tools that change nothing.
var readingVerbs = strings.Fields("get list read search find look lookup check fetch show view query describe count")

// nameWords are the words of a name: send_money, sendMoney and send-money
// have two.
func nameWords(name string) []string {
	var out []string
	word := ""
	flush := func() {
		if word != "" {
			out = append(out, strings.ToLower(word))
		}
		word = ""
	}
	var last rune
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
		case unicode.IsUpper(r) && unicode.IsLower(last):
			flush()
			word += string(r)
		default:
			word += string(r)
		}
		last = r
	}
	flush()
	return out
}

func infer(t *tool) inferred {
	in := inferred{types: t.Full.Types, together: t.Full.Together, slots: t.Full.Slots}
	names := t.Full.Actions
	switch {
	case names != nil:
	case readsOnly(t.Name):
		in.topics = topicsOf(t.Name)
	default:
		names = actionsOfName(t.Name)
		in.verbs = verbsOf(t.Name)
	}
	for _, n := range names {
		in.actions = append(in.actions, intentNamed(n))
	}
	grounded := matchNames(t.Ground)
	for _, p := range t.schema.props {
		if contains(grounded, p.name) && p.schema.enum != nil && len(p.schema.enum) > 1 {
			in.enums = append(in.enums, p.name)
		}
		if typ := typeOfName(p.name, p.schema); typ != "" && !in.typed(p.name) {
			in.types = append(in.types, ArgType{p.name, typ})
		}
	}
	if in.slots == nil && contains(names, "delete") {
		in.slots = grounded
	}
	if in.together == nil {
		in.together = in.payments(grounded)
	}
	return in
}

func readsOnly(name string) bool {
	parts := nameWords(name)
	return len(parts) > 0 && contains(readingVerbs, parts[0])
}

// verbsOf is the first word of a name, with which people ask for the action.
func verbsOf(name string) []string {
	parts := nameWords(name)
	if len(parts) == 0 || len(parts[0]) < 3 || contains(strings.Fields("tool call run exec execute function use make mcp api the"), parts[0]) {
		return nil
	}
	return parts[:1]
}

// plainNames are words in names of reading tools that say nothing of what is
// read.
var plainNames = strings.Fields("all any by for from in of on the to with id ids name names type types per day city most recent available current " +
	"info information details data item items value values record records result results page read search list get")

// topicsOf are the words that say what a tool reads, without their plural.
func topicsOf(name string) []string {
	var out []string
	for _, w := range nameWords(name) {
		if !contains(readingVerbs, w) && !contains(plainNames, w) {
			out = append(out, singular(w))
		}
	}
	return out
}

func singular(w string) string {
	switch {
	case len(w) > 4 && strings.HasSuffix(w, "ies"):
		return w[:len(w)-3] + "y"
	case len(w) > 4 && (strings.HasSuffix(w, "sses") || strings.HasSuffix(w, "xes") || strings.HasSuffix(w, "ches")):
		return w[:len(w)-2]
	case len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss"):
		return w[:len(w)-1]
	}
	return w
}

func (in *inferred) typed(name string) bool { return in.typeOf(name) != "" }

func (in *inferred) typeOf(name string) string {
	for _, t := range in.types {
		if t.Name == name {
			return t.Type
		}
	}
	return ""
}

// typeOfName guesses the type of an argument from its name.
func typeOfName(name string, s *schema) string {
	parts := nameWords(name)
	has := func(list string) bool {
		return slices.ContainsFunc(parts, func(w string) bool { return contains(strings.Fields(list), w) })
	}
	number := contains(s.types, "number") || contains(s.types, "integer")
	switch {
	case number && has("amount price sum total budget fee cost deposit payment"):
		return "money"
	case number:
		return ""
	case has("iban"):
		return "iban"
	case has("email emails mail"):
		return "email"
	case has("phone telephone mobile tel"):
		return "phone"
	case has("date day"):
		return "date"
	}
	return ""
}

// payments is the group of a payee and an amount, when both are grounded.
func (in *inferred) payments(grounded []string) [][]string {
	payee, amount := "", ""
	for _, name := range grounded {
		switch {
		case in.typeOf(name) == "money":
			amount = name
		case in.typeOf(name) == "iban":
			payee = name
		case payee == "" && contains(strings.Fields("recipient payee account to beneficiary creditor destination"), name):
			payee = name
		}
	}
	if payee == "" || amount == "" {
		return nil
	}
	return [][]string{{payee, amount}}
}

// acts: the tool does something that can be asked for.
func (in *inferred) acts() bool {
	if len(in.actions) == 0 {
		return len(in.verbs) > 0
	}
	return slices.ContainsFunc(in.actions, func(a *intent) bool { return a.name != "visit" })
}

// asksIn is the first token of a clause that asks for what the tool does; -1
// when none does.
func (in *inferred) asksIn(ts []words.Token, c words.Span) int {
	for _, a := range in.actions {
		if at := a.in(ts, c); at >= 0 {
			return at
		}
	}
	return -1
}

// named reports that a text names the tool's action outside a negation: a word
// of its intents, or, when it has none, of its name.
func (in *inferred) named(text string) bool {
	ts := words.Lex(text, words.Options{})
	for _, c := range words.Clauses(ts) {
		if in.asksIn(ts, c) >= 0 {
			return true
		}
		for i := c.From; i < c.To; i++ {
			if (len(in.actions) == 0 || in.changes()) && in.hasVerb(ts[i].Text) && !words.Negated(ts, c.From, i) {
				return true
			}
		}
	}
	return len(in.actions)+len(in.verbs) == 0
}

// changes: the tool's name begins with a verb of change.
func (in *inferred) changes() bool { return len(in.verbs) > 0 && changeVerbs[in.verbs[0]] }

// hasVerb compares words by their beginning, so that inflections count; a
// verb of change is asked for with any of its kind.
func (in *inferred) hasVerb(w string) bool {
	return slices.ContainsFunc(in.verbs, func(v string) bool {
		return w == v || len(v) > 3 && strings.HasPrefix(w, v[:len(v)-1]) || changeVerbs[v] && changeVerbs[w]
	})
}

var changeVerbs = words.SetOf("update/s/d/~ing change/s/d/~ing modify/~ies/~ied set adjust/s/ed/ing edit/s/ed/ing correct/s/ed replace/s/d rename/s/d move/s/d switch/es/ed")

// stopWords say too little to be found by looking: they are in almost any
// text.
var stopWords = words.SetOf("all any every everything everyone anyone none nothing some it this that these those me my mine you your the a an and or " +
	"yes no ok on off true false default none null here there now then more less most least other others new old one ones " +
	"all_files everywhere always never user system все всё любой никто")

// isStopWord reports a value that is a single common word.
func isStopWord(v value.Value) bool {
	t, ok := v.(value.Text)
	return ok && stopWords[strings.ToLower(strings.TrimSpace(string(t)))]
}

// visibleCount counts the letters and digits of a text.
func visibleCount(s string) (letters, digits int) {
	for _, r := range s {
		switch {
		case unicode.IsLetter(r):
			letters++
		case unicode.IsNumber(r):
			digits++
		}
	}
	return letters, digits
}
