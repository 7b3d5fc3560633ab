package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// patient is a transport whose input ends only when every request that came
// was answered. A script that pipes its requests in closes the pipe at once;
// the session would end with the input and take the answers along.
type patient struct{ mcp.Transport }

// Connect opens the transport below.
func (p *patient) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := p.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &patientConn{Connection: c, open: map[jsonrpc.ID]bool{}, answered: make(chan struct{}, 1), closed: make(chan struct{})}, nil
}

type patientConn struct {
	mcp.Connection
	mu       sync.Mutex
	open     map[jsonrpc.ID]bool // requests without an answer; an ID that is used twice is answered once
	answered chan struct{}       // something left open
	once     sync.Once
	closed   chan struct{}
}

// Read passes a message on, and the end when nothing is open.
func (c *patientConn) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := c.Connection.Read(ctx)
	if err != nil {
		c.settle(ctx)
		if !errors.Is(err, io.EOF) && ctx.Err() == nil {
			err = fmt.Errorf("the input has a line that is no JSON-RPC message, write one message a line: %w", err)
		}
		return m, err
	}
	if r, ok := m.(*jsonrpc.Request); ok && r.IsCall() {
		c.mu.Lock()
		c.open[r.ID] = true
		c.mu.Unlock()
	}
	return m, nil
}

// Write sends a message; an answer closes its request.
func (c *patientConn) Write(ctx context.Context, m jsonrpc.Message) error {
	err := c.Connection.Write(ctx, m)
	if r, ok := m.(*jsonrpc.Response); ok {
		c.mu.Lock()
		delete(c.open, r.ID)
		c.mu.Unlock()
		select {
		case c.answered <- struct{}{}:
		default: // settle has not looked yet at what came before
		}
	}
	return err
}

// Close ends the waiting as well.
func (c *patientConn) Close() error {
	c.once.Do(func() { close(c.closed) })
	return c.Connection.Close()
}

// settle waits for the answers, or for the end of the session.
func (c *patientConn) settle(ctx context.Context) {
	for c.waits() {
		select {
		case <-c.answered:
		case <-c.closed:
			return
		case <-ctx.Done():
			return
		}
	}
}

func (c *patientConn) waits() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.open) > 0
}
