package forms

import (
	"strconv"
	"strings"

	"planproof/core/guard/words"
)

// Day is a day of the calendar; a zero Year is not said.
type Day struct{ Year, Month, Day int }

// Clock is a time of the day in minutes; Given says that there is one.
type Clock struct {
	Minutes int
	Given   bool
}

// ParseDay reads YYYY-MM-DD, with an optional time behind a T or a blank.
func ParseDay(s string) (Day, Clock, bool) {
	date, clock, timed := strings.Cut(strings.Replace(strings.TrimSpace(s), "T", " ", 1), " ")
	parts := strings.Split(date, "-")
	if len(parts) != 3 || len(parts[0]) != 4 || len(parts[1]) != 2 || len(parts[2]) != 2 {
		return Day{}, Clock{}, false
	}
	d := Day{number(parts[0]), number(parts[1]), number(parts[2])}
	if !d.valid() {
		return Day{}, Clock{}, false
	}
	if !timed {
		return d, Clock{}, true
	}
	hm := strings.Split(clock, ":")
	if len(hm) < 2 || number(hm[0]) < 0 || number(hm[0]) > 23 || number(hm[1]) < 0 || number(hm[1]) > 59 {
		return Day{}, Clock{}, false
	}
	return d, Clock{60*number(hm[0]) + number(hm[1]), true}, true
}

// number is a text of digits as a number; -1 for anything else.
func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil || len(s) > 4 || s[0] == '+' || s[0] == '-' {
		return -1
	}
	return n
}

func (d Day) valid() bool {
	return d.Month >= 1 && d.Month <= 12 && d.Day >= 1 && d.Day <= daysIn(d.Year, d.Month) && (d.Year == 0 || d.Year >= 1000)
}

func daysIn(year, month int) int {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year == 0 || year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}

// Number counts days, so that days can be added.
func (d Day) Number() int {
	y, m := d.Year, d.Month
	if m <= 2 {
		y, m = y-1, m+12
	}
	return 365*y + y/4 - y/100 + y/400 + (153*(m-3)+2)/5 + d.Day - 1
}

// FindDay finds a day in words or numbers, and with today given relative to
// it ("tomorrow", "next Friday") or without its year. If the value has a time,
// the text must have it too. A form that could be two days is none.
func FindDay(ts []words.Token, want Day, clock Clock, today *Day) []Span {
	if clock.Given && !hasClock(ts, clock.Minutes) {
		return nil
	}
	var out []Span
	year := onlyYear(ts)
	for i := range ts {
		d, n, ok := dayAt(ts, i)
		if ok && d.Year == 0 {
			d.Year = year
		}
		if ok && d.Year == 0 && today != nil {
			d.Year = today.Year
			if d.Number() < today.Number()-31 { // a day long past is next year's
				d.Year++
			}
		}
		if ok && d == want {
			out = append(out, over(ts, i, i+n-1))
			continue
		}
		if n, ok := relative(ts, i, today, want); ok {
			out = append(out, over(ts, i, i+n-1))
		}
	}
	return out
}

var months = func() map[string]int {
	out := map[string]int{}
	for i, names := range []string{
		"january jan januar janvier января январь", "february feb februar février февраля февраль", "march mar märz mars марта март",
		"april apr avril апреля апрель", "may mai мая май", "june jun juni juin июня июнь", "july jul juli juillet июля июль",
		"august aug août августа август", "september sep sept septembre сентября сентябрь", "october oct oktober octobre октября октябрь",
		"november nov novembre ноября ноябрь", "december dec dezember décembre декабря декабрь",
	} {
		for _, n := range strings.Fields(names) {
			out[n] = i + 1
		}
	}
	return out
}()

// dayAt reads a day at a token, and how many tokens it has.
func dayAt(ts []words.Token, i int) (Day, int, bool) {
	if d, n, ok := dayWithMonth(ts, i); ok {
		return d, n, d.valid()
	}
	if d, n, ok := rangeStart(ts, i); ok {
		return d, n, true
	}
	return dayInNumbers(ts, i)
}

// onlyYear is the one year that the days of a text name; 0 when they name none
// or several.
func onlyYear(ts []words.Token) int {
	year := 0
	for i := range ts {
		if d, _, ok := dayAt(ts, i); ok && d.Year != 0 {
			if year != 0 && year != d.Year {
				return 0
			}
			year = d.Year
		}
	}
	return year
}

