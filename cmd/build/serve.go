package main

import (
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"

	"planproof/cmd/build/pack"
	"planproof/cmd/build/site"
	"planproof/core/planner/openai"
)

func init() {
	register(command{"serve", "build the page and serve it (-addr 127.0.0.1:8080; -llm-url URL -llm-model NAME forwards /llm)", serve})
}

// serveQuality compresses in a fraction of a second; the best quality takes
// many seconds and pays only where the network is slow.
const serveQuality = 5

func serve(args []string) error {
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	addr := flags.String("addr", "127.0.0.1:8080", "address to listen on")
	llm := &site.LLM{}
	flags.StringVar(&llm.URL, "llm-url", "", "forward /llm to this OpenAI-compatible API, such as http://localhost:11434/v1; its key is in "+openai.EnvKey)
	flags.StringVar(&llm.Model, "llm-model", os.Getenv(openai.EnvModel), "the model to ask, instead of "+openai.EnvModel)
	if err := flags.Parse(args); err != nil {
		return err
	}
	if llm.URL != "" && llm.Model == "" {
		return fmt.Errorf("-llm-url needs -llm-model (or %s)", openai.EnvModel)
	}
	llm.Key = os.Getenv(openai.EnvKey)
	root, err := site.Root()
	if err != nil {
		return err
	}
	files, err := pack.Site(root)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", *addr)
	if err != nil {
		return err
	}
	fmt.Printf("planproof is at http://%s/\n", listener.Addr())
	server := &http.Server{Handler: handler(files, llm), ReadHeaderTimeout: 10 * time.Second}
	return server.Serve(listener)
}

// handler serves the files, and forwards to a model when one was named.
func handler(files []site.File, llm *site.LLM) http.Handler {
	if llm.URL == "" {
		return site.Handler(files, serveQuality)
	}
	return llm.With(site.Handler(llm.Announce(files), serveQuality))
}
