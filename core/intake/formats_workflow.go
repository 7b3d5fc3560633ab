package intake

// workflowFormats are the formats of workflow tools: graphs and state machines.
func workflowFormats() []*Format {
	return []*Format{aslFormat, serverlessFormat, arazzoFormat, promptflowFormat, langgraphFormat, n8nFormat, difyFormat, flowiseFormat, graphFormat}
}
