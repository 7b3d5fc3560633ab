package finding

// Nearest is the candidate within two edits of name, "" when there is none.
func Nearest(name string, candidates []string) string {
	best, bestDistance := "", 3
	for _, cand := range candidates {
		if d := editDistance(name, cand, bestDistance); d < bestDistance {
			best, bestDistance = cand, d
		}
	}
	return best
}

// editDistance is the Levenshtein distance (1966) when it is below limit,
// else limit.
func editDistance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := diagonal
			if a[i-1] != b[j-1] {
				cost++
			}
			diagonal = row[j]
			row[j] = min(cost, row[j]+1, row[j-1]+1)
		}
	}
	return min(row[len(b)], limit)
}
