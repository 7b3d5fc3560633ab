package ground

// Host is the host of a web address in a text, in the form in which hosts are
// compared, and the place of the whole address.
type Host struct {
	Name string
	Span Span
}

// Hosts are the hosts of the web addresses in a text, in its order. Names with
// a dot count without a scheme too, so more is listed than people would call
// an address.
func (t *Text) Hosts(o Options) []Host {
	var out []Host
	t.runs(func(i, j int) {
		for _, from := range []int{i, t.afterLabel(i, j)} {
			if from >= j {
				continue
			}
			if a, ok := o.parse(string(t.runes[from:j])); ok {
				out = append(out, Host{a.host, t.span(from, j)})
				return
			}
		}
	})
	return out
}
