package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"

	"planproof/core/doc"
	"planproof/core/report"
)

// runLines verifies one document a line. Lines are read, verified and written
// by a pipeline that holds a fixed number of them: its memory does not grow
// with the input, and the answers come in the order of the lines.
func runLines(i *invocation) int {
	if f := i.flags.get("format", "json"); f != "json" {
		return i.wrong("--jsonl prints one JSON report a line, not %s", f)
	}
	i.flags["format"] = "json"
	policy, tools, apart, err := i.parts()
	if err != nil {
		return i.problem(err, report.Sources{})
	}
	in := i.in
	if name := i.operands[0]; name != stdinName {
		f, err := os.Open(name)
		if err != nil {
			return i.problem(unreadable(name, err), report.Sources{})
		}
		defer f.Close()
		in = f
	}
	l := &liner{i: i, policy: policy, tools: tools, apart: apart}
	return l.run(in)
}

// liner is one run over lines.
type liner struct {
	i             *invocation
	policy, tools []byte
	apart         bool
}

// job is one line on its way; its answer is sent to done.
type job struct {
	text []byte
	err  *doc.Error // the line can not be verified at all
	done chan answer
}

type answer struct {
	json []byte
	code int
}

func (l *liner) run(in io.Reader) int {
	workers := runtime.GOMAXPROCS(0)
	jobs := make(chan *job, workers)
	order := make(chan *job, 2*workers)
	stop := make(chan struct{})
	go l.read(in, jobs, order, stop)
	for range workers {
		go func() {
			for j := range jobs {
				j.done <- l.answer(j)
			}
		}()
	}
	code := l.write(order)
	close(stop)
	return code
}

// read sends every line that is not blank to the workers and, in order, to
// the writer.
func (l *liner) read(in io.Reader, jobs, order chan<- *job, stop <-chan struct{}) {
	defer close(order)
	defer close(jobs)
	r := bufio.NewReaderSize(in, 64<<10)
	for {
		text, lineErr, err := readLine(r)
		if len(bytes.TrimSpace(text)) > 0 || lineErr != nil {
			j := &job{text, lineErr, make(chan answer, 1)}
			select {
			case order <- j:
				jobs <- j
			case <-stop:
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// readLine reads a line without its end. A line beyond the limit is skipped
// and answered by an error of its own, and so is a failure to read on.
func readLine(r *bufio.Reader) (line []byte, lineErr *doc.Error, err error) {
	for {
		part, err := r.ReadSlice('\n')
		if lineErr == nil {
			line = append(line, part...)
		}
		if len(line) > doc.MaxBytes+len("\r\n") {
			line, lineErr = nil, &doc.Error{Kind: doc.KindLimit, Message: fmt.Sprintf("the line is longer than %d bytes", doc.MaxBytes), Hint: "a document may have 8 MiB"}
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && err != io.EOF && lineErr == nil:
			lineErr = &doc.Error{Kind: doc.KindInput, Message: "can not read on: " + err.Error()}
		}
		return bytes.TrimRight(line, "\r\n"), lineErr, err
	}
}

// answer verifies one line. A panic is a defect of this program and costs the
// one line.
func (l *liner) answer(j *job) (a answer) {
	defer func() {
		if p := recover(); p != nil {
			a = refusal(&doc.Error{Kind: "internal", Message: fmt.Sprintf("internal error: %v", p), Hint: "this is a defect of planproof; nothing was accepted"})
		}
	}()
	if j.err != nil {
		return refusal(j.err)
	}
	b, err := l.bundle(j.text)
	if err != nil {
		return refusal(err)
	}
	r, err := l.i.verify(b)
	if err != nil {
		return refusal(err)
	}
	return answer{report.JSON(r), exitFor(r)}
}

func (l *liner) bundle(text []byte) (*doc.Bundle, *doc.Error) {
	o := doc.ReadOptions{Lenient: l.i.flags.has("lenient")}
	if l.apart {
		return doc.ReadParts(text, l.policy, l.tools, o)
	}
	return doc.ReadBundle(text, o)
}

func refusal(err *doc.Error) answer { return answer{report.ProblemJSON(err), exitUnusable} }

// write writes the answers in order and returns the worst code. Output is
// flushed whenever there is nothing to wait for, so that a program that sends
// one line and waits gets its answer.
func (l *liner) write(order <-chan *job) int {
	out := bufio.NewWriterSize(l.i.out, 64<<10)
	defer out.Flush()
	worst := exitOK
	for {
		var j *job
		var open bool
		select {
		case j, open = <-order:
		default:
			out.Flush()
			j, open = <-order
		}
		if !open {
			return worst
		}
		a := <-j.done
		worst = max(worst, a.code)
		if _, err := out.Write(a.json); err != nil {
			return exitUnusable
		}
	}
}
