//go:build js && !engine

package main

import "planproof/core/doc"

// formatted is a document in the canonical form, ok false when it can not be
// read strictly: then there is nothing to rewrite safely.
func formatted(name, text string) (out string, ok bool) {
	switch name {
	case doc.DocPolicy:
		if p, err := doc.ReadPolicy([]byte(text)); err == nil {
			return string(p.Print()), true
		}
	case doc.DocTools:
		if t, _, err := doc.ReadTools([]byte(text)); err == nil {
			return string(doc.PrintTools(t)), true
		}
	default:
		if w, _, err := doc.ReadWorkflow([]byte(text), doc.ReadOptions{}); err == nil {
			return string(w.Print()), true
		}
	}
	return "", false
}
