package proof

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"planproof/smt/sat"
)

// Refutation is a refutation with the clauses it is about and the assumptions
// that it excludes together.
//
// As text it is
//
//	planproof refutation 1
//	p cnf VARIABLES CLAUSES     DIMACS, one clause a line
//	1 -2 0
//	a 7 9 t 0                   the assumptions; t is one that is true in any case
//	13 -7 0 4 2 0               LRAT: number, clause, 0, hints, 0
//	14 -7 -9 0 13 5 0
//
// with a line break after every line. The clauses are numbered from 1, the steps
// follow without a gap, and the last step denies some of the assumptions.
type Refutation struct {
	CNF    *sat.CNF
	Assume []sat.Lit
	Steps  *sat.Proof
}

// Check replays the refutation, see the function Check.
func (r *Refutation) Check() error { return Check(r.CNF, r.Assume, r.Steps) }

// Denied are the positions of the assumptions that the last step denies: those
// that can not hold together.
func (r *Refutation) Denied() []int {
	var out []int
	if r.Steps.Len() == 0 {
		return nil
	}
	last, _ := r.Steps.Step(r.Steps.Len() - 1)
	for i, a := range r.Assume {
		for _, l := range last {
			if l == a.Not() {
				out = append(out, i)
				break
			}
		}
	}
	return out
}

// header begins every text.
const header = "planproof refutation 1\n"

// trueWord stands for the literal that is always true.
const trueWord = "t"

// AppendText appends the refutation as text.
func (r *Refutation) AppendText(dst []byte) []byte {
	dst = r.CNF.AppendDimacs(append(dst, header...))
	dst = append(dst, 'a')
	for _, l := range r.Assume {
		dst = append(dst, ' ')
		if l == sat.True {
			dst = append(dst, trueWord...)
			continue
		}
		dst = strconv.AppendInt(dst, int64(l.Dimacs()), 10)
	}
	return r.Steps.AppendLRAT(append(dst, " 0\n"...))
}

// ErrText is wrapped by every error that Read returns.
var ErrText = errors.New("not the text of a refutation")

// maxVars bounds the variables of a refutation that is read.
const maxVars = 1 << 24

// Read reads a refutation; it does not check it.
func Read(text string) (*Refutation, error) {
	r := &textReader{lines: strings.Split(text, "\n"), out: &Refutation{CNF: sat.NewCNF()}}
	if err := r.read(); err != nil {
		return nil, fmt.Errorf("%w: line %d: %v", ErrText, r.at, err)
	}
	return r.out, nil
}

type textReader struct {
	lines []string
	at    int // lines taken
	out   *Refutation
}

var errNumber = errors.New("a number of another form")

// next takes a line; an empty one stands for the end.
func (r *textReader) next() string {
	if r.at == len(r.lines) {
		return ""
	}
	r.at++
	return r.lines[r.at-1]
}

func (r *textReader) read() error {
	if r.next()+"\n" != header {
		return errors.New("it begins with " + strings.TrimSpace(header))
	}
	clauses, err := r.sizes(r.next())
	if err != nil {
		return err
	}
	for range clauses {
		if err := r.clause(r.next()); err != nil {
			return err
		}
	}
	if err := r.assumptions(r.next()); err != nil {
		return err
	}
	r.out.Steps = &sat.Proof{First: int32(clauses) + 1}
	for line := r.next(); line != ""; line = r.next() {
		if err := r.step(line); err != nil {
			return err
		}
	}
	if r.at != len(r.lines) {
		return errors.New("something after the end")
	}
	return nil
}

// sizes reads the line p cnf.
func (r *textReader) sizes(line string) (clauses int, err error) {
	f := strings.Split(line, " ")
	if len(f) != 4 || f[0] != "p" || f[1] != "cnf" {
		return 0, errors.New("p cnf is missing")
	}
	vars, err := strconv.ParseInt(f[2], 10, 32)
	n, err2 := strconv.ParseInt(f[3], 10, 32)
	if err != nil || err2 != nil || vars < 0 || vars > maxVars || n < 0 || n > int64(len(r.lines)) {
		return 0, errNumber
	}
	for range vars {
		r.out.CNF.NewVar()
	}
	return int(n), nil
}

// numbers reads numbers up to the 0 that ends them and returns the fields behind
// it.
func numbers(f []string, most int64) (out []int64, rest []string, err error) {
	for i, s := range f {
		n, err := strconv.ParseInt(s, 10, 32)
		switch {
		case err != nil || n > most || -n > most || strconv.FormatInt(n, 10) != s:
			return nil, nil, errNumber
		case n == 0:
			return out, f[i+1:], nil
		}
		out = append(out, n)
	}
	return nil, nil, errors.New("no 0 at the end")
}

// literals reads literals up to 0.
func (r *textReader) literals(f []string) (out []sat.Lit, rest []string, err error) {
	ns, rest, err := numbers(f, int64(r.out.CNF.NumVars())-1)
	for _, n := range ns {
		out = append(out, literal(n))
	}
	return out, rest, err
}

func literal(n int64) sat.Lit {
	if n < 0 {
		return sat.Lit(-2*n + 1)
	}
	return sat.Lit(2 * n)
}

// clause reads a clause, which must be one that the container keeps as it is.
func (r *textReader) clause(line string) error {
	ls, rest, err := r.literals(strings.Split(line, " "))
	if err != nil {
		return err
	}
	c := r.out.CNF
	before := c.Len()
	c.Add(ls...)
	if len(rest) > 0 || c.Len() != before+1 || len(c.Clause(before)) != len(ls) {
		return errors.New("a clause that says something twice")
	}
	return nil
}

func (r *textReader) assumptions(line string) error {
	f := strings.Split(line, " ")
	if f[0] != "a" || f[len(f)-1] != "0" {
		return errors.New("the assumptions are missing")
	}
	for _, s := range f[1 : len(f)-1] {
		if s == trueWord {
			r.out.Assume = append(r.out.Assume, sat.True)
			continue
		}
		ls, _, err := r.literals([]string{s, "0"})
		if err != nil || len(ls) != 1 {
			return errNumber
		}
		r.out.Assume = append(r.out.Assume, ls[0])
	}
	return nil
}

// step reads one LRAT line.
func (r *textReader) step(line string) error {
	number, rest, _ := strings.Cut(line, " ")
	n, err := strconv.ParseInt(number, 10, 32)
	p := r.out.Steps
	if err != nil || n != int64(p.First)+int64(p.Len()) {
		return errors.New("a step of another number")
	}
	ls, fields, err := r.literals(strings.Split(rest, " "))
	if err != nil {
		return err
	}
	hints, end, err := numbers(fields, n)
	if err != nil || len(end) > 0 {
		return errors.New("hints of another form")
	}
	given := make([]int32, len(hints))
	for i, h := range hints {
		given[i] = int32(h)
	}
	p.Add(ls, given)
	return nil
}