// rangeStart reads the first day of "13th to the 17th of May".
func rangeStart(ts []words.Token, i int) (Day, int, bool) {
	day, next := ordinal(ts[i].Text), i+2
	switch textAt(ts, i+1) {
	case "to", "-", "until", "till", "through", "and":
	default:
		return Day{}, 0, false
	}
	if textAt(ts, next) == "the" {
		next++
	}
	if day == 0 || next >= len(ts) {
		return Day{}, 0, false
	}
	last, _, ok := dayWithMonth(ts, next)
	if !ok || ordinal(ts[next].Text) < day {
		return Day{}, 0, false
	}
	last.Day = day
	return last, 1, last.valid()
}

// dayWithMonth reads "1 December 2026", "1st of December", "December 1, 2026".
func dayWithMonth(ts []words.Token, i int) (Day, int, bool) {
	if d := ordinal(ts[i].Text); d > 0 {
		n := 1
		if textAt(ts, i+n) == "." || textAt(ts, i+n) == "of" {
			n++
		}
		m := months[textAt(ts, i+n)]
		if m == 0 {
			return Day{}, 0, false
		}
		return withYear(ts, i, n+1, Day{0, m, d})
	}
	m := months[ts[i].Text]
	n := 1
	if textAt(ts, i+n) == "." || textAt(ts, i+n) == "the" {
		n++
	}
	d := ordinal(textAt(ts, i+n))
	if m == 0 || d <= 0 {
		return Day{}, 0, false
	}
	return withYear(ts, i, n+1, Day{0, m, d})
}

func withYear(ts []words.Token, i, n int, d Day) (Day, int, bool) {
	k := n
	if textAt(ts, i+k) == "," {
		k++
	}
	if y := textAt(ts, i+k); len(y) == 4 && number(y) >= 1000 {
		d.Year = number(y)
		return d, k + 1, true
	}
	return d, n, true
}

// ordinal reads 1, 01, 1st, 2nd, 3rd, 4th; 0 for anything else.
func ordinal(s string) int {
	for _, end := range []string{"st", "nd", "rd", "th"} {
		s = strings.TrimSuffix(s, end)
	}
	if n := number(s); s != "" && len(s) <= 2 && n >= 1 && n <= 31 {
		return n
	}
	return 0
}

// dayInNumbers reads 2026-12-01, 2026/12/01, 1.12.2026, and 12/31/2026 or
// 31/12/2026 where only one order is a day.
func dayInNumbers(ts []words.Token, i int) (Day, int, bool) {
	if i+4 >= len(ts) || ts[i+1].Space || ts[i+2].Space || ts[i+3].Space || ts[i+4].Space || ts[i+1].Text != ts[i+3].Text ||
		i > 0 && !ts[i].Space && ts[i-1].Word {
		return Day{}, 0, false
	}
	mark, a, b, c := ts[i+1].Text, number(ts[i].Text), number(ts[i+2].Text), number(ts[i+4].Text)
	long, last := len(ts[i].Text) == 4, len(ts[i+4].Text) == 4
	switch {
	case (mark == "-" || mark == "/") && long:
		d := Day{a, b, c}
		return d, 5, d.valid()
	case mark == "." && last:
		d := Day{c, b, a}
		return d, 5, d.valid()
	case (mark == "/" || mark == "-") && last:
		us, other := Day{c, a, b}, Day{c, b, a}
		switch {
		case us.valid() && (!other.valid() || us == other):
			return us, 5, true
		case other.valid() && !us.valid():
			return other, 5, true
		}
	}
	return Day{}, 0, false
}

var weekdays = map[string]int{"monday": 0, "tuesday": 1, "wednesday": 2, "thursday": 3, "friday": 4, "saturday": 5, "sunday": 6}

// relative reads today, tomorrow, yesterday and the names of days, which mean
// the next such day; "next" before one means the week after this.
func relative(ts []words.Token, i int, today *Day, want Day) (tokens int, ok bool) {
	if today == nil {
		return 0, false
	}
	ahead := want.Number() - today.Number()
	switch ts[i].Text {
	case "today", "tonight", "сегодня":
		return 1, ahead == 0
	case "tomorrow", "завтра":
		return 1, ahead == 1
	case "yesterday", "вчера":
		return 1, ahead == -1
	}
	w, isDay := weekdays[ts[i].Text]
	if !isDay || textAt(ts, i-1) == "next" || textAt(ts, i-1) == "last" { // people differ in what they mean
		return 0, false
	}
	now := (today.Number() + 2) % 7 // day 0 of the count was a Wednesday
	return 1, ahead == ((w-now)%7+7)%7
}

// FindMonth lists the tokens at i and j that name a month, or that stand next
// to "of" and a month: a number between them is a day.
func FindMonth(ts []words.Token, i, j int) []int {
	var out []int
	for _, k := range []int{i, j, j + 1} {
		if months[textAt(ts, k)] != 0 && (k <= j || textAt(ts, j) == "of") {
			out = append(out, k)
		}
	}
	return out
}
