package doc

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"planproof/core/value"
)

func seed(f *testing.F, file string) {
	text, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		f.Fatal(err)
	}
	var cases []goldenCase
	if err := json.Unmarshal(text, &cases); err != nil {
		f.Fatal(err)
	}
	for _, c := range cases {
		f.Add([]byte(c.Text))
	}
	full, _ := os.ReadFile(filepath.Join("testdata", "full.json"))
	f.Add(full)
}

// FuzzReadBundle: strict reading never panics, points into the text, takes only JSON, and printing loses nothing.
func FuzzReadBundle(f *testing.F) {
	seed(f, "errors.json")
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, doc := range []string{DocWorkflow, DocPolicy, DocTools} {
			checkRead(t, doc, text)
		}
		b, err := ReadBundle(text, ReadOptions{})
		if err != nil {
			checkError(t, text, err)
			return
		}
		if !json.Valid(bytes.TrimPrefix(text, []byte("\uFEFF"))) {
			t.Fatalf("accepted what is no JSON")
		}
		roundTrip(t, b)
	})
}

// FuzzJSON: the strict parser takes exactly JSON, but for what it refuses on purpose, and reads it as the library does.
func FuzzJSON(f *testing.F) {
	seed(f, "errors.json")
	for _, s := range []string{`["\b\f\n\r\t\/\"\\\u00e9\ud83d\ude00\ud800x"]`, `[1e5,-0.0,1E-7,0]`, `{"a":{"b":[true,false,null]}}`, "[1\r\n,\t2 ]"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if !utf8.Valid(text) || bytes.HasPrefix(text, []byte("\uFEFF")) {
			return
		}
		tr, err := parse(NewSource(DocWorkflow, string(text)))
		if valid := json.Valid(text); (err == nil) != valid {
			if !valid || err.Kind != KindLimit && !strings.Contains(err.Message, "stands twice") {
				t.Fatalf("JSON: %v, read: %v", valid, err)
			}
		}
		if err != nil {
			return
		}
		v, err := newDecoder(tr, nil, false).plain(0)
		if err != nil {
			return // a number beyond the limits
		}
		if got, want := generic(t, value.AppendJSON(nil, v)), generic(t, text); !reflect.DeepEqual(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

// generic reads JSON with the library.
func generic(t *testing.T, text []byte) any {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return v
}

func checkRead(t *testing.T, doc string, text []byte) {
	first, _, err := readAny(doc, string(text), ReadOptions{})
	if err != nil {
		checkError(t, text, err)
		return
	}
	again, _, err := readAny(doc, string(first), ReadOptions{})
	if err != nil || !bytes.Equal(first, again) {
		t.Fatalf("%s: %s read again: %s, %v", doc, first, again, err)
	}
}

func checkError(t *testing.T, text []byte, err *Error) {
	if err.Span == nil || err.Message == "" || err.Hint == "" {
		t.Fatalf("no place, message or hint: %v", err)
	}
	within(t, string(text), *err.Span)
	out := err.AppendJSON(nil)
	if !json.Valid(out) || !utf8.Valid(out) {
		t.Fatalf("the error is no JSON: %s", out)
	}
}

// FuzzLenient: tolerant reading never panics, points into the text, agrees with strict reading where there is nothing to
// note, and gives what strict reading takes.
func FuzzLenient(f *testing.F) {
	seed(f, "lenient.json")
	seed(f, "errors.json")
	f.Fuzz(func(t *testing.T, text []byte) {
		if b, err := ReadBundle(text, ReadOptions{Lenient: true}); err != nil {
			checkError(t, text, err)
		} else {
			checkNotes(t, text, b.Notes)
			roundTrip(t, b)
		}
		w, notes, err := ReadWorkflow(text, ReadOptions{Lenient: true})
		strict, _, strictErr := ReadWorkflow(text, ReadOptions{})
		if err != nil {
			checkError(t, text, err)
			if strictErr == nil {
				t.Fatalf("strict reading takes what tolerant reading refuses: %v", err)
			}
			return
		}
		checkNotes(t, text, notes)
		if len(notes) == 0 && (strictErr != nil || !bytes.Equal(strict.AppendJSON(nil), w.AppendJSON(nil))) {
			t.Fatalf("read without a note: %s\nstrictly: %v", w.AppendJSON(nil), strictErr)
		}
		checkRead(t, DocWorkflow, w.AppendJSON(nil))
	})
}

func checkNotes(t *testing.T, text []byte, notes []Note) {
	for _, n := range notes {
		within(t, string(text), n.Span)
		if n.Message == "" || !json.Valid(n.AppendJSON(nil)) {
			t.Fatalf("not a good note: %+v", n)
		}
	}
}
