package guard

// Plan is what the static verifier says about the plan that a call belongs to.
type Plan struct {
	// Verdict: valid, rejected, or unknown when values decide.
	Verdict string `json:"verdict"`
	// Step names the step of this call; empty when the plan does not have it.
	Step string `json:"step,omitempty"`
	// Lineage says where each argument's value comes from.
	Lineage []Lineage `json:"lineage,omitempty"`
}

// Lineage is where the value of an argument comes from.
type Lineage struct {
	Argument string `json:"argument"`
	// From: user (a literal of the user), constant (one of the plan), or the
	// names of the tools whose outputs went in.
	From []string `json:"from"`
}
