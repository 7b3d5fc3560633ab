package prove

import (
	"strconv"
	"strings"

	"planproof/core/cond"
	"planproof/core/types"
	"planproof/core/value"
	"planproof/smt"
)

// Sym is what is known of one name of a condition before it runs: Known, *Var,
// *Part, *SymList or *SymObject.
type Sym interface{ isSym() }

// Known is a concrete value.
type Known struct{ Value value.Value }

// Var is a symbolic value. Two occurrences of the same ID are one value. Its
// declared type, enum and range are assumed: the executor checks them before
// the condition is evaluated.
type Var struct {
	ID       int
	Name     string // as it appears in witnesses
	Type     types.Type
	Enum     []value.Value // nil: any
	Min, Max *value.Number
}

// SymList is a list that has symbolic parts.
type SymList struct{ Items []Sym }

// SymObject is an object that has symbolic parts.
type SymObject struct{ Members []SymMember }

// SymMember is one member of a SymObject.
type SymMember struct {
	Key string
	Sym Sym
}

func (Known) isSym()      {}
func (*Var) isSym()       {}
func (*SymList) isSym()   {}
func (*SymObject) isSym() {}

// AppendSymKey writes a text that is equal exactly for equal symbolic values:
// variables by ID, parts by it and their path, known values by their JSON.
func AppendSymKey(b *strings.Builder, s Sym) {
	switch s := s.(type) {
	case Known:
		b.Write(value.AppendJSON(nil, s.Value))
	case *Var:
		b.WriteString("$" + strconv.Itoa(s.ID))
	case *Part:
		b.WriteString(s.key())
	case *SymList:
		b.WriteByte('[')
		for _, item := range s.Items {
			AppendSymKey(b, item)
			b.WriteByte(',')
		}
		b.WriteByte(']')
	case *SymObject:
		b.WriteByte('{')
		for _, m := range s.Members {
			b.Write(value.AppendJSON(nil, value.Text(m.Key)))
			b.WriteByte(':')
			AppendSymKey(b, m.Sym)
			b.WriteByte(',')
		}
		b.WriteByte('}')
	}
}

// Named gives a name of a condition its symbolic value.
type Named struct {
	Name string
	Sym  Sym
}

// Fact is an assumption: Cond was evaluated before, without error, and its
// truth was Holds. Names has every name of Cond (the same name may mean
// another value than in the question); what connects a fact to the question
// are the variables, by ID.
type Fact struct {
	Cond  *cond.Expr
	Holds bool
	Names []Named
}

// Question asks for the possible outcomes of a condition. Names has every
// name of the condition exactly once; a name that is missing is an error when
// evaluated. Facts that contradict each other make every outcome impossible.
type Question struct {
	Cond  *cond.Expr
	Names []Named
	Facts []Fact
}

// Has reports whether a name was added.
func (q *Question) Has(name string) bool {
	for i := range q.Names {
		if q.Names[i].Name == name {
			return true
		}
	}
	return false
}

// Add gives a name its symbolic value.
func (q *Question) Add(name string, s Sym) { q.Names = append(q.Names, Named{name, s}) }

// Possibility is whether an outcome can happen. The zero value is Unknown: a
// forgotten answer fails closed.
type Possibility uint8

// The possibilities.
const (
	Unknown Possibility = iota
	No                  // proved impossible under the facts and type facts
	Yes                 // possible; a witness was checked
)

// Outcome is one possible outcome of a condition. Witness gives every
// symbolic variable that the condition mentions a value, in order of first
// use; it is empty when nothing is symbolic or Possible is not Yes.
type Outcome struct {
	Possible Possibility
	Witness  []NamedValue
	Reason   string // why Unknown
	// Core is what the refutation behind a No of the solver used, facts first.
	// It is empty when the condition and the kinds of its values decide alone.
	Core []Premise
}

// NamedValue is one line of a witness.
type NamedValue struct {
	Name  string
	Value value.Value
}

// Answer has the three outcomes: the condition holds (evaluates, truthy), does
// not (evaluates, falsy), or can not be evaluated.
type Answer struct {
	True, False, Error Outcome
	Stats              smt.Stats // summed over the queries asked; zero when none was needed
}

// Reason is the first reason for an unknown outcome, "" when there is none.
func (a Answer) Reason() string {
	for _, o := range []Outcome{a.True, a.False, a.Error} {
		if o.Possible == Unknown && o.Reason != "" {
			return o.Reason
		}
	}
	return ""
}
