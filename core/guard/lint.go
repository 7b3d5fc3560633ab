package guard

// Finding is a remark of Lint.
type Finding struct {
	Where   string `json:"where"`
	Message string `json:"message"`
}

// Lint are the remarks on a configuration that loads but says less than its
// author may think.
func (g *Guard) Lint() []Finding { return nil }
