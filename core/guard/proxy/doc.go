// Package proxy is an MCP server in front of another one, as a step function: it is given the lines that the client and
// the upstream server write, and answers with the lines to write. It does no input or output of its own but for the
// store, so that the same code runs behind standard streams and replays a transcript in a page.
//
//	rpc.go       JSON-RPC messages: reading and writing
//	proxy.go     Proxy: lines in, lines out; one request after another
//	start.go     initialize
//	tools.go     tools/list: what the guard declares of what the upstream has
//	call.go      tools/call: the decision, and what becomes of it
//	elicit.go    asking the user about an escalated call
//	forward.go   making an allowed call
//	answer.go    results for the client
//	text.go      what a result says, for the conversation
//
// The proxy sees no messages of the user: the conversation it decides with are the outputs of the tools it called. So
// an argument that only the user may give is never grounded here.
//
// # One at a time
//
// Requests are served in their order; the next one waits until the upstream has answered. So every decision sees all
// earlier outputs, and the same lines give the same decisions. ping is answered at once. While a person is asked,
// other requests are answered with an error.
//
// # What is not known
//
// A call whose answer never came (the upstream died, the client canceled, the answer could not be read) may have been
// made. It counts as made, is recorded as made with that as its error, and the client is told.
package proxy

// Limits of messages. A client's message beyond them is answered with error -32600.
const (
	// MaxClientMessage is the longest line of the client, in bytes.
	MaxClientMessage = 8 << 20
	// MaxUpstreamMessage is the longest line of the upstream, in bytes; a longer one is an answer that can not be read.
	MaxUpstreamMessage = 64 << 20
	// MaxQueue is how many requests may wait.
	MaxQueue = 10_000
	// MaxPages is how many pages of an upstream's list are asked for.
	MaxPages = 1_000
)
