package check

import "planproof/core/finding"

// Budgets of one verification. They count work, never time, so that the same
// input gives the same answer everywhere. Ordinary plans stay far below them.
const (
	// maxWork is how much the rounds of loops may look at in total; a loop
	// that is not done by then is given up (see Context.Exhausted).
	maxWork = 10_000_000
	// maxQuestions bounds the questions to the prover, each counted with its
	// facts; beyond it every answer is Unknown, which is never acceptance.
	maxQuestions = 120_000
	// questionWork is the part of a question that does not depend on facts.
	questionWork = 4
	// maxCompared bounds the names that are compared for "did you mean".
	maxCompared = 1_000_000
	// maxLint bounds what one lint rule compares with each other.
	maxLint = 5_000_000
)

// Worked counts n things that were looked at.
func (c *Context) worked(n int) { c.work += n }

// Exhausted reports that the rounds of loops have used up their budget.
func (c *Context) Exhausted() bool { return c.work > maxWork }

// nearest is the name that was probably meant, "" when there is none, or when
// so many names were compared already that nobody reads the suggestions. n is
// how many candidates there are at most.
func (c *Context) nearest(name string, n int, candidates func() []string) string {
	if c.compared += n; c.compared > maxCompared {
		return ""
	}
	return finding.Nearest(name, candidates())
}
