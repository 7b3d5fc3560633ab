package intake

// workflowFormats are the formats of workflow tools: graphs and state machines.
func workflowFormats() []*Format { return workflowList }

var workflowList = withTree(aslFormat, serverlessFormat, arazzoFormat, promptflowFormat, langgraphFormat, n8nFormat, difyFormat, flowiseFormat, graphFormat)

// withTree lets formats that are JSON or YAML refuse anything else.
func withTree(formats ...*Format) []*Format {
	for _, f := range formats {
		read := f.Import
		f.Import = func(p *Piece, notes *Notes) (*Draft, *Refusal) {
			if p.Tree == nil {
				return nil, notOf(p, "a file of "+f.Name+" is one value of JSON or YAML")
			}
			return read(p, notes)
		}
	}
	return formats
}
