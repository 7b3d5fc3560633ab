package guard

import "planproof/core/guard/words"

type fullState struct{}
type inferred struct{}

func infer(t *tool) inferred                          { return inferred{} }
func (d *deciding) fullPlaces(h *hit, at int) []Quote { return nil }
func (d *deciding) fullDenials()                      {}
func (d *deciding) fullEscalations()                  {}
func (d *deciding) unboundReason(p proposal) string   { return "" }
func actionsOfName(name string) []string              { return nil }
func negatedAt(ts []words.Token, start, end int) bool { return false }
func (d *deciding) taintsOutputs(q Quote) bool        { return d.anyFlagged() }
func (g *Guard) Read(c Conversation) Conversation     { return c }

func isBuiltinCheck(name string) bool { return false }
