package cond

import "strings"

// runeNamed returns the character that \N{name} stands for. Python knows every Unicode name; this knows the common
// ones of runeNames. Letter case does not matter.
func runeNamed(name string) (rune, bool) {
	name = strings.ToUpper(name)
	if name == "" || strings.Contains(name, ",") {
		return 0, false
	}
	for _, run := range runeNames {
		if !strings.Contains(run.names, name) {
			continue
		}
		for i, n := range strings.Split(run.names, ",") {
			if n == name {
				return run.first + rune(i), true
			}
		}
	}
	return 0, false
}
