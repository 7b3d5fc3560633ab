package main

import (
	"fmt"
	"strings"
)

// diffContext is how many unchanged lines stand around a change.
const diffContext = 3

// diff shows what changes line by line, as diff -u does. Between the first
// and the last changed line it finds a longest common subsequence; when that
// part is too long for it, all of it counts as changed.
func diff(name, before, after string) string {
	a, b := strings.SplitAfter(before, "\n"), strings.SplitAfter(after, "\n")
	start := 0
	for start < len(a) && start < len(b) && a[start] == b[start] {
		start++
	}
	endA, endB := len(a), len(b)
	for endA > start && endB > start && a[endA-1] == b[endB-1] {
		endA, endB = endA-1, endB-1
	}
	var out strings.Builder
	fmt.Fprintf(&out, "--- %s\n+++ %s (formatted)\n", name, name)
	low, high := max(0, start-diffContext), min(len(a), endA+diffContext)
	fmt.Fprintf(&out, "@@ -%d,%d +%d,%d @@\n", low+1, high-low, low+1, high-low-(endA-endB))
	writeLines(&out, " ", a[low:start])
	writeChanges(&out, a[start:endA], b[start:endB])
	writeLines(&out, " ", a[endA:high])
	return out.String()
}

func writeLines(out *strings.Builder, mark string, lines []string) {
	for _, l := range lines {
		if l == "" {
			continue
		}
		out.WriteString(mark + strings.TrimSuffix(l, "\n") + "\n")
	}
}

// writeChanges writes the lines of both sides along a longest common
// subsequence (Wagner and Fischer 1974).
func writeChanges(out *strings.Builder, a, b []string) {
	const most = 4_000_000 // entries of the table
	if len(a)*len(b) > most {
		writeLines(out, "-", a)
		writeLines(out, "+", b)
		return
	}
	common := make([][]int32, len(a)+1)
	for i := range common {
		common[i] = make([]int32, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(a) || j < len(b); {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			writeLines(out, " ", a[i:i+1])
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && common[i+1][j] >= common[i][j+1]:
			writeLines(out, "-", a[i:i+1])
			i++
		default:
			writeLines(out, "+", b[j:j+1])
			j++
		}
	}
}
