package intake

// ownFormats are the formats of plans, tool lists and conversations that models and agent libraries write.
func ownFormats() []*Format {
	return []*Format{
		ownDocuments, constructorText, mcpFormat, openAPI, dagPlan, nestfulPlans, openaiResponses, anthropicChat, geminiChat, langchainChat, openaiChat,
		toolList, langchainText, anthropicText, openaiText, reactText, smolagentsLog, llmCompiler, pythonPlan, flattenedText,
	}
}
