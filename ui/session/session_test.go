package session

import (
	"strconv"
	"strings"
	"testing"

	"planproof/examples"
	"planproof/ui/pane"
	"planproof/ui/paste"
	"planproof/wasm/answer"
)

// verified is a session with the answer to an example.
func verified(t *testing.T, id string) *Session {
	t.Helper()
	e, ok := examples.Find(id)
	if !ok {
		t.Fatalf("no example %s", id)
	}
	p := paste.Sort(string(e.Text))
	s := New()
	s.Load(Documents{p.Workflow, p.Policy, p.Tools}, p.Title, "example")
	if s.State != Stale {
		t.Errorf("after loading: %s", s.State)
	}
	s.Start()
	reply(t, s)
	return s
}

func reply(t *testing.T, s *Session) {
	t.Helper()
	text, failed := answer.Verify(answer.Request{Workflow: s.Docs.Workflow, Policy: s.Docs.Policy, Tools: s.Docs.Tools, Lenient: s.Lenient, Trace: true})
	r, p, err := answer.Read(text, failed)
	if err != nil {
		t.Fatal(err)
	}
	if p != nil {
		s.Answer(nil, &Problem{p.Kind, p.Message, p.Hint, p.Span}, 1)
		return
	}
	s.Answer(r, nil, 1)
}

func html(s *Session) string {
	var b strings.Builder
	for _, sec := range s.Sections(pane.NewDrawings(428)) {
		b.WriteString(sec.HTML + strings.Join(sec.Rows, ""))
	}
	return b.String()
}

func TestFirstFindingIsOpen(t *testing.T) {
	s := verified(t, "email-malicious")
	if s.State != Done || s.Selected() == nil || !strings.Contains(html(s), "Rejected.") {
		t.Fatalf("state %s, selected %v", s.State, s.Selected())
	}
	if s.Look.At != s.Selected().Event {
		t.Errorf("the cursor is at %d, the finding at %d", s.Look.At, s.Selected().Event)
	}
}

// Other documents open at their own first finding; an edit keeps the cursor.
func TestLoadForgetsTheCursor(t *testing.T) {
	s := verified(t, "inbox-digest")
	s.Go(3)
	s.Edit("workflow", s.Docs.Workflow+"\n")
	s.Start()
	reply(t, s)
	if s.Look.At != 3 {
		t.Errorf("after an edit the cursor is at %d", s.Look.At)
	}
	e, _ := examples.Find("email-malicious")
	p := paste.Sort(string(e.Text))
	s.Load(Documents{p.Workflow, p.Policy, p.Tools}, p.Title, "example")
	s.Start()
	reply(t, s)
	if s.Selected() == nil || s.Look.At != s.Selected().Event {
		t.Errorf("the cursor is at %d", s.Look.At)
	}
}

func TestCursorStaysInTheTrace(t *testing.T) {
	s := verified(t, "inbox-digest")
	s.Do("first", "")
	s.Do("back", "")
	if s.Look.At != 0 {
		t.Errorf("before the first event: %d", s.Look.At)
	}
	s.Do("last", "")
	s.Do("next", "")
	if s.Look.At != s.Model.Events()-1 {
		t.Errorf("behind the last event: %d", s.Look.At)
	}
	for range 20 {
		s.Do("finding", "")
	}
	s.Do("at", "/workflow/steps/4/loop/body/1")
	if e := s.Model.Event(s.Look.At); e.Path != "/workflow/steps/4/loop/body/1" {
		t.Errorf("at %s", e.Path)
	}
}

// An edit takes the verdict away until there is one for the new text; the
// cursor comes back to the same moment.
func TestEditMakesStale(t *testing.T) {
	s := verified(t, "inbox-digest")
	s.Do("at", "/workflow/steps/5")
	cursor := s.Model.CursorAt(s.Look.At)
	s.Edit("workflow", s.Docs.Workflow+"\n")
	if s.State != Stale || s.Live() || s.Origin != "edited" {
		t.Errorf("state %s, live %v, origin %q", s.State, s.Live(), s.Origin)
	}
	at := s.Look.At
	s.Do("next", "")
	if s.Look.At != at {
		t.Error("a stale verdict can be stepped through")
	}
	if !strings.Contains(html(s), "stale-bar") {
		t.Error("a stale verdict is not marked")
	}
	s.Start()
	reply(t, s)
	if got := s.Model.CursorAt(s.Look.At); got != cursor {
		t.Errorf("the cursor was %s, is %s", cursor, got)
	}
}

