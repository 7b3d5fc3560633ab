package ground

import (
	"strconv"
	"strings"
	"unicode"
)

// address is a web address taken apart, in the form in which two of them are
// compared.
type address struct {
	scheme                            string // "http", "https" or "" when none is written
	host, port, path, query, fragment string
}

// SameURL reports whether the address a call has names the place that was
// written: the same host, port, path, query and fragment; the scheme may be
// upgraded, never downgraded. With prefix the path of value may also continue
// the written one at a slash.
func SameURL(value, written string, prefix bool, hosts HostRule) bool {
	o := Options{Hosts: hosts}
	v, ok := o.parse(value)
	if !ok {
		return false
	}
	w, ok := o.parse(written)
	return ok && v.covers(w, prefix)
}

// covers reports whether v may be used where w was written.
func (v address) covers(w address, prefix bool) bool {
	if w.scheme == "https" && v.scheme != "https" {
		return false
	}
	if v.host != w.host || v.port != w.port || v.query != w.query || v.fragment != w.fragment {
		return false
	}
	return v.path == w.path || prefix && strings.HasPrefix(v.path, w.path+"/")
}

// parse takes a web address apart. It refuses whatever readers of addresses
// disagree about: user information, backslashes, blanks, invisible
// characters, dot segments, other schemes.
func (o Options) parse(s string) (address, bool) {
	var a address
	s = strings.TrimSpace(s)
	if s == "" || strings.ContainsFunc(s, refusedInAddress) {
		return a, false
	}
	s, ok := a.takeScheme(s)
	if !ok {
		return a, false
	}
	end := strings.IndexAny(s, "/?#")
	if end < 0 {
		end = len(s)
	}
	authority, rest := s[:end], s[end:]
	rest, a.fragment, _ = strings.Cut(rest, "#")
	rest, a.query, _ = strings.Cut(rest, "?")
	a.path = strings.TrimRight(rest, "/")
	return a, o.takeAuthority(&a, authority) && !hasDotSegment(a.path)
}

func refusedInAddress(r rune) bool {
	return r == '\\' || unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r)
}

// takeScheme reads http:// or https://. A name and a colon are refused
// otherwise, unless a port follows.
func (a *address) takeScheme(s string) (rest string, ok bool) {
	for _, scheme := range []string{"https", "http"} {
		if n := len(scheme); len(s) > n+3 && strings.EqualFold(s[:n], scheme) && s[n:n+3] == "://" {
			a.scheme = scheme
			return s[n+3:], true
		}
	}
	end := strings.IndexAny(s, "/?#")
	if end < 0 {
		end = len(s)
	}
	if name, after, has := strings.Cut(s[:end], ":"); has && !strings.HasPrefix(s, "[") {
		return s, name != "" && after != "" && onlyDigits(after)
	}
	return s, end > 0
}

// takeAuthority reads host and port. 80 and 443 are what an address without a
// port means.
func (o Options) takeAuthority(a *address, s string) bool {
	if strings.Contains(s, "@") {
		return false
	}
	host, port := s, ""
	if i := strings.LastIndexByte(s, ':'); i >= 0 && i > strings.LastIndexByte(s, ']') {
		host, port = s[:i], s[i+1:]
	}
	if port != "" {
		n, err := strconv.ParseUint(port, 10, 16)
		if err != nil || !onlyDigits(port) {
			return false
		}
		if n != 80 && n != 443 {
			a.port = strconv.FormatUint(n, 10)
		}
	}
	var ok bool
	a.host, ok = o.host(host)
	if strings.HasPrefix(a.host, "www.") && strings.Count(a.host, ".") >= 2 {
		a.host = a.host[len("www."):]
	}
	return ok
}

func onlyDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// hasDotSegment reports a . or .. segment, percent-encoded or not: the path
// would name another place than it says.
func hasDotSegment(path string) bool {
	for segment := range strings.SplitSeq(path, "/") {
		switch strings.ReplaceAll(strings.ToLower(segment), "%2e", ".") {
		case ".", "..":
			return true
		}
	}
	return false
}
