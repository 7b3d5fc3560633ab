package share

import (
	"strings"
	"testing"

	"planproof/ui/share/flate"
)

func FuzzParse(f *testing.F) {
	for _, s := range []string{"#blank", "#example=a&at=1&view=state", "#p1=AQID", "#p2=x", "#url=%2f%zz", "#at=%&p1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, fragment string) {
		l, err := Parse(fragment)
		if err != nil {
			return
		}
		again, err := Parse(l.Fragment())
		if err != nil || l.Kind != None && !equal(again, l) {
			t.Fatalf("%q is %+v, written %q, which is %+v, %v", fragment, l, l.Fragment(), again, err)
		}
		for _, c := range []byte(l.Fragment()) {
			if c <= ' ' || c >= 0x7F || strings.IndexByte("<>\"`\\", c) >= 0 {
				t.Fatalf("%q has %q", l.Fragment(), c)
			}
		}
	})
}

func FuzzPayload(f *testing.F) {
	f.Add([]byte("\n\n==="))
	f.Add([]byte("inbox-digest\ns\n3:abc=0:"))
	f.Fuzz(func(t *testing.T, payload []byte) {
		c, err := ReadPayload(payload)
		if err != nil {
			return
		}
		d, err := ReadPayload(c.Payload())
		if err != nil || d.Over(Documents{"w", "p", "t"}) != c.Over(Documents{"w", "p", "t"}) || d.Base != c.Base || d.Strict != c.Strict {
			t.Fatalf("%q: %v", payload, err)
		}
	})
}

func FuzzInflate(f *testing.F) {
	f.Add(flate.Pack([]byte("\n\n===")))
	f.Fuzz(func(t *testing.T, packed []byte) {
		if payload, err := flate.Unpack(packed, MaxPayload); err == nil {
			ReadPayload(payload)
		}
	})
}
