package guard_test

import (
	"fmt"
	"testing"

	"planproof/core/guard"
	"planproof/core/value"
)

// talkOf is a conversation of n messages in which the agent works through
// tickets: honest outputs of some length, and a request at its end.
func talkOf(n int) guard.Conversation {
	c := guard.Conversation{{Role: guard.System, Text: "You handle refunds."}}
	for i := 1; len(c) < n-1; i++ {
		c = append(c,
			guard.Message{Role: guard.User, Text: fmt.Sprintf("Please look at ticket %d next, and tell me what the customer wants.", i)},
			guard.Message{Role: guard.Tool, Source: "lookup", Text: fmt.Sprintf("ticket %d: The customer ordered lamp A-%d on 2026-11-%02d for 49.90 EUR. "+
				"It arrived broken; they ask for their money back to the account on file. Previous contacts: none. Shipping cost 4.90 EUR.", i, 1000+i, 1+i%28)},
			guard.Message{Role: guard.Assistant, Text: fmt.Sprintf("Ticket %d is about a broken lamp, A-%d.", i, 1000+i)})
	}
	return append(c[:n-1], guard.Message{Role: guard.User, Text: "Refund 49.90 EUR to DE89 3704 0044 0532 0130 00 for order A-1003."})
}

func BenchmarkDecide(b *testing.B) {
	for _, mode := range []guard.Mode{guard.Literal, guard.Full} {
		for _, warm := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/warm=%v", mode, warm), func(b *testing.B) { benchmarkDecide(b, mode, warm) })
		}
	}
}

// benchmarkDecide measures decisions on a conversation of 50 messages; cold
// ones read every output for instructions, as the first decision does.
func benchmarkDecide(b *testing.B, mode guard.Mode, warm bool) {
	talk := talkOf(50)
	call := guard.Call{Name: "refund", Arguments: value.Object{
		{Key: "iban", Value: value.Text("DE89370400440532013000")}, {Key: "amount", Value: money("49.90")}, {Key: "order", Value: value.Text("A-1003")}}}
	r := guard.Request{Call: call, Conversation: talk, Facts: value.Object{{Key: "calls_made", Value: value.List{}}}}
	g := benchGuard(b, mode)
	b.ReportAllocs()
	for b.Loop() {
		if !warm {
			b.StopTimer()
			g = benchGuard(b, mode)
			b.StartTimer()
		}
		if _, err := g.Decide(r); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "decisions/s")
}

func money(s string) value.Number {
	n, err := value.ParseNumber(s)
	if err != nil {
		panic(err)
	}
	return n
}

func benchGuard(b *testing.B, mode guard.Mode) *guard.Guard {
	c, err := guard.ReadConfig([]byte(`{"mode": "` + string(mode) + `", "tools": {
		"lookup": {"schema": {"type": "object"}},
		"refund": {"schema": {"type": "object", "properties": {"iban": {"type": "string"}, "amount": {"type": "number"}, "order": {"type": "string"}}},
			"ground": ["iban", "amount", "order"], "injections": "any", "once": true}},
		"policies": [{"name": "cap", "tools": ["refund"], "reads": ["amount"], "expr": "amount <= 100", "reason": "At most 100."}]}`))
	if err != nil {
		b.Fatal(err)
	}
	g, err := guard.New(c)
	if err != nil {
		b.Fatal(err)
	}
	return g
}
