package forms

import (
	"strings"

	"planproof/core/guard/words"
	"planproof/core/value"
)

var currencyWords = words.SetOf("eur euro/s usd dollar/s gbp pound/s chf franc/s franken bucks cent/s cad aud jpy yen sek nok dkk pln zloty czk " +
	"inr rupee/s rub ruble/s rouble/s cny yuan brl reais mxn peso/s lira krw рублей рубля рубль руб евро долларов доллара доллар quid")

const currencySigns = "$€£¥₽₹₩₺₴₿¢"

// IsCurrency reports a word or sign of a currency.
func IsCurrency(t words.Token) bool {
	return currencyWords[t.Text] || t.Text != "" && strings.Contains(currencySigns, t.Text)
}

// Amount is a number in a text, as people write amounts.
type Amount struct {
	Span
	Value    value.Number
	Currency bool // a currency stands next to it
	From, To int  // its tokens
}

// Amounts finds the numbers of a text that could be amounts: not glued to an
// identifier. With a currency next to it a group of three digits behind a
// single mark is thousands, since amounts have two decimals at most; without
// one such a number means two things and is left out.
func Amounts(ts []words.Token) []Amount {
	var out []Amount
	for i := 0; i < len(ts); i++ {
		if a, ok := inFigures(ts, i); ok {
			out = append(out, a)
			i = a.To - 1
		} else if a, ok := inWords(ts, i); ok {
			out = append(out, a)
			i = a.To - 1
		}
	}
	return out
}

func inFigures(ts []words.Token, i int) (Amount, bool) {
	if !allDigits(ts[i].Text) || gluedBefore(ts, i) {
		return Amount{}, false
	}
	text, to := ts[i].Text, i+1
	for to+1 < len(ts) && isMark(ts[to].Text) && !ts[to].Space && !ts[to+1].Space && allDigits(ts[to+1].Text) {
		text += ts[to].Text + ts[to+1].Text
		to += 2
	}
	if to < len(ts) && !ts[to].Space && (ts[to].Word && !IsCurrency(ts[to]) || strings.Contains("-/:_@%", ts[to].Text)) {
		return Amount{}, false
	}
	a := Amount{Span: over(ts, i, to-1), From: i, To: to}
	a.Currency = i > 0 && IsCurrency(ts[i-1]) || to < len(ts) && IsCurrency(ts[to])
	if len(ts[i].Text) > 1 && ts[i].Text[0] == '0' { // an identifier
		return Amount{}, false
	}
	n, ok := figures(text, a.Currency)
	a.Value = n
	return a, ok
}

func allDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

func isMark(s string) bool { return s == "." || s == "," || s == "'" }

// gluedBefore: the number goes on from something without a blank that is no
// currency and no opening mark.
func gluedBefore(ts []words.Token, i int) bool {
	return i > 0 && !ts[i].Space && !IsCurrency(ts[i-1]) && !strings.Contains("([{\"'~=", ts[i-1].Text)
}

// figures reads digits with marks.
func figures(s string, money bool) (value.Number, bool) {
	last := strings.LastIndexAny(s, ".,'")
	if last < 0 {
		n, err := value.ParseNumber(strings.TrimLeft(s[:len(s)-1], "0") + s[len(s)-1:])
		return n, err == nil
	}
	behind, marks := len(s)-last-1, strings.Count(s, ".")+strings.Count(s, ",")+strings.Count(s, "'")
	same := strings.Count(s, s[last:last+1]) == marks
	decimal := behind != 3 || !same || s[last] != '\'' && marks == 1 && s[0] == '0'
	if behind == 3 && same && marks == 1 && s[last] != '\'' && !money {
		return value.Number{}, false
	}
	whole := s
	fraction := ""
	if decimal {
		if same && marks > 1 || s[last] == '\'' {
			return value.Number{}, false
		}
		whole, fraction = s[:last], s[last+1:]
	}
	if !groupsOfThree(whole) {
		return value.Number{}, false
	}
	digits := strings.TrimLeft(withoutMarks.Replace(whole), "0")
	if digits == "" {
		digits = "0"
	}
	if fraction != "" {
		digits += "." + fraction
	}
	n, err := value.ParseNumber(digits)
	return n, err == nil
}

var withoutMarks = strings.NewReplacer(".", "", ",", "", "'", "")

func groupsOfThree(s string) bool {
	parts := strings.FieldsFunc(s, func(r rune) bool { return r == '.' || r == ',' || r == '\'' })
	for i, p := range parts {
		if i > 0 && len(p) != 3 || i == 0 && len(parts) > 1 && len(p) > 3 {
			return false
		}
	}
	return len(parts) > 0
}

var numberWords = func() map[string]int64 {
	out := map[string]int64{}
	for i, w := range strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen") {
		out[w] = int64(i)
	}
	for i, w := range strings.Fields("twenty thirty forty fifty sixty seventy eighty ninety") {
		out[w] = int64(20 + 10*i)
	}
	return out
}()

// inWords reads "two hundred and fifty euros"; a currency must follow.
func inWords(ts []words.Token, i int) (Amount, bool) {
	total, group, at, any := int64(0), int64(0), i, false
	for ; at < len(ts); at++ {
		w := ts[at].Text
		n, is := numberWords[w]
		switch {
		case is:
			group, any = group+n, true
		case w == "hundred" && any:
			group *= 100
		case w == "thousand" && any:
			total, group = total+group*1000, 0
		case any && (w == "and" || w == "-") && at+1 < len(ts) && numberWords[ts[at+1].Text] > 0:
		default:
			if !any || !IsCurrency(ts[at]) {
				return Amount{}, false
			}
			return Amount{over(ts, i, at-1), value.Int(total + group), true, i, at}, true
		}
	}
	return Amount{}, false
}
