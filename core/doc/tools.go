package doc

import "planproof/core/value"

// A ToolSpec declares a tool: its parameters, its contract and its labels.
type ToolSpec struct {
	Range                                          Range
	Name                                           Text
	Description                                    string
	Params                                         []Param // no name twice, none is "result"
	ReturnType                                     string  // "Any" when not given
	Preconditions, Postconditions, FrameConditions []Text
	SourceLabels, SinkLabels                       []Text
}

// A Param declares one parameter of a tool.
type Param struct {
	Range       Range
	Name        Text
	Type        Text // "str" when not given, with an empty Range
	Description string
	IsTaintSink bool
	Required    *bool         // nil: required unless Default is given
	Default     value.Value   // nil: none
	Enum        []value.Value // nil: any value of the type
	Min, Max    *value.Number
}

// IsRequired reports whether a call must give the parameter.
func (p *Param) IsRequired() bool {
	if p.Required != nil {
		return *p.Required
	}
	return p.Default == nil
}
