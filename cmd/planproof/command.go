package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"planproof/core/finding"
)

// Exit codes of every command.
const (
	exitOK       = 0 // accepted, nothing to say
	exitRejected = 1 // a plan is not accepted, a check found something
	exitUnusable = 2 // wrong flags, no such file, not a document
)

// stdio are the standard streams.
type stdio struct {
	in  io.Reader
	out io.Writer
	err io.Writer
}

// command is one subcommand.
type command struct {
	name     string
	summary  string // one line
	usage    string // operands, after the flags
	help     string // paragraphs and an example
	operands [2]int // least and most; most -1 is any number
	flags    []flagSpec
	run      func(*invocation) int
	parts    []*command // a command of several: their names begin with its own
}

// commands in the order in which help lists them.
func commands() []*command {
	return []*command{verifyCommand, runCommand, planCommand, lintCommand, explainCommand, whyNotCommand, fmtCommand, importCommand, evalCommand, certCommand, schemaCommand, smtCommand, guardCommand, mcpCommand, versionCommand, helpCommand}
}

// invocation is a command with what it was given.
type invocation struct {
	stdio
	command  *command
	flags    flagValues
	operands []string
}

// run finds the command and runs it. A panic is a defect of this program; it
// is said so, and nothing is accepted.
func run(args []string, io stdio) (code int) {
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(io.err, "planproof: internal error: %v\nThis is a defect of planproof, not of the document. Nothing was accepted.\n", p)
			code = exitUnusable
		}
	}()
	if len(args) == 0 {
		fmt.Fprint(io.err, overview())
		return exitUnusable
	}
	name, rest := args[0], args[1:]
	switch name {
	case "-h", "--help", "-help":
		name = "help"
	case "--version", "-version", "-v", "-V":
		name = "version"
	}
	c := commandNamed(name)
	if c == nil {
		return unknownCommand(name, io)
	}
	return c.invoke(rest, io)
}

func commandNamed(name string) *command {
	i := slices.IndexFunc(commands(), func(c *command) bool { return c.name == name })
	if i < 0 {
		return nil
	}
	return commands()[i]
}

func unknownCommand(name string, io stdio) int {
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	fmt.Fprintf(io.err, "planproof: unknown command %q%s\nplanproof help lists the commands.\n", name, didYouMean(finding.Nearest(name, names)))
	return exitUnusable
}

func (c *command) invoke(args []string, io stdio) int {
	i := &invocation{stdio: io, command: c}
	if c.parts != nil {
		return i.dispatch(args)
	}
	values, operands, err := parseFlags(args, c.flags)
	if err != nil {
		return i.wrong("%s", err)
	}
	if values.has("help") {
		fmt.Fprint(io.out, c.page())
		return exitOK
	}
	i.flags, i.operands = values, operands
	switch least, most := c.operands[0], c.operands[1]; {
	case len(operands) < least:
		return i.wrong("expected %s", c.usage)
	case most >= 0 && len(operands) > most:
		return i.wrong("one operand too many: %q", operands[most])
	}
	return c.run(i)
}

// dispatch runs a part of a command.
func (i *invocation) dispatch(args []string) int {
	if len(args) == 0 {
		fmt.Fprint(i.err, i.command.page())
		return exitUnusable
	}
	switch args[0] {
	case "-h", "--help", "-help", "help":
		fmt.Fprint(i.out, i.command.page())
		return exitOK
	}
	if part := i.command.part(args[0]); part != nil {
		return part.invoke(args[1:], i.stdio)
	}
	var names []string
	for _, p := range i.command.parts {
		names = append(names, p.lastName())
	}
	return i.wrong("there is no %q%s", args[0], didYouMean(finding.Nearest(args[0], names)))
}

// part is the part of a command with a last name, or nil.
func (c *command) part(name string) *command {
	for _, p := range c.parts {
		if p.lastName() == name {
			return p
		}
	}
	return nil
}

func (c *command) lastName() string { return c.name[strings.LastIndexByte(c.name, ' ')+1:] }

// wrong says that the command was used wrongly.
func (i *invocation) wrong(format string, args ...any) int {
	fmt.Fprintf(i.err, "planproof %s: %s\nplanproof %s --help shows how it is used.\n", i.command.name, fmt.Sprintf(format, args...), i.command.name)
	return exitUnusable
}

// fail says that something outside of the documents did not work.
func (i *invocation) fail(format string, args ...any) int {
	fmt.Fprintf(i.err, "planproof %s: %s\n", i.command.name, fmt.Sprintf(format, args...))
	return exitUnusable
}

// write writes to standard output. A reader that went away is no error worth
// a message.
func (i *invocation) write(text []byte) bool {
	_, err := i.out.Write(text)
	return err == nil
}

// isTerminal reports whether a stream is a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// page is what --help prints.
func (c *command) page() string {
	var b strings.Builder
	b.WriteString("planproof " + c.name + ": " + c.summary + "\n\nusage: planproof " + c.name)
	if len(c.flags) > 0 {
		b.WriteString(" [flags]")
	}
	if c.usage != "" {
		b.WriteString(" " + c.usage)
	}
	b.WriteString("\n\n")
	for _, p := range c.parts {
		fmt.Fprintf(&b, "  %-8s  %s\n", p.lastName(), p.summary)
	}
	if c.parts != nil {
		b.WriteByte('\n')
	}
	b.WriteString(strings.Trim(c.help, "\n") + "\n")
	if len(c.flags) > 0 {
		b.WriteString("\nflags, before or after the operands; -- ends them:\n")
		for _, f := range c.flags {
			b.WriteString(f.line())
		}
	}
	return b.String()
}
