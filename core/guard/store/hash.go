package store

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"planproof/core/value"
)

// Hash is the SHA-256 of a value's canonical JSON in hexadecimal digits: equal values have equal hashes, whatever
// wrote them and in which order.
func Hash(v value.Value) string { return hashOf(v) }

func hashOf(v value.Value) string {
	sum := sha256.Sum256(value.AppendCanonical(nil, v))
	return hex.EncodeToString(sum[:])
}

// HashText is the SHA-256 of a text: what is kept of a call's result.
func HashText(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

// hashRecord is the hash of a record as it was read or will be written: everything but the hash itself.
func hashRecord(o value.Object) string {
	return hashOf(slices.DeleteFunc(slices.Clone(o), func(m value.Member) bool { return m.Key == "hash" }))
}

// Seal chains the steps: each gets the hash of the one before, the first that of the input, and its own hash over its
// name, the hashes of its inputs, the hash of its value, its error and that link.
func (d *Decision) Seal() {
	prev := hashOf(d.Input.object())
	for i := range d.Steps {
		s := &d.Steps[i]
		s.Prev = prev
		s.Hash = s.hash()
		prev = s.Hash
	}
}

func (s *Step) hash() string {
	inputs := make(value.Object, len(s.Inputs))
	for i, in := range s.Inputs {
		inputs[i] = member(in.Name, value.Text(in.Hash))
	}
	var v value.Value = value.Null{}
	if s.Value != nil {
		v = value.Text(hashOf(s.Value))
	}
	return hashOf(value.Object{
		member("error", value.Text(s.Error)),
		member("inputs", inputs),
		member("name", value.Text(s.Name)),
		member("prev", value.Text(s.Prev)),
		member("value", v),
	})
}

// brokenStep is the first step whose link or hash is not what its content says; ok is false when there is one.
func (d *Decision) brokenStep() (i int, ok bool) {
	prev := hashOf(d.Input.object())
	for i := range d.Steps {
		if s := &d.Steps[i]; s.Prev != prev || s.Hash != s.hash() {
			return i, false
		}
		prev = d.Steps[i].Hash
	}
	return 0, true
}

// RecordHash is the hash of a record as this version writes it.
func RecordHash(r Record) string { return hashRecord(r.object()) }
