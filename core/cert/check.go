package cert

import "planproof/core/lattice"

// succs are the states that the table lets a call lead to. (succs)
func (k *checker) succs(c *Call, i, q int) lattice.Set {
	a := &k.m.Automata[i]
	var out lattice.Set
	e := k.table.next[[3]int{c.ID, i, q}]
	if e == nil {
		for _, j := range k.m.leaving(i, q) {
			if a.Trans[j].cand(q, c.Tool) {
				out = out.With(a.Trans[j].To)
			}
		}
		return out.With(q)
	}
	for _, j := range e.Fires {
		if j >= 0 && j < len(a.Trans) && a.Trans[j].cand(q, c.Tool) {
			out = out.With(a.Trans[j].To)
		}
	}
	if e.Stays {
		out = out.With(q)
	}
	return out
}

// stepAutomata moves every automaton on a call. (step_auts)
func (k *checker) stepAutomata(c *Call, a AState) AState {
	moved := make([]lattice.Set, len(a.auts))
	for i := range a.auts {
		for q := range a.auts[i].All() {
			moved[i] = moved[i].Union(k.succs(c, i, q))
		}
	}
	a.auts = moved
	return a
}

// inError is the first automaton that may be in an error state, -1 when none.
// (is_error)
func (m *Model) inError(a AState) int {
	for i := range m.Automata {
		if !a.auts[i].Intersect(m.Automata[i].Err).Empty() {
			return i
		}
	}
	return -1
}

// control are the rules of which the values carry raw data that decide whether
// the steps inside run: those outside, and those of the variables read here.
// (control)
func control(pc lattice.Set, xs []int, a AState) lattice.Set {
	for _, x := range xs {
		pc = pc.Union(a.val(x))
	}
	return pc
}

// result are the rules of which a call's result may carry raw data: those whose
// source the tool is; those of the arguments that it does not clean; and, when
// implicit flows are tracked, those of what decided the call. (stains, result)
func (k *checker) result(pc lattice.Set, c *Call, a AState) lattice.Set {
	tool := &k.m.tools[c.Tool]
	var in lattice.Set
	for i := range c.Args {
		for _, x := range c.Args[i].Refs {
			in = in.Union(a.val(x))
		}
	}
	out := tool.sources.Union(in.Minus(tool.cleans))
	if k.m.Track {
		out = out.Union(pc)
	}
	return out
}

// transfer is the state after a call, given the one with its automata moved.
// (transfer)
func (k *checker) transfer(pc lattice.Set, c *Call, a, moved AState) AState {
	if c.Bind == None {
		return moved
	}
	return moved.put(c.Bind, k.result(pc, c, a))
}

// dataOK: no sink of rule r among the arguments may get raw data of it. (data_ok)
func (k *checker) dataOK(r int, c *Call, a AState) bool {
	if k.table.noRule[[2]int{c.ID, r}] != nil {
		return true
	}
	for i := range c.Args {
		if !k.m.Rules[r].paramMatch(k.m.tools[c.Tool].marks, c.Args[i].Param) {
			continue
		}
		for _, x := range c.Args[i].Refs {
			if a.val(x).Has(r) {
				return false
			}
		}
	}
	return true
}

// controlOK: raw data of rule r does not decide whether a sink of it is called,
// where the rule forbids that. (control_ok)
func (k *checker) controlOK(pc lattice.Set, r int, c *Call) bool {
	rule := &k.m.Rules[r]
	if !rule.Deny || !pc.Has(r) {
		return true
	}
	for i := range c.Args {
		if rule.paramMatch(k.m.tools[c.Tool].marks, c.Args[i].Param) {
			return false
		}
	}
	return true
}

// callOK makes the tests at a call; moved is the state with its automata moved.
// (call_ok, rule_ok)
func (k *checker) callOK(pc lattice.Set, c *Call, a, moved AState) bool {
	if !k.m.Allowed.Has(c.Tool) {
		return k.refuse(c.Path, TestAllowed, c.Tool)
	}
	for _, r := range k.m.tools[c.Tool].ruleList {
		if !k.dataOK(r, c, a) {
			return k.refuse(c.Path, TestData, r)
		}
		if !k.controlOK(pc, r, c) {
			return k.refuse(c.Path, TestControl, r)
		}
	}
	for _, j := range k.m.byTool[c.Tool] {
		if k.table.holds[[2]int{c.ID, j}] == nil {
			return k.refuse(c.Path, TestContract, j)
		}
	}
	if i := k.m.inError(moved); i >= 0 {
		return k.refuse(c.Path, TestAutomaton, i)
	}
	return true
}

// allBound: every variable is surely bound. (all_bound)
func (k *checker) allBound(path string, xs []int, a AState) bool {
	for _, x := range xs {
		if !a.bound(x) {
			return k.refuse(path, TestBound, x)
		}
	}
	return true
}

// steps is the pass over a sequence. (seq)
func (k *checker) steps(pc lattice.Set, steps []Step, a AState) (AState, bool) {
	ok := true
	for i := 0; i < len(steps) && ok; i++ {
		a, ok = k.step(pc, steps[i], a)
	}
	return a, ok
}

// step is the pass over one step. (chk)
func (k *checker) step(pc lattice.Set, s Step, a AState) (AState, bool) {
	switch s := s.(type) {
	case *Call:
		return k.call(pc, s, a)
	case *Cond:
		if !k.allBound(s.Path, s.Reads, a) {
			return a, false
		}
		pc = control(pc, s.Reads, a)
		then, ok := k.steps(pc, s.Then, a)
		if !ok {
			return a, false
		}
		otherwise, ok := k.steps(pc, s.Else, a)
		return join(then, otherwise), ok
	case *Loop:
		return k.loop(pc, s, a)
	default:
		panic("cert: a step is a call, a conditional or a loop")
	}
}

func (k *checker) call(pc lattice.Set, c *Call, a AState) (AState, bool) {
	k.verdict.Calls++
	for i := range c.Args {
		if !k.allBound(c.Path, c.Args[i].Refs, a) {
			return a, false
		}
	}
	moved := k.stepAutomata(c, a)
	if !k.callOK(pc, c, a, moved) {
		return a, false
	}
	return k.transfer(pc, c, a, moved), true
}

// loop: the head covers the state before the loop, and one round from the head
// leads back below it. The item is an element of the collection as it was
// before the loop.
func (k *checker) loop(pc lattice.Set, l *Loop, a AState) (AState, bool) {
	k.verdict.Loops++
	if !k.allBound(l.Path, []int{l.Coll}, a) {
		return a, false
	}
	if k.scoped && a.bound(l.Item) {
		return a, k.refuse(l.Path, TestShadowed, l.Item)
	}
	if l.ID >= len(k.heads) || k.heads[l.ID] == nil {
		return a, k.refuse(l.Path, TestHead, l.ID)
	}
	head := k.heads[l.ID].at(a)
	if k.whole != nil {
		k.whole[l.ID] = headOf(head)
	}
	if !leq(a, head) {
		return a, k.refuse(l.Path, TestEntry, l.ID)
	}
	pc = control(pc, []int{l.Coll}, a)
	after, ok := k.steps(pc, l.Body, head.put(l.Item, a.val(l.Coll)))
	if ok && !leq(after, head) {
		return a, k.refuse(l.Path, TestRound, l.ID)
	}
	return head, ok
}

// check is the whole check. (check)
func (k *checker) check() bool {
	a := k.m.start()
	if i := k.m.inError(a); i >= 0 {
		return k.refuse("/policy/automata", TestAutomaton, i)
	}
	_, ok := k.steps(lattice.Set{}, k.m.Workflow, a)
	return ok
}
