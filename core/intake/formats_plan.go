package intake

// ownFormats are the formats of plans, tool lists and conversations that models and agent libraries write.
func ownFormats() []*Format {
	return []*Format{
		ownDocuments, mcpFormat, openAPI, dagPlan, nestfulPlans, openaiResponses, anthropicChat, langchainChat, openaiChat,
		toolList, flattenedText,
	}
}
