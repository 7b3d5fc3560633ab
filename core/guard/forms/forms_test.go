package forms

import (
	"testing"
	"time"

	"planproof/core/guard/words"
	"planproof/core/value"
)

func lex(s string) []words.Token { return words.Lex(s, words.Options{}) }

// TestIBAN: shape and check digits, in any grouping.
func TestIBAN(t *testing.T) {
	for s, want := range map[string]bool{
		"DE89370400440532013000": true, "de89 3704 0044 0532 0130 00": true, "GB33BUKB20201555555555": true, "DE89370400440532013001": false,
		"DE89": false, "1234567890123456": false, "US133000000121212121212": false, "DE89-3704-0044-0532-0130-00": true,
	} {
		if _, got := IBAN(s); got != want {
			t.Errorf("%s: %v", s, got)
		}
	}
	for text, want := range map[string]int{
		"to DE89 3704 0044 0532 0130 00.": 1, "XDE89370400440532013000": 0, "DE893704004405320130001": 0, "DE89-3704 0044 0532 0130 00 and DE89370400440532013000": 2,
	} {
		if got := FindIBAN([]rune(text), "DE89370400440532013000"); len(got) != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestDayNumber: days are counted as the calendar of the standard library.
func TestDayNumber(t *testing.T) {
	start := time.Date(1999, 12, 28, 0, 0, 0, 0, time.UTC)
	first := Day{1999, 12, 28}.Number()
	for n := range 5000 {
		at := start.AddDate(0, 0, n)
		d := Day{at.Year(), int(at.Month()), at.Day()}
		if !d.valid() || d.Number() != first+n || (d.Number()+2)%7 != (int(at.Weekday())+6)%7 {
			t.Fatalf("%v is day %d", d, d.Number()-first)
		}
	}
}

// TestFindDay: the forms of a day, and those that are none.
func TestFindDay(t *testing.T) {
	want := Day{2026, 12, 1}
	today := Day{2026, 11, 30}
	for text, found := range map[string]bool{
		"1 December 2026": true, "December 1, 2026": true, "Dec. 1st 2026": true, "1st of December 2026": true, "1.12.2026": true, "2026/12/01": true,
		"2026-12-01": true, "01/12/2026": false, "12/01/2026": false, "on 1 December": true, "1 December 2025": false, "2 December 2026": false,
		"31 December 2026": false, "tomorrow": true, "today": false, "Tuesday": true, "next Tuesday": false, "1. Dezember 2026": true, "1 декабря 2026": true,
		"1st to 5th December 2026": true, "version 1.12.2026.4": true, "December 2026": false,
	} {
		if got := len(FindDay(lex(text), want, Clock{}, &today)) > 0; got != found {
			t.Errorf("%q: %v", text, got)
		}
	}
	if len(FindDay(lex("1 December"), want, Clock{}, nil)) > 0 {
		t.Error("a day without a year is found without today")
	}
	for text, found := range map[string]bool{"1 December 2026 at 3 pm": true, "1 December 2026, 15:00": true, "1 December 2026 3:00 am": false, "1 December 2026": false} {
		if got := len(FindDay(lex(text), want, Clock{15 * 60, true}, nil)) > 0; got != found {
			t.Errorf("%q at 15:00: %v", text, got)
		}
	}
}

// TestAmounts: numbers as amounts.
func TestAmounts(t *testing.T) {
	for text, want := range map[string]string{
		"250 EUR": "250", "€250": "250", "1,500 EUR": "1500", "1.500,50 EUR": "1500.50", "1,500.50 EUR": "1500.50", "1'500 CHF": "1500", "0,5 EUR": "0.5",
		"two hundred and fifty euros": "250", "three thousand twenty dollars": "3020", "1,500": "", "INV-250": "", "250kg": "", "25%": "", "12:30": "", "1,50,000 EUR": "",
		"12.5": "12.5", "v1.2.3": "", "250": "250",
	} {
		got := Amounts(lex(text))
		if want == "" {
			if len(got) > 0 {
				t.Errorf("%q: %v", text, got[0].Value)
			}
			continue
		}
		n, _ := value.ParseNumber(want)
		if len(got) != 1 || got[0].Value.Cmp(n) != 0 {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestPhone: separators aside, and with the prefix of a country.
func TestPhone(t *testing.T) {
	for s, want := range map[string]string{"+49 170 1234567": "+491701234567", "0049 (170) 123-4567": "+491701234567", "170 123": "", "call me": "", "555-123-4567": "5551234567"} {
		if got, ok := Phone(s); ok && got != want || !ok && want != "" {
			t.Errorf("%q: %q", s, got)
		}
	}
}
