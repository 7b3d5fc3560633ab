package smt

import (
	"math/big"
	"os"
	"strconv"
)

// scale multiplies the size of random tests: 1, or what PLANPROOF_LONG says (at
// least 10).
func scale() int {
	s := os.Getenv("PLANPROOF_LONG")
	if s == "" {
		return 1
	}
	if n, err := strconv.Atoi(s); err == nil && n > 10 {
		return n
	}
	return 10
}

func ratOf(s string) Rat {
	r, _ := new(big.Rat).SetString(s)
	return RatBig(r)
}

// seed returns the seed of random tests: n, moved by what PLANPROOF_SEED says.
func seed(n int64) int64 {
	d, _ := strconv.ParseInt(os.Getenv("PLANPROOF_SEED"), 10, 64)
	return n + 1000*d
}
