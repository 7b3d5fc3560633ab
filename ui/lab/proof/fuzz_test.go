package proof

import (
	"testing"
	"time"

	"planproof/core/value"
	"planproof/ui/lab"
)

// FuzzTamper: whatever is made of a certificate is accepted or refused, and
// nothing stops.
func FuzzTamper(f *testing.F) {
	f.Add("toggle /loops/0/names/0/rules x", `{"version":1,"loops":[],"calls":[]}`)
	f.Add("drop /calls/0/next 0", `{"version":1,"loops":[],"calls":[{"path":"/workflow/steps/0","next":[{"automaton":"a","state":"b","fires":[-1],"stays":true,"by":"solver"}]}]}`)
	f.Add("not /calls/-1/next/99999999999", `[]`)
	tick := time.Unix(0, 0)
	r := &Room{Now: func() time.Time { tick = tick.Add(time.Second); return tick }} // one check is enough
	d := docs(f)
	f.Fuzz(func(t *testing.T, edit, text string) {
		a := lab.Ask{Do: "edit", Form: lab.Fields{{Name: "certificate", Value: text}}, Context: lab.Context{Docs: d}}
		r.Handle(a)
		a.Do, a.Arg, a.Form = "flip", edit, nil
		r.Handle(a)
		flip(value.Object{{Key: "loops", Value: value.List{value.Object{}}}}, edit)
	})
}
