// Package uts46 is the host rule of browsers: UTS 46, non-transitional. Its
// tables are why it is apart from package ground, which the page's first
// binary has.
package uts46

import (
	"strings"

	"golang.org/x/net/idna"

	"planproof/core/ground"
)

var profile = idna.New(
	idna.MapForLookup(),
	idna.BidiRule(),
	idna.CheckJoiners(true),
	idna.StrictDomainName(true),
	idna.Transitional(false),
)

// Host is a ground.HostRule: names that UTS 46 maps to the same A-labels are
// one name; a name that it refuses is none.
func Host(name string) (string, bool) {
	name = strings.TrimRight(name, ".")
	if strings.HasPrefix(name, "[") || !strings.ContainsFunc(name, notASCII) {
		return ground.PlainHost(name)
	}
	ascii, err := profile.ToASCII(name)
	if err != nil {
		return "", false
	}
	return ground.CheckHost(strings.TrimRight(ascii, "."))
}

func notASCII(r rune) bool { return r >= 0x80 }
