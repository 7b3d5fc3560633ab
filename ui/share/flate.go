//go:build !js

package share

import (
	"bytes"
	"compress/flate"
	"io"
)

// Deflate packs a payload (raw deflate, RFC 1951). In the browser
// CompressionStream does it; the bytes may differ, what they hold does not.
func Deflate(payload []byte) []byte {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		panic(err) // the level is a constant
	}
	w.Write(payload) // a bytes.Buffer does not fail
	w.Close()
	return b.Bytes()
}

// Inflate unpacks a payload of at most MaxPayload bytes.
func Inflate(packed []byte) ([]byte, error) {
	in := bytes.NewReader(packed)
	r := flate.NewReader(in)
	payload, err := io.ReadAll(io.LimitReader(r, MaxPayload+1))
	switch {
	case err != nil:
		return nil, damaged("its documents do not inflate")
	case len(payload) > MaxPayload:
		return nil, &Error{"The documents of the link are too large."}
	case in.Len() > 0:
		return nil, damaged("something follows its documents")
	}
	return payload, nil
}
