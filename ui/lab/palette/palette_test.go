package palette

import (
	"strings"
	"testing"

	"planproof/ui/lab"
	"planproof/ui/lab/labtest/desk"
	"planproof/ui/lab/verified"
)

const list = `[{"id":"star-pattern","group":"g","title":"Star pattern","moral":"m","ok":false,"shape":"b","word":"Rejected"}]`

func open(t testing.TB) *desk.Page {
	p := desk.Open(t, &Room{Cache: &verified.Cache{}}, "inbox-digest")
	p.Files["examples/gallery.json"] = list
	p.Ask(lab.Look, "")
	return p
}

func typed(p *desk.Page, query string) {
	p.Form = lab.Fields{{Name: "q", Value: query}}
	p.Ask("type", query)
}

func first(p *desk.Page) string {
	_, rest, _ := strings.Cut(p.HTML, `aria-selected="true"`)
	row, _, _ := strings.Cut(rest, "</li>")
	return strings.NewReplacer("<mark>", "", "</mark>", "").Replace(row)
}

// A few letters find everything that there is.
func TestFinds(t *testing.T) {
	for query, want := range map[string]string{
		"precond": "finding 3, precondition", "next f": "next finding", "show": "show: post_status", "lattice": ">Lattice<", "star": "Star pattern",
		"three rounds": "Three rounds prove nothing", "share": "Share: link", "dark": "Dark theme", "offline": "one offline HTML file",
		"policy": ">Policy<", "label secret": "where the label secret is first present", "present": "Presentation mode", "summary": ">summary<", "nxtrnd": "next round", "last event": "last event",
	} {
		p := open(t)
		typed(p, query)
		if got := first(p); !strings.Contains(got, want) {
			t.Errorf("%q finds %q first, want %q", query, got, want)
		}
	}
	p := open(t)
	typed(p, "zzzqqq")
	p.Has("Nothing fits.")
	if p.Ask("key", "Enter"); len(p.Done) > 0 {
		t.Error("nothing does something")
	}
}

// The letters that were found are marked, and only they.
func TestMarks(t *testing.T) {
	p := open(t)
	typed(p, "latt")
	p.Has("<mark>Latt</mark>ice")
	typed(p, "<b>")
	p.HasNot("<b>")
}

func TestKeys(t *testing.T) {
	p := open(t)
	chosen := func() string { return cut(p.HTML, `aria-activedescendant="`) }
	p.Ask("key", "ArrowDown")
	p.Ask("key", "ArrowDown")
	if chosen() != "cmd-2" {
		t.Error(chosen())
	}
	p.Ask("key", "ArrowUp")
	p.Ask("key", "ArrowUp")
	p.Ask("key", "ArrowUp")
	if chosen() != "cmd-59" {
		t.Error("up from the first is ", chosen())
	}
	// Typing starts again from the top, even when the key comes first.
	p.Form = lab.Fields{{Name: "q", Value: "lattice"}}
	p.Ask("key", "Enter")
	if p.Last("command").Get("arg") != "lattice" || p.Last("close") != nil && len(p.Done) != 2 {
		t.Error(p.Done)
	}
}

func cut(s, after string) string {
	_, rest, _ := strings.Cut(s, after)
	value, _, _ := strings.Cut(rest, `"`)
	return value
}

// An entry does what it says.
func TestRuns(t *testing.T) {
	p := open(t)
	typed(p, "finding 2")
	p.Ask("do", "0")
	if p.Done[0].Do != "close" || p.Last("command").Get("name") != "event" {
		t.Error(p.Done)
	}
	p.Done = nil
	typed(p, "zero rounds")
	p.Ask("do", "0")
	if p.Last("tell").Get("room") != "lesson" {
		t.Error(p.Done)
	}
	if p.Ask("do", "9999"); p.Last("tell").Get("room") != "lesson" {
		t.Error(p.Done)
	}
	p.Example("")
	p.Form = nil
	p.Ask(lab.Look, "")
	p.Has("Paste anything")
	p.HasNot("finding 1")
}

// Without the list of examples everything else is there.
func TestWithoutList(t *testing.T) {
	p := desk.Open(t, &Room{Cache: &verified.Cache{}}, "email-safe")
	p.Ask(lab.Look, "")
	typed(p, "gallery")
	p.Has("<mark>Gallery</mark> of examples")
}

func TestMatch(t *testing.T) {
	for _, c := range []struct{ words, query, want string }{
		{"next finding", "nf", "n... f......"}, {"Automaton", "auto", "auto....."}, {"a big bag", "bag", ". ... bag"}, {"x", "xy", ""}, {"go to it", "goto", "go to .."},
	} {
		hits := search([]entry{{words: c.words}}, c.query)
		got := ""
		if len(hits) == 1 {
			for i, r := range hits[0].runes {
				switch {
				case r == ' ', contains(hits[0].at, i):
					got += strings.ToLower(string(r))
				default:
					got += "."
				}
			}
		}
		if got != c.want {
			t.Errorf("%q in %q: %q, want %q", c.query, c.words, got, c.want)
		}
	}
}

func contains(list []int, x int) bool {
	for _, y := range list {
		if x == y {
			return true
		}
	}
	return false
}
