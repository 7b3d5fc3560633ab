package prove

import (
	"math/rand"
	"testing"

	"planproof/core/cond"
	"planproof/core/types"
	"planproof/core/value"
	"planproof/core/value/valuetest"
	"planproof/smt"
)

// partCases are variables, a part of each, and what is declared of it.
var partCases = []struct {
	name, part, declared string
}{
	{"o", ".f", "Any"}, {"o", ".f", "int"}, {"o", ".g", "str"}, {"p", ".f", "int"}, {"p", ".f", "Any"}, {"p", ".f", "str"},
	{"ys", "[0]", "str"}, {"ys", "[1]", "Any"}, {"ys", "[0][0]", "str"}, {"ns", "[0]", "int"}, {"ns", "[1]", "float"}, {"xs", "[0]", "str"},
	{"v", ".f", "int"}, {"v", "[0]", "str"}, {"v", `["g"]`, "Optional[str]"}, {"foo", ".f", "int"}, {"foo", "[0]", "Any"}, {"foo", ".f", "Bar"}, {"s", "[0]", "str"}, {"n", ".f", "int"},
}

// conditions over the part, q, and the whole, w.
var partConditions = []string{
	"q == 1", "q <= 1", "q > 0 and q < 2", "q == 'a'", "q in ['a', 'b']", "q", "q is None", "len(q) == 1", "q == w.f", "w.f == 1", "w.g == 'a'",
	"w[0] == 'a'", "w[0] == q", "len(w) == 2", "q + 1 > 1", "w == 1", "startswith(q, 'a')", "q == 1 or q == 'a'", "'f' in w", "w['f'] <= 1",
}

// TestParts: on small sets of values, an outcome that is excluded happens for no value that has the part as declared.
func TestParts(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	no, yes, open := 0, 0, 0
	for range 1500 {
		c := partCases[r.Intn(len(partCases))]
		path, ok := value.ParsePath(c.part)
		if !ok {
			t.Fatal(c.part)
		}
		of := variableNamed(t, c.name)
		whole := &Var{ID: 7, Name: "w", Type: types.Parse(of.typ)}
		part := &Part{ID: 8, Of: whole, Path: path, Type: types.Parse(c.declared)}
		q := Question{Cond: condition(t, partConditions[r.Intn(len(partConditions))])}
		q.Add("q", part)
		q.Add("w", whole)
		if r.Intn(2) == 0 {
			q.Facts = append(q.Facts, Fact{Cond: condition(t, partConditions[r.Intn(len(partConditions))]), Holds: r.Intn(3) > 0, Names: q.Names})
		}
		a := Decide(q, cond.CanTrue|cond.CanFalse|cond.CanError, smt.Budget{})
		for _, o := range outcomes {
			switch a.outcome(o).Possible {
			case No:
				no++
				if v := happens(t, &q, part, of, o); v != nil {
					t.Errorf("%s of %s%s declared %s, facts %v: outcome %v is excluded, but happens for %s",
						q.Cond.Source(), c.name, c.part, c.declared, sources(q.Facts), o, value.AppendJSON(nil, v))
				}
			case Yes:
				yes++
				checkPartWitness(t, &q, part, a.outcome(o))
			default:
				open++
			}
		}
	}
	if no < 1000 || yes < 500 {
		t.Errorf("%d outcomes are excluded, %d possible, %d unknown: the test shows little", no, yes, open)
	}
	if n := unconfirmed.Load(); n != 0 {
		t.Errorf("%d models were not confirmed", n)
	}
}

func variableNamed(t *testing.T, name string) variable {
	for _, v := range wide {
		if v.name == name {
			return v
		}
	}
	t.Fatal(name)
	return variable{}
}

func condition(t *testing.T, text string) *cond.Expr {
	e, err := cond.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return e.Resolve(nil)
}

func sources(fs []Fact) []string {
	var out []string
	for _, f := range fs {
		text := f.Cond.Source()
		if !f.Holds {
			text = "not (" + text + ")"
		}
		out = append(out, text)
	}
	return out
}

// happens is a value for which the outcome happens, nil when there is none among those of the variable.
func happens(t *testing.T, q *Question, part *Part, of variable, o cond.Outcome) value.Value {
	for _, text := range of.values {
		v := valuetest.JSON(t, text)
		p, _, ok := part.Path.In(v)
		if !ok || !part.Type.Accepts(p) || !part.Of.Type.Accepts(v) {
			continue
		}
		names := cond.Bindings{{Name: "q", Value: p}, {Name: "w", Value: v}}
		if holdAll(q.Facts, names) && outcomeOf(q.Cond, names) == o {
			return v
		}
	}
	return nil
}

func holdAll(facts []Fact, names cond.Bindings) bool {
	for _, f := range facts {
		want := cond.CanFalse
		if f.Holds {
			want = cond.CanTrue
		}
		if outcomeOf(f.Cond, names) != want {
			return false
		}
	}
	return true
}

func outcomeOf(e *cond.Expr, names cond.Bindings) cond.Outcome {
	v, err := e.Eval(names)
	switch {
	case err != nil:
		return cond.CanError
	case value.Truthy(v):
		return cond.CanTrue
	}
	return cond.CanFalse
}

// checkPartWitness: the whole of a witness has the part, as declared, when the condition or a fact is about it.
func checkPartWitness(t *testing.T, q *Question, part *Part, o *Outcome) {
	t.Helper()
	if len(unknownsOf(q).parts) == 0 {
		return
	}
	for _, w := range o.Witness {
		if p, _, ok := part.Path.In(w.Value); w.Name != "w" || !ok || !part.Type.Accepts(p) {
			t.Errorf("%s: the witness %s has not the part %s as declared", q.Cond.Source(), value.AppendJSON(nil, w.Value), part.Path)
		}
	}
}

// TestPartIsOneValue: two parts of one variable at one path are one value, conditions over the variable speak of it, and
// what is declared of it counts.
func TestPartIsOneValue(t *testing.T) {
	x := &Var{ID: 1, Name: "x", Type: types.Any}
	y := &Var{ID: 2, Name: "y", Type: types.Any}
	amount := func(of *Var, id int) *Part {
		return &Part{ID: id, Of: of, Path: value.Path{value.AtIndex(0), value.AtField("amount")}, Type: types.Parse("int")}
	}
	for _, c := range []struct {
		name, cond, fact string
		a, b             *Part
		want             Possibility // that the condition can be false
	}{
		{"two uses", "a == b", "", amount(x, 3), amount(x, 4), No},
		{"two wholes", "a == b", "", amount(x, 3), amount(y, 4), Yes},
		{"a fact of the whole", "a <= 100", "x[0].amount <= 100", amount(x, 3), amount(x, 4), No},
		{"a fact of another whole", "a <= 100", "y[0].amount <= 100", amount(x, 3), amount(x, 4), Yes},
		{"a fact of another part", "a <= 100", "x[1].amount <= 100", amount(x, 3), amount(x, 4), Yes},
		{"its type", "a + 1 > a", "", amount(x, 3), amount(x, 4), No},
	} {
		q := Question{Cond: condition(t, c.cond)}
		q.Add("a", c.a)
		q.Add("b", c.b)
		if c.fact != "" {
			q.Facts = []Fact{{Cond: condition(t, c.fact), Holds: true, Names: []Named{{"x", x}, {"y", y}}}}
		}
		a := Decide(q, cond.CanFalse|cond.CanError, smt.Budget{})
		if a.False.Possible != c.want || a.Error.Possible != No {
			t.Errorf("%s: false is %v, an error %v", c.name, a.False.Possible, a.Error.Possible)
		}
	}
}
