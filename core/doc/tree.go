package doc

// A kind is the JSON type of a node.
type kind uint8

const (
	nullKind kind = iota
	falseKind
	trueKind
	numberKind
	stringKind
	arrayKind
	objectKind
)

// String names the kind as messages do.
func (k kind) String() string {
	switch k {
	case nullKind:
		return "null"
	case falseKind, trueKind:
		return "a boolean"
	case numberKind:
		return "a number"
	case stringKind:
		return "text"
	case arrayKind:
		return "a list"
	case objectKind:
		return "an object"
	}
	return "nothing"
}

// A node is a JSON value or a key. Nodes stand in the order of the text: the elements of an array, and keys and values
// of an object in turn, follow their parent. So a document is one slice without pointers, and 16 bytes a node.
type node struct {
	Range
	skip    int32 // the node behind the last descendant
	kind    kind
	escaped bool // a string with a backslash in it
}

// A tree is a parsed document; its root is node 0.
type tree struct {
	src   *Source
	nodes []node
}

// str decodes the string at n.
func (t *tree) str(n int32) string {
	nd := &t.nodes[n]
	raw := t.src.text[nd.Start:nd.End]
	start, end := quotes(raw)
	if !nd.escaped {
		return raw[start:end]
	}
	return unescape(raw[start:end])
}

// text is the string at n with its place.
func (t *tree) text(n int32) Text { return Text{t.str(n), t.nodes[n].Range} }

// raw is the text of a node as written.
func (t *tree) raw(n int32) string { return t.src.Slice(t.nodes[n].Range) }

// count returns the number of elements of an array.
func (t *tree) count(n int32) int {
	c := 0
	for i := n + 1; i < t.nodes[n].skip; i = t.nodes[i].skip {
		c++
	}
	return c
}

// member returns the value of a key of the object at n; ok is false when n is no object or has no such key.
func (t *tree) member(n int32, key string) (v int32, ok bool) {
	if t.nodes[n].kind != objectKind {
		return 0, false
	}
	for i := n + 1; i < t.nodes[n].skip; i = t.nodes[i+1].skip {
		if t.str(i) == key {
			return i + 1, true
		}
	}
	return 0, false
}
