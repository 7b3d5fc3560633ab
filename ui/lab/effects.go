package lab

import (
	"encoding/base64"
	"strconv"
	"strings"
)

// Effect is something that only the page can do. The fields depend on Do; use
// the functions below.
type Effect struct {
	Do   string
	With Fields
}

// Opening are documents for the page and where to look at them.
type Opening struct {
	Docs
	Title, Origin string // Origin: "example", "link", "file", "import" or ""
	Example       string // the example that the documents are, or began as
	At, View      string // cursor and tab after the verdict, "" for the usual
	Strict        bool
	Notes         []string // about where the documents are from; backquotes mark names
}

// Load replaces the page's documents and verifies them.
func Load(o Opening) Effect {
	strict := ""
	if o.Strict {
		strict = "true"
	}
	return Effect{"load", Fields{
		{"workflow", o.Workflow}, {"policy", o.Policy}, {"tools", o.Tools}, {"title", o.Title}, {"origin", o.Origin},
		{"example", o.Example}, {"at", o.At}, {"view", o.View}, {"strict", strict}, {"notes", strings.Join(o.Notes, "\n")},
	}}
}

// Command runs a command of the page: what data-do and data-arg would.
func Command(name, arg string) Effect { return Effect{"command", Fields{{"name", name}, {"arg", arg}}} }

// At moves the page's cursor to a semantic cursor.
func At(cursor string) Effect { return Effect{"at", Fields{{"cursor", cursor}}} }

// Event moves the page's cursor to an event, counted from 0.
func Event(n int) Effect { return Command("event", strconv.Itoa(n)) }

// Mark selects a range of a document in its editor; offsets in bytes.
func Mark(document string, start, end int) Effect {
	return Effect{"mark", Fields{{"doc", document}, {"start", strconv.Itoa(start)}, {"end", strconv.Itoa(end)}}}
}

// Copy puts a text on the clipboard; the page says so.
func Copy(text string) Effect { return Effect{"copy", Fields{{"text", text}}} }

// Download offers a file to save.
func Download(name, mime, text string) Effect {
	return Effect{"download", Fields{{"name", name}, {"type", mime}, {"text", text}}}
}

// Address replaces the page's fragment (with its #) without opening it.
func Address(fragment string) Effect { return Effect{"address", Fields{{"fragment", fragment}}} }

// Open shows a room as a dialog; Close closes the dialog that shows a room.
func Open(room string) Effect { return Effect{"open", Fields{{"room", room}}} }

// Close closes the dialog of this room.
func Close() Effect { return Effect{"close", nil} }

// Tell asks another room, which need not be on the page.
func Tell(room, do, arg string) Effect {
	return Effect{"tell", Fields{{"room", room}, {"as", do}, {"arg", arg}}}
}

// Present turns presentation mode on, or off.
func Present() Effect { return Effect{"present", nil} }

// Aside shows the room beside the documents: in their place ("read"), above
// them ("edit"), or not at all ("").
func Aside(mode string) Effect { return Effect{"aside", Fields{{"mode", mode}}} }

// Keep stores a text in this browser under a key; where storage is off, nothing
// happens. Kept asks the room again with it: Do is then, Arg the text or "".
func Keep(key, value string) Effect { return Effect{"keep", Fields{{"key", key}, {"value", value}}} }

// Kept is the inverse of Keep.
func Kept(key, then string) Effect { return Effect{"kept", Fields{{"key", key}, {"then", then}}} }

// Picture saves a drawing with the page's look in light colors: as SVG that
// needs no stylesheet when scale is 0, else as PNG with that many pixels for
// each of the drawing's.
func Picture(name, svg string, scale int) Effect {
	return Effect{"picture", Fields{{"name", name}, {"svg", svg}, {"scale", strconv.Itoa(scale)}}}
}

// Offline saves the whole page with documents as one file that needs no
// server. Inside is HTML for readers without JavaScript. The room is asked
// again: Do is then, Arg the size of the file in bytes, or the form field
// "error" says why it was not made.
func Offline(name, inside, then string, o Opening) Effect {
	e := Load(o)
	return Effect{"offline", append(e.With, Field{"name", name}, Field{"inside", inside}, Field{"then", then})}
}

// Fetch gets a file of the page's own site and asks the room again: Do is
// then, Arg the text. When it can not be had, the form field "error" says why.
func Fetch(path, then string) Effect { return Effect{"fetch", Fields{{"path", path}, {"then", then}}} }

// Model asks the language model that the page's own server forwards to, where
// it does (lab.js), and asks the room again with its answer: Do is then, Arg the
// text. The conversation is a list of {role, content} as JSON. When there is no
// answer, the form field "error" says why. While it comes, it is shown in the
// element with data-lab-stream.
func Model(conversation, then string) Effect {
	return Effect{"model", Fields{{"messages", conversation}, {"then", then}}}
}

// Deflate compresses payloads (raw deflate, RFC 1951) in the browser and asks
// the room again: Do is then, the form fields "0", "1", … hold the results;
// read them with Bytes.
func Deflate(then string, payloads ...[]byte) Effect {
	return packed("deflate", then, payloads)
}

// Inflate is the inverse for one payload of at most limit bytes: Arg holds the
// result, or the form field "error" says what is wrong.
func Inflate(then string, payload []byte, limit int) Effect {
	e := packed("inflate", then, [][]byte{payload})
	e.With = append(e.With, Field{"limit", strconv.Itoa(limit)})
	return e
}

func packed(do, then string, payloads [][]byte) Effect {
	e := Effect{do, Fields{{"then", then}}}
	for i, p := range payloads {
		e.With = append(e.With, Field{strconv.Itoa(i), base64.StdEncoding.EncodeToString(p)})
	}
	return e
}

// Bytes decodes a result of Deflate or Inflate.
func Bytes(s string) ([]byte, error) { return base64.StdEncoding.DecodeString(s) }
