package emit

import (
	"testing"

	"planproof/core/cert"
	"planproof/core/doc"
	"planproof/core/internal/progen"
	"planproof/core/ir"
	"planproof/core/verify"
)

// BenchmarkCheck compares what the check costs with what the analysis does, on
// 200 random programs.
func BenchmarkCheck(b *testing.B) {
	var ps []*ir.Program
	for seed := range uint64(200) {
		bundle, derr := doc.ReadBundle(progen.Bundle(seed), doc.ReadOptions{})
		if derr != nil {
			b.Fatal(derr)
		}
		if p, derr := ir.Build(bundle); derr == nil {
			ps = append(ps, p)
		}
	}
	vs := make([]*verify.Converged, len(ps))
	cs := make([]*cert.Certificate, len(ps))
	each := func(name string, f func(i int)) {
		b.Run(name, func(b *testing.B) {
			for n := 0; b.Loop(); n++ {
				f(n % len(ps))
			}
		})
	}
	each("analysis", func(i int) { vs[i] = verify.Converge(ps[i], verify.Options{}) })
	for i, p := range ps {
		vs[i] = verify.Converge(p, verify.Options{})
		cs[i] = Certificate(p, vs[i])
	}
	each("emit", func(i int) { Certificate(ps[i], vs[i]) })
	each("check", func(i int) { cert.Check(ps[i], cs[i], cert.Everything) })
}
