// Package guardproxy runs the guard's MCP proxy between standard streams and an upstream server that is a child
// process. What the proxy does with the lines is package core/guard/proxy's; here they are read, written and timed.
package guardproxy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"planproof/core/guard/proxy"
)

// Config is what Run needs.
type Config struct {
	Proxy   *proxy.Proxy
	Command []string // the upstream and its arguments
	In      io.Reader
	Out     io.Writer
	Err     io.Writer // the upstream's standard error and the proxy's own words
	// Timeout is how long an answer of the upstream is waited for; 0 waits forever.
	Timeout time.Duration
	// Grace is how long an unfinished call, and then the upstream's end, are waited for when the client has gone.
	Grace time.Duration
}

// Run starts the upstream and serves until the client closes In or the context ends. The upstream is ended then. An
// upstream that ends earlier is no error: calls are answered with one. The error is that the upstream did not start.
func Run(ctx context.Context, c Config) error {
	if _, isFile := c.Err.(*os.File); !isFile { // a file is handed to the child as it is
		c.Err = &locked{w: c.Err}
	}
	up, err := start(c.Command, c.Err)
	if err != nil {
		return fmt.Errorf("starting the upstream %q: %w", c.Command[0], err)
	}
	l := &loop{
		Config: c, up: up, events: make(chan event), done: make(chan struct{}),
		toClient: newOutbox(c.Out), toUpstream: newOutbox(up.stdin),
	}
	defer close(l.done)
	go l.read(c.In, proxy.MaxClientMessage, fromClient)
	go l.read(up.stdout, proxy.MaxUpstreamMessage, fromUpstream)
	l.serve(ctx)
	l.toUpstream.close()
	up.end(c.Grace)
	l.toClient.close()
	return nil
}

// A locked writer is written to by the proxy and for the upstream.
type locked struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *locked) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}

// An event is a line, or the end of a stream.
type event struct {
	from source
	line []byte
	end  error // nil for a line
}

type source int

const (
	fromClient source = iota
	fromUpstream
)

type loop struct {
	Config
	up                   *upstream
	events               chan event
	done                 chan struct{}
	toClient, toUpstream *outbox
}

// read sends the lines of a stream. Of a line beyond the limit one byte more is kept, so that the proxy sees that it
// is too long.
func (l *loop) read(r io.Reader, limit int, from source) {
	err := eachLine(r, limit+1, func(line []byte) bool {
		select {
		case l.events <- event{from: from, line: line}:
			return true
		case <-l.done:
			return false
		}
	})
	if err == nil {
		err = io.EOF
	}
	select {
	case l.events <- event{from: from, end: err}:
	case <-l.done:
	}
}

// serve is the loop; it returns when the client is gone and nothing is under way.
func (l *loop) serve(ctx context.Context) {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	waiting := false
	for {
		var expired <-chan time.Time
		if now := l.waitsForUpstream(); now && l.Timeout > 0 {
			if !waiting {
				timer.Reset(l.Timeout)
			}
			waiting, expired = true, timer.C
		} else {
			waiting = false
		}
		select {
		case e := <-l.events:
			if e.from == fromUpstream {
				waiting = false // a sign of life: the time begins anew
			}
			if e.end != nil && e.from == fromClient {
				l.drain(ctx)
				return
			}
			l.handle(e)
		case <-l.up.ended:
			l.up.ended = nil
			go l.up.closeSoon()
		case <-expired:
			l.deliver(l.Proxy.GiveUp(fmt.Sprintf("no answer within %s", l.Timeout)))
		case <-ctx.Done():
			l.deliver(l.Proxy.GiveUp("the proxy is being stopped"))
			return
		}
	}
}

func (l *loop) waitsForUpstream() bool {
	side, ok := l.Proxy.Waiting()
	return ok && side == proxy.Upstream
}

func (l *loop) handle(e event) {
	switch {
	case e.end != nil:
		l.deliver(l.Proxy.UpstreamGone(l.up.why(e.end)))
	case e.from == fromClient:
		l.deliver(l.Proxy.Client(e.line))
	default:
		l.deliver(l.Proxy.Upstream(e.line))
	}
}

// drain waits for the end of a call that is under way when the client has gone, so that it is recorded how it ended.
func (l *loop) drain(ctx context.Context) {
	if side, ok := l.Proxy.Waiting(); ok && side == proxy.Client {
		l.Proxy.GiveUp("the client has gone")
	}
	deadline := time.After(l.Grace)
	for l.waitsForUpstream() {
		select {
		case e := <-l.events:
			if e.from == fromUpstream {
				l.handle(e)
			}
		case <-l.up.ended:
			l.up.ended = nil
			go l.up.closeSoon()
		case <-deadline:
			l.Proxy.GiveUp("the client has gone")
			return
		case <-ctx.Done():
			l.Proxy.GiveUp("the proxy is being stopped")
			return
		}
	}
}

func (l *loop) deliver(lines []proxy.Line) {
	for _, line := range lines {
		switch line.To {
		case proxy.Client:
			l.toClient.put(line.Text)
		case proxy.Upstream:
			l.toUpstream.put(line.Text)
		case proxy.Operator:
			fmt.Fprintf(l.Err, "planproof guard proxy: %s\n", printable(string(line.Text)))
		}
	}
}

// errNoCommand is why there is nothing to start.
var errNoCommand = errors.New("no command is given")
