package doc

import "planproof/core/value"

// A Syntax is any JSON value with its place: what a reader of a document that is not ours starts from. Members keep
// their order, and no key stands twice in one object. Methods of a nil Syntax answer that there is nothing, so that a
// reader may go down a path without asking at every step.
type Syntax struct {
	Kind    SyntaxKind
	Range   Range
	Text    string         // of SyntaxText: decoded; of SyntaxNumber: as written; else empty
	Items   []*Syntax      // of SyntaxList
	Members []SyntaxMember // of SyntaxObject
}

// A SyntaxMember is one key of an object and its value.
type SyntaxMember struct {
	Key   Text
	Value *Syntax
}

// A SyntaxKind is the JSON type of a Syntax.
type SyntaxKind uint8

// The kinds.
const (
	SyntaxNull SyntaxKind = iota
	SyntaxFalse
	SyntaxTrue
	SyntaxNumber
	SyntaxText
	SyntaxList
	SyntaxObject
)

// MaxSyntax is how many values ParseSyntax reads; a larger text is an error of kind "limit".
const MaxSyntax = 1_000_000

// String names the kind as messages do: "a list".
func (k SyntaxKind) String() string { return kind(k).String() }

// ParseSyntax reads the JSON value that starts at byte from of a source, behind blanks, and returns the byte behind it.
// Tolerant reading takes what ReadOptions.Lenient names (comments, other quotes, trailing commas, Python's words) and
// notes it. The limits are those of documents.
func ParseSyntax(src *Source, from int, tolerant bool) (v *Syntax, end int, notes []Note, err *Error) {
	if len(src.text) > MaxBytes {
		return nil, 0, nil, src.fail(KindLimit, Range{}, "the text is longer than 8 MiB", "split it")
	}
	log := &noteLog{}
	p := &parser{scanner: scanner{src: src, text: src.text, pos: from, lenient: tolerant, log: log}}
	if err := p.value(); err != nil {
		return nil, p.pos, nil, err
	}
	if len(p.nodes) > MaxSyntax {
		return nil, p.pos, nil, src.fail(KindLimit, p.nodes[0].Range, "the text has more than a million values", "split it")
	}
	t := &tree{src, p.nodes}
	return t.syntax(0), p.pos, log.notes(), nil
}

// syntax copies the value at n. It recurses at most MaxDepth deep.
func (t *tree) syntax(n int32) *Syntax {
	nd := t.nodes[n]
	out := &Syntax{Kind: SyntaxKind(nd.kind), Range: nd.Range}
	switch nd.kind {
	case numberKind:
		out.Text = t.raw(n)
	case stringKind:
		out.Text = t.str(n)
	case arrayKind:
		for i := n + 1; i < nd.skip; i = t.nodes[i].skip {
			out.Items = append(out.Items, t.syntax(i))
		}
	case objectKind:
		for i := n + 1; i < nd.skip; i = t.nodes[i+1].skip {
			out.Members = append(out.Members, SyntaxMember{t.text(i), t.syntax(i + 1)})
		}
	}
	return out
}

// Where is the place of v, the beginning when there is no v.
func (v *Syntax) Where() Range {
	if v == nil {
		return Range{}
	}
	return v.Range
}

// Is reports whether v is of the kind; nothing is of no kind.
func (v *Syntax) Is(k SyntaxKind) bool { return v != nil && v.Kind == k }

// Get returns the value of a key, or nil when v is no object that has it.
func (v *Syntax) Get(key string) *Syntax {
	if v == nil {
		return nil
	}
	for i := range v.Members {
		if v.Members[i].Key.Value == key {
			return v.Members[i].Value
		}
	}
	return nil
}

// At goes down a path of keys.
func (v *Syntax) At(path ...string) *Syntax {
	for _, key := range path {
		v = v.Get(key)
	}
	return v
}

// Has reports whether v is an object with all the keys.
func (v *Syntax) Has(keys ...string) bool {
	for _, key := range keys {
		if v.Get(key) == nil {
			return false
		}
	}
	return v.Is(SyntaxObject)
}

// Str returns the text of a key, or "" when there is none or it is no text.
func (v *Syntax) Str(key string) string { return v.Get(key).AsText() }

// AsText returns the text that v is, or "".
func (v *Syntax) AsText() string {
	if v.Is(SyntaxText) {
		return v.Text
	}
	return ""
}

// AsBool returns whether v is true.
func (v *Syntax) AsBool() bool { return v.Is(SyntaxTrue) }

// List returns the elements of the list that v is, or none.
func (v *Syntax) List() []*Syntax {
	if v == nil {
		return nil
	}
	return v.Items
}

// Fields returns the members of the object that v is, or none.
func (v *Syntax) Fields() []SyntaxMember {
	if v == nil {
		return nil
	}
	return v.Members
}

// Value returns what v denotes; a number beyond the limits of value.ParseNumber becomes the text of it. Nil is null.
func (v *Syntax) Value() value.Value {
	if v == nil {
		return value.Null{}
	}
	switch v.Kind {
	case SyntaxFalse, SyntaxTrue:
		return value.Bool(v.Kind == SyntaxTrue)
	case SyntaxNumber:
		if n, err := parseNumber(v.Text); err == nil {
			return n
		}
		return value.Text(v.Text)
	case SyntaxText:
		return value.Text(v.Text)
	case SyntaxList:
		out := make(value.List, len(v.Items))
		for i, item := range v.Items {
			out[i] = item.Value()
		}
		return out
	case SyntaxObject:
		out := make(value.Object, len(v.Members))
		for i, m := range v.Members {
			out[i] = value.Member{Key: m.Key.Value, Value: m.Value.Value()}
		}
		return out
	case SyntaxNull:
	}
	return value.Null{}
}
