package sat

// Proof is a refutation log: the learnt clauses in order.
type Proof struct{}
