package guardproxy

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

const (
	flushTime = 2 * time.Second // for what is still to be written at the end
	drainTime = time.Second     // for what a process that has ended left in its pipe
)

func after(d time.Duration) <-chan time.Time { return time.After(d) }

// An upstream is the child process.
type upstream struct {
	command *exec.Cmd
	stdin   io.WriteCloser
	stdout  *os.File
	ended   chan struct{} // closed when the process has ended; nil when that is dealt with
	over    chan struct{} // the same, never nil
	state   string        // how it ended, once over is closed
}

func start(command []string, errs io.Writer) (*upstream, error) {
	if len(command) == 0 {
		return nil, errNoCommand
	}
	c := exec.Command(command[0], command[1:]...)
	c.Stderr = errs
	ownGroup(c)
	stdin, err := c.StdinPipe()
	if err != nil {
		return nil, err
	}
	// A pipe of our own: the process may end before all that it wrote is read, and its children may keep the pipe.
	out, childOut, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	c.Stdout = childOut
	c.WaitDelay = drainTime
	err = c.Start()
	childOut.Close()
	if err != nil {
		out.Close()
		return nil, err
	}
	u := &upstream{command: c, stdin: stdin, stdout: out, ended: make(chan struct{})}
	u.over = u.ended
	go u.wait()
	return u, nil
}

func (u *upstream) wait() {
	err := u.command.Wait()
	u.state = "it ended"
	if err != nil {
		u.state = "it ended: " + err.Error()
	}
	close(u.over)
}

// why says how the upstream ended, as far as that is known when its output has.
func (u *upstream) why(read error) string {
	select {
	case <-u.over:
		return u.state
	case <-time.After(drainTime):
		return fmt.Sprintf("it closed its output (%v)", read)
	}
}

// closeSoon ends the reading of the output of a process that has ended, also when a child of it keeps the pipe open.
func (u *upstream) closeSoon() {
	time.Sleep(drainTime)
	u.stdout.Close()
}

// end waits for the process whose input is closed, then asks it to end, then ends it with all its children.
func (u *upstream) end(grace time.Duration) {
	for _, stop := range []func(){func() {}, func() { terminate(u.command) }, func() { kill(u.command) }} {
		stop()
		select {
		case <-u.over:
			kill(u.command) // what it left behind
			u.stdout.Close()
			return
		case <-time.After(grace):
		}
	}
	u.stdout.Close()
}
