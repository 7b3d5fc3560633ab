// Package guard decides on one proposed tool call at a time: allow, deny or
// escalate to a person. The agent never calls; it proposes {name, arguments},
// and the guard answers from the conversation, declared rules and a few facts.
//
//	config*.go      what is declared: tools, policies, confirmations (Config)
//	new.go place.go New: a Config compiled, or the first mistake in it; lint.go
//	decide.go       Guard.Decide: every check in order, and the verdict
//	decision.go     Verdict, Check, Quote, Decision and their JSON
//	message.go      Role, Message, Conversation and its flat text
//	roles*.go       reading histories: whose words are what
//	call.go         reading a proposed call in the shapes agents write it
//	schema*.go      arguments against a JSON schema, in the lax way
//	grounding.go    where each argument is written; matcher.go callers' own ways
//	injection*      instruction-like text; taint.go what it does to values
//	accept.go       what accepts; confirm.go which proposal was accepted
//	intent.go       what kind of action the user asked for
//	full.go         full mode: floor, negation, slots; infer.go its guesses,
//	                otherforms.go other forms and groups, asked.go what was asked
//	                for, lineage.go where values come from, secret.go what leaves
//	session.go      a conversation that the guard follows; clip.go its limits
//	approval.go     what a person's yes covers; feedback.go the words for the agent
//	authorizer.go   who is asked last; steady.go one that is asked twice
//
// A decision is a pure function of its inputs: no clock, no randomness, no
// state. Mode Literal looks for values as they are written; mode Full, the
// default, adds what plain text search can not see: negation, groups of
// arguments, lineage, secrets (see full.go).
//
// Offsets in this package are code points.
package guard
