package intake

import (
	"slices"
	"strconv"

	"planproof/core/doc"
)

// A flowChart is control flow as graphs and state machines have it: nodes, and from each node the nodes that may come
// next, of which a run takes one. It becomes steps when it has no cycle: what all ways out of a decision come together at
// again comes after the conditional, and a node that several ways lead to before that is written once for each.
//
// E is what an importer knows at a point of the flow, the names of values for example.
type flowChart[E any] struct {
	// next are the nodes that may come after a node, in order; none ends the run.
	next func(id string) []string
	// visit writes a node. conds has the condition of every node that may come next; the last one may be "", otherwise.
	visit func(id string, env E) (v visited[E], refused *Refusal)
	// join puts together what is known where ways meet again; it may append steps to the ways.
	join func(ways []*flowWay[E], at doc.Range) E
	// name and at are how messages call a node and where it is.
	name func(id string) string
	at   func(id string) doc.Range

	// ends says that what is known at the end is used, so that ways that end there are joined too.
	ends  bool
	exit  string // where the region at hand ends; "" is the end of the run
	notes *Notes
	twice map[string]int // how often a node was written
}

// A visited node is its steps, what is known behind it, and the conditions of what comes next.
type visited[E any] struct {
	steps []Step
	env   E
	conds []string
	label string // of the conditional
	envs  []E    // what is known on each way, when that differs; else nil
}

// A flowWay is one way out of a decision.
type flowWay[E any] struct {
	steps []Step
	env   E
}

// Bounds: nodes of a chart, nodes written for one paste with copies, decisions in decisions (each is four levels of JSON).
const (
	maxNodes   = 2000
	maxWritten = 20_000
	maxNesting = 100
)

// run writes the region from a node to an exit ("" is the end of the run).
func (c *flowChart[E]) run(from, exit string, env E) ([]Step, E, *Refusal) {
	outer := c.exit
	defer func() { c.exit = outer }()
	c.exit = exit
	if c.twice == nil {
		c.twice = map[string]int{}
	}
	r, refused := c.region(from)
	if refused != nil {
		return nil, env, refused
	}
	return c.write(r, from, exit, env, 0)
}

// A flowRegion is the order of the nodes of a region and where the ways out of each meet again.
type flowRegion struct {
	order []string       // a node comes before what comes after it
	index map[string]int // in order
	meet  []int          // the nearest node behind that every way passes; len(order) is the exit
}

// region orders the nodes from one on, and refuses cycles.
func (c *flowChart[E]) region(from string) (*flowRegion, *Refusal) {
	r := &flowRegion{index: map[string]int{}}
	post, refused := c.postorder(from)
	if refused != nil {
		return nil, refused
	}
	slices.Reverse(post)
	r.order = post
	for i, id := range post {
		r.index[id] = i
	}
	r.meet = make([]int, len(post)+1)
	r.meet[len(post)] = len(post)
	for i := len(post) - 1; i >= 0; i-- {
		r.meet[i] = c.meeting(r, post[i])
	}
	return r, nil
}

// meeting is where the ways out of a node meet: its immediate postdominator, after Cooper, Harvey and Kennedy. What comes
// after the node is done already.
func (c *flowChart[E]) meeting(r *flowRegion, id string) int { return c.meetingOf(r, c.next(id)) }

// meetingOf is where ways to some nodes meet.
func (c *flowChart[E]) meetingOf(r *flowRegion, next []string) int {
	at := -1
	for _, to := range next {
		other := r.position(c, to)
		if at < 0 {
			at = other
		}
		for at != other {
			if at < other {
				at = r.meet[at]
			} else {
				other = r.meet[other]
			}
		}
	}
	if at < 0 {
		return len(r.order)
	}
	return at
}

// position is the place of a node in the order; the exit's is behind all.
func (r *flowRegion) position(c interface{ isExit(string) bool }, id string) int {
	if c.isExit(id) {
		return len(r.order)
	}
	return r.index[id]
}

func (c *flowChart[E]) isExit(id string) bool { return id == "" || id == c.exit }

// postorder is a depth-first search with a stack of its own.
func (c *flowChart[E]) postorder(from string) ([]string, *Refusal) {
	type frame struct {
		id   string
		next []string
	}
	var post []string
	if c.isExit(from) {
		return nil, nil
	}
	const open, done = 1, 2
	state := map[string]int{from: open}
	stack := []frame{{from, c.next(from)}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if len(top.next) == 0 {
			state[top.id] = done
			post = append(post, top.id)
			stack = stack[:len(stack)-1]
			continue
		}
		to := top.next[0]
		top.next = top.next[1:]
		switch {
		case c.isExit(to) || state[to] == done:
		case state[to] == open:
			var cycle []string
			for i := len(stack) - 1; i >= 0; i-- {
				if cycle = append(cycle, c.name(stack[i].id)); stack[i].id == to {
					break
				}
			}
			slices.Reverse(cycle)
			return nil, goesRound(cycle, c.at(to))
		case len(state) == maxNodes:
			return nil, tooMany(maxNodes+1, c.at(to))
		default:
			state[to] = open
			stack = append(stack, frame{to, c.next(to)})
		}
	}
	return post, nil
}

