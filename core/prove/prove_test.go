package prove

import (
	"fmt"
	"math/rand"
	"testing"

	"planproof/core/cond"
	"planproof/core/cond/condtest"
	"planproof/core/types"
	"planproof/core/value"
	"planproof/core/value/valuetest"
	"planproof/smt"
)

// universe has the variables of the random test: their types and the values that brute force tries.
type variable struct {
	name, typ string
	kind      condtest.Kind
	values    []string // JSON
}

var texts = []string{`""`, `"a"`, `"b"`, `"A"`, `"ab"`, `"aB"`, `"a@b"`, `"A@B"`, `"b@a"`, `"@"`, `"a@"`, `"a@b@c"`, `"a,@b"`, `"ba"`, `"c"`, `"cc@b"`, `"abb"`}

var universe = []variable{
	{"s", "str", condtest.Text, texts},
	{"t", "str", condtest.Text, texts},
	{"u", "Optional[str]", condtest.Text, append([]string{`null`}, texts...)},
	{"n", "int", condtest.Number, []string{`-2`, `-1`, `0`, `1`, `2`, `3`, `4`}},
	{"m", "int", condtest.Number, []string{`-2`, `-1`, `0`, `1`, `2`, `3`, `4`}},
	{"f", "float", condtest.Number, []string{`-1.5`, `-1`, `0`, `0.5`, `1`, `1.25`, `1.5`, `1.75`, `2`, `3`, `3.5`}},
	{"b", "bool", condtest.Bool, []string{`true`, `false`}},
	{"c", "bool", condtest.Bool, []string{`true`, `false`}},
	{"xs", "list[str]", condtest.List, []string{`[]`, `["a"]`, `["b"]`, `["A"]`, `["x@b"]`, `["@"]`, `["a","b"]`, `["b","a"]`, `["a","a"]`, `["c","a"]`, `["a","a@b@c"]`, `["c","b","a"]`, `[""]`}},
	{"z", "Optional[str]", condtest.Other, append([]string{`null`}, texts...)},
	{"w", "int | None", condtest.Other, []string{`null`, `-1`, `0`, `1`, `2`}},
}

var mixed = append([]string{`null`, `true`, `false`, `0`, `1`, `1.5`, `2`, `[]`, `["a"]`, `["b","a"]`, `[1]`, `{}`, `{"f":1}`, `{"f":"a","g":"a"}`, `{"g":null}`}, texts[:8]...)

// wide has the types that the solver knows less of.
var wide = append([]variable{
	{"v", "Any", condtest.Other, mixed},
	{"foo", "Foo", condtest.Other, mixed},
	{"o", "dict", condtest.Object, []string{`{}`, `{"f":1}`, `{"f":"a","g":"a"}`, `{"g":null}`, `{"f":null,"h":[]}`, `{"f":1,"g":"b","h":2}`}},
	{"p", "dict[str, int]", condtest.Object, []string{`{}`, `{"f":1}`, `{"f":0,"g":2}`, `{"g":3}`, `{"f":-1,"h":0}`}},
	{"ys", "list", condtest.List, []string{`[]`, `["a"]`, `["a","b"]`, `[1]`, `[null]`, `[["a"]]`, `["a@b@c"]`, `[true,"b"]`}},
	{"ns", "list[int]", condtest.List, []string{`[]`, `[0]`, `[1]`, `[1,2]`, `[2,1]`, `[3,3]`}},
	{"e", "list[str] | str", condtest.List, []string{`[]`, `["a"]`, `["b","a"]`, `""`, `"a"`, `"ab"`, `"a@b"`, `"@"`}},
}, universe...)

// sample picks a few variables.
func sample(r *rand.Rand, from []variable, most int) []variable {
	perm := r.Perm(len(from))
	var out []variable
	for _, i := range perm[:1+r.Intn(most)] {
		out = append(out, from[i])
	}
	return out
}

func generator(r *rand.Rand, vars []variable) *condtest.Gen {
	g := &condtest.Gen{R: r, Wild: 0.03, Arith: r.Intn(3) == 0}
	for _, v := range vars {
		g.Vars = append(g.Vars, condtest.Var{Name: v.name, Kind: v.kind})
	}
	return g
}

func question(t *testing.T, src string, vars []variable) Question {
	t.Helper()
	e, err := cond.Parse(src)
	if err != nil {
		t.Fatalf("%s: %v", src, err)
	}
	q := Question{Cond: e.Resolve(nil)}
	for i, v := range vars {
		q.Add(v.name, &Var{ID: i + 1, Name: v.name, Type: types.Parse(v.typ)})
	}
	return q
}

// bruteForce returns the outcomes that some combination of the small universe has; at most `most` are tried.
func bruteForce(t *testing.T, q *Question, vars []variable, most int, r *rand.Rand) (cond.Outcome, map[cond.Outcome]string) {
	u := unknownsOf(&Question{Cond: q.Cond, Names: q.Names, Facts: q.Facts})
	values := make([][]value.Value, len(u.vars))
	total := 1
	for i, v := range u.vars {
		for _, x := range vars {
			if x.name == v.Name {
				for _, text := range x.values {
					values[i] = append(values[i], valuetest.JSON(t, text))
				}
			}
		}
		total *= len(values[i])
	}
	var seen cond.Outcome
	examples := map[cond.Outcome]string{}
	a := &assignment{u: u, values: make([]value.Value, len(u.vars))}
	for k := 0; k < min(total, most); k++ {
		code := k
		for i := range values {
			pick := code % len(values[i])
			if total > most {
				pick = r.Intn(len(values[i]))
			}
			code /= len(values[i])
			a.values[i] = values[i][pick]
		}
		if !a.allowed(q.Facts) {
			continue
		}
		if o, ok := run(q.Cond, q.Names, a); ok && !seen.Has(o) {
			seen |= o
			examples[o] = fmt.Sprint(a.witness())
		}
	}
	return seen, examples
}

