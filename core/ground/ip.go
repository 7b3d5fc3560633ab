package ground

import (
	"strconv"
	"strings"
)

// ipLiteral reads an IPv4 address, or an IPv6 address in brackets, whose eight
// groups it writes out. (net/netip would do it too, and adds 33 KB to the
// page's first download.)
func ipLiteral(name string) (string, bool) {
	inner, bracketed := strings.CutPrefix(name, "[")
	if !bracketed {
		return name, isIPv4(name)
	}
	inner, bracketed = strings.CutSuffix(inner, "]")
	groups, ok := ipv6(inner)
	return "[" + strings.Join(groups, ":") + "]", ok && bracketed
}

// isIPv4: four decimal numbers up to 255 without leading zeros, as RFC 3986
// has it. The other notations of an IPv4 address are refused elsewhere.
func isIPv4(s string) bool {
	parts := strings.Split(s, ".")
	for _, p := range parts {
		n, err := strconv.ParseUint(p, 10, 8)
		if err != nil || strconv.FormatUint(n, 10) != p {
			return false
		}
	}
	return len(parts) == 4
}

// ipv6 reads eight groups of hexadecimal digits, some of which a :: may stand
// for. The form that ends in an IPv4 address is refused: it is two ways to
// write one address.
func ipv6(s string) ([]string, bool) {
	left, right, elided := strings.Cut(s, "::")
	groups, ok := hexGroups(left)
	tail, tailOK := hexGroups(right)
	missing := 8 - len(groups) - len(tail)
	if !ok || !tailOK || elided != (missing > 0) || missing < 0 {
		return nil, false
	}
	for range missing {
		groups = append(groups, "0")
	}
	return append(groups, tail...), true
}

func hexGroups(s string) ([]string, bool) {
	if s == "" {
		return nil, true
	}
	var out []string
	for g := range strings.SplitSeq(s, ":") {
		n, err := strconv.ParseUint(g, 16, 16)
		if err != nil || len(g) > 4 {
			return nil, false
		}
		out = append(out, strconv.FormatUint(n, 16))
	}
	return out, true
}
