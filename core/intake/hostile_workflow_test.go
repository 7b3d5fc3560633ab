package intake

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
)

// hostileWorkflows are large or tangled on purpose.
var hostileWorkflows = map[string]func() string{
	"a chain of nodes of n8n": func() string {
		var nodes, conns []string
		for i := range maxNodes {
			nodes = append(nodes, fmt.Sprintf(`{"name":"n%d","type":"n8n-nodes-base.x","typeVersion":1,"position":[0,0],"parameters":{"a":"={{$json.a}}"}}`, i))
			if i > 0 {
				conns = append(conns, fmt.Sprintf(`"n%d":{"main":[[{"node":"n%d"}]]}`, i-1, i))
			}
		}
		return `{"nodes":[` + strings.Join(nodes, ",") + `],"connections":{` + strings.Join(conns, ",") + `}}`
	},
	"triggers of n8n": func() string {
		var nodes, conns []string
		for i := range maxNodes - 1 {
			nodes = append(nodes, fmt.Sprintf(`{"name":"n%d","type":"n8n-nodes-base.webhook","typeVersion":1,"position":[0,0]}`, i))
			conns = append(conns, fmt.Sprintf(`"n%d":{"main":[[{"node":"end"}]]}`, i))
		}
		return `{"nodes":[` + strings.Join(nodes, ",") + `,{"name":"end","type":"n8n-nodes-base.x","typeVersion":1,"position":[0,0]}],"connections":{` + strings.Join(conns, ",") + `}}`
	},
	"loops of n8n behind loops": func() string {
		var nodes, conns []string
		for i := range 300 {
			nodes = append(nodes, fmt.Sprintf(`{"name":"n%d","type":"n8n-nodes-base.splitInBatches","typeVersion":3,"position":[0,0]}`, i))
			conns = append(conns, fmt.Sprintf(`"n%d":{"main":[[{"node":"n%d"}],[{"node":"n%d"}]]}`, i, (i+1)%300, (i+2)%300))
		}
		return `{"nodes":[{"name":"t","type":"n8n-nodes-base.webhook","typeVersion":1,"position":[0,0]},` + strings.Join(nodes, ",") + `],"connections":{"t":{"main":[[{"node":"n0"}]]},` + strings.Join(conns, ",") + `}}`
	},
	"choices that all lead everywhere": func() string {
		var states []string
		const n = 200
		for i := range n {
			var rules []string
			for j := i + 1; j < min(i+8, n); j++ {
				rules = append(rules, fmt.Sprintf(`{"Variable":"$.x","NumericEquals":%d,"Next":"s%d"}`, j, j))
			}
			states = append(states, fmt.Sprintf(`"s%d":{"Type":"Choice","Choices":[%s],"Default":"t%d"},"t%d":{"Type":"Task","Resource":"r","End":true}`, i, strings.Join(rules, ","), i, i))
		}
		return `{"StartAt":"s0","States":{` + strings.Join(states, ",") + `}}`
	},
	"a chain of choices": func() string {
		var states []string
		for i := range maxNodes/2 - 1 {
			states = append(states, fmt.Sprintf(`"s%d":{"Type":"Choice","Choices":[{"Variable":"$.x","NumericEquals":%d,"Next":"t%d"}],"Default":"s%d"},"t%d":{"Type":"Task","Resource":"r","ResultPath":"$.r%d","Next":"s%d"}`, i, i, i, i+1, i, i, i+1))
		}
		states = append(states, fmt.Sprintf(`"s%d":{"Type":"Succeed"}`, maxNodes/2-1))
		return `{"StartAt":"s0","States":{` + strings.Join(states, ",") + `}}`
	},
	"gotos of Arazzo": func() string {
		var steps []string
		for i := range maxNodes {
			steps = append(steps, fmt.Sprintf(`{"stepId":"s%d","operationId":"o","onSuccess":[{"type":"goto","stepId":"s%d","criteria":[{"condition":"$statusCode == 1"}]},{"type":"end","criteria":[{"condition":"$statusCode == 2"}]}]}`, i, min(i+2, maxNodes-1)))
		}
		steps[maxNodes-1] = fmt.Sprintf(`{"stepId":"s%d","operationId":"o"}`, maxNodes-1)
		return `{"arazzo":"1.0.0","workflows":[{"workflowId":"w","steps":[` + strings.Join(steps[:maxNodes-1], ",") + "," + steps[maxNodes-1] + `]}]}`
	},
	"nodes that need all before": func() string {
		var nodes []string
		for i := range 400 {
			var in []string
			for j := range i {
				in = append(in, fmt.Sprintf(`"x%d":"${n%d.output}"`, j, j))
			}
			nodes = append(nodes, fmt.Sprintf(`{"name":"n%d","type":"python","source":{"type":"code","path":"p.py"},"inputs":{%s},"activate":{"when":"${inputs.q}","is":%d}}`, i, strings.Join(in, ","), i))
		}
		return `{"inputs":{"q":{"type":"int"}},"outputs":{},"nodes":[` + strings.Join(nodes, ",") + `]}`
	},
	"iterations of Dify in iterations": func() string {
		var nodes []string
		for i := range 60 {
			nodes = append(nodes, fmt.Sprintf(`{"id":"%d","parentId":"%d","data":{"type":"iteration","title":"I%d","start_node_id":"%d","iterator_selector":["s","x"]}}`, i, i-1, i, i+1))
		}
		return `{"kind":"app","app":{"name":"x","mode":"workflow"},"workflow":{"graph":{"nodes":[{"id":"s","data":{"type":"start","title":"S"}},` + strings.Join(nodes, ",") + `],"edges":[{"source":"s","target":"0"}]}}}`
	},
}

// TestHostileWorkflows: such files are imported or refused in a few seconds, also on a slow machine.
func TestHostileWorkflows(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("ten times slower, and the same code")
	}
	for name, make := range hostileWorkflows {
		text := make()
		start := time.Now()
		r := Read(text, Options{})
		took := time.Since(start)
		if took > 20*time.Second {
			t.Errorf("%s: %d bytes took %v", name, len(text), took)
		}
		outcome := r.Summary
		if r.Refused != nil {
			outcome = r.Refused.Construct + ": " + r.Refused.Message
		}
		t.Logf("%s: %d kB, %v: %s", name, len(text)/1000, took.Round(time.Millisecond), shorten(outcome, 120))
	}
}
