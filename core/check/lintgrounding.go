package check

import (
	"planproof/core/finding"
)

// grounding: an entry that no call can be meant by checks nothing.
func (l *linter) grounding() {
	for i := range l.Program.Bundle.Policy.Grounding {
		g := &l.Program.Bundle.Policy.Grounding[i]
		path, tool := "/policy/grounding/"+itoa(i), l.spec(g.Tool.Value)
		switch {
		case tool == nil:
			m, h := l.unknownTool(g.Tool.Value, "the grounded tool")
			l.addPolicy(finding.IDLintUnknownTool, GroundingRule(g), path+"/tool", g.Tool.Range, m+", so nothing is grounded", h)
		case tool.Params[g.Param.Value] == nil:
			l.addPolicy(finding.IDLintUnknownParam, GroundingRule(g), path+"/param", g.Param.Range,
				"`"+tool.Name+"` has no parameter `"+g.Param.Value+"`, so nothing is grounded", l.paramHint(tool, g.Param.Value))
		}
	}
}
