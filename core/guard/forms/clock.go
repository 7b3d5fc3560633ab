package forms

import (
	"strings"

	"planproof/core/guard/words"
)

// hasClock finds a time of the day: 10:20, 10.20 pm, 3 pm, noon.
func hasClock(ts []words.Token, minutes int) bool {
	for i := range ts {
		if ts[i].Text == "noon" && minutes == 12*60 || ts[i].Text == "midnight" && minutes == 0 {
			return true
		}
		if m, ok := clockAt(ts, i); ok && m == minutes {
			return true
		}
	}
	return false
}

func clockAt(ts []words.Token, i int) (int, bool) {
	word, half := ts[i].Text, ""
	for _, h := range []string{"am", "pm"} {
		if rest, ok := strings.CutSuffix(word, h); ok && rest != "" {
			word, half = rest, h
		}
	}
	hour, minute, next := number("0"+word), 0, i+1
	if len(word) == 0 || len(word) > 2 || hour < 0 || hour > 24 {
		return 0, false
	}
	if mark := textAt(ts, i+1); half == "" && (mark == ":" || mark == ".") && i+2 < len(ts) && !ts[i+2].Space {
		rest := ts[i+2].Text
		for _, h := range []string{"am", "pm"} {
			if r, ok := strings.CutSuffix(rest, h); ok {
				rest, half = r, h
			}
		}
		if minute = number("0" + rest); len(rest) != 2 || minute < 0 || minute > 59 {
			return 0, false
		}
		next = i + 3
	}
	if half == "" && (textAt(ts, next) == "am" || textAt(ts, next) == "pm") {
		half = textAt(ts, next)
	}
	switch {
	case half == "" && next == i+1: // a bare number is no time
		return 0, false
	case half == "pm" && hour < 12:
		hour += 12
	case half == "am" && hour == 12:
		hour = 0
	}
	return 60*hour + minute, true
}