func TestProblemHasPlaceAndMark(t *testing.T) {
	s := verified(t, "inbox-digest")
	s.Edit("policy", strings.Replace(s.Docs.Policy, `"sanitizers"`, `"sanitisers"`, 1))
	s.Start()
	reply(t, s)
	if s.State != Failed || s.Problem == nil || s.Problem.Span == nil || s.Problem.Span.Doc != "policy" {
		t.Fatalf("%s %+v", s.State, s.Problem)
	}
	if len(s.Marks("policy")) != 1 || len(s.Marks("workflow")) != 0 {
		t.Error("the error is not marked in its document alone")
	}
	if h := html(s); !strings.Contains(h, "Not read.") || strings.Contains(h, "Accepted") {
		t.Error(h)
	}
}

func TestCrashKeepsText(t *testing.T) {
	s := verified(t, "inbox-digest")
	docs := s.Docs
	s.Start()
	s.Crashed("panic: <b>boom</b>\n\ngoroutine 1", 12)
	if s.Docs != docs || s.State != Failed {
		t.Error("the crash changed the documents")
	}
	if h := html(s); !strings.Contains(h, "Your text is safe") || strings.Contains(h, "<b>boom") {
		t.Error(h)
	}
	s.Ready("planproof test")
	if !strings.Contains(html(s), "Engine restarted") {
		t.Error("the restart is not said")
	}
}

func TestCancelKeepsText(t *testing.T) {
	s := verified(t, "inbox-digest")
	s.Edit("tools", s.Docs.Tools+" ")
	docs := s.Docs
	s.Start()
	if e := s.Do("cancel", ""); e != Stop || s.State != Stale || s.Docs != docs {
		t.Errorf("effect %d, state %s", e, s.State)
	}
}

func TestPlayStopsAtBreakpoint(t *testing.T) {
	s := verified(t, "inbox-digest")
	s.Do("at", "/workflow/steps/5")
	s.Do("break", "")
	s.Do("first", "")
	s.Do("play", "")
	for n := 0; s.Advance(); n++ {
		if n > 1000 {
			t.Fatal("it plays for ever")
		}
	}
	if e := s.Model.Event(s.Look.At); e.Path != "/workflow/steps/5" {
		t.Errorf("stopped at %s", e.Path)
	}
}

// Every pane of every example renders; what a user wrote is never markup.
func TestPanes(t *testing.T) {
	for _, e := range examples.All() {
		s := verified(t, e.ID)
		for _, tab := range []string{"verdict", "state", "lattice", "automata", "loops", "contracts", "run", "guard", "proof"} {
			s.Do("tab", tab)
			if html(s) == "" {
				t.Errorf("%s: %s is empty", e.ID, tab)
			}
		}
	}
}

func TestNothingIsMarkup(t *testing.T) {
	const evil = `<img src=x onerror=alert(1)>`
	s := verified(t, "inbox-digest")
	s.Edit("workflow", strings.NewReplacer(`"label": "send"`, `"label": "`+evil+`"`, `"fetch_mail"`, `"`+evil+`"`, `"draft"`, `"`+evil+`d"`).Replace(s.Docs.Workflow))
	s.Start()
	reply(t, s)
	if s.State != Done {
		t.Fatalf("%s %+v", s.State, s.Problem)
	}
	for i := range s.Model.Events() {
		s.Look.At = i
		for _, tab := range []string{"verdict", "state", "lattice", "automata", "loops", "contracts"} {
			s.Look.Tab = tab
			if strings.Contains(html(s), "<img") {
				t.Fatalf("event %d, %s has markup of the user", i, tab)
			}
		}
		if strings.Contains(pane.Say(s.Sentence(), true), "<img") {
			t.Fatal("the live region has markup of the user")
		}
	}
	if strings.Contains(pane.Track(s.Model, 0, 800)+pane.PlanList(s.Model), "<img") {
		t.Error("the track or the list has markup of the user")
	}
}

