// Package export writes a plan, its policy and its certificate in the languages
// of two provers, so that the verdict can be had without trusting this program:
//
//	Coq    the plan is safe, proved by running the proved checker inside of Coq
//	Dafny  the plan as a program whose loop invariants are the certificate
package export

import (
	"strconv"
	"strings"

	"planproof/core/cert"
	"planproof/core/ir"
	"planproof/core/lattice"
)

// numbered numbers the program in the widest scope that the certificate covers.
func numbered(p *ir.Program, c *cert.Certificate) *cert.Numbered {
	if n, ok := cert.Number(p, c, cert.Everything); ok {
		return n
	}
	n, _ := cert.Number(p, c, cert.DataFlow)
	return n
}

// comment makes a text harmless inside a comment of either language: it can
// neither end the comment nor open a string or another comment in it.
func comment(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == '"' || r == '*' || r == 0x7f || r >= 0x80 {
			return '.'
		}
		return r
	}, s)
}

func elems(s lattice.Set) []string {
	var out []string
	for e := range s.All() {
		out = append(out, strconv.Itoa(e))
	}
	return out
}

func numbers(ns []int) []string {
	var out []string
	for _, n := range ns {
		out = append(out, strconv.Itoa(n))
	}
	return out
}
