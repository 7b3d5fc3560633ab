// Package planner keeps a planner in a loop: generate, verify, retry. The
// planner, usually a language model, sees the goal, the tools and the policy,
// never any data; what it answers is read tolerantly, verified, and either
// accepted or sent back with what is wrong about it.
//
//	task.go      what to plan: goal, inputs, policy, tools
//	prompt.go    the first messages of the conversation
//	words.go     tools and policies in words
//	feedback.go  what a refused answer is told
//	generate.go  the loop, at most n attempts
//	planner.go   the Planner interface; planners by script and by hand
//
// Package planner/openai asks any OpenAI-compatible endpoint.
package planner