func TestKeys(t *testing.T) {
	for key, want := range map[string]string{"ArrowLeft": "back", "1": "tab", "9": "tab", "n": "finding", " ": "play", "?": "help", "q": "", "0": ""} {
		if got, _ := Key(key, false); got != want {
			t.Errorf("%q is %q, want %q", key, got, want)
		}
	}
	if got, _ := Key("N", true); got != "finding-back" {
		t.Errorf("Shift N is %q", got)
	}
}

// A line of the text leads to its step, the innermost one.
func TestLineToStep(t *testing.T) {
	s := verified(t, "inbox-digest")
	for want, text := range map[string]string{"/workflow/steps/4/loop/body/1": `"shift c"`, "/workflow/steps/3": `"has text"`, "/workflow/steps/3/conditional/else_steps/0": `"search_web"`} {
		line := strings.Count(s.Docs.Workflow[:strings.Index(s.Docs.Workflow, text)], "\n")
		s.Do("line", strconv.Itoa(line))
		if e := s.Model.Event(s.Look.At); e.Path != want {
			t.Errorf("line %d leads to %s, want %s", line, e.Path, want)
		}
	}
	at := s.Look.At
	s.Do("line", "99999")
	s.Do("doc", "policy")
	s.Do("line", "5")
	if s.Look.At != at {
		t.Error("a line that is no step moved the cursor")
	}
}

// Line breaks are those of a text field, whatever the file had.
func TestLineBreaks(t *testing.T) {
	s := New()
	s.Load(Documents{Workflow: "{\r\n\"goal\":\r\"x\"\n}"}, "", "")
	if s.Docs.Workflow != "{\n\"goal\":\n\"x\"\n}" {
		t.Errorf("%q", s.Docs.Workflow)
	}
}

// An answer that comes after an edit is not about the text that is there: it
// neither refuses nor accepts it.
func TestLateAnswer(t *testing.T) {
	s := verified(t, "inbox-digest")
	s.Edit("workflow", s.Docs.Workflow+" ")
	s.Start()
	s.Edit("workflow", s.Docs.Workflow+" ")
	reply(t, s)
	if s.State != Stale {
		t.Errorf("a late report made the state %s", s.State)
	}
	s.Answer(nil, &Problem{Kind: "input", Message: "of the text before"}, 1)
	if s.State != Stale || s.Problem != nil {
		t.Errorf("a late error made the state %s", s.State)
	}
}

// Undoing a load arrives as edits of single documents. When all are as they
// were, so is the name, and loading again brings the other one back.
func TestNamesComeBack(t *testing.T) {
	s := verified(t, "inbox-digest")
	s.Example = "inbox-digest"
	s.Edit("tools", s.Docs.Tools+"\n")
	mine := s.Docs
	other, _ := examples.Find("email-safe")
	p := paste.Sort(string(other.Text))
	theirs := Documents{p.Workflow, p.Policy, p.Tools}
	s.Load(theirs, p.Title, "example")
	s.Example = "email-safe"
	edit := func(d Documents) {
		s.Edit("workflow", d.Workflow)
		s.Edit("policy", d.Policy)
		s.Edit("tools", d.Tools)
	}
	edit(mine)
	if s.Title != "Inbox digest" || s.Origin != "edited" || s.Example != "inbox-digest" {
		t.Errorf("undone: %q %q %q", s.Title, s.Origin, s.Example)
	}
	edit(theirs)
	if s.Title != p.Title || s.Origin != "example" || s.Example != "email-safe" {
		t.Errorf("done again: %q %q %q", s.Title, s.Origin, s.Example)
	}
	s.Load(Documents{}, "", "")
	edit(theirs)
	if s.Title != "" {
		t.Errorf("a clean page remembers %q", s.Title)
	}
}
