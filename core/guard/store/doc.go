// Package store keeps what a guard decided: one record a decision, each with everything that is needed to decide
// again, chained by hashes.
//
//	concept       where
//	records       record.go: Record and its bodies Decision, Attempt, Resolution
//	form          write.go and read.go: one line of JSON a record
//	hashes        hash.go: the chain of records, and the chain of steps inside a decision
//	verification  chain.go (one record after another), verify.go (a whole text against its head and anchor)
//	logs          log.go: Log; memory.go: a log without files
//	questions     query.go
//	a person's    resolve.go: answers to escalations, exactly once
//	replay        replay.go: deciding again
//
// The package knows no files; package filestore does. It has no clock: times are given to it and are outside of the
// trace.
//
// # What the hashes show
//
// A record's hash is SHA-256 over its canonical JSON (value.AppendCanonical) without "hash"; "prev" is the hash of the
// record before. So every edit, deletion in the middle, insertion and exchange shows in the text alone. A text that is
// cut off at its end is a shorter chain: that shows against the stored Head. A text that was written anew together
// with its head shows against an Anchor only: a head that is kept where the writer can not reach it.
//
// # Calls that are under way
//
// A call is made between two records: an Attempt before it, the Decision (or the Resolution of an escalation) with its
// end behind it. An attempt that nothing answers is a call whose fate nobody recorded, since the process was killed.
// The attempt is also what makes approvals exactly once: two processes can not both have written it.
package store
