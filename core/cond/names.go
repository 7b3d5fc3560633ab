package cond

// NameUse is a free name of a condition and the place of its first use.
type NameUse struct {
	Name        string
	Offset, End int
}

// Names returns the free names in the order of their first use, each once. The name of a function in call position
// is not one; anywhere else it is a name like any other.
func (e *Expr) Names() []NameUse { return e.names }

func namesOf(root Node) []NameUse {
	var names []NameUse
	seen := map[string]bool{}
	Walk(root, func(n Node) {
		if name, ok := n.(*Name); ok && !seen[name.Name] {
			seen[name.Name] = true
			names = append(names, NameUse{Name: name.Name, Offset: name.Pos(), End: name.End()})
		}
	})
	return names
}
