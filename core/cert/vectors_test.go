package cert

import (
	"fmt"
	"hash/fnv"
	"os"
	"strconv"
	"strings"
	"testing"
)

// vectorsFile has answers of the checker that is extracted from the proofs:
// kind, number, a hash of the case, the answer.
const vectorsFile = "testdata/vectors.txt"

// vectorSeed is the seed of the recorded cases.
const vectorSeed = 2026

// checkCase is a random workflow with mutated certificates: the text for the
// extracted checker, and what this package answers.
func checkCase(seed, number uint64, mutants int) (text, answer string, stats caseStats) {
	g := draw(seed, number)
	w := g.w
	inferred := w.infer(w.tabulate())
	stats.accepted = bit(w.accepts(inferred))
	var certs, bits strings.Builder
	for range mutants {
		m := g.mutate(inferred)
		given, fresh := w.accepts(m), w.accepts(w.infer(m.Table))
		certs.WriteString(" " + m.text())
		bits.WriteString(bit(given) + bit(fresh))
		stats.mutantsAccepted += len(bit(given)) - 1 + int(bit(given)[0]-'0')
		if bit(fresh) != stats.accepted {
			stats.tableTurned++
		}
	}
	stats.loops = w.Loops
	if stats.accepted == "0" { // it may read what is not bound: then states mean nothing
		inferred = &Certificate{Table: inferred.Table}
	}
	var order strings.Builder
	for k := range w.Rules {
		order.WriteString(bit(w.Flagged(k)) + bit(w.FlaggedClearing(k)))
	}
	text = tidy("(check" + w.text() + certs.String() + ")")
	answer = fmt.Sprintf("%s b%s o%s %s", stats.accepted, bits.String(), order.String(), tidy(inferred.text()))
	return text, answer, stats
}

type caseStats struct {
	accepted                            string
	mutantsAccepted, tableTurned, loops int
}

// accepts is the pass alone, without the justifications. (check)
func (w *world) accepts(c *Certificate) bool { return newChecker(&w.Model, c).check() }

// trialCase is a random run.
func trialCase(seed, number uint64, runs int) (text, answer []string, accepted bool, unsafe int) {
	g := draw(seed, number)
	accepted = g.w.accepts(g.w.infer(g.w.tabulate()))
	for most := 40; len(text) < runs; {
		var draws []int
		for range g.n(most) {
			draws = append(draws, g.n(4))
		}
		safe, events, huge := g.w.trial(draws)
		if huge {
			most = max(1, most-5)
			continue
		}
		if !safe {
			unsafe++
		}
		b := &textBuilder{}
		b.nums(draws)
		text = append(text, tidy("(trial"+g.w.text()+" 2000"+b.String()+")"))
		answer = append(answer, bit(safe)+" ("+events+")")
	}
	return text, answer, accepted, unsafe
}

func bit(b bool) string {
	if b {
		return "1"
	}
	return "0"
}

func hash(s string) string {
	h := fnv.New64a()
	h.Write([]byte(s))
	return strconv.FormatUint(h.Sum64(), 16)
}

// short is an answer as it is recorded: a certificate or a list of events is
// hashed.
func short(answer string) string {
	head, rest, _ := strings.Cut(answer, " (")
	return head + " " + hash(rest)
}

// TestVectors compares with the recorded answers of the extracted checker.
func TestVectors(t *testing.T) {
	file, err := os.ReadFile(vectorsFile)
	if err != nil {
		t.Fatal(err)
	}
	cases := 0
	for i, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		if testing.Short() && i%8 > 1 {
			continue
		}
		f := strings.SplitN(line, " ", 4)
		if len(f) < 4 || strings.HasPrefix(line, "#") {
			continue
		}
		number, err := strconv.ParseUint(f[1], 10, 64)
		if err != nil {
			t.Fatal(line)
		}
		text, answer := vectorCase(f[0], number)
		if hash(text) != f[2] {
			t.Fatalf("%s %d is another case than the recorded one: record the answers again (PLANPROOF_RECORD=1, see TestExtracted)", f[0], number)
		}
		if short(answer) != f[3] {
			t.Errorf("%s %d: answered %s, the extracted checker %s\n%s", f[0], number, short(answer), f[3], text)
		}
		cases++
	}
	if cases < 900 {
		t.Errorf("only %d cases", cases)
	}
	t.Logf("%d cases with answers of the extracted checker", cases)
}

func vectorCase(kind string, number uint64) (text, answer string) {
	if kind == "check" {
		text, answer, _ = checkCase(vectorSeed, number, 4)
		return text, answer
	}
	texts, answers, _, _ := trialCase(vectorSeed, number, 1)
	return texts[0], answers[0]
}

// TestAcceptedRunsAreSafe: no run of an accepted world breaks the policy.
func TestAcceptedRunsAreSafe(t *testing.T) {
	cases, accepted := 0, 0
	total := uint64(3000)
	if testing.Short() {
		total = 500
	}
	for number := range total {
		_, _, ok, unsafe := trialCase(11, number, 3)
		cases++
		if ok {
			accepted++
			if unsafe > 0 {
				t.Fatalf("world %d is accepted and has an unsafe run", number)
			}
		}
	}
	t.Logf("%d cases, %d accepted", cases, accepted)
}
