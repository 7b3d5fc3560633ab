package intake

import (
	"strings"
	"unicode/utf8"

	"planproof/core/doc"
	"planproof/core/value"
)

// Auto is the value of Options.From that asks every format.
const Auto = "auto"

// MaxBytes is the largest paste, in bytes: that of a document.
const MaxBytes = doc.MaxBytes

// Options say how a paste is read. The zero value asks every format and takes the first plan.
type Options struct {
	// From is the ID of the one format that may read the paste; "" and Auto ask all.
	From string
	// Plan is which plan becomes the workflow when the paste holds several, counted from 1; 0 is the first that could be
	// read.
	Plan int
	// NoDraft leaves out the policy that is drafted when the paste has none; the bundle then allows nothing.
	NoDraft bool
	// Link makes references of the arguments of a recorded conversation that stand word for word in an earlier result
	// and in nothing that the user said. It is a guess: without it they stay the values that were used.
	Link bool
}

// A Result is what was read of a paste.
type Result struct {
	Pieces []Found
	Plans  []PlanInfo
	// Plan is the index in Plans of the workflow of Bundle; -1 when there is no plan.
	Plan int
	// Bundle is what to verify; nil when nothing could be read, see Refused. Without a plan its workflow has no steps.
	Bundle *doc.Bundle
	// HasPolicy and HasTools say whether the paste held them; otherwise the bundle's are drafted.
	HasPolicy, HasTools bool
	// Drafted are the tools whose specs are made from their calls.
	Drafted []string
	Talk    *Transcript // the first conversation of the paste
	Origins []Origin    // where the steps of the workflow stand in the paste
	Notes   []Note
	Refused *Refused // why there is no Bundle
	Summary string   // the read-back, in words

	src     *doc.Source
	options Options
	parts   *parts
}

// A Found is one piece of the paste and what became of it.
type Found struct {
	Span    doc.Span
	Syntax  Syntax
	Format  string   // the format's ID; "" when no format knew the piece
	Name    string   // the format's name
	Ties    []string // the IDs of other formats that it looks like as much
	Plans   int
	Tools   int
	Refused *Refused
}

// A PlanInfo is one plan of a paste.
type PlanInfo struct {
	Title   string
	Goal    string
	Stats   Stats
	Refused *Refused
}

// parts are the plans, tools and policy of all pieces.
type parts struct {
	plans  []*Plan
	built  []*built
	shelf  shelf
	hints  []hint
	policy *doc.Policy
}

// A built is a plan that could be built.
type built struct {
	workflow value.Object
	origins  []Origin
	stats    Stats
	refused  *Refused
}

// Read reads a paste. It never fails: what could not be read is said in Result.Refused. The same text and options give
// the same result.
func Read(text string, o Options) *Result {
	r := &Result{src: doc.NewSource(DocPaste, text), Plan: -1, options: o, parts: &parts{}}
	notes := &Notes{src: r.src, link: o.Link}
	r.parts.shelf.notes = notes
	if err := tooMuch(text, o); err != nil {
		r.Refused = err.placed(doc.NewSource(DocPaste, ""))
		r.Summary = discreet(r.src, doc.Span{}, summarize(r))
		return r
	}
	s := &splitter{src: r.src, text: text, notes: notes}
	for _, piece := range s.split() {
		r.Pieces = append(r.Pieces, r.take(piece, o, notes, s.broken))
	}
	r.assemble(o, notes)
	r.Notes = notes.finish()
	r.Summary = discreet(r.src, doc.Span{}, summarize(r))
	return r
}

func tooMuch(text string, o Options) *Refusal {
	switch {
	case len(text) > MaxBytes:
		return &Refusal{Construct: "limit", Message: "the paste is longer than 8 MiB", Hint: "paste the part that matters"}
	case !utf8.ValidString(text):
		return &Refusal{Construct: "not text", Message: "the paste is not UTF-8 text", Hint: "save it as UTF-8"}
	case strings.TrimSpace(text) == "":
		return &Refusal{Construct: "empty", Message: "the paste is empty", Hint: "paste a plan, tool calls, tool specs or a workflow file"}
	case o.From != "" && o.From != Auto && FormatByID(o.From) == nil:
		return &Refusal{Construct: "unknown format", Message: "there is no format " + ticked(o.From), Hint: "one of: " + strings.Join(formatIDs(), ", ")}
	}
	return nil
}

func formatIDs() []string {
	var ids []string
	for _, f := range Formats() {
		ids = append(ids, f.ID)
	}
	return ids
}

