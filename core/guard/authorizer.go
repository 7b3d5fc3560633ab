package guard

import "planproof/core/value"

// Answer is what an authorizer says.
type Answer string

// The answers. Unsure escalates like an error.
const (
	Yes    Answer = "yes"
	No     Answer = "no"
	Unsure Answer = "unsure"
)

// Proposal is a validated call as an authorizer sees it.
type Proposal struct {
	Tool      string
	Arguments value.Object
}

// Authorizer judges whether the user asked for a call. It is asked last and
// can only make a decision stricter. Implementations that are not
// deterministic make decisions that are not. An error escalates, as Unsure
// does; why is shown to the person and the agent.
type Authorizer interface {
	Decide(request string, c Conversation, p Proposal) (answer Answer, why string, err error)
}
