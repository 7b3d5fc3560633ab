package finding

// Edit replaces the bytes [Start, End) of a document by Text. Doc is
// "bundle", "workflow", "policy" or "tools".
type Edit struct {
	Doc   string `json:"doc"`
	Start int    `json:"start"`
	End   int    `json:"end"`
	Text  string `json:"text"`
}

// Fix is an edit of the documents that was applied and verified: with it the
// finding of this fingerprint is gone and nothing new is found.
type Fix struct {
	Fingerprint string `json:"fingerprint"`
	Title       string `json:"title"`
	// Loosens is set when the fix changes the policy or the tools instead of
	// the plan: the plan is then accepted because less is asked of it.
	Loosens bool   `json:"loosens,omitempty"`
	Edits   []Edit `json:"edits"`
	// OK is set when the plan is accepted with this fix alone.
	OK bool `json:"ok"`
}