// solverOnly decides without guesses, so that the translation answers everything.
func solverOnly(q Question) Answer {
	d := newDecider(&q, cond.CanTrue|cond.CanFalse|cond.CanError, smt.Budget{})
	d.prove()
	return d.answer
}

// checkAnswer compares an answer with brute force: a found outcome must not be excluded, and a witness must be right.
func checkAnswer(t *testing.T, how, src string, q *Question, a Answer, seen cond.Outcome, examples map[cond.Outcome]string) {
	t.Helper()
	for _, o := range outcomes {
		got := a.outcome(o)
		if got.Possible == No && seen.Has(o) {
			t.Errorf("%s: %s\noutcome %d excluded, but %s has it", how, src, o, examples[o])
		}
		if got.Possible == Yes {
			checkWitness(t, how, src, q, o, got.Witness)
		}
	}
}

func checkWitness(t *testing.T, how, src string, q *Question, o cond.Outcome, witness []NamedValue) {
	t.Helper()
	u := unknownsOf(q)
	if len(witness) != u.shown {
		t.Errorf("%s: %s: witness %v", how, src, witness)
		return
	}
	a := &assignment{u: u, values: make([]value.Value, len(u.vars))}
	for i := range witness {
		a.values[i] = witness[i].Value
		if !u.vars[i].admits(witness[i].Value) {
			t.Errorf("%s: %s: %s is not admitted", how, src, value.AppendJSON(nil, witness[i].Value))
		}
	}
	if got, _ := run(q.Cond, q.Names, a); got != o {
		t.Errorf("%s: %s: witness %v has outcome %d, not %d", how, src, witness, got, o)
	}
}

// trial is a series of random questions compared with brute force.
type trial struct {
	count, facts int // facts: at most so many in a question
	seed         int64
	vars         []variable
	wild         float64
}

func (k trial) run(t *testing.T) (rate float64) {
	if testing.Short() {
		k.count /= 10
	}
	r := rand.New(rand.NewSource(k.seed))
	unknown, solverUnknown, asked := 0, 0, 0
	reasons := map[string]int{}
	before := unconfirmed.Load()
	for i := 0; i < k.count && !t.Failed(); i++ {
		vars := sample(r, k.vars, 3)
		g := generator(r, vars)
		g.Wild = k.wild
		src := g.Condition(1 + r.Intn(3))
		q := question(t, src, vars)
		for n := r.Intn(k.facts + 1); n > 0; n-- {
			f := question(t, g.Condition(r.Intn(2)), vars)
			q.Facts = append(q.Facts, Fact{Cond: f.Cond, Holds: r.Intn(3) != 0, Names: q.Names})
			src += fmt.Sprintf(" | %v %s", q.Facts[len(q.Facts)-1].Holds, f.Cond)
		}
		seen, examples := bruteForce(t, &q, vars, 1500, r)
		a := Decide(q, cond.CanTrue|cond.CanFalse|cond.CanError, smt.Budget{})
		checkAnswer(t, "decide", src, &q, a, seen, examples)
		s := solverOnly(q)
		checkAnswer(t, "solver", src, &q, s, seen, examples)
		if hasUnknown(a) {
			unknown++
			reasons[a.Reason()]++
		}
		if hasUnknown(s) {
			solverUnknown++
		}
		if a.Stats.Engine != "" {
			asked++
		}
		if n := unconfirmed.Load(); n != before {
			t.Fatalf("%s: model not confirmed", src)
		}
	}
	percent := func(n int) string { return fmt.Sprintf("%d (%.2f %%)", n, 100*float64(n)/float64(k.count)) }
	t.Logf("%d questions, solver asked in %d; unknown %s, by the solver alone %s; %v", k.count, asked, percent(unknown), percent(solverUnknown), reasons)
	return float64(unknown) / float64(k.count)
}

func TestRandomConditionsAgainstBruteForce(t *testing.T) {
	if rate := (trial{count: 5000, seed: 11, vars: universe, wild: 0.03}).run(t); rate > 0.20 {
		t.Errorf("unknown in %.1f %% of the conditions", 100*rate)
	}
}

func TestRandomFactsAgainstBruteForce(t *testing.T) {
	trial{count: 4000, facts: 2, seed: 12, vars: universe, wild: 0.03}.run(t)
}

func TestRandomWideTypesAgainstBruteForce(t *testing.T) {
	trial{count: 4000, facts: 1, seed: 13, vars: wide, wild: 0.25}.run(t)
}

func hasUnknown(a Answer) bool {
	return a.True.Possible == Unknown || a.False.Possible == Unknown || a.Error.Possible == Unknown
}
