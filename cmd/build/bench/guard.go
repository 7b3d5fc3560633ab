package bench

import (
	"fmt"
	"time"

	"planproof/core/guard"
	"planproof/core/value"
)

// Rate says how fast a guard decides on a conversation of Messages messages.
// Cold decisions read every output for instructions first, as the first one of
// a conversation does; warm ones know them, as all later ones do.
type Rate struct {
	Mode       guard.Mode
	Messages   int
	Cold, Warm float64 // decisions per second
}

// guardTime is how long one rate is measured.
const guardTime = 300 * time.Millisecond

// Guard measures both modes on one refund at the end of a conversation in
// which the agent works through tickets.
func Guard(messages int) ([]Rate, error) {
	var out []Rate
	for _, mode := range []guard.Mode{guard.Literal, guard.Full} {
		r := Rate{Mode: mode, Messages: messages}
		for _, warm := range []bool{false, true} {
			rate, err := decisions(mode, messages, warm)
			if err != nil {
				return nil, err
			}
			if warm {
				r.Warm = rate
			} else {
				r.Cold = rate
			}
		}
		out = append(out, r)
	}
	return out, nil
}

// decisions counts decisions per second; the time to compile a guard anew for
// each cold one is not counted.
func decisions(mode guard.Mode, messages int, warm bool) (float64, error) {
	request := refund(messages)
	g, err := refundGuard(mode)
	if err != nil {
		return 0, err
	}
	spent, n := time.Duration(0), 0
	for ; spent < guardTime; n++ {
		if !warm {
			if g, err = refundGuard(mode); err != nil {
				return 0, err
			}
		}
		start := time.Now()
		d, err := g.Decide(request)
		spent += time.Since(start)
		if err != nil {
			return 0, err
		}
		if d.Verdict != guard.Allow && mode == guard.Full {
			return 0, fmt.Errorf("the refund is not allowed: %v", d.Reasons)
		}
	}
	return float64(n) / spent.Seconds(), nil
}

func refund(messages int) guard.Request {
	amount, err := value.ParseNumber("49.90")
	if err != nil {
		panic(err)
	}
	return guard.Request{
		Call: guard.Call{Name: "refund", Arguments: value.Object{
			{Key: "iban", Value: value.Text("DE89370400440532013000")}, {Key: "amount", Value: amount}, {Key: "order", Value: value.Text("A-1003")}}},
		Conversation: tickets(messages), Facts: value.Object{{Key: "calls_made", Value: value.List{}}},
	}
}

// tickets is a conversation of so many messages.
func tickets(messages int) guard.Conversation {
	c := guard.Conversation{{Role: guard.System, Text: "You handle refunds."}}
	for i := 1; len(c) < messages-1; i++ {
		c = append(c,
			guard.Message{Role: guard.User, Text: fmt.Sprintf("Please look at ticket %d next, and tell me what the customer wants.", i)},
			guard.Message{Role: guard.Tool, Source: "lookup", Text: fmt.Sprintf("ticket %d: The customer ordered lamp A-%d on 2026-11-%02d for 49.90 EUR. "+
				"It arrived broken, and they want the money back on the account on file. Previous contacts: none. Shipping cost 4.90 EUR.", i, 1000+i, 1+i%28)},
			guard.Message{Role: guard.Assistant, Text: fmt.Sprintf("Ticket %d is about a broken lamp, A-%d.", i, 1000+i)})
	}
	return append(c[:messages-1], guard.Message{Role: guard.User, Text: "Refund 49.90 EUR to DE89 3704 0044 0532 0130 00 for order A-1003."})
}

func refundGuard(mode guard.Mode) (*guard.Guard, error) {
	c, err := guard.ReadConfig([]byte(`{"mode": "` + string(mode) + `", "tools": {
		"lookup": {"schema": {"type": "object"}},
		"refund": {"schema": {"type": "object", "properties": {"iban": {"type": "string"}, "amount": {"type": "number"}, "order": {"type": "string"}}},
			"ground": ["iban", "amount", "order"], "injections": "any", "once": true}},
		"policies": [{"name": "cap", "tools": ["refund"], "reads": ["amount"], "expr": "amount <= 100", "reason": "At most 100."}]}`))
	if err != nil {
		return nil, err
	}
	return guard.New(c)
}
