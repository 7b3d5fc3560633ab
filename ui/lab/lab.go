// Package lab is the border between the page and the parts of it that work in
// a worker of their own: tabs and dialogs whose code is fetched when they are
// first opened, so that the page itself starts small.
//
// Such a part is a Room. The page gives it what happened (an Ask) and shows
// what it returns (a Reply): HTML, and effects that only the page can have. A
// room is pure Go and knows no browser; a test talks to it as the page does.
//
//	lab.go      rooms, what they are asked and what they answer
//	effects.go  what a room may ask of the page
//	link/       opens links that hold their documents
//
// The binaries that serve rooms are wasm/lab and wasm/guard; the page's side
// is ui/static/lab.js. In the HTML of a room
//
//	data-lab-do, data-lab-arg   a click is an Ask with this Do and Arg
//	data-lab-change             so is a change of a field (Arg is its value)
//	data-lab-input              so is every edit of a field, after a moment
//	data-lab-keys               these keys in a field are an Ask "key", Arg is the key
//	data-lab-scroll             is scrolled into view when it is shown
//	name                        fields with a name are in Ask.Form
//	data-do, data-arg           commands of the page, as everywhere in it
//
// A field with a name keeps its text, caret and focus when the HTML around it
// is shown again, unless the Reply has Fresh set.
package lab

// Docs are the documents as they stand in the page.
type Docs struct{ Workflow, Policy, Tools string }

// Context is what the page shows at the moment of an Ask.
type Context struct {
	Docs
	Strict, Lenient bool
	Title           string
	Example         string // the example that was opened last, "" for none; the documents may have been edited since
	State           string // of the verification: idle, running, stale, done or error
	Cursor          string // semantic cursor (core/finding.Cursor), "" without a live verdict
	Event           int    // index of the event at the cursor, -1 without a live verdict
	Open            int    // number of the open finding, 0 for none
	Tab             string
	Dark            bool
	Address         string // of the page, without a fragment
}

// Field is a named value.
type Field struct{ Name, Value string }

// Fields are named values in the order of the page.
type Fields []Field

// Get is the value of the first field of a name, "" without one. A box that is
// not checked is "".
func (f Fields) Get(name string) string {
	for _, x := range f {
		if x.Name == name {
			return x.Value
		}
	}
	return ""
}

// Look is the Do of an Ask that only wants to see the room: it was opened, or
// the documents, the cursor or the verdict changed.
const Look = "look"

// Ask is what happened in a room.
type Ask struct {
	Do, Arg string
	Form    Fields
	Context
}

// Reply is what the page shows of a room.
type Reply struct {
	HTML    string // of the room; with Same, not looked at
	Same    bool   // what is shown stays
	Fresh   bool   // fields take the values of the HTML
	Title   string // of a dialog; "" keeps it
	Say     string // for the live region
	Data    string // for the script that asked; not shown
	Effects []Effect
}

// Room is one part of the page. Handle is never called twice at once; what a
// room remembers between calls is gone when its worker was stopped.
type Room interface{ Handle(Ask) Reply }

// Rooms are the rooms of a binary by their names in data-lab.
type Rooms map[string]Room