// goesRound says that a graph goes round.
func goesRound(names []string, at doc.Range) *Refusal {
	return &Refusal{Construct: "cycle", Names: names, At: at,
		Message: "the flow goes round: " + chain(append(names, names[0])),
		Hint:    "a plan can repeat steps for every element of a list, and not until something happens: make it a loop over a list, or one round"}
}

// chain writes names as a way; of a long one the beginning and the end.
func chain(names []string) string {
	out := ""
	for i, n := range names {
		switch {
		case i > 0 && len(names) > 12 && i == 6:
			out += " → …"
			continue
		case len(names) > 12 && i > 6 && i < len(names)-3:
			continue
		case i > 0:
			out += " → "
		}
		out += ticked(n)
	}
	return out
}

// write writes the nodes from one to another. It recurses into the ways out of decisions.
func (c *flowChart[E]) write(r *flowRegion, from, to string, env E, depth int) (steps []Step, out E, refused *Refusal) {
	for id := from; id != to && !c.isExit(id); {
		if refused := c.count(id, depth); refused != nil {
			return nil, env, refused
		}
		v, refused := c.visit(id, env)
		if refused != nil {
			return nil, env, refused
		}
		steps, env = append(steps, v.steps...), v.env
		next := c.next(id)
		switch {
		case len(next) == 0:
			return steps, env, nil
		case len(next) == 1 && len(v.conds) == 0:
			id = next[0]
			continue
		}
		if len(v.conds) < len(next)-1 {
			return nil, env, &Refusal{Construct: "several ways", Names: []string{c.name(id)}, At: c.at(id), Message: "several ways lead on from " + ticked(c.name(id)) + ", and nothing says which is taken", Hint: "let one way lead on"}
		}
		d := &fork[E]{c: c, r: r, id: id, v: &v, depth: depth}
		if mine, others, meet := d.dividing(next); meet != "" {
			more, out, refused := d.divided(next, mine, others, meet, to)
			return append(steps, more...), out, refused
		}
		meet := d.meet(next)
		more, out, refused := d.write(next, upTo(len(next)), v.conds, meet)
		if refused != nil {
			return nil, env, refused
		}
		steps, env, id = append(steps, more...), out, meet
	}
	return steps, env, nil
}

// write writes some of the ways up to where they meet.
func (d *fork[E]) write(next []string, which []int, conds []string, meet string) ([]Step, E, *Refusal) {
	var ways []*flowWay[E]
	for _, i := range which {
		steps, env, refused := d.c.write(d.r, next[i], meet, d.env(i), d.depth+1)
		if refused != nil {
			return nil, env, refused
		}
		ways = append(ways, &flowWay[E]{steps, env})
	}
	env := d.v.env
	if d.c.ends || !d.c.isExit(meet) {
		env = d.c.join(ways, d.c.at(d.id))
	}
	return decision(ways, conds, d.v.label, d.c.at(d.id)), env, nil
}

// count counts what is written, and notes a node that is written again.
func (c *flowChart[E]) count(id string, depth int) *Refusal {
	if c.notes.written++; c.notes.written > maxWritten || depth > maxNesting {
		return &Refusal{Construct: "jump", Names: []string{c.name(id)}, At: c.at(id),
			Message: "too many ways lead to " + ticked(c.name(id)) + " to write the steps behind it once for each",
			Hint:    "let the ways come together before it"}
	}
	if c.twice[id]++; c.twice[id] == 2 {
		c.notes.Read(c.at(id), "several ways lead to "+ticked(c.name(id))+"; its steps are written once for each")
	}
	return nil
}

// sameEnv joins what importers know that know the same everywhere.
func sameEnv[E any](ways []*flowWay[E], _ doc.Range) E { return ways[0].env }

// tooMany refuses a graph of more nodes than a chart may have.
func tooMany(n int, at doc.Range) *Refusal {
	if n <= maxNodes {
		return nil
	}
	return &Refusal{Construct: "limit", At: at, Message: "the graph has more than " + strconv.Itoa(maxNodes) + " nodes", Hint: "split it"}
}

// maxLoops bounds loops in loops. More are a loop inside of itself.
const maxLoops = 25

// tooDeep refuses a loop inside of itself.
func tooDeep(depth int, name string, at doc.Range) *Refusal {
	if depth <= maxLoops {
		return nil
	}
	return &Refusal{Construct: "cycle", Names: []string{name}, At: at, Message: "the loop " + ticked(name) + " is inside of itself, or of more than " + strconv.Itoa(maxLoops) + " others",
		Hint: "let the rounds of a loop not lead to a loop around it"}
}

// reach are the nodes that a node leads to, itself included, without those behind a stop.
func reach(next func(string) []string, from, stop string) map[string]bool {
	seen := map[string]bool{}
	for stack := []string{from}; len(stack) > 0; {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if top == "" || top == stop || seen[top] {
			continue
		}
		seen[top] = true
		stack = append(stack, next(top)...)
	}
	return seen
}
