package guard

// Request is a proposed call with all that the session knows: what Check decides on, for callers that keep the inputs
// of decisions.
func (s *Session) Request(c Call) Request {
	return Request{Call: c, Conversation: s.talk, Facts: s.allFacts(), Tainted: s.tainted, Untrusted: s.untrusted}
}
