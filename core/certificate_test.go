package core

import (
	"testing"

	"planproof/core/doc"
	"planproof/examples"
)

// TestCertificateOnDemand: reports have a certificate only when it is asked for.
func TestCertificateOnDemand(t *testing.T) {
	e, _ := examples.Find("email-safe")
	b, derr := doc.ReadBundle(e.Text, doc.ReadOptions{})
	if derr != nil {
		t.Fatal(derr)
	}
	for _, want := range []bool{false, true} {
		r, err := Verify(b, Options{Certificate: want})
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Certificate != ""; got != want {
			t.Errorf("Certificate %v: %q", want, r.Certificate)
		}
	}
}
