package main

import (
	"flag"
	"fmt"
	"net"
	"net/http"
	"time"

	"planproof/cmd/build/pack"
	"planproof/cmd/build/site"
)

func init() {
	register(command{"serve", "build the page and serve it (-addr 127.0.0.1:8080)", serve})
}

// serveQuality compresses in a fraction of a second; the best quality takes
// many seconds and pays only where the network is slow.
const serveQuality = 5

func serve(args []string) error {
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	addr := flags.String("addr", "127.0.0.1:8080", "address to listen on")
	if err := flags.Parse(args); err != nil {
		return err
	}
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
	server := &http.Server{Handler: site.Handler(files, serveQuality), ReadHeaderTimeout: 10 * time.Second}
	return server.Serve(listener)
}