// take imports one piece.
func (r *Result) take(p *Piece, o Options, notes *Notes, broken *doc.Error) Found {
	found := Found{Span: r.src.Span(p.Range), Syntax: p.Syntax}
	f, ties := choose(p, o.From)
	if f == nil {
		found.Refused = unknown(p, broken).placed(r.src)
		return found
	}
	found.Format, found.Name, found.Ties = f.ID, f.Name, ties
	draft, refused := f.Import(p, notes)
	if refused != nil {
		found.Refused = refused.placed(r.src)
		return found
	}
	found.Plans, found.Tools = len(draft.Plans), len(draft.Tools)
	r.parts.plans = append(r.parts.plans, draft.Plans...)
	r.parts.shelf.declare(draft.Tools)
	r.parts.hints = append(r.parts.hints, draft.hints...)
	r.HasTools = r.HasTools || len(draft.Tools) > 0
	if draft.Policy != nil && r.parts.policy == nil {
		r.parts.policy = draft.Policy
	}
	if r.Talk == nil {
		r.Talk = draft.Talk
	}
	return found
}

// choose returns the format for a piece, and the others of its score.
func choose(p *Piece, from string) (*Format, []string) {
	if from != "" && from != Auto {
		return FormatByID(from), nil
	}
	best, top := bestFormat(p)
	if best == nil {
		return nil, nil
	}
	var ties []string
	for _, f := range Formats() {
		if f != best && f.Detect(p) == top {
			ties = append(ties, f.ID)
		}
	}
	return best, ties
}

// unknown says that no format knows a piece.
func unknown(p *Piece, broken *doc.Error) *Refusal {
	if p.Syntax == Plain && broken != nil {
		at := p.Range
		if broken.Span != nil {
			at = doc.Range{Start: int32(broken.Span.Start.Offset), End: int32(broken.Span.End.Offset)}
		}
		return &Refusal{Construct: "broken " + brokenKind(p), Message: broken.Message, Hint: broken.Hint, At: at}
	}
	at := p.Range
	at.End = at.Start + int32(min(int(at.End-at.Start), lineLen(p.Text())))
	return &Refusal{Construct: "unknown format", At: at, Message: "no known plan, tool list or conversation looks like this",
		Hint: "see `planproof import --help` for the formats, or name one with --from"}
}

func brokenKind(p *Piece) string {
	if text := strings.TrimSpace(p.Text()); strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[") {
		return "JSON"
	}
	return "YAML"
}

// assemble builds the plans and makes a bundle of the chosen one.
func (r *Result) assemble(o Options, notes *Notes) {
	for _, p := range r.parts.plans {
		b := r.build(p, notes)
		r.parts.built = append(r.parts.built, b)
		r.Plans = append(r.Plans, PlanInfo{p.Title, p.Goal, b.stats, b.refused})
	}
	r.HasPolicy = r.parts.policy != nil
	if !r.pick(o.Plan) {
		return
	}
	r.bundle(notes)
}

// build makes the workflow of one plan.
func (r *Result) build(p *Plan, notes *Notes) *built {
	b := &builder{notes: notes}
	refused := p.Refused
	var w value.Object
	if refused == nil {
		w, refused = p.build(b)
	}
	if refused != nil {
		return &built{refused: refused.placed(r.src)}
	}
	return &built{workflow: w, origins: b.origins, stats: b.stats}
}

// pick chooses the plan; ok is false when there is nothing to make a bundle of.
func (r *Result) pick(wanted int) (ok bool) {
	switch {
	case wanted > len(r.Plans) && wanted > 1 || wanted < 0:
		r.Refused = (&Refusal{Construct: "no such plan", Message: "the paste has " + plural(len(r.Plans), "plan"),
			Hint: "choose one of them, counted from 1"}).placed(r.src)
		return false
	case wanted > 0 && len(r.Plans) > 0:
		r.Plan = wanted - 1
		r.Refused = r.Plans[r.Plan].Refused
		return r.Refused == nil
	}
	for i := range r.Plans {
		if r.Plans[i].Refused == nil {
			r.Plan, r.Refused = i, nil
			return true
		}
		if r.Refused == nil {
			r.Refused = r.Plans[i].Refused
		}
	}
	for i := range r.Pieces {
		if r.Refused == nil {
			r.Refused = r.Pieces[i].Refused
		}
	}
	if r.HasTools || r.HasPolicy || r.Talk != nil {
		r.Refused = nil
		return true
	}
	if r.Refused == nil {
		r.Refused = (&Refusal{Construct: "nothing to verify", Message: "the paste holds no plan, tool list or policy",
			Hint: "paste tool calls, a workflow file or tool specs"}).placed(r.src)
	}
	return false
}

// Documents returns the texts for three editors, as people like to read them: the plan, "" when the paste held none; the
// policy and the tools of the paste, or what was drafted in their place (see HasPolicy and HasTools). All are empty
// without a Bundle.
func (r *Result) Documents() (workflow, policy, tools string) {
	if r.Bundle == nil {
		return "", "", ""
	}
	if r.Plan >= 0 {
		workflow = string(r.Bundle.Workflow.Print())
	}
	return workflow, string(r.Bundle.Policy.Print()), string(doc.PrintTools(r.Bundle.Tools))
}
