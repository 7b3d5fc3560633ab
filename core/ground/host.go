package ground

import (
	"strings"
	"unicode"
)

// HostRule brings a host name into the one form in which names are compared:
// an IP address with every group written out, or lower-case ASCII labels
// (A-labels). ok is false when it is not the name of a host on the web.
type HostRule func(name string) (canonical string, ok bool)

// PlainHost is the rule for programs that do without the tables of UTS 46. It
// reads names in ASCII as UTS 46 does. Of other names it folds case and full
// width only, so that it calls two names equal only if UTS 46 does; a name
// that needs more of the tables equals itself alone.
func PlainHost(name string) (string, bool) {
	name = strings.TrimRight(name, ".")
	if ip, ok := ipLiteral(name); ok {
		return ip, true
	}
	labels := strings.Split(strings.Map(foldHost, name), ".")
	for i, l := range labels {
		a, ok := plainLabel(l)
		if !ok {
			return "", false
		}
		labels[i] = a
	}
	return CheckHost(strings.Join(labels, "."))
}

// CheckHost accepts a canonical name of letters, digits and hyphens with at
// least two labels, or localhost. A name that ends in a number is no host
// name: readers take it for an IPv4 address in some notation.
func CheckHost(name string) (string, bool) {
	labels := strings.Split(name, ".")
	if len(name) > 253 || len(labels) < 2 && name != "localhost" || onlyDigits(labels[len(labels)-1]) {
		return "", false
	}
	for _, l := range labels {
		if !isLDH(l) {
			return "", false
		}
	}
	return name, true
}

// isLDH: letters, digits and hyphens, no hyphen at the ends (RFC 5890).
func isLDH(label string) bool {
	if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
		return false
	}
	for i := range len(label) {
		if c := label[i]; c != '-' && (c < '0' || c > '9') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return true
}

// foldHost maps what UTS 46 maps one to one and needs no table: letter case,
// full width, the ideographic full stops. The sharp s stays itself.
func foldHost(r rune) rune {
	switch {
	case r >= 0xFF01 && r <= 0xFF5E:
		r -= 0xFF01 - '!'
	case r == 0x3002 || r == 0xFF61:
		return '.'
	case r == 0x130 || r == 0x1E9E:
		return r
	}
	return unicode.ToLower(r)
}

// plainLabel is the A-label of a folded label.
func plainLabel(l string) (string, bool) {
	ascii := true
	for i, r := range l {
		if r >= 0x80 {
			ascii = false
			if !unicode.IsLetter(r) && !unicode.IsNumber(r) && (i == 0 || !unicode.IsMark(r)) {
				return "", false
			}
		} else if !isLDH("a" + string(r) + "a") {
			return "", false
		}
	}
	if ascii {
		return l, true
	}
	return "xn--" + punycode([]rune(l)), true
}
