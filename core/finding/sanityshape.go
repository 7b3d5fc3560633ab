package finding

import (
	"fmt"
	"slices"
	"strconv"
)

// frame is a conditional or loop that has begun and not ended.
type frame struct {
	kind EventKind // EvBranch or EvHead
	path string
	iter []int // of the enclosing loops
	// phase is the last event of the frame's own: the side of a conditional,
	// or EvHead, EvItem, EvExit, EvMeet of a loop.
	phase EventKind
	side  string
	round int
	bound int
	next  int // the number of the next child step
	// entry is the state before the construct; first the end of the then side
	// or the head of the round; second the exit or the state after the meet.
	entry, first, second State
	stable               bool // the last meet changed nothing
}

// before checks that the event may stand here and keeps the frames.
func (s *sanity) before(e *Event) error {
	switch e.Kind {
	case EvEntry, EvEnd:
		return s.edge(e)
	case EvRule, EvContract, EvGuard, EvTransition, EvBind:
		return s.inCall(e)
	}
	s.call = nil
	switch e.Kind {
	case EvCall:
		return s.beginCall(e)
	case EvBranch:
		return s.beginSide(e)
	case EvHead:
		return s.beginRound(e)
	case EvJoin:
		return s.endBranch(e)
	case EvItem:
		return s.advance(e, EvHead, e.Iter)
	case EvExit:
		return s.advance(e, EvItem, e.Iter)
	case EvMeet:
		return s.advance(e, EvExit, e.Iter)
	default: // EvDone
		return s.advance(e, EvMeet, nil)
	}
}

func (s *sanity) edge(e *Event) error {
	if e.Path != "/workflow" || len(e.Iter) > 0 || len(s.open) > 0 {
		return fmt.Errorf("the plan begins and ends at /workflow, outside of every step")
	}
	s.ended = e.Kind == EvEnd
	return nil
}

func (s *sanity) top() *frame {
	if len(s.open) == 0 {
		return &frame{}
	}
	return &s.open[len(s.open)-1]
}

// child checks that a step may begin here: the next one of its sequence.
func (s *sanity) child(e *Event) error {
	prefix, iter, next := "/workflow/steps/", []int(nil), &s.rootNext
	if len(s.open) > 0 {
		f := s.top()
		next = &f.next
		switch {
		case f.kind == EvBranch:
			prefix, iter = f.path+"/conditional/"+f.side+"_steps/", f.iter
		case f.phase == EvItem:
			prefix, iter = f.path+"/loop/body/", append(slices.Clone(f.iter), f.round)
		default:
			return fmt.Errorf("a step begins outside of the loop's body")
		}
	}
	if e.Path != prefix+strconv.Itoa(*next) {
		return fmt.Errorf("expected the step %s%d", prefix, *next)
	}
	if !slices.Equal(e.Iter, iter) {
		return fmt.Errorf("expected the iterations %v", iter)
	}
	*next++
	return nil
}

func (s *sanity) beginSide(e *Event) error {
	if e.Branch.Side == "then" {
		if err := s.child(e); err != nil {
			return err
		}
		s.open = append(s.open, frame{kind: EvBranch, path: e.Path, iter: e.Iter, side: "then", entry: s.now.State()})
		return nil
	}
	f := s.top()
	if f.kind != EvBranch || f.path != e.Path || f.side != "then" || e.Branch.Side != "else" || !slices.Equal(f.iter, e.Iter) {
		return fmt.Errorf("no then side of this conditional is open")
	}
	f.side, f.next, f.first = "else", 0, s.now.State()
	return nil
}

func (s *sanity) endBranch(e *Event) error {
	f := s.top()
	if f.kind != EvBranch || f.path != e.Path || f.side != "else" || !slices.Equal(f.iter, e.Iter) {
		return fmt.Errorf("no else side of this conditional is open")
	}
	f.second = s.now.State()
	return nil
}

// beginRound opens a loop or its next round.
func (s *sanity) beginRound(e *Event) error {
	f := s.top()
	round := 1
	if f.kind == EvHead && f.path == e.Path && f.phase == EvMeet {
		round = f.round + 1
	} else {
		outer := *e
		outer.Iter = e.Iter[:max(0, len(e.Iter)-1)]
		if err := s.child(&outer); err != nil {
			return err
		}
		s.open = append(s.open, frame{kind: EvHead, path: e.Path, iter: outer.Iter, bound: e.Loop.Bound, entry: s.now.State()})
		f = s.top()
	}
	f.round, f.next, f.phase = round, 0, EvHead
	return s.inRound(f, e, e.Iter)
}

// advance moves a loop from one phase to the next.
func (s *sanity) advance(e *Event, from EventKind, inner []int) error {
	f := s.top()
	if f.kind != EvHead || f.path != e.Path || f.phase != from {
		return fmt.Errorf("%s of this loop does not come before", from)
	}
	f.phase = e.Kind
	if e.Kind == EvDone && !slices.Equal(e.Iter, f.iter) {
		return fmt.Errorf("expected the iterations %v", f.iter)
	}
	if e.Kind == EvDone {
		inner = append(slices.Clone(f.iter), f.round)
	}
	return s.inRound(f, e, inner)
}

// inRound checks the numbers of a loop event: its round and its bound.
func (s *sanity) inRound(f *frame, e *Event, iter []int) error {
	if want := append(slices.Clone(f.iter), f.round); !slices.Equal(iter, want) {
		return fmt.Errorf("expected the iterations %v", want)
	}
	if e.Loop != nil && (e.Loop.Iteration != f.round || e.Loop.Bound != f.bound) {
		return fmt.Errorf("is round %d of at most %d, expected %d of %d", e.Loop.Iteration, e.Loop.Bound, f.round, f.bound)
	}
	return nil
}
