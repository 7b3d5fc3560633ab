package smt

import "sort"

// The sorts and insertions below are written out for the page: every instance of
// the generic ones is ten kilobytes of it.

// sortTerms sorts in ascending order. Most lists are short.
func sortTerms(ts []Term) {
	if len(ts) > 16 {
		sort.Slice(ts, func(i, j int) bool { return ts[i] < ts[j] })
		return
	}
	for i, t := range ts {
		for ; i > 0 && ts[i-1] > t; i-- {
			ts[i] = ts[i-1]
		}
		ts[i] = t
	}
}
