package main

import (
	"context"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	"planproof/cmd/planproof/internal/guardproxy"
	"planproof/core"
	"planproof/core/guard"
	"planproof/core/guard/filestore"
	"planproof/core/guard/proxy"
)

var guardProxy = &command{
	name: "guard proxy", summary: "an MCP server that checks every call before another server makes it", usage: "-- UPSTREAM [ARG...]", operands: [2]int{1, -1},
	flags: []flagSpec{configFlag, factsFlag, planFlag,
		{name: "store", value: "FILE", help: "keep every decision there; see guard verify, replay, resolve"},
		{name: "context-messages", value: "N", help: "remember the last N outputs; 0: all (default 50)"},
		{name: "context-chars", value: "N", help: "and N letters of them; 0: all (default 100000)"},
		{name: "escalate", choice: []string{"elicit", "deny"}, help: "elicit: ask the user through the client when it can"},
		{name: "timeout", value: "TIME", help: "wait so long for an answer of the upstream; 0: forever (default 5m)"},
	},
	help: `
Speaks MCP on standard input and output, starts UPSTREAM and speaks MCP with it.
The client sees the tools that the configuration declares, of those that the
upstream has. A call is made when the guard allows it, with the arguments as they
were validated. A denied call is an error result with the reasons. An escalated
one asks the user, or is an error result.

The proxy sees no messages of the user: arguments are looked for in the outputs of
the tools it called. docs/proxy.md tells what follows for a configuration.

example, in a client's list of servers:
  {"command": "planproof", "args": ["guard", "proxy", "--config", "guard.json",
   "--store", "calls.jsonl", "--", "npx", "-y",
   "@modelcontextprotocol/server-filesystem", "/work"]}
`,
	run: runGuardProxy,
}

func runGuardProxy(i *invocation) int {
	o, err := i.proxyOptions()
	if err != nil {
		return i.wrong("%s", err)
	}
	timeout, err := time.ParseDuration(i.flags.get("timeout", "5m"))
	if err != nil || timeout < 0 {
		return i.wrong("--timeout is a time such as 30s or 5m, not %q", i.flags["timeout"])
	}
	g, problem := i.loadGuard()
	if problem != nil {
		return i.unusable(problem)
	}
	o.Guard = g
	if o.Facts, problem = i.facts(); problem != nil {
		return i.unusable(problem)
	}
	if o.Plan, problem = i.planOf(); problem != nil {
		return i.unusable(problem)
	}
	if path := i.flags["store"]; path != "" {
		s, err := filestore.Open(path, nil)
		if err != nil {
			return i.unusable(storeProblem(path, err))
		}
		defer s.Close()
		o.Log = s
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := guardproxy.Run(ctx, guardproxy.Config{
		Proxy: proxy.New(o), Command: i.operands, In: i.in, Out: i.out, Err: i.err, Timeout: timeout, Grace: 3 * time.Second,
	}); err != nil {
		return i.fail("%s", err)
	}
	return exitOK
}

func (i *invocation) proxyOptions() (proxy.Options, error) {
	limits := proxy.DefaultLimits
	for _, l := range []struct {
		name string
		into *int
	}{{"context-messages", &limits.Messages}, {"context-chars", &limits.Chars}} {
		text, given := i.flags[l.name]
		if !given {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 {
			return proxy.Options{}, &badCount{l.name, text}
		}
		*l.into = n
	}
	return proxy.Options{Limits: guard.Limits(limits), Elicit: i.flags.get("escalate", "elicit") == "elicit", Version: core.Version}, nil
}

// badCount is why a number is none.
type badCount struct{ flag, text string }

func (b *badCount) Error() string {
	return "--" + b.flag + " is a number from 0 on, not " + strconv.Quote(b.text)
}
