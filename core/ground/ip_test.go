package ground_test

import (
	"net/netip"
	"testing"

	"planproof/core/ground"
)

// TestIPLiterals holds the addresses against net/netip: the same texts are
// addresses, and the same addresses are equal.
func TestIPLiterals(t *testing.T) {
	texts := []string{
		"127.0.0.1", "255.255.255.255", "256.1.1.1", "1.2.3", "1.2.3.4.5", "01.2.3.4", "1..2.3", "+1.2.3.4", "",
		"[::]", "[::1]", "[1::]", "[0:0:0:0:0:0:0:1]", "[2001:DB8::1]", "[2001:db8:0:0::1]", "[2001:0db8::0001]", "[1:2:3:4:5:6:7:8]",
		"[1:2:3:4:5:6:7:8:9]", "[1:2:3:4:5:6:7]", "[1::2::3]", "[:1:2:3:4:5:6:7:8]", "[1:]", "[:1]", "[12345::]", "[g::]", "[::1%eth0]", "[+1::]", "[1:2:3:4:5:6:7::8]", "[:::]",
	}
	for _, a := range texts {
		na, wantA := address(a)
		got, ok := ground.PlainHost(a)
		if ok != wantA {
			t.Errorf("%q is an address: %v", a, ok)
			continue
		}
		for _, b := range texts {
			nb, wantB := address(b)
			if other, ok := ground.PlainHost(b); ok && wantA && wantB && (got == other) != (na == nb) {
				t.Errorf("%q and %q", a, b)
			}
		}
	}
}

func address(s string) (netip.Addr, bool) {
	bracketed := len(s) > 1 && s[0] == '['
	if bracketed {
		s = s[1 : len(s)-1]
	}
	a, err := netip.ParseAddr(s)
	return a, err == nil && a.Is6() == bracketed && a.Zone() == ""
}
