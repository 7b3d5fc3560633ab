package rivals

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"time"

	"planproof/smt"
	"planproof/smt/smtlib"
)

// perQuery is how long one query is repeated.
const perQuery = 30 * time.Millisecond

// repeat runs ask until the time is up and returns the median in
// milliseconds, and the last answer.
func repeat(ask func() (string, error)) (float64, string, error) {
	var times []float64
	answer := ""
	for start := time.Now(); len(times) < 5 || time.Since(start) < perQuery; {
		begin := time.Now()
		a, err := ask()
		if err != nil {
			return 0, "", err
		}
		times = append(times, float64(time.Since(begin).Microseconds())/1000)
		answer = a
		if times[0] > 200 {
			break // long enough to be measured once
		}
	}
	slices.Sort(times)
	return max(times[len(times)/2], 0.001), answer, nil
}

// Ours measures our solver in this process.
func Ours(queries []Query) (Times, error) {
	t := Times{"planproof", map[string]float64{}, map[string]string{}}
	for _, q := range queries {
		text := q.Ours()
		ms, a, err := repeat(func() (string, error) { return Answer(text), nil })
		if err != nil {
			return t, err
		}
		t.Millis[q.Name], t.Answers[q.Name] = ms, a
	}
	return t, nil
}

// Answer is our answer to a script: sat, unsat or unknown, certified.
func Answer(text string) string {
	s, err := smtlib.Read(text)
	if err != nil {
		return smt.Unknown.String()
	}
	return s.Builder.Solve(s.Assertions, smt.Budget{}).Status.String()
}

// program is a native solver and how it is started to read from a pipe.
type program struct {
	name string
	args []string
}

var programs = []program{
	{"z3", []string{"-smt2", "-in"}},
	{"cvc5", []string{"--lang", "smt2", "--incremental", "--strings-exp", "-q", "-"}},
}

// Native measures the programs that are installed. A query without an answer
// within patience has no time.
func Native(queries []Query) []Times {
	var out []Times
	for _, p := range programs {
		path, err := exec.LookPath(p.name)
		if err != nil {
			continue
		}
		out = append(out, p.measure(path, queries))
	}
	return out
}

func (p program) measure(path string, queries []Query) Times {
	t := Times{p.name, map[string]float64{}, map[string]string{}}
	var pipe *conversation
	for _, q := range queries {
		if q.Whole && p.name != "z3" {
			continue // a logic can be set once, and cvc5 does not take it back
		}
		if pipe == nil {
			var err error
			if pipe, err = start(path, p.args); err != nil {
				return t
			}
		}
		text := q.Theirs()
		ms, a, err := repeat(func() (string, error) { return pipe.ask(text) })
		if err != nil {
			pipe.end()
			pipe = nil
			continue
		}
		t.Millis[q.Name], t.Answers[q.Name] = ms, a
	}
	if pipe != nil {
		pipe.end()
	}
	return t
}

// patience is how long a program may take for one answer: long enough that a
// busy machine changes no answer.
const patience = 10 * time.Second

// conversation is a running solver.
type conversation struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan string
}

func start(path string, args []string) (*conversation, error) {
	cmd := exec.Command(path, args...)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	c := &conversation{cmd, in, make(chan string, 64)}
	go func() {
		s := bufio.NewScanner(out)
		for s.Scan() {
			c.lines <- strings.TrimSpace(s.Text())
		}
		close(c.lines)
	}()
	return c, nil
}

func (c *conversation) ask(text string) (string, error) {
	if _, err := io.WriteString(c.in, text); err != nil {
		return "", err
	}
	for {
		select {
		case line, ok := <-c.lines:
			if !ok {
				return "", io.ErrUnexpectedEOF
			}
			switch line {
			case "sat", "unsat", "unknown":
				return line, nil
			}
			if strings.HasPrefix(line, "(error") {
				return "", fmt.Errorf("%s", line)
			}
		case <-time.After(patience):
			return "", fmt.Errorf("no answer within %v", patience)
		}
	}
}

func (c *conversation) end() {
	c.in.Close()
	c.cmd.Process.Kill()
	c.cmd.Wait()
}
