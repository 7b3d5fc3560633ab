package doc

import "fmt"

// fewKeys is up to how many keys comparing all pairs is faster than hashing.
const fewKeys = 12

// checkKeys refuses an object in which a key stands twice: readers differ in which one they take.
func (p *parser) checkKeys(object int32) *Error {
	t := tree{p.src, p.nodes}
	n, simple := 0, true
	for i := object + 1; i < t.nodes[object].skip; i = t.nodes[i+1].skip {
		n++
		simple = simple && !t.nodes[i].escaped
	}
	if n <= fewKeys && simple {
		return p.checkFewKeys(&t, object)
	}
	return p.checkManyKeys(&t, object, n)
}

func (p *parser) checkFewKeys(t *tree, object int32) *Error {
	var keys [fewKeys]string
	n := 0
	for i := object + 1; i < t.nodes[object].skip; i = t.nodes[i+1].skip {
		key := t.str(i)
		for j := range n {
			if keys[j] == key {
				return p.doubleKey(t, object, i)
			}
		}
		keys[n] = key
		n++
	}
	return nil
}

func (p *parser) checkManyKeys(t *tree, object int32, n int) *Error {
	seen := make(map[string]struct{}, n)
	for i := object + 1; i < t.nodes[object].skip; i = t.nodes[i+1].skip {
		key := t.str(i)
		if _, double := seen[key]; double {
			return p.doubleKey(t, object, i)
		}
		seen[key] = struct{}{}
	}
	return nil
}

func (p *parser) doubleKey(t *tree, object, second int32) *Error {
	first := object + 1
	for t.str(first) != t.str(second) {
		first = t.nodes[first+1].skip
	}
	at := p.src.Span(t.nodes[first].Range).Start
	return p.src.fail(KindInput, t.nodes[second].Range, fmt.Sprintf("the key `%s` stands twice in one object", short(t.str(second))),
		fmt.Sprintf("keep one of the two; the first is at line %d, column %d", at.Line, at.Column))
}
