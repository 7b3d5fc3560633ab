package intake

import (
	"slices"
	"strings"

	"planproof/core/doc"
)

// A class says what a tool does to the world, as its name tells.
type class uint8

// The classes. A tool is of the first class that a word of its name speaks for.
const (
	neutral      class = iota // computes, or nothing tells
	source                    // brings in what others wrote
	sink                      // sends or changes something
	irreversible              // sends or changes something that can not be taken back
	sanitizer                 // makes data harmless
)

// A hint is what a piece says itself of what a tool does.
type hint struct {
	tool  string
	class class
}

// classWords are the verbs that tell. They are compared with the words of a name, without a final "s", "ed" or "ing".
var classWords = []struct {
	class class
	words []string
}{
	{sanitizer, []string{"sanitize", "sanitise", "redact", "anonymize", "anonymise", "mask", "scrub", "escape", "moderate", "declassify"}},
	{irreversible, []string{"pay", "transfer", "delete", "remove", "drop", "buy", "purchase", "refund", "withdraw", "destroy", "terminate",
		"wipe", "revoke", "grant", "charge", "sell", "trade"}},
	{sink, []string{"send", "post", "write", "reply", "forward", "publish", "tweet", "notify", "email", "mail", "sms", "share", "upload",
		"invite", "create", "update", "insert", "add", "set", "save", "append", "edit", "modify", "book", "reserve", "order", "cancel",
		"schedule", "reschedule", "execute", "exec", "run", "deploy", "submit", "put", "patch", "move", "rename", "call", "register",
		"approve", "reject", "open", "close", "enable", "disable", "install", "kill", "stop", "start", "subscribe", "publish", "respond"}},
	{source, []string{"read", "get", "fetch", "search", "list", "load", "receive", "download", "browse", "query", "retrieve", "lookup",
		"find", "scrape", "crawl", "view", "ask", "listen", "import", "extract", "visit", "describe", "show", "web",
		"wikipedia", "google", "inbox", "http"}},
}

// models are words for a model that answers: what it says has the labels of what it was asked, and no more.
var models = []string{"ai", "llm", "gpt", "model", "chatgpt", "claude", "gemini", "completion"}

// classify takes what the piece says; else it looks at the words of a tool's name in their order, then at the first
// word of its description.
func classify(t *doc.ToolSpec, hints []hint) class {
	for _, h := range hints {
		if h.tool == t.Name.Value {
			return h.class
		}
	}
	words := wordsOf(t.Name.Value)
	if slices.ContainsFunc(words, func(w string) bool { return slices.Contains(models, w) }) {
		return neutral
	}
	if len(words) == 1 && words[0] == "add" { // a sum
		return neutral
	}
	for _, w := range words {
		if c := classOf(w); c != neutral {
			return c
		}
	}
	first, _, _ := strings.Cut(t.Description, " ")
	return classOf(strings.ToLower(strings.Trim(first, ".,:;")))
}

// classOf finds the class of one word.
func classOf(word string) class {
	for _, entry := range classWords {
		for _, end := range []string{"", "s", "es", "ed", "d", "ing"} {
			if stem, ok := strings.CutSuffix(word, end); ok && slices.Contains(entry.words, stem) {
				return entry.class
			}
		}
	}
	return neutral
}

// wordsOf splits a name at everything but letters, and where a small letter meets a capital one; in lower case.
func wordsOf(name string) []string {
	var out []string
	start := 0
	flush := func(end int) {
		if end > start {
			out = append(out, strings.ToLower(name[start:end]))
		}
	}
	for i := 0; i < len(name); i++ {
		c := name[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		switch {
		case !letter:
			flush(i)
			start = i + 1
		case c <= 'Z' && i > start && name[i-1] >= 'a':
			flush(i)
			start = i
		}
	}
	flush(len(name))
	return out
}
