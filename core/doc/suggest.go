package doc

import (
	"strings"

	"planproof/core/value"
)

// suggest proposes the nearest of the known names, or lists them when none is near.
func suggest(name string, known []string) string {
	if best := nearest(name, known); best != "" {
		return didYouMean(best)
	}
	const most = 12
	if len(known) == 0 || len(known) > most {
		return "declare it first"
	}
	return "known here: " + strings.Join(quoteAll(known), ", ")
}

func didYouMean(name string) string { return "did you mean `" + name + "`?" }

// nearest returns the known name with the least edit distance, which must be at most a third of its length, or else the
// one with the longest common beginning; "" when there is none. Case, underscores and hyphens do not count: toolName is
// tool_name.
func nearest(name string, known []string) string {
	const longest = 64
	if len(name) > longest {
		return ""
	}
	want := plainName(name)
	near, least := "", longest
	begins, most := "", 0
	for _, k := range known {
		if len(k) > longest {
			continue
		}
		have := plainName(k)
		if d := distance(want, have); d < least && d <= max(1, len(have)/3) {
			near, least = k, d
		}
		if c := commonPrefix(want, have); c > most && c >= 4 && 2*c >= min(len(want), len(have)) {
			begins, most = k, c
		}
	}
	if near == "" {
		return begins
	}
	return near
}

func plainName(s string) string {
	return value.Lower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(s))
}

func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// distance is the edit distance by insertion, deletion, replacement and swapping of neighbors (optimal string
// alignment; Damerau 1964), over bytes.
func distance(a, b string) int {
	before, row := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		next := make([]int, len(b)+1)
		next[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			next[j] = min(next[j-1]+1, row[j]+1, row[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				next[j] = min(next[j], before[j-2]+1)
			}
		}
		before, row = row, next
	}
	return row[len(b)]
}
