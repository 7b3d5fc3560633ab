package main

import (
	"fmt"
	"strings"

	"planproof/core/explain"
	"planproof/core/finding"
)

var explainCommand = &command{
	name: "explain", summary: "explain a kind of finding", usage: "[ID]", operands: [2]int{0, 1},
	help: `
ID is the kind that a report names, such as taint/flow. Without one all kinds
are listed.

example:
  planproof explain taint/flow
`,
	run: runExplain,
}

func runExplain(i *invocation) int {
	if len(i.operands) == 0 {
		i.write([]byte(explanations()))
		return exitOK
	}
	id := strings.TrimSpace(i.operands[0])
	page, ok := explain.Page(id)
	if !ok {
		return i.wrong("no kind of finding is called %q%s", id, didYouMean(nearestID(id)))
	}
	i.write([]byte(page))
	return exitOK
}

// nearestID also finds a kind by its family or its second part alone.
func nearestID(id string) string {
	if near := finding.Nearest(id, explain.IDs()); near != "" {
		return near
	}
	for _, known := range explain.IDs() {
		family, kind, _ := strings.Cut(known, "/")
		if id == family || id == kind {
			return known
		}
	}
	return ""
}

// explanations lists every kind with its title.
func explanations() string {
	var b strings.Builder
	for _, id := range explain.IDs() {
		page, _ := explain.Page(id)
		title, _ := explain.Split(page)
		fmt.Fprintf(&b, "%-26s  %s\n", id, title)
	}
	return b.String()
}
