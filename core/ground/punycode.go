package ground

// Punycode's parameters for host names (RFC 3492, section 5).
const (
	punyBase    = 36
	punyTMin    = 1
	punyTMax    = 26
	punySkew    = 38
	punyDamp    = 700
	punyBias    = 72
	punyInitial = 0x80
)

// punycode encodes a label (RFC 3492, section 6.3). Labels of host names are
// short, so its numbers do not overflow.
func punycode(label []rune) string {
	var out []byte
	for _, r := range label {
		if r < punyInitial {
			out = append(out, byte(r))
		}
	}
	basic := len(out)
	if basic > 0 {
		out = append(out, '-')
	}
	n, delta, bias := rune(punyInitial), 0, punyBias
	for done := basic; done < len(label); {
		next := smallestFrom(label, n)
		delta += int(next-n) * (done + 1)
		n = next
		for _, r := range label {
			if r < n {
				delta++
			}
			if r == n {
				out = appendDelta(out, delta, bias)
				bias = adapt(delta, done+1, done == basic)
				delta = 0
				done++
			}
		}
		delta++
		n++
	}
	return string(out)
}

func smallestFrom(label []rune, n rune) rune {
	least := rune(0x7FFFFFFF)
	for _, r := range label {
		if r >= n && r < least {
			least = r
		}
	}
	return least
}

// appendDelta writes a delta as a generalized variable-length integer.
func appendDelta(out []byte, q, bias int) []byte {
	for k := punyBase; ; k += punyBase {
		t := min(max(k-bias, punyTMin), punyTMax)
		if q < t {
			return append(out, punyDigit(q))
		}
		out = append(out, punyDigit(t+(q-t)%(punyBase-t)))
		q = (q - t) / (punyBase - t)
	}
}

func punyDigit(d int) byte {
	if d < 26 {
		return byte('a' + d)
	}
	return byte('0' + d - 26)
}

func adapt(delta, points int, first bool) int {
	if first {
		delta /= punyDamp
	} else {
		delta /= 2
	}
	delta += delta / points
	k := 0
	for delta > (punyBase-punyTMin)*punyTMax/2 {
		delta /= punyBase - punyTMin
		k += punyBase
	}
	return k + (punyBase-punyTMin+1)*delta/(delta+punySkew)
}
