package guard

// Unreadable says why the schema of a tool can not be read, so that every call of it escalates; "" when it can.
func (g *Guard) Unreadable(name string) string {
	if t := g.tool(name); t != nil {
		return t.unreadable
	}
	return ""
}
