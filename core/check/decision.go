package check

import (
	"planproof/core/cond"
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/flow"
	"planproof/core/ir"
	"planproof/core/prove"
)

// decision is what is known of one condition at one call: which of its three
// outcomes (true, false, can not be evaluated) are possible, with a witness
// for each that is.
type decision struct {
	canTrue, canFalse, canError             prove.Possibility
	trueWitness, falseWitness, errorWitness *finding.Witness
	// reason says why an outcome is unknown.
	reason string
	// unreadable is set when the condition has no tree or names something
	// that means nothing here; missing when it names a declared parameter that
	// the call leaves out.
	unreadable *cond.Error
	missing    string
	// uncalled is a tool whose result an invariant needs and that may not have
	// been called.
	uncalled string
	// undeclared is set when a value of undeclared type takes part.
	undeclared bool
	facts      []finding.Premise
	// noCore are what the answers that an outcome is impossible rest on, by
	// outcome; question is kept when the obligation is to show more of it.
	trueCore, falseCore, errorCore []prove.Premise
	question                       *prove.Question
}

// The names used by every check that reads decisions.
const (
	no      = prove.No
	yes     = prove.Yes
	unknown = prove.Unknown
)

// decisionScope says what a condition sees beside the call's arguments.
type decisionScope struct {
	// earlier are guards that were tried before and did not fire.
	earlier []*ir.Condition
	// result, when set, is what `result` stands for.
	result prove.Sym
	about  []*flow.Version // the versions in result
}

// maxEarlier bounds the earlier guards that a question assumes to be false;
// assuming less is safe.
const maxEarlier = 16

type decisionKey struct {
	call *ir.Call
	cond *ir.Condition
	env  string
}

// decide decides a condition at a call, under the facts of the path. The same
// condition of the same call is asked again only when what is known of its
// arguments changed, so that the rounds of a loop share their answers.
func (c *Context) decide(s *Site, cnd *ir.Condition, scope decisionScope) *decision {
	key := decisionKey{s.Call, cnd, c.environment(s) + versionKey(scope.about)}
	if d, ok := c.decisions[key]; ok {
		return d
	}
	d := c.newDecision(s, cnd, scope)
	c.decisions[key] = d
	return d
}

func versionKey(vs []*flow.Version) string {
	if len(vs) == 0 {
		return ""
	}
	out := "!"
	for _, v := range vs {
		out += itoa(v.ID) + ","
	}
	return out
}

func (c *Context) newDecision(s *Site, cnd *ir.Condition, scope decisionScope) *decision {
	d := &decision{canTrue: no, canFalse: no, canError: yes}
	if cnd.Expr == nil {
		d.unreadable = cnd.Err
		return d
	}
	q := prove.Question{Cond: cnd.Expr}
	var about []*flow.Version
	if q.Names, about = c.namesOf(s, cnd, d, scope); d.unreadable != nil || d.missing != "" {
		return d
	}
	for _, e := range scope.earlier[:min(len(scope.earlier), maxEarlier)] {
		var unread decision
		if names, more := c.namesOf(s, e, &unread, decisionScope{}); unread.unreadable == nil && unread.missing == "" {
			q.Facts = append(q.Facts, prove.Fact{Cond: e.Expr, Holds: false, Names: names})
			about = append(about, more...)
			d.assumes("an earlier guard is false: "+e.Written(), e.Source.Span(e.Text.Range))
		}
	}
	c.addFacts(&q, d, s.State, about)
	return c.ask(d, q)
}

// addFacts puts the facts about some versions into a question, with what is
// known of their other versions now.
func (c *Context) addFacts(q *prove.Question, d *decision, s flow.State, about []*flow.Version) {
	for _, f := range s.FactsAbout(about) {
		q.Facts = append(q.Facts, c.rebase(s, f))
		d.assumes(f.Words, f.Span)
	}
}

// rebase gives a fact's variables what is known of them in s; it may be more
// than when the fact was noted.
func (c *Context) rebase(s flow.State, f *flow.Fact) prove.Fact {
	vars := map[int]prove.Sym{}
	for _, v := range f.About {
		vars[v.ID] = c.symbol(s, v)
	}
	out := f.Fact
	out.Names = make([]prove.Named, len(f.Fact.Names))
	for i, n := range f.Fact.Names {
		out.Names[i] = prove.Named{Name: n.Name, Sym: rebased(n.Sym, vars)}
	}
	return out
}

func rebased(s prove.Sym, vars map[int]prove.Sym) prove.Sym {
	switch s := s.(type) {
	case *prove.Var:
		if v, ok := vars[s.ID]; ok {
			return v
		}
		return s
	case *prove.Part:
		if v, ok := vars[s.ID]; ok {
			return v
		}
		return s
	case *prove.SymList:
		out := &prove.SymList{}
		for _, item := range s.Items {
			out.Items = append(out.Items, rebased(item, vars))
		}
		return out
	case *prove.SymObject:
		out := &prove.SymObject{}
		for _, m := range s.Members {
			out.Members = append(out.Members, prove.SymMember{Key: m.Key, Sym: rebased(m.Sym, vars)})
		}
		return out
	default:
		return s
	}
}

