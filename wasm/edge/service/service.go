// Package service answers for the edge: a report for a bundle, a picture for the documents of a link. It keeps nothing
// and reads nothing but the request.
package service

import (
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"

	"planproof/core"
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/report"
	"planproof/ui/share"
	"planproof/ui/share/flate"
	"planproof/wasm/edge/card"
)

const (
	jsonType = "application/json; charset=utf-8"
	svgType  = "image/svg+xml; charset=utf-8"
)

// New is the service:
//
//	POST /verify?strict=1&lenient=1   a bundle → the report that `planproof verify --format json` prints
//	GET  /card?p1=...                 the documents of a share link → a picture of the verdict
//
// Every answer may be read by pages of other origins. What could not be read is answered with 400 (413 when it is too
// large) and the error as JSON, or as a picture that says so.
func New() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/verify", only(verify, http.MethodPost))
	mux.HandleFunc("/card", only(picture, http.MethodGet, http.MethodHead))
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		refuse(w, http.StatusNotFound, "there is no such page", "POST /verify with a bundle, or GET /card?p1=... with the documents of a share link")
	})
	return mux
}

// only answers other methods, and the question of browsers which are allowed.
func only(h http.HandlerFunc, methods ...string) http.HandlerFunc {
	allowed := strings.Join(append(methods, http.MethodOptions), ", ")
	return func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Access-Control-Allow-Origin", "*")
		header.Set("X-Content-Type-Options", "nosniff")
		if r.Method == http.MethodOptions {
			header.Set("Access-Control-Allow-Methods", allowed)
			header.Set("Access-Control-Allow-Headers", "Content-Type")
			header.Set("Access-Control-Max-Age", "86400")
			w.WriteHeader(http.StatusNoContent)
			return
		}
		if slices.Contains(methods, r.Method) {
			defer func() {
				if recover() != nil { // a defect: nothing was accepted, and nothing was answered
					refuse(w, http.StatusInternalServerError, "internal error", "this is a defect of planproof, not of the document; nothing was accepted")
				}
			}()
			h(w, r)
			return
		}
		header.Set("Allow", allowed)
		refuse(w, http.StatusMethodNotAllowed, "the method is "+r.Method, "use "+methods[0])
	}
}

func refuse(w http.ResponseWriter, status int, message, hint string) {
	answer(w, status, jsonType, report.ProblemJSON(&doc.Error{Kind: doc.KindInput, Message: message, Hint: hint}))
}

func answer(w http.ResponseWriter, status int, kind string, body []byte) {
	w.Header().Set("Content-Type", kind)
	w.WriteHeader(status)
	w.Write(body) // a reader that went away is nobody to tell
}

func verify(w http.ResponseWriter, r *http.Request) {
	// One byte more than a document may have: the reader then says that it is too long.
	var body io.Reader = http.NoBody
	if r.Body != nil { // the worker's host has no body for an empty one
		body = r.Body
	}
	text, err := io.ReadAll(io.LimitReader(body, doc.MaxBytes+1))
	if err != nil {
		refuse(w, http.StatusBadRequest, "the request can not be read", "send it again")
		return
	}
	q := r.URL.Query()
	b, problem := doc.ReadBundle(text, doc.ReadOptions{Lenient: isSet(q.Get("lenient"))})
	if problem != nil {
		answer(w, statusOf(problem), jsonType, report.ProblemJSON(problem))
		return
	}
	result, problem := judged(b, isSet(q.Get("strict")))
	if problem != nil {
		answer(w, statusOf(problem), jsonType, report.ProblemJSON(problem))
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	answer(w, http.StatusOK, jsonType, report.JSON(result))
}

func isSet(s string) bool { return s == "1" || s == "true" }

func statusOf(e *doc.Error) int {
	if e.Kind == doc.KindLimit {
		return http.StatusRequestEntityTooLarge
	}
	return http.StatusBadRequest
}

func judged(b *doc.Bundle, strict bool) (*finding.Report, *doc.Error) {
	r, err := core.Verify(b, core.Options{Strict: strict})
	if err == nil {
		return r, nil
	}
	var known *doc.Error
	if errors.As(err, &known) {
		return nil, known
	}
	return nil, &doc.Error{Kind: doc.KindInput, Message: err.Error()}
}

// picture draws the verdict on the documents of a link. The same link gives the same picture, so it may be kept.
func picture(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	b, strict, err := linked(r.URL.Query().Get("p1"))
	if err != nil {
		answer(w, http.StatusBadRequest, svgType, card.Unreadable(err.Error()))
		return
	}
	result, problem := judged(b, strict)
	if problem != nil {
		answer(w, statusOf(problem), svgType, card.Unreadable(problem.Error()))
		return
	}
	w.Header().Set("Cache-Control", "public, max-age=86400")
	answer(w, http.StatusOK, svgType, card.Draw(b.Workflow.Goal.Value, result))
}

var (
	errNoLink = errors.New("there are no documents: give p1 of a share link of the page")
	errBase   = errors.New("the link has only what differs from an example: share it from the page with all its documents")
)

// linked reads the documents of a share link's p1.
func linked(p1 string) (b *doc.Bundle, strict bool, err error) {
	if p1 == "" {
		return nil, false, errNoLink
	}
	packed, err := base64.RawURLEncoding.DecodeString(p1)
	if err != nil {
		return nil, false, share.Damaged("a letter is not one of its letters")
	}
	payload, err := flate.Unpack(packed, share.MaxPayload)
	if errors.Is(err, flate.ErrLimit) {
		return nil, false, err
	}
	if err != nil {
		return nil, false, share.Damaged("its documents can not be unpacked")
	}
	contents, err := share.ReadPayload(payload)
	if err != nil {
		return nil, false, err
	}
	if contents.Base != "" {
		return nil, false, errBase
	}
	d := contents.Over(share.Documents{})
	b, problem := doc.ReadParts([]byte(d.Workflow), []byte(d.Policy), []byte(d.Tools), doc.ReadOptions{})
	if problem != nil {
		return nil, false, problem
	}
	return b, contents.Strict, nil
}
