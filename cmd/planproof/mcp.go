package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"planproof/cmd/planproof/internal/mcpserver"
)

var mcpCommand = &command{
	name: "mcp", summary: "offer verify, explain and import to agents over MCP", operands: [2]int{0, 0},
	help: `
An MCP server on standard input and output, for agents that write plans: they have
a plan verified before any of its tools runs. It reads and writes nothing else.

example, in a client's list of servers:
  {"command": "planproof", "args": ["mcp"]}
`,
	run: func(i *invocation) int {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		if err := mcpserver.Serve(ctx, i.in, i.out); err != nil {
			return i.fail("%s", err)
		}
		return exitOK
	},
}
