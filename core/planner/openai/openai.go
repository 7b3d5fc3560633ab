// Package openai is a planner that asks any chat endpoint that speaks the
// OpenAI protocol (POST …/chat/completions): a hosted model, a gateway, or a
// local server. It is a leaf: nothing else in core does HTTP.
package openai

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"planproof/core/planner"
)

// Client asks one endpoint. URL and Model are required; the zero values of the
// rest mean the defaults that are named.
type Client struct {
	// URL is the base of the API, such as https://host/v1.
	URL   string
	Model string
	// Key is sent as a bearer token; no header is sent when it is empty. It
	// never stands in an error.
	Key string
	// Timeout bounds one attempt, streaming included; 2 minutes.
	Timeout time.Duration
	// Retries is how often a request is made again after a failure that may
	// pass: 2; negative: never.
	Retries int
	// Wait is the pause before the first retry, doubled for each further one;
	// 1 second. A Retry-After header of up to a minute counts instead.
	Wait time.Duration
	// Stream, when set, is given the answer piece by piece as it comes.
	Stream func(piece string)
	// HTTP makes the requests; http.DefaultClient.
	HTTP *http.Client
}

// Names of the environment variables that FromEnv reads.
const (
	EnvURL   = "PLANPROOF_LLM_URL"
	EnvModel = "PLANPROOF_LLM_MODEL"
	EnvKey   = "PLANPROOF_LLM_KEY"
)

// FromEnv is a client by the environment, given as os.Getenv.
func FromEnv(getenv func(string) string) (*Client, error) {
	c := &Client{URL: getenv(EnvURL), Model: getenv(EnvModel), Key: getenv(EnvKey)}
	for _, v := range []struct{ name, value string }{{EnvURL, c.URL}, {EnvModel, c.Model}} {
		if v.value == "" {
			return nil, fmt.Errorf("%s is not set", v.name)
		}
	}
	return c, nil
}

// StatusError is an answer of the endpoint other than success.
type StatusError struct {
	Status  int
	Message string // the endpoint's, shortened; "" when it gives none
	wait    time.Duration
}

// Error says status and message.
func (e *StatusError) Error() string {
	s := fmt.Sprintf("the endpoint answers %d %s", e.Status, http.StatusText(e.Status))
	if e.Message != "" {
		s += ": " + e.Message
	}
	return s
}

// passes reports whether trying again may help.
func (e *StatusError) passes() bool {
	return e.Status == http.StatusRequestTimeout || e.Status == http.StatusTooManyRequests || e.Status >= 500
}

// errCutOff is the error about an answer that ends in the middle.
var errCutOff = errors.New("the answer was cut off at the model's limit")

// Plan sends the conversation and returns the model's answer.
func (c *Client) Plan(ctx context.Context, conversation []planner.Message) (string, error) {
	retries := c.Retries
	if retries == 0 {
		retries = 2
	}
	wait := or(c.Wait, time.Second)
	for attempt := 0; ; attempt++ {
		answer, err := c.ask(ctx, conversation)
		if err == nil || attempt >= retries || !mayPass(err) || ctx.Err() != nil {
			return answer, c.hideKey(err)
		}
		if err := sleep(ctx, pause(err, wait)); err != nil {
			return "", err
		}
		wait *= 2
	}
}

// mayPass: the endpoint says so, or it was not reached. An answer that came and
// could not be used would come again.
func mayPass(err error) bool {
	var status *StatusError
	if errors.As(err, &status) {
		return status.passes()
	}
	var unusable *unusableError
	return !errors.As(err, &unusable) && !errors.Is(err, errCutOff)
}

func pause(err error, wait time.Duration) time.Duration {
	var status *StatusError
	if errors.As(err, &status) && status.wait > 0 && status.wait <= time.Minute {
		return status.wait
	}
	return wait
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// hideKey takes the key out of an error: a redirect or a proxy may have put it
// there.
func (c *Client) hideKey(err error) error {
	if err == nil || c.Key == "" || !strings.Contains(err.Error(), c.Key) {
		return err
	}
	return errors.New(strings.ReplaceAll(err.Error(), c.Key, "…"))
}

func or(d, otherwise time.Duration) time.Duration {
	if d == 0 {
		return otherwise
	}
	return d
}