// namesOf resolves the names of a condition at a call. When one means nothing
// here, or is a declared parameter that the call leaves out, d says so.
func (c *Context) namesOf(s *Site, cnd *ir.Condition, d *decision, scope decisionScope) (names []prove.Named, about []*flow.Version) {
	if cnd.Expr == nil {
		d.unreadable = cnd.Err
		return nil, nil
	}
	for _, n := range cnd.Expr.Names() {
		sym, a := c.nameAt(s, n, d, scope)
		if sym == nil {
			return nil, nil
		}
		names = append(names, prove.Named{Name: n.Name, Sym: sym})
		about = append(about, a...)
	}
	return names, about
}

func (c *Context) nameAt(s *Site, n cond.NameUse, d *decision, scope decisionScope) (prove.Sym, []*flow.Version) {
	if n.Name == "result" && scope.result != nil {
		return scope.result, scope.about
	}
	for i := range s.Call.Args {
		if a := &s.Call.Args[i]; a.Name == n.Name {
			d.undeclared = d.undeclared || a.Const == nil && (a.Param == nil || a.Param.Type.IsOpaque())
			return c.sym(s, a), c.versionsOf(s, a)
		}
	}
	if s.Call.Tool.Params[n.Name] != nil {
		d.missing = n.Name
		return nil, nil
	}
	d.unreadable = &cond.Error{Kind: cond.KindName, Message: "`" + n.Name + "` is neither an argument of the call nor a constant", Offset: n.Offset, End: n.End}
	return nil, nil
}

// versionsOf are the versions that one argument refers to; a part comes after
// its whole, since what is known of either bears on the other.
func (c *Context) versionsOf(s *Site, a *ir.Arg) []*flow.Version {
	var out []*flow.Version
	for _, r := range a.Refs {
		if b := s.State.Lookup(r.Slot); b != nil {
			out = append(out, b.Version)
			if len(r.Doc.Path) > 0 {
				out = append(out, c.Domain.PartVersion(b.Version, r.Doc.Path))
			}
		}
	}
	return out
}

func (c *Context) ask(d *decision, q prove.Question) *decision {
	c.queries++
	a := c.questions.decide(q, c.Budget)
	d.canTrue, d.canFalse, d.canError = a.True.Possible, a.False.Possible, a.Error.Possible
	d.trueWitness, d.falseWitness, d.errorWitness = witness(a.True), witness(a.False), witness(a.Error)
	d.trueCore, d.falseCore, d.errorCore = a.True.Core, a.False.Core, a.Error.Core
	d.reason = a.Reason()
	if c.Explain != nil {
		d.question = &q
	}
	return d
}

// witness is nil when nothing is symbolic: then every run is a witness.
func witness(o prove.Outcome) *finding.Witness {
	if len(o.Witness) == 0 {
		return nil
	}
	w := &finding.Witness{}
	for _, b := range o.Witness {
		w.Bindings = append(w.Bindings, wireMember(b.Name, b.Value))
	}
	return w
}

// verdict reads the decision as a guard: a guard that may fail to evaluate is
// UNKNOWN.
func (d *decision) verdict() ir.Verdict {
	switch {
	case d.canError != no:
		return ir.Unknown
	case d.canFalse == no: // also when no run gets here
		return ir.True
	case d.canTrue == no:
		return ir.False
	default:
		return ir.Unknown
	}
}

// unreachable: the facts of the path contradict each other, so no run gets
// here.
func (d *decision) unreachable() bool {
	return d.canTrue == no && d.canFalse == no && d.canError == no
}

// certainlyTrue: in every run the condition holds.
func (d *decision) certainlyTrue() bool { return d.canFalse == no && d.canError == no }

// certainlyFalse: in every run the condition is evaluated and false.
func (d *decision) certainlyFalse() bool { return d.canTrue == no && d.canError == no }

// never: in no run does the condition hold.
func (d *decision) never() bool { return d.canTrue == no && !d.unreachable() }

// readable: the condition has a tree, and all its names mean something here.
func (d *decision) readable() bool { return d.unreadable == nil && d.missing == "" }

// alwaysFails: in every run that gets here the condition has no value.
func (d *decision) alwaysFails() bool { return d.canTrue == no && d.canFalse == no && d.canError != no }

// incomplete: the executor could stop because the condition has no value. A
// value of undeclared type is the caller's to answer for, unless it is
// certain.
func (d *decision) incomplete() bool {
	if d.unreadable != nil || d.missing != "" {
		return true
	}
	return d.canError == yes || d.canError == unknown && !d.undeclared
}

// problem says why the condition can not be evaluated, as the end of a
// sentence about it.
func (d *decision) problem() string {
	switch {
	case d.unreadable != nil:
		return "can not be read: " + d.unreadable.Message
	case d.missing != "":
		return "needs `" + d.missing + "`, which the call leaves out"
	case d.alwaysFails():
		return "can not be evaluated for any value"
	case d.canError == unknown:
		return "could not be analysed: " + d.reason
	default:
		return "can not be evaluated for some values"
	}
}

// advice is what to do about it; otherwise is said when nothing better is.
func (d *decision) advice(otherwise string) string {
	switch {
	case d.unreadable != nil:
		return "correct the condition"
	case d.missing != "":
		return "give `" + d.missing + "`, or declare a default for it"
	case d.canError == yes:
		return "make sure before the call that the condition has a value; " + otherwise
	default:
		return "simplify the condition; " + otherwise
	}
}

// span is the place of the problem in the condition: the name or character
// when it is known, else the whole condition.
func (d *decision) span(c *ir.Condition) doc.Span {
	if d.unreadable != nil {
		return c.Span(d.unreadable.Offset, d.unreadable.End)
	}
	return c.Source.Span(c.Text.Range)
}
