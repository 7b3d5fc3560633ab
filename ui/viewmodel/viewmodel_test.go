package viewmodel

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"planproof/core"
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/verify"
	"planproof/examples"
	"planproof/ui/layout"
	"planproof/ui/svg"
)

var update = flag.Bool("update", false, "write the golden files")

// load verifies an example with the real engine and reads the report back as
// the page does.
func load(t testing.TB, id string) *Model {
	t.Helper()
	e, ok := examples.Find(id)
	if !ok {
		t.Fatalf("no example %s", id)
	}
	b, derr := doc.ReadBundle(e.Text, doc.ReadOptions{})
	if derr != nil {
		t.Fatal(derr)
	}
	r, err := core.Verify(b, core.Options{Detail: verify.DetailFull})
	if err != nil {
		t.Fatal(err)
	}
	back, err := finding.ReadReport(r.AppendWire(nil))
	if err != nil {
		t.Fatal(err)
	}
	return New(b.Workflow, b.Policy, back)
}

func golden(t *testing.T, name, text string) {
	t.Helper()
	file := filepath.Join("testdata", name+".txt")
	if *update {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != text {
		t.Errorf("%s differs; accept with -update:\n%s", file, text)
	}
}

// find is the first event of a kind at a step, in the given iteration.
func (m *Model) find(t *testing.T, kind finding.EventKind, label string, iter ...int) int {
	t.Helper()
	for i := range m.events {
		e := &m.events[i]
		if s := m.Step(e.Path); e.Kind == kind && s != nil && s.Label == label && (len(iter) == 0 || sameInts(e.Iter, iter)) {
			return i
		}
	}
	t.Fatalf("no %s event at %s %v", kind, label, iter)
	return 0
}

func letters(labels []Label) string {
	var b strings.Builder
	for _, l := range labels {
		b.WriteString(l.Letter)
	}
	if b.Len() == 0 {
		return "∅"
	}
	return b.String()
}

// The story of the example: what every event says, in order.
func TestSentences(t *testing.T) {
	m := load(t, "inbox-digest")
	var b strings.Builder
	for i := range m.events {
		s := m.Say(i)
		fmt.Fprintf(&b, "%s | %s\n", s.Now, s.Text)
	}
	golden(t, "sentences", b.String())
}

// The loop case: the head after every round, what changed, where it fires.
func TestLoopMatrix(t *testing.T) {
	m := load(t, "inbox-digest")
	p := m.LoopsAt(m.find(t, finding.EvMeet, "ticker", 3), "")
	if p.Iterations != 4 || !p.Converged || p.Round != 3 {
		t.Errorf("%d rounds, converged %v, cursor in %d", p.Iterations, p.Converged, p.Round)
	}
	var b strings.Builder
	for _, r := range p.Rows {
		fmt.Fprintf(&b, "H%d", r.Round)
		for i, c := range r.Cells {
			fmt.Fprintf(&b, " %s=%s", p.Names[i], letters(c.Labels))
			if c.Changed {
				b.WriteByte('*')
			}
		}
		for i, s := range r.States {
			fmt.Fprintf(&b, " %s=%v", p.Automata[i], s.States)
			if s.Changed {
				b.WriteByte('*')
			}
		}
		fmt.Fprintf(&b, " %s now=%v fix=%v\n", r.Fires, r.Now, r.Fix)
	}
	for _, term := range p.Terms {
		fmt.Fprintf(&b, "%s: %s = %s ⊔ %s, %s\n", term.Name, letters(term.Head), letters(term.Entry), letters(term.Body), term.Writer)
	}
	for _, u := range p.Contrast {
		fmt.Fprintf(&b, "unroll %d rejects=%v fixpoint=%v\n", u.Rounds, u.Rejects, u.Fixpoint)
	}
	golden(t, "loop", b.String())
}

// The join case: both sides, the lub, the guarantee that is lost.
func TestJoin(t *testing.T) {
	m := load(t, "inbox-digest")
	at := m.find(t, finding.EvJoin, "has text")
	p := m.LatticeAt(at, "")
	if p.Name != "draft" || p.Join == nil {
		t.Fatalf("the join of draft is not shown: %+v", p)
	}
	if p.Join.XSet|p.Join.YSet != p.Now {
		t.Errorf("%b ⊔ %b = %b", p.Join.XSet, p.Join.YSet, p.Now)
	}
	if len(p.Join.Lost) != 2 || len(p.Join.Result.SanitizedFor) != 0 || len(p.Join.X.SanitizedFor) != 2 {
		t.Errorf("lost %v, then side %v", p.Join.Lost, p.Join.X.SanitizedFor)
	}
	var row *Row
	for _, r := range m.State(at).Rows {
		if r.Name == "draft" {
			row = &r
		}
	}
	if row == nil || row.LostEvent != at+1 {
		t.Errorf("the environment does not mark draft: %+v", row)
	}
	// The mark stays until the name is bound again.
	if r := m.RowOf("draft", m.Events()-1); r == nil || r.Sign != LostAt {
		t.Errorf("at the end: %+v", r)
	}
}

// The fork case: the guard table in declaration order and both states.
func TestFork(t *testing.T) {
	m := load(t, "inbox-digest")
	p := m.AutomatonAt(m.find(t, finding.EvTransition, "send"), "no_external_send")
	var b strings.Builder
	fmt.Fprintf(&b, "%v -> %v forked=%v\n", p.Before, p.After, p.Forked)
	for _, g := range p.Guards {
		fmt.Fprintf(&b, "%d %s->%s %q %s entered=%s %s\n", g.Index, g.From, g.To, g.Condition, g.Verdict, g.Entered, p.Taken[g.Index-1])
	}
	for _, s := range p.States {
		fmt.Fprintf(&b, "%s possible=%v was=%v\n", s.Name, s.Possible, s.Was)
	}
	golden(t, "fork", b.String())
}

// The flow of the leak climbs through the rounds.
func TestHops(t *testing.T) {
	m := load(t, "inbox-digest")
	var b strings.Builder
	for _, c := range m.Cards {
		if c.F.RuleName != "mail_stays_private" {
			continue
		}
		for _, h := range c.Hops {
			fmt.Fprintf(&b, "%s | %s | %s\n", h.Text, h.Why, letters(h.Labels))
		}
	}
	golden(t, "hops", b.String())
}

// Every view of every example is computed at every event: nothing panics, the
// state is the one that replaying the deltas gives, and what is drawn fits.
func TestEveryMoment(t *testing.T) {
	for _, e := range examples.All() {
		b, derr := doc.ReadBundle(e.Text, doc.ReadOptions{})
		if derr != nil {
			continue
		}
		r, err := core.Verify(b, core.Options{Detail: verify.DetailFull})
		if err != nil {
			continue
		}
		t.Run(e.ID, func(t *testing.T) { everyMoment(t, New(b.Workflow, b.Policy, r)) })
	}
}

func everyMoment(t *testing.T, m *Model) {
	d := svg.Plan(layout.LayoutPlan(m.Plan(), 484), m.SVGLabels(), m.Marks())
	view := NewPlanView(m, d.Parts)
	layout.LayoutHasse(m.Lattice().Sets, 428)
	env := map[string]*finding.AbstractValue{}
	for i := range m.events {
		if delta := m.events[i].Delta; delta != nil {
			for _, b := range delta.Bindings {
				env[b.Name] = b.Value
			}
		}
		for name, v := range env {
			if m.line.value(name, i) != v {
				t.Fatalf("event %d: %s is not what the deltas say", i, name)
			}
		}
		if m.Say(i).Text == "" {
			t.Errorf("event %d (%s) says nothing", i, m.events[i].Kind)
		}
		if back := m.Find(m.CursorAt(i)); m.events[back].Path != m.events[i].Path {
			t.Errorf("cursor %s leads to %s", m.CursorAt(i), m.events[back].Path)
		}
		m.LatticeAt(i, "")
		m.LoopsAt(i, "")
		m.Contracts(i, -1)
		for _, a := range append(m.Automata(), "") {
			m.AutomatonAt(i, a)
		}
		view.States(i, nil)
	}
	for _, c := range m.Cards {
		view.States(max(c.Event, 0), c)
		if !c.Quiet && c.F.Category == finding.Taint && len(c.Hops) < 2 {
			t.Errorf("finding %d has %d hops", c.Number, len(c.Hops))
		}
	}
}

// What could not be established is never called accepted or rejected.
func TestIncompleteOutranks(t *testing.T) {
	m := load(t, "guard-nobody-can-read")
	if s := m.Statement(); s.Outcome != Incomplete || s.Class != "incomplete" {
		t.Errorf("%+v", s)
	}
}

func TestPaletteLettersAreUnique(t *testing.T) {
	names := []string{"email", "export", "e", "web", "secret", "s", "x", "email2", "", "é", "e_e", "ee"}
	seen := map[string]bool{}
	for i, l := range palette(names) {
		if seen[l.Letter] || l.Letter == "" {
			t.Errorf("%s has letter %q", l.Name, l.Letter)
		}
		seen[l.Letter] = true
		if want := fmt.Sprintf("l%d", i%6+1); l.Class != want {
			t.Errorf("class %s, want %s", l.Class, want)
		}
	}
}

// References carry the letters of what their values carry when the call is
// reached, in the order of the palette; places are those of the name.
func TestRefLabels(t *testing.T) {
	m := load(t, "inbox-digest")
	e, _ := examples.Find("inbox-digest")
	var got []string
	for _, r := range m.RefLabels(string(e.Text)) {
		got = append(got, string(e.Text)[r.Start:r.End]+r.Letters+" "+r.Class)
	}
	want := `"emails"E t1, "summary"E t1, "addr"S t2, "emails"E t1, "c"E t1, "b"E t1, "a"E t1, "mail"E t1, "addr"S t2, "draft"ESW t1`
	if s := strings.Join(got, ", "); s != want {
		t.Errorf("%s", s)
	}
}

// A name is found in every form of a reference, and nowhere else.
func TestNameIn(t *testing.T) {
	for text, want := range map[string]string{
		`{"ref": "x"}`: `"x"`, `{ "ref" : "a:\"b" }`: `"a:\"b"`, `"@x"`: `"@x"`, `{"ref": x}`: ``, ``: ``,
		`{"ref": "x", "path": ["a", 0]}`: `"x"`, `{"path": ["a"], "ref": "x"}`: `"x"`, `{"ref":"x","path":[]}`: `"x"`,
	} {
		start, end := nameIn(text, doc.Range{Start: 0, End: int32(len(text))})
		if text[start:end] != want {
			t.Errorf("%s: %s", text, text[start:end])
		}
	}
	if start, end := nameIn("short", doc.Range{Start: 2, End: 90}); start != end {
		t.Error("a range outside of the text")
	}
}

// TestPartsInDrawings: a call shows the part of a value that it takes, and refers to the name that has the value.
func TestPartsInDrawings(t *testing.T) {
	steps := load(t, "only-the-subject").Plan().Steps
	pay, tell := steps[1].Then[0].Args[1], steps[1].Then[1].Args[0]
	if pay.Text != "mails[0].amount" || tell.Text != "mails[0].subject" || len(tell.Refs) != 1 || tell.Refs[0] != "mails" {
		t.Errorf("the arguments are drawn as %+v and %+v", pay, tell)
	}
}
