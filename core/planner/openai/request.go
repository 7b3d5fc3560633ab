package openai

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"planproof/core/doc"
	"planproof/core/planner"
)

// request and answer are the parts of the protocol that are used.
type request struct {
	Model    string            `json:"model"`
	Messages []planner.Message `json:"messages"`
	Stream   bool              `json:"stream,omitempty"`
}

type answer struct {
	Choices []struct {
		Message      struct{ Content string }
		Delta        struct{ Content string }
		FinishReason string `json:"finish_reason"`
	}
	Error *struct{ Message string }
}

// unusableError is an answer that came and is not what the protocol says.
type unusableError struct{ what string }

// Error says what is wrong.
func (e *unusableError) Error() string { return "the endpoint's answer can not be used: " + e.what }

// ask makes one request.
func (c *Client) ask(ctx context.Context, conversation []planner.Message) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, or(c.Timeout, 2*time.Minute))
	defer cancel()
	body, err := json.Marshal(request{c.Model, conversation, c.Stream != nil})
	if err != nil {
		return "", err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimRight(c.URL, "/")+"/chat/completions", bytes.NewReader(body))
	if err != nil {
		return "", &unusableError{err.Error()}
	}
	req.Header.Set("Content-Type", "application/json")
	if c.Key != "" {
		req.Header.Set("Authorization", "Bearer "+c.Key)
	}
	res, err := c.client().Do(req)
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	limited := io.LimitReader(res.Body, doc.MaxBytes)
	if res.StatusCode != http.StatusOK {
		return "", statusError(res, limited)
	}
	if strings.HasPrefix(res.Header.Get("Content-Type"), "text/event-stream") {
		return c.readStream(limited)
	}
	return readWhole(limited)
}

func (c *Client) client() *http.Client {
	if c.HTTP != nil {
		return c.HTTP
	}
	return http.DefaultClient
}

// statusError reads what the endpoint says about a failure.
func statusError(res *http.Response, body io.Reader) error {
	e := &StatusError{Status: res.StatusCode}
	if s, err := strconv.Atoi(res.Header.Get("Retry-After")); err == nil && s > 0 {
		e.wait = time.Duration(s) * time.Second
	}
	text, _ := io.ReadAll(io.LimitReader(body, 4096))
	var a answer
	if json.Unmarshal(text, &a) == nil && a.Error != nil {
		e.Message = strings.TrimSpace(a.Error.Message)
	}
	return e
}

// readWhole reads an answer that comes in one piece.
func readWhole(body io.Reader) (string, error) {
	text, err := io.ReadAll(body)
	if err != nil {
		return "", err
	}
	var a answer
	if err := json.Unmarshal(text, &a); err != nil {
		return "", &unusableError{"it is no JSON"}
	}
	switch {
	case a.Error != nil:
		return "", &unusableError{a.Error.Message}
	case len(a.Choices) == 0:
		return "", &unusableError{"it has no choices"}
	case a.Choices[0].FinishReason == "length":
		return a.Choices[0].Message.Content, errCutOff
	}
	return a.Choices[0].Message.Content, nil
}

// readStream reads server-sent events: data: {…} a line, until data: [DONE].
func (c *Client) readStream(body io.Reader) (string, error) {
	var all strings.Builder
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, doc.MaxBytes)
	finished := ""
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data:")
		if !ok {
			continue
		}
		data = strings.TrimSpace(data)
		if data == "[DONE]" {
			finished = or2(finished, "stop")
			break
		}
		var a answer
		if err := json.Unmarshal([]byte(data), &a); err != nil {
			return "", &unusableError{"an event is no JSON"}
		}
		if a.Error != nil {
			return "", &unusableError{a.Error.Message}
		}
		if len(a.Choices) > 0 {
			finished = or2(a.Choices[0].FinishReason, finished)
			c.piece(&all, a.Choices[0].Delta.Content)
		}
	}
	if err := lines.Err(); err != nil {
		return "", err
	}
	switch finished {
	case "":
		return "", fmt.Errorf("the stream ended in the middle of the answer: %w", io.ErrUnexpectedEOF)
	case "length":
		return all.String(), errCutOff
	}
	return all.String(), nil
}

func (c *Client) piece(all *strings.Builder, piece string) {
	all.WriteString(piece)
	if c.Stream != nil && piece != "" {
		c.Stream(piece)
	}
}

func or2(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}
