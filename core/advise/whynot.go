package advise

import (
	"fmt"

	"planproof/core/check"
	"planproof/core/doc"
	"planproof/core/ir"
	"planproof/core/verify"
)

// WhyNot explains, for every call of the sink tool that gives the parameter
// ("" for every parameter), why data of the source tool was or was not
// flagged there. The answers are those of the last pass over every loop.
func WhyNot(b *doc.Bundle, source, sink, param string) ([]check.Absence, error) {
	p, perr := ir.Build(b)
	if perr != nil {
		return nil, perr
	}
	from := toolNamed(p, source)
	if from == nil {
		return nil, fmt.Errorf("no tool `%s`", source)
	}
	last := map[*ir.Call][]check.Absence{}
	verify.Run(p, verify.Options{Visit: func(c *check.Context, s *check.Site) {
		if s.Call.Tool.Name != sink {
			return
		}
		last[s.Call] = nil
		for i := range s.Call.Args {
			if a := &s.Call.Args[i]; !a.Default && (param == "" || a.Name == param) {
				last[s.Call] = append(last[s.Call], c.WhyNot(s, i, from)...)
			}
		}
	}})
	var out []check.Absence
	visit(p.Body, func(c *ir.Call) { out = append(out, last[c]...) })
	return out, nil
}

func toolNamed(p *ir.Program, name string) *ir.Tool {
	for _, t := range p.Tools {
		if t.Name == name {
			return t
		}
	}
	return nil
}
