// Package flate packs the payloads of links outside of browsers: in tests and
// in the build. The page lets the browser do it (static/deflate.js), since
// this would be a sixth of its binary; nothing that the page reaches imports
// this package.
package flate

import (
	"bytes"
	"compress/flate"
	"errors"
	"io"
)

// ErrLimit is a payload that would be larger than is allowed.
var ErrLimit = errors.New("the documents of the link are too large")

// ErrRest is something after the end of the packed bytes.
var ErrRest = errors.New("something follows the packed documents")

// Pack packs a payload (raw deflate, RFC 1951). The browser's bytes may
// differ, what they hold does not.
func Pack(payload []byte) []byte {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		panic(err) // the level is a constant
	}
	w.Write(payload) // a bytes.Buffer does not fail
	w.Close()
	return b.Bytes()
}

// Unpack is the inverse, up to a limit of bytes.
func Unpack(packed []byte, limit int) ([]byte, error) {
	in := bytes.NewReader(packed)
	payload, err := io.ReadAll(io.LimitReader(flate.NewReader(in), int64(limit)+1))
	switch {
	case err != nil:
		return nil, err
	case len(payload) > limit:
		return nil, ErrLimit
	case in.Len() > 0:
		return nil, ErrRest
	}
	return payload, nil
}
