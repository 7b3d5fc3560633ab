package viewmodel

import (
	"strconv"
	"strings"

	"planproof/core/cond"
	"planproof/core/doc"
)

func itoa(n int) string { return strconv.Itoa(n) }

var numbers = [...]string{"No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve"}

// spelled is a number at the start of a sentence.
func spelled(n int) string {
	if n < len(numbers) {
		return numbers[n]
	}
	return strconv.Itoa(n)
}

// set writes a set of names.
func set(names []string) string { return "{" + strings.Join(names, ", ") + "}" }

func isCall(s *StepInfo) bool {
	_, ok := s.Node.(*doc.ToolCall)
	return ok
}

func isLoop(s *StepInfo) bool {
	_, ok := s.Node.(*doc.Loop)
	return ok
}

// namesIn are the names that a condition reads; none when it can not be read.
func (m *Model) namesIn(condition string) []string {
	e, err := cond.Parse(condition)
	if err != nil {
		return nil
	}
	var names []string
	for _, u := range e.Names() {
		names = append(names, u.Name)
	}
	return names
}

func callTool(s *StepInfo) string {
	if c, ok := s.Node.(*doc.ToolCall); ok {
		return c.Tool.Value
	}
	return ""
}

// CallWords writes a call as code: name = tool(param=value, …).
func CallWords(c *doc.ToolCall) string {
	var args []string
	for _, a := range c.Args {
		text, _ := argText(a.Value)
		args = append(args, a.Param.Value+"="+text)
	}
	words := c.Tool.Value + "(" + strings.Join(args, ", ") + ")"
	if c.Binding != nil {
		words = c.Binding.Value + " = " + words
	}
	return words
}
