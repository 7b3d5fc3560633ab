package cond

// FrameKind tells the three forms of a frame condition apart.
type FrameKind uint8

// The forms of a frame condition.
const (
	Plain    FrameKind = iota // a plain condition
	Protects                  // forall f: [not] matches(f, p) implies <any name>(f)
	OldNew                    // forall f: f [not] in glob(p) implies (f in fs) == (f in old(fs))
)

// Frame is a parsed frame condition. Of the two forall forms only the antecedent is about values: it must hold for
// some non-empty name, or else the frame protects nothing.
type Frame struct {
	Kind    FrameKind
	Plain   *Expr  // of Plain, otherwise nil
	Var     string // the bound name
	Pattern Node   // the pattern expression p; it does not mention Var
	Negated bool   // the antecedent is `not matches` or `not in`
	Effect  string // the predicate of Protects, the set of OldNew
	src     string
	names   []NameUse
}

// Source returns the text of the frame condition as given.
func (f *Frame) Source() string { return f.src }

// Names returns the free names that must have values: all names of a plain condition, those of the pattern otherwise.
func (f *Frame) Names() []NameUse { return f.names }

// PatternExpr returns the pattern of a forall form as an expression of its own, with offsets in the frame's text.
func (f *Frame) PatternExpr() *Expr {
	if f.Pattern == nil {
		return nil
	}
	return &Expr{src: f.src, root: f.Pattern, names: f.names}
}

// String prints the frame condition canonically; ParseFrame reads it back.
func (f *Frame) String() string {
	if f.Kind == Plain {
		return f.Plain.String()
	}
	p, v := Print(f.Pattern), f.Var
	if f.Kind == Protects {
		not := ""
		if f.Negated {
			not = "not "
		}
		return "forall " + v + ": " + not + "matches(" + v + ", " + p + ") implies " + f.Effect + "(" + v + ")"
	}
	in := " in "
	if f.Negated {
		in = " not in "
	}
	return "forall " + v + ": " + v + in + "glob(" + p + ") implies (" + v + " in " + f.Effect + ") == (" + v + " in old(" + f.Effect + "))"
}

// ParseFrame reads a frame condition: a plain condition or one of the two forall forms.
func ParseFrame(src string) (*Frame, *Error) {
	p := newParser(src)
	if !p.atForall() {
		e, err := Parse(src)
		if err != nil {
			return nil, err
		}
		return &Frame{Kind: Plain, Plain: e, src: src, names: e.names}, nil
	}
	p.advance()
	f := &Frame{Var: p.ident("the name that `forall` binds"), src: src}
	p.expect(":", "after `forall "+clip(f.Var)+"`")
	p.antecedent(f)
	p.word("implies", "between the two halves of a forall condition")
	if f.Kind == Protects {
		f.Effect = p.ident("what is implied, such as unchanged(" + clip(f.Var) + "),")
		p.boundArgument(f)
	} else {
		p.oldNew(f)
	}
	if p.tok.kind != tokEOF {
		p.unexpected(false)
	}
	if p.err != nil {
		return nil, p.err
	}
	f.names = namesOf(f.Pattern)
	return f, f.checkPattern()
}

func (f *Frame) checkPattern() *Error {
	for _, n := range f.names {
		if n.Name == f.Var {
			return &Error{Kind: KindGrammar, Offset: n.Offset, End: n.End,
				Message: "the pattern must not mention `" + clip(f.Var) + "`, the name that forall binds"}
		}
	}
	return nil
}

// atForall reports whether the condition begins with `forall` and a name; a lone `forall` is a name like any other.
func (p *parser) atForall() bool {
	if p.tok.kind != tokName || p.tok.text != "forall" {
		return false
	}
	ahead := p.lexer
	t := ahead.next()
	return t.kind == tokName || t.kind == tokKeyword && !isInfixKeyword(t.text)
}

func isInfixKeyword(word string) bool {
	switch word {
	case "and", "or", "in", "not", "is", "if":
		return true
	}
	return false
}

// antecedent reads `[not] matches(f, p)` or `f [not] in glob(p)`.
func (p *parser) antecedent(f *Frame) {
	f.Negated = p.accept("not")
	function := p.tok
	name := p.ident("`matches(" + clip(f.Var) + ", pattern)`")
	if name == "matches" && p.tok.is("(") {
		f.Kind = Protects
		p.advance()
		p.bound(f)
		p.expect(",", "between the name and the pattern")
		f.Pattern = p.patternUpTo()
		return
	}
	f.Kind = OldNew
	if f.Negated || name != f.Var {
		p.failAt(KindGrammar, function.pos, function.end,
			"a forall condition reads `forall f: not matches(f, pattern) implies unchanged(f)`, with one name for all three f")
		return
	}
	f.Negated = p.accept("not")
	p.expect("in", "after `"+clip(f.Var)+"`")
	p.word("glob", "after `in`")
	p.expect("(", "after `glob`")
	f.Pattern = p.patternUpTo()
}

// patternUpTo reads the pattern and the parenthesis that closes its call.
func (p *parser) patternUpTo() Node {
	p.enter()
	defer p.leave()
	n := p.item()
	p.closing(")")
	return n
}

// oldNew reads `(f in fs) == (f in old(fs))`, in either order.
func (p *parser) oldNew(f *Frame) {
	first, firstOld := p.membership(f)
	at := p.tok
	p.expect("==", "between the set and its old value")
	second, secondOld := p.membership(f)
	if p.err == nil && (first != second || firstOld == secondOld) {
		p.failAt(KindGrammar, at.pos, at.end, "the two sides must be one set before and after the call: (f in fs) == (f in old(fs))")
	}
	f.Effect = first
}

// membership reads `(f in fs)` or `(f in old(fs))`.
func (p *parser) membership(f *Frame) (set string, old bool) {
	p.expect("(", "before the membership")
	p.bound(f)
	p.expect("in", "after the name")
	set = p.ident("the name of a set")
	if set == "old" && p.accept("(") {
		old = true
		set = p.ident("the name of a set")
		p.expect(")", "after `old(…`")
	}
	p.expect(")", "after the membership")
	return set, old
}

func (p *parser) boundArgument(f *Frame) {
	p.expect("(", "after `"+clip(f.Effect)+"`")
	p.bound(f)
	p.expect(")", "after `"+clip(f.Var)+"`")
}

// bound reads the name that forall binds and no other.
func (p *parser) bound(f *Frame) {
	t := p.tok
	if name := p.ident("the name that forall binds"); p.err == nil && name != f.Var {
		p.failAt(KindGrammar, t.pos, t.end, "`"+clip(name)+"` is not the name that forall binds: write `"+clip(f.Var)+"`")
	}
}

// ident reads a name; what says which one is missing.
func (p *parser) ident(what string) string {
	if p.tok.kind != tokName {
		p.failAt(KindSyntax, p.tok.pos, p.tok.end, what+" is missing")
		return ""
	}
	return p.advance().text
}

func (p *parser) word(name, where string) {
	if p.tok.kind != tokName || p.tok.text != name {
		p.failAt(KindSyntax, p.tok.pos, p.tok.end, "`"+name+"` is missing "+where)
		return
	}
	p.advance()
}

func (p *parser) expect(op, where string) {
	if !p.accept(op) {
		p.failAt(KindSyntax, p.tok.pos, p.tok.end, "`"+op+"` is missing "+where)
	}
}
