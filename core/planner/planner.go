package planner

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Roles of messages.
const (
	System    = "system"
	User      = "user"
	Assistant = "assistant"
)

// Message is one turn of a conversation with a planner.
type Message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// Planner answers a conversation with a text that has a plan in it. The
// conversation begins with Prompt's messages; each refused answer and what was
// wrong about it follow.
type Planner interface {
	Plan(ctx context.Context, conversation []Message) (string, error)
}

// Func is a planner that is a function.
type Func func(ctx context.Context, conversation []Message) (string, error)

// Plan calls f.
func (f Func) Plan(ctx context.Context, conversation []Message) (string, error) {
	return f(ctx, conversation)
}

// ErrNoAnswer is the error of a planner that has nothing more to say.
var ErrNoAnswer = errors.New("the planner has no more answers")

// Scripted answers with the given texts, one after another.
func Scripted(answers ...string) Planner {
	return Func(func(context.Context, []Message) (string, error) {
		if len(answers) == 0 {
			return "", ErrNoAnswer
		}
		answer := answers[0]
		answers = answers[1:]
		return answer, nil
	})
}

// ByHand lets a person carry the messages to any chat: it writes what is new
// in the conversation to out and reads the answer from in, up to a line that
// is a single dot.
func ByHand(in io.Reader, out io.Writer) Planner {
	lines := bufio.NewReader(in)
	shown := 0
	return Func(func(_ context.Context, conversation []Message) (string, error) {
		for _, m := range conversation[min(shown, len(conversation)):] {
			if m.Role != Assistant {
				fmt.Fprintf(out, "%s\n\n", m.Content)
			}
		}
		shown = len(conversation)
		fmt.Fprint(out, "--- paste the answer; a line with a single dot ends it ---\n")
		return readAnswer(lines)
	})
}

func readAnswer(lines *bufio.Reader) (string, error) {
	var b strings.Builder
	for {
		line, err := lines.ReadString('\n')
		if strings.TrimRight(line, "\r\n") == "." {
			return b.String(), nil
		}
		b.WriteString(line)
		switch {
		case err == io.EOF && strings.TrimSpace(b.String()) == "":
			return "", ErrNoAnswer
		case err == io.EOF:
			return b.String(), nil
		case err != nil:
			return "", err
		}
	}
}
