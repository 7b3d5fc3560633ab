//go:build js

// Command edge is the verifier as a Cloudflare Worker: POST /verify answers with a report, GET /card with a picture of
// the verdict.
//
//	main.go    hands the service to the worker
//	service/   the service, an http.Handler without anything of JavaScript
//	card/      the picture
//	js/        worker.mjs, which the host starts, and wrangler.toml
//	edgetest/  tests under node, with a stand-in for the host
//
// `go run ./cmd/build edge` puts the parts together in dist/edge. The host makes a new instance for each request, so
// requests share nothing.
package main

import (
	"github.com/syumai/workers"

	"planproof/wasm/edge/service"
)

func main() { workers.Serve(service.New()) }
